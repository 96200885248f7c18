"""A profile as the bytes of its file: a zip file with `profile.json` and `faces/ID.png`."""

from __future__ import annotations

import io
import json
import re
import unicodedata
import zipfile
import zlib
from typing import Any

from companion.base.errors import CompanionError, MalformedError
from companion.base.forms import Form, always
from companion.base.json_text import JsonUnfitError, parsed
from companion.base.whole_files import NOT_IN_NAMES, fits_as_name
from companion.game.tiles import parse
from companion.vision.tile_sets.profile import Example, Profile, Source
from companion.vision.tile_sets.thumbnails import from_png, name_of, to_png

FORM = 1
"""Version of the file's form. A higher number comes from a later program."""

LARGEST = 32 * 1024 * 1024
"""Bytes of a profile's file, and of everything in it. A set of 160 tiles takes 3 MB."""
_LARGEST_PART = 256 * 1024
"""Bytes of one face; the description may have four times as many."""
_MOST_EXAMPLES = 4000
"""Examples of a set."""
_NAME = re.compile(r"[^\W_].{0,39}")
_DESCRIPTION = "profile.json"


class ProfileNameError(MalformedError):
    def __init__(self, name: str) -> None:
        super().__init__(
            f"“{name[:60]}” cannot be a set's name; begin with a letter or a digit, and take up to"
            f" 40 characters without {' '.join(NOT_IN_NAMES)}.",
            "name",
        )


class BrokenFileError(Exception):
    """A file that is not what it should be. The sentence around `why` depends on whose file it
    is."""


class TooNewFileError(Exception):
    """A file with a later form."""


class _ExampleForm(Form, frozen=True):
    id: str
    code: str
    source: Source


class _ProfileForm(Form, frozen=True):
    form: int
    name: str
    examples: tuple[_ExampleForm, ...]
    back: tuple[int, ...] | None = always(None)
    proportion: float | None = always(None)


def one_spelling(name: str) -> str:
    """A letter with an accent may be written as one sign or as two, and looks the same."""
    return unicodedata.normalize("NFC", name)


def checked_name(name: str) -> str:
    """The name, if it can be a file's name on every system. Raises ProfileNameError."""
    plain = one_spelling(name)
    fits = fits_as_name(f"{plain}.zip") and not plain.endswith(" ") and _NAME.fullmatch(plain)
    if not fits:
        raise ProfileNameError(name)
    return plain


def pack(profile: Profile) -> bytes:
    """A profile as the bytes of its file. The same profile gives the same bytes."""
    form = _ProfileForm(
        FORM,
        profile.name,
        tuple(_ExampleForm(each.id, each.code, each.source) for each in profile.examples),
        profile.back,
        profile.proportion,
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:  # a PNG is compressed already
        text = json.dumps(form.to_json(), ensure_ascii=False, indent=1)
        archive.writestr(zipfile.ZipInfo(_DESCRIPTION), text)
        for example in profile.examples:
            archive.writestr(zipfile.ZipInfo(_face(example.id)), to_png(example.face))
    return file.getvalue()


def unpack(data: bytes, name: str | None = None) -> Profile:
    """The profile in a file's bytes, called `name` if one is given.

    Nothing is written to the disk. Only parts with the expected names are opened, and none is read
    beyond its limit, so that odd paths and compression bombs do no harm.
    """
    if len(data) > LARGEST:
        raise BrokenFileError(f"it is larger than {LARGEST >> 20} MB")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _read(archive, name)
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, RuntimeError) as error:
        raise BrokenFileError(f"the file is cut off or no zip file: {error}") from None


def _read(archive: zipfile.ZipFile, name: str | None) -> Profile:
    try:
        described = parsed(_part(archive, _DESCRIPTION, 4 * _LARGEST_PART), f"its {_DESCRIPTION}")
    except JsonUnfitError as error:
        raise BrokenFileError(str(error).rstrip(".")) from None
    version = described.get("form") if isinstance(described, dict) else None
    if isinstance(version, int) and version > FORM:
        raise TooNewFileError
    try:
        form = _ProfileForm.from_json(described)
        codes = parse([each.code for each in form.examples], "examples")
        checked_name(form.name)
    except CompanionError as error:
        raise BrokenFileError(f"in {_DESCRIPTION}: {str(error).rstrip('.')}") from None
    if len(form.examples) > _MOST_EXAMPLES:
        raise BrokenFileError(f"it holds more than {_MOST_EXAMPLES} faces")
    examples = tuple(
        Example(code, _read_face(archive, each.id), each.source)
        for code, each in zip(codes, form.examples, strict=True)
    )
    if form.proportion is not None and not 0.5 < form.proportion < 3:
        raise BrokenFileError(f"in {_DESCRIPTION}: no tile has that proportion")
    back = None
    if form.back is not None:
        if len(form.back) != 3 or not all(0 <= part <= 255 for part in form.back):
            raise BrokenFileError(f"in {_DESCRIPTION}: back is not a colour")
        back = (form.back[0], form.back[1], form.back[2])
    return Profile(name or form.name, examples, back, form.proportion)


def _read_face(archive: zipfile.ZipFile, face_id: str) -> Any:
    face = from_png(_part(archive, _face(face_id), _LARGEST_PART))
    if face is None or name_of(face) != face_id:
        raise BrokenFileError(f"the face {face_id[:20]} is not the one described")
    return face


def _part(archive: zipfile.ZipFile, part: str, limit: int) -> bytes:
    try:
        if archive.getinfo(part).compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise BrokenFileError(f"{part} in it is packed in an unknown way")
        with archive.open(part) as file:
            content = file.read(limit + 1)
    except KeyError:
        raise BrokenFileError(f"{part} is missing from it") from None
    if len(content) > limit:
        raise BrokenFileError(f"{part} in it is too large")
    return content


def _face(face_id: str) -> str:
    return f"faces/{face_id}.png"
