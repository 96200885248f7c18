"""What is known about a camera, as a page shows it. What it is good for stands with vision."""

from __future__ import annotations

from typing import Literal

from companion.base.forms import Form

CameraPart = Literal["lens", "table", "white"]


class TakenByShown(Form, frozen=True):
    """Photographs of one camera.

    camera: its maker and model; None if the file does not say, as with a web camera.
    """

    camera: str | None
    width: int
    height: int


class LensShown(Form, frozen=True):
    """A camera's lens, for photographs of one shape, taken without zoom.

    width, height: pixels of the photographs it was learned from; a photograph of another size and
    the same shape is scaled. focal, centre: (x, y) in those pixels. distortion: k1, k2, p1, p2, k3
    of the usual model (Brown, Conrady). error: by how many of those pixels it misses the corners of
    the page, as the root of the mean square. views: photographs it was learned from.
    """

    width: int
    height: int
    focal: tuple[float, ...]
    centre: tuple[float, ...]
    distortion: tuple[float, ...]
    error: float
    views: int


class TableShown(Form, frozen=True):
    """Where a photograph shows the table's corners: near left, near right, far right, far left.

    They are parts of the photograph's width and height, so that any size of picture will do.
    """

    corners: tuple[tuple[float, ...], ...]


class WhiteShown(Form, frozen=True):
    """The factors of red, green and blue that make white look white under the lamp."""

    gains: tuple[float, ...]


class CameraShown(Form, frozen=True):
    """What is known about one camera. None means nothing. taken: the photographs it holds for."""

    taken: TakenByShown | None
    lens: LensShown | None
    table: TableShown | None
    white: WhiteShown | None
