"""What was seen in a photograph: plain values, no arrays.

A reading may hold the impossible (five of a tile, fifteen tiles); `companion.hand` checks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar, get_args

from companion import tiles as t
from companion.hand import Meld
from companion.jsonform import FieldWrongError, at, names_checked, plain

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
GroupKind = Literal["chow", "pung", "kong", "pair", "loose", "bonus"]
Side = Literal["near", "right", "far", "left"]

T = TypeVar("T")


@dataclass(frozen=True)
class SeenTile:
    """One tile found in the photograph.

    code: its tile code, `0z` for a tile lying face down.
    confidence: calibrated probability that `code` is right, 0 to 1.
    quad: pixels of the photograph as a viewer shows it, clockwise from the face's own top left.
    alternatives: codes with their probabilities, likeliest first, `code` itself among them.
    sure: False where the program asks a person to look.
    by_rule: the code was decided by the rules of the game, not by the eye alone.
    """

    code: str
    confidence: float
    quad: Quad
    alternatives: tuple[tuple[str, float], ...] = ()
    sure: bool = True
    by_rule: bool = False

    def to_json(self) -> dict[str, Any]:
        form: dict[str, Any] = {
            "code": self.code,
            "confidence": self.confidence,
            "quad": [list(corner) for corner in self.quad],
            "alternatives": [list(alternative) for alternative in self.alternatives],
            "sure": self.sure,
        }
        return form | {"by_rule": True} if self.by_rule else form

    @staticmethod
    def from_json(data: Any, path: str = "") -> SeenTile:
        """Raises FieldWrongError, FieldUnknownError, FieldMissingError, TileCodeUnknownError."""
        names_checked(
            data,
            ("code", "confidence", "quad", "alternatives", "sure", "by_rule"),
            ("code", "quad"),
            path,
        )
        corners = _items(_point, data["quad"], at(path, "quad"))
        if len(corners) != 4:
            raise FieldWrongError(at(path, "quad"), "four corners", data["quad"])
        return SeenTile(
            _code(data["code"], at(path, "code")),
            _number(data.get("confidence", 1.0), at(path, "confidence")),
            (corners[0], corners[1], corners[2], corners[3]),
            _items(_alternative, data.get("alternatives", []), at(path, "alternatives")),
            plain(bool, data.get("sure", True), at(path, "sure")),
            plain(bool, data.get("by_rule", False), at(path, "by_rule")),
        )


@dataclass(frozen=True)
class Group:
    """Tiles that lie together. tiles: places in `Reading.tiles`, in reading order."""

    tiles: tuple[int, ...]
    kind: GroupKind
    concealed: bool

    def to_json(self) -> dict[str, Any]:
        return {"tiles": list(self.tiles), "kind": self.kind, "concealed": self.concealed}

    @staticmethod
    def from_json(data: Any, path: str = "") -> Group:
        """Raises FieldWrongError, FieldUnknownError, FieldMissingError."""
        names = ("tiles", "kind", "concealed")
        names_checked(data, names, names, path)
        if data["kind"] not in get_args(GroupKind):
            raise FieldWrongError(
                at(path, "kind"), f"one of {', '.join(get_args(GroupKind))}", data["kind"]
            )
        return Group(
            _items(lambda place, where: plain(int, place, where), data["tiles"], at(path, "tiles")),
            data["kind"],
            plain(bool, data["concealed"], at(path, "concealed")),
        )


@dataclass(frozen=True)
class SeenHand:
    """The hand as the table shows it, with face-down tiles valued by their neighbours."""

    concealed: tuple[str, ...] = ()
    melds: tuple[Meld, ...] = ()
    bonus: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "concealed": list(self.concealed),
            "melds": [meld.to_json() for meld in self.melds],
            "bonus": list(self.bonus),
        }

    @staticmethod
    def from_json(data: Any, path: str = "") -> SeenHand:
        """Raises FieldWrongError, FieldUnknownError, TileCodeUnknownError."""
        names_checked(data, ("concealed", "melds", "bonus"), (), path)
        return SeenHand(
            _items(_code, data.get("concealed", []), at(path, "concealed")),
            _items(Meld.from_json, data.get("melds", []), at(path, "melds")),
            _items(_code, data.get("bonus", []), at(path, "bonus")),
        )


@dataclass(frozen=True)
class ImageInfo:
    path: str | None
    width: int
    height: int


@dataclass(frozen=True)
class Reading:
    """Everything read from one photograph. Mirrors the JSON of `companion read`."""

    image: ImageInfo
    tiles: tuple[SeenTile, ...] = ()
    groups: tuple[Group, ...] = ()
    hand: SeenHand = field(default_factory=SeenHand)
    warnings: tuple[str, ...] = ()
    timing_ms: Mapping[str, float] = field(default_factory=dict)
    hands: Mapping[Side, SeenHand] | None = None

    def to_json(self) -> dict[str, Any]:
        form: dict[str, Any] = {
            "image": {
                "path": self.image.path,
                "width": self.image.width,
                "height": self.image.height,
            },
            "tiles": [tile.to_json() for tile in self.tiles],
            "groups": [group.to_json() for group in self.groups],
            "hand": self.hand.to_json(),
            "warnings": list(self.warnings),
            "timing_ms": dict(self.timing_ms),
        }
        if self.hands is None:
            return form
        return form | {"hands": {side: hand.to_json() for side, hand in self.hands.items()}}

    @staticmethod
    def from_json(data: Any) -> Reading:
        """A reading, or the beginning of one: `image` and `tiles` are enough.

        A `score` beside them, as `companion read` may add, is passed over. Raises
        FieldWrongError, FieldUnknownError, FieldMissingError, TileCodeUnknownError.
        """
        names_checked(data, (*_FIELDS, "score"), ("image", "tiles"), "")
        image = names_checked(
            data["image"], ("path", "width", "height"), ("width", "height"), "image"
        )
        path = image.get("path")
        timing = names_checked(
            data.get("timing_ms", {}), data.get("timing_ms", {}), (), "timing_ms"
        )
        hands = data.get("hands")
        return Reading(
            ImageInfo(
                None if path is None else plain(str, path, "image.path"),
                _length(image["width"], "image.width"),
                _length(image["height"], "image.height"),
            ),
            _items(SeenTile.from_json, data["tiles"], "tiles"),
            _items(Group.from_json, data.get("groups", []), "groups"),
            SeenHand.from_json(data.get("hand", {}), "hand"),
            _items(
                lambda text, where: plain(str, text, where), data.get("warnings", []), "warnings"
            ),
            {stage: _number(spent, f"timing_ms.{stage}") for stage, spent in timing.items()},
            None if hands is None else _hands(hands),
        )


_FIELDS = ("image", "tiles", "groups", "hand", "warnings", "timing_ms", "hands")
_FARTHEST = 1_000_000
"""Pixels; farther off lies no corner of a tile."""


def _hands(data: Any) -> dict[Side, SeenHand]:
    sides: tuple[Side, ...] = get_args(Side)
    names_checked(data, sides, (), "hands")
    return {side: SeenHand.from_json(data[side], f"hands.{side}") for side in sides if side in data}


def _items(item: Callable[[Any, str], T], data: Any, path: str) -> tuple[T, ...]:
    if not isinstance(data, list):
        raise FieldWrongError(path, "a list", data)
    return tuple(item(each, f"{path}[{place}]") for place, each in enumerate(data))


def _number(data: Any, path: str) -> float:
    if isinstance(data, bool) or not isinstance(data, int | float) or not math.isfinite(data):
        raise FieldWrongError(path, "a number", data)
    return float(data)


def _length(data: Any, path: str) -> int:
    length = plain(int, data, path)
    if not 0 < length <= _FARTHEST:
        raise FieldWrongError(path, f"pixels, 1 to {_FARTHEST:,}", data)
    return length


def _point(data: Any, path: str) -> Point:
    numbers = _items(_number, data, path)
    if len(numbers) != 2 or max(map(abs, numbers)) > _FARTHEST:
        raise FieldWrongError(path, "a point of the picture, [x, y]", data)
    return numbers[0], numbers[1]


def _code(data: Any, path: str) -> str:
    code = plain(str, data, path)
    if code not in t.ORDER:
        raise t.TileCodeUnknownError(code, path)
    return code


def _alternative(data: Any, path: str) -> tuple[str, float]:
    if not isinstance(data, list) or len(data) != 2:
        raise FieldWrongError(path, "a code and its probability", data)
    return _code(data[0], path), _number(data[1], path)
