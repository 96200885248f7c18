"""`companion profiles`: the enrolled tile sets: list, show, choose, export, import, remove."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli import answer_no
from companion.cli.data_folder import data_option
from companion.cli.files import name_of, read_bytes, write_file
from companion.game.tiles import FLOWERS, KINDS, SEASONS, SPECIALS, words

if TYPE_CHECKING:
    from companion.vision.pipeline import Reader
    from companion.vision.tile_sets.profile import Profile
    from companion.vision.tile_sets.profile_store import ProfileStore


def open_store(data: Path, reader: Reader | None = None) -> ProfileStore:
    """The profiles of a data folder. reader: gives the classifier if features are needed."""
    from companion.service.recognition import profiles_of
    from companion.vision.pipeline import Reader

    return profiles_of(data, reader or Reader())


@click.group()
def profiles() -> None:
    """Manage the tile sets that you enrolled."""


@profiles.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
@data_option
def list_profiles(as_json: bool, data: Path) -> None:
    """List the profiles, with the number of their tiles. Exit status 1: one is damaged."""
    found, problems = open_store(data).every()
    if as_json:
        form = [
            {"name": p.name, "tiles": list(p.codes), "examples": len(p.examples)} for p in found
        ]
        print(json.dumps(form, ensure_ascii=False))
    elif not found:
        print("No set is enrolled yet; `companion enrol NAME PHOTO` enrols one.")
    else:
        for profile in found:
            print(
                f"{profile.name:24} {len(profile.codes):3} kinds, {len(profile.examples)} examples"
            )
    if problems:
        answer_no(" ".join(map(str, problems)))


@profiles.command()
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
@data_option
def show(name: str, as_json: bool, data: Path) -> None:
    """Show which tiles a profile knows, from how many examples, and which it lacks."""
    profile = open_store(data).load(name)
    if as_json:
        counts = Counter(example.code for example in profile.examples)
        form = {
            "name": profile.name, "tiles": dict(sorted(counts.items())), "back": profile.back,
            "proportion": profile.proportion,
            "corrections": sum(example.source == "corrected" for example in profile.examples),
        }  # fmt: skip
        print(json.dumps(form, ensure_ascii=False))
        return
    print("\n".join(_describe(profile)))


def _describe(profile: Profile) -> list[str]:
    corrected = sum(example.source == "corrected" for example in profile.examples)
    lines = [
        f"{profile.name}: {len(profile.codes)} kinds of tile from {len(profile.examples)} examples,"
        f" {corrected} of them from corrections."
    ]
    lacking = [words(code) for code in KINDS if code not in profile.codes]
    if lacking:
        lines.append(f"Not enrolled, so read as in any other set: {', '.join(lacking)}.")
    for what, codes in (("Flowers and seasons", FLOWERS + SEASONS), ("Special tiles", SPECIALS)):
        known = [words(code) for code in codes if code in profile.codes]
        lines.append(f"{what}: {', '.join(known) or 'none'}.")
    if profile.back is not None:
        lines.append("Backs: red {}, green {}, blue {}.".format(*profile.back))
    if profile.proportion is not None:
        lines.append(f"A face is {profile.proportion:.2f} times as high as wide.")
    return lines


@profiles.command()
@click.argument("name")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@data_option
def export(name: str, file: Path, data: Path) -> None:
    """Write the profile NAME to FILE, to keep it or to take it to another computer.

    FILE may be - for the standard output.
    """
    from companion.vision.tile_sets.profile_file import pack

    write_file(file, pack(open_store(data).load(name)))
    if str(file) != "-":
        print(f"{name} is in {file}.")


@profiles.command("import")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--name", help="Its new name; without it, the name in the file.")
@data_option
def import_profile(file: Path, name: str | None, data: Path) -> None:
    """Read in the profile in FILE, or - for the standard input."""
    from companion.vision.tile_sets.profile_file import LARGEST

    content = read_bytes(file, LARGEST + 1)
    profile = open_store(data).take_in(content, name, name_of(file))
    print(f"{profile.name}: {len(profile.codes)} kinds of tile.")


@profiles.command()
@click.argument("name")
@click.argument("new")
@data_option
def rename(name: str, new: str, data: Path) -> None:
    """Rename the profile NAME to NEW."""
    print(f"{name} is now called {open_store(data).rename(name, new).name}.")


@profiles.command()
@click.argument("name", required=False)
@data_option
def choose(name: str | None, data: Path) -> None:
    """Read every photograph with NAME; without NAME, with the set that a photograph shows."""
    open_store(data).choose(name)
    print(
        f"Photographs are read with {name}."
        if name
        else "Photographs are read with the enrolled set that they show."
    )


@profiles.command()
@click.argument("name")
@data_option
def remove(name: str, data: Path) -> None:
    """Remove the profile NAME."""
    open_store(data).remove(name)
    print(f"{name} is removed.")
