"""What the calls about enrolled sets and the camera are given; `companion.service` has both.

The server answers with these forms (docs/api.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol

from companion.base.forms import Form
from companion.seen.camera import CameraPart, CameraShown

PageForm = Literal["pdf", "svg"]


class PlaceChange(Form, frozen=True):
    """n: the number of a tile of the draft. code: what it is. kept: whether it is enrolled."""

    n: int
    code: str | None = None
    kept: bool | None = None


class DraftChanges(Form, frozen=True):
    """swap: pairs of numbers of tiles that lie in each other's place."""

    places: tuple[PlaceChange, ...] = ()
    swap: tuple[tuple[int, int], ...] = ()


class SetHead(Form, frozen=True):
    """A set. tiles: the codes that it has, lacking: those that it has not. corrections: how many of
    the examples came from them. back: the colour of its backs, `#rrggbb`; None if none was seen."""

    name: str
    tiles: tuple[str, ...]
    lacking: tuple[str, ...]
    examples: int
    corrections: int
    back: str | None


class SetsListed(Form, frozen=True):
    """chosen: the set to read with; None to tell by the tiles. order: how tiles are laid out to be
    enrolled, row by row; None for a gap. problems: sentences on sets that cannot be read."""

    sets: tuple[SetHead, ...]
    chosen: str | None
    order: tuple[tuple[str | None, ...], ...]
    problems: tuple[str, ...]


class FaceShown(Form, frozen=True):
    """An example. source: whether it was enrolled or corrected."""

    id: str
    code: str
    source: str


class SetShown(SetHead, frozen=True):
    faces: tuple[FaceShown, ...]


class ExampleLearnt(Form, frozen=True):
    """example: its name."""

    example: str
    set: SetHead


class PlaceShown(Form, frozen=True):
    """A tile of a set that is being enrolled. n: its number. photo, row, column: its place in the
    order. code: what the order says, seen: what it looks like. face: where its picture is. doubt: a
    sentence, or empty. changed_over: the tile that seems to lie in its place. kept: whether it is
    enrolled."""

    n: int
    photo: int
    row: int
    column: int
    code: str
    face: str
    quad: tuple[tuple[float, float], ...]
    seen: str
    confidence: float
    doubt: str
    changed_over: int | None
    kept: bool


class Enrolment(Form, frozen=True):
    """adds_to: how many examples the set of that name has; None for a new one. missing: codes that
    were not found. extra: tiles that the order does not name. questions: to answer first."""

    id: str
    name: str
    adds_to: int | None
    places: tuple[PlaceShown, ...]
    missing: tuple[str, ...]
    extra: int
    questions: tuple[str, ...]


class Sets(Protocol):
    """The enrolled tile sets, sets about to be enrolled, and what corrections taught."""

    def listed(self) -> SetsListed: ...

    def choose(self, name: str | None) -> None:
        """Read with this set from now on. None: with the set that a picture shows."""

    def shown(self, name: str) -> SetShown: ...

    def face(self, name: str, example: str) -> bytes:
        """An example's picture, PNG."""

    def rename(self, name: str, new: str) -> SetHead: ...

    def remove(self, name: str) -> None: ...

    def file(self, name: str) -> bytes: ...

    def take_in(self, file: bytes, name: str | None) -> SetHead:
        """An exported set, under another name if one is given."""

    def learn(self, name: str, reading: str, tile: int, code: str) -> ExampleLearnt:
        """Keep a tile of a reading as an example of what it shows."""

    def forget_example(self, name: str, example: str) -> SetHead | None:
        """None: it was the only example, and the set is gone."""

    def propose(self, name: str, photos: Sequence[bytes], order: str | None) -> Enrolment: ...

    def proposed(self, draft: str) -> Enrolment: ...

    def proposed_face(self, draft: str, number: int) -> bytes: ...

    def correct(self, draft: str, changes: DraftChanges) -> Enrolment: ...

    def enrol(self, draft: str, although: bool) -> SetHead:
        """although: also if questions are open."""

    def drop(self, draft: str) -> None: ...


class Camera(Protocol):
    """What is known about the camera."""

    def known(self) -> CameraShown: ...

    def page(self, form: PageForm, paper: str) -> bytes:
        """The page to print."""

    def learn_lens(self, photos: Sequence[bytes]) -> None: ...

    def learn_table(self, photo: bytes, corners: Any) -> None: ...

    def learn_white(self, photo: bytes) -> None: ...

    def picture(self, part: CameraPart) -> bytes:
        """A JPEG that shows whether what was learned last is right."""

    def forget(self, part: CameraPart) -> None: ...
