"""`companion enrol`: photographs of a set laid out in order → a profile of that set."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cli import answer_no
from companion.cli.data_folder import data_option
from companion.cli.files import read_text
from companion.cli.pictures import write_picture
from companion.cli.profiles import open_store
from companion.cli.terminal import progress
from companion.game.tiles import words

if TYPE_CHECKING:
    from companion.vision.tile_sets.profile import Profile
    from companion.vision.tile_sets.proposal import Proposal


@click.command()
@click.argument("name", required=False)
@click.argument("photos", nargs=-1, type=click.Path(path_type=Path), metavar="PHOTO...")
@click.option(
    "--order",
    "order_file",
    type=click.Path(path_type=Path),
    metavar="ORDER.txt",
    help="The tiles' codes, one row a line; without it, the program's own order.",
)
@click.option("--yes", is_flag=True, help="Enrol even if there are questions.")
@click.option(
    "--show",
    type=click.Path(path_type=Path),
    metavar="OUT.png",
    help="Write a picture of the tiles with their codes; doubtful ones have a red frame.",
)
@click.option("--print-order", is_flag=True, help="Print the order the program asks for.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@data_option
def enrol(
    name: str | None,
    photos: tuple[Path, ...],
    order_file: Path | None,
    yes: bool,
    show: Path | None,
    print_order: bool,
    as_json: bool,
    data: Path,
) -> None:
    """Learn the set NAME from photographs of its tiles, laid out in rows.

    If a set has that name, the tiles are added to it. So you can enrol a few tiles alone, or a tile
    more than once.

    Exit status: 0 enrolled; 1 there are questions and nothing was enrolled (--yes enrols); 2 the
    photographs or the order cannot be used.
    """
    from companion.vision.tile_sets.enrol import Enroller, accept
    from companion.vision.tile_sets.order import LONGEST, STANDARD, order_text, parse_order
    from companion.vision.tile_sets.proposal import as_picture

    if print_order:
        print(order_text((STANDARD,)), end="")
        return
    if not name or not photos:
        raise click.UsageError("Give a name for the set and one or more photographs of it")
    from companion.vision.pipeline import Reader
    from companion.vision.tile_sets.profile_file import checked_name

    name = checked_name(name)
    order = (STANDARD,) if not order_file else parse_order(read_text(order_file, LONGEST + 1))
    reader = Reader()
    store = open_store(data, reader)
    before = store.known(name)
    models = reader.models()
    proposal = Enroller(models.detector, models.classifier).propose(
        photos, order, lambda each: progress(each, "Looking at the photographs")
    )
    if show is not None:
        write_picture(show, as_picture(proposal), photos)
    asked = (*proposal.questions(), *_missing(proposal))
    if asked and not yes:
        _answer(as_json, {"enrolled": False, "name": name, "questions": list(asked)}, asked)
        answer_no(
            "Nothing was enrolled. Correct the tiles or the order, or enrol anyway with --yes."
        )
    profile = accept(proposal, name, before)
    store.save(profile)
    said = f"{name}: {_count(profile)}."
    answer = {
        "enrolled": True, "name": name, "questions": list(asked), "tiles": list(profile.codes),
        "examples": len(profile.examples),
    }  # fmt: skip
    _answer(as_json, answer, (*asked, said))


def _missing(proposal: Proposal) -> tuple[str, ...]:
    if not proposal.missing:
        return ()
    names = ", ".join(words(code) for code in proposal.missing)
    return (f"Not found in the photographs: {names}.",)


def _count(profile: Profile) -> str:
    return f"{len(profile.codes)} kinds of tile from {len(profile.examples)} examples"


def _answer(as_json: bool, answer: dict[str, Any], lines: tuple[str, ...]) -> None:
    print(json.dumps(answer, ensure_ascii=False) if as_json else "\n".join(lines))
