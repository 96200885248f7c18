"""What the calls about enrolled sets and the camera are given; `companion.service` has both.

Answers are plain JSON forms, as in docs/api.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol

from companion.base.forms import Form

Json = dict[str, Any]
Part = Literal["lens", "table", "white"]
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


class Sets(Protocol):
    """The enrolled tile sets, sets about to be enrolled, and what corrections taught."""

    def listed(self) -> Json: ...

    def choose(self, name: str | None) -> None:
        """Read with this set from now on. None: with the set that a picture shows."""

    def shown(self, name: str) -> Json: ...

    def face(self, name: str, example: str) -> bytes:
        """An example's picture, PNG."""

    def rename(self, name: str, new: str) -> Json: ...

    def remove(self, name: str) -> None: ...

    def file(self, name: str) -> bytes: ...

    def take_in(self, file: bytes, name: str | None) -> Json:
        """An exported set, under another name if one is given."""

    def learn(self, name: str, reading: str, tile: int, code: str) -> Json:
        """Keep a tile of a reading as an example of what it shows."""

    def forget_example(self, name: str, example: str) -> Json | None:
        """None: it was the only example, and the set is gone."""

    def propose(self, name: str, photos: Sequence[bytes], order: str | None) -> Json: ...

    def proposed(self, draft: str) -> Json: ...

    def proposed_face(self, draft: str, number: int) -> bytes: ...

    def correct(self, draft: str, changes: DraftChanges) -> Json: ...

    def enrol(self, draft: str, although: bool) -> Json:
        """although: also if questions are open."""

    def drop(self, draft: str) -> None: ...


class Camera(Protocol):
    """What is known about the camera."""

    def known(self) -> Json: ...

    def page(self, form: PageForm, paper: str) -> bytes:
        """The page to print."""

    def learn_lens(self, photos: Sequence[bytes]) -> None: ...

    def learn_table(self, photo: bytes, corners: Any) -> None: ...

    def learn_white(self, photo: bytes) -> None: ...

    def picture(self, part: Part) -> bytes:
        """A JPEG that shows whether what was learned last is right."""

    def forget(self, part: Part) -> None: ...
