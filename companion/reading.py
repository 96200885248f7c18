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
            _items(_place, data["tiles"], at(path, "tiles")),
            data["kind"],
            plain(bool, data["concealed"], at(path, "concealed")),
        )


@dataclass(frozen=True)
class SeenHand:
    """The hand as the table shows it, with face-down tiles valued by their neighbours."""

    concealed: tuple[str, ...] = ()
    melds: tuple[Meld, ...] = ()
    bonus: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """Tiles towards the fourteen: a kong laid down counts three."""
        return len(self.concealed) + 3 * len(self.melds)

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
class HandReading:
    """One way to read the hand.

    likelihood: among the readings kept, which together have 1. certain: places in `groups` of
    those groups that every reading has.
    """

    groups: tuple[Group, ...]
    hand: SeenHand
    likelihood: float
    certain: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "groups": [group.to_json() for group in self.groups],
            "hand": self.hand.to_json(),
            "likelihood": round(self.likelihood, 4),
            "certain": list(self.certain),
        }

    @staticmethod
    def from_json(data: Any, path: str = "") -> HandReading:
        """Raises FieldWrongError, FieldUnknownError, FieldMissingError, TileCodeUnknownError."""
        names = ("groups", "hand", "likelihood", "certain")
        names_checked(data, names, names, path)
        return HandReading(
            _items(Group.from_json, data["groups"], at(path, "groups")),
            SeenHand.from_json(data["hand"], at(path, "hand")),
            _number(data["likelihood"], at(path, "likelihood")),
            _items(_place, data["certain"], at(path, "certain")),
        )


@dataclass(frozen=True)
class FaceDown:
    """A face-down tile of the hand. tile: its place in `Reading.tiles`.

    code: the value that its neighbours force on it; None where nothing does and a person has to
    say. could_be: then, what would complete the hand; empty where that does not narrow it down.
    """

    tile: int
    code: str | None
    could_be: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {"tile": self.tile, "code": self.code, "could_be": list(self.could_be)}

    @staticmethod
    def from_json(data: Any, path: str = "") -> FaceDown:
        """Raises FieldWrongError, FieldUnknownError, FieldMissingError, TileCodeUnknownError."""
        names = ("tile", "code", "could_be")
        names_checked(data, names, names, path)
        code = data["code"]
        return FaceDown(
            _place(data["tile"], at(path, "tile")),
            None if code is None else _code(code, at(path, "code")),
            _items(_code, data["could_be"], at(path, "could_be")),
        )


@dataclass(frozen=True)
class Decided:
    """A tile that the rules of the game named where the eye was in doubt.

    tile: its place in `Reading.tiles`. seen: what the eye held most likely. why: one sentence.
    """

    tile: int
    seen: str
    why: str

    def to_json(self) -> dict[str, Any]:
        return {"tile": self.tile, "seen": self.seen, "why": self.why}

    @staticmethod
    def from_json(data: Any, path: str = "") -> Decided:
        """Raises FieldWrongError, FieldUnknownError, FieldMissingError, TileCodeUnknownError."""
        names = ("tile", "seen", "why")
        names_checked(data, names, names, path)
        return Decided(
            _place(data["tile"], at(path, "tile")),
            _code(data["seen"], at(path, "seen")),
            plain(str, data["why"], at(path, "why")),
        )


@dataclass(frozen=True)
class ReadHand:
    """A hand as the table shows it.

    readings: every way to read it, likeliest first; the first is `groups` and `hand`.
    proposed_win: the place of the tile that lies as the books lay the winning one, across the row
    or on top of it, or alone at its end; a proposal, for a person to confirm.
    face_down: its face-down tiles. decided: what the rules named in it.
    """

    groups: tuple[Group, ...] = ()
    hand: SeenHand = field(default_factory=SeenHand)
    readings: tuple[HandReading, ...] = ()
    proposed_win: int | None = None
    face_down: tuple[FaceDown, ...] = ()
    decided: tuple[Decided, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "groups": [group.to_json() for group in self.groups],
            "hand": self.hand.to_json(),
            "readings": [reading.to_json() for reading in self.readings],
            "proposed_win": self.proposed_win,
            "face_down": [tile.to_json() for tile in self.face_down],
            "decided": [tile.to_json() for tile in self.decided],
        }

    @staticmethod
    def from_json(data: Any, path: str = "") -> ReadHand:
        """Raises FieldWrongError, FieldUnknownError, FieldMissingError, TileCodeUnknownError."""
        names_checked(data, _OF_HAND, (), path)
        win = data.get("proposed_win")
        return ReadHand(
            _items(Group.from_json, data.get("groups", []), at(path, "groups")),
            SeenHand.from_json(data.get("hand", {}), at(path, "hand")),
            _items(HandReading.from_json, data.get("readings", []), at(path, "readings")),
            None if win is None else _place(win, at(path, "proposed_win")),
            _items(FaceDown.from_json, data.get("face_down", []), at(path, "face_down")),
            _items(Decided.from_json, data.get("decided", []), at(path, "decided")),
        )


_OF_HAND = ("groups", "hand", "readings", "proposed_win", "face_down", "decided")


@dataclass(frozen=True)
class ImageInfo:
    path: str | None
    width: int
    height: int


@dataclass(frozen=True)
class Reading:
    """Everything read from one photograph. Mirrors the JSON of `companion read`.

    groups, hand, readings, proposed_win, face_down, decided: as in `ReadHand`; of a whole table
    those of the hand near the camera. hands, sides: of a whole table, by the side of the picture
    that each player sits at; None where one hand was read. profile: the enrolled set that helped;
    nearest: where sets are enrolled and none was surely the one in the picture, the likest of them.
    photo: of several photographs read together, the place of the one that `image` and the outlines
    belong to. id: under which a server knows the reading for a while.
    """

    image: ImageInfo
    tiles: tuple[SeenTile, ...] = ()
    groups: tuple[Group, ...] = ()
    hand: SeenHand = field(default_factory=SeenHand)
    warnings: tuple[str, ...] = ()
    timing_ms: Mapping[str, float] = field(default_factory=dict)
    hands: Mapping[Side, SeenHand] | None = None
    readings: tuple[HandReading, ...] = ()
    proposed_win: int | None = None
    face_down: tuple[FaceDown, ...] = ()
    decided: tuple[Decided, ...] = ()
    sides: Mapping[Side, ReadHand] | None = None
    profile: str | None = None
    nearest: str | None = None
    photo: int | None = None
    id: str | None = None

    def to_json(self) -> dict[str, Any]:
        of_hand = {name: getattr(self, name) for name in _OF_HAND}
        form: dict[str, Any] = {
            "image": {
                "path": self.image.path,
                "width": self.image.width,
                "height": self.image.height,
            },
            "tiles": [tile.to_json() for tile in self.tiles],
            **ReadHand(**of_hand).to_json(),
            "warnings": list(self.warnings),
            "timing_ms": dict(self.timing_ms),
            "profile": self.profile,
        }
        form |= {
            name: getattr(self, name)
            for name in ("nearest", "photo", "id")
            if getattr(self, name) is not None
        }
        for name, by_side in (("hands", self.hands), ("sides", self.sides)):
            if by_side is not None:
                form[name] = {side: hand.to_json() for side, hand in by_side.items()}
        return form

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
        read = ReadHand.from_json({name: data[name] for name in _OF_HAND if name in data})
        return Reading(
            image=ImageInfo(
                None if path is None else plain(str, path, "image.path"),
                _length(image["width"], "image.width"),
                _length(image["height"], "image.height"),
            ),
            tiles=_items(SeenTile.from_json, data["tiles"], "tiles"),
            warnings=_items(
                lambda text, where: plain(str, text, where), data.get("warnings", []), "warnings"
            ),
            timing_ms={
                stage: _number(spent, f"timing_ms.{stage}") for stage, spent in timing.items()
            },
            hands=_by_side(SeenHand.from_json, data, "hands"),
            sides=_by_side(ReadHand.from_json, data, "sides"),
            profile=_or_none(str, data, "profile"),
            nearest=_or_none(str, data, "nearest"),
            photo=_or_none(int, data, "photo"),
            id=_or_none(str, data, "id"),
            **vars(read),
        )


_FIELDS = (
    *("image", "tiles", *_OF_HAND, "warnings", "timing_ms", "hands", "sides"),
    *("profile", "nearest", "photo", "id"),
)
_FARTHEST = 1_000_000
"""Pixels; farther off lies no corner of a tile."""


def _by_side(item: Callable[[Any, str], T], data: Any, name: str) -> dict[Side, T] | None:
    if data.get(name) is None:
        return None
    sides: tuple[Side, ...] = get_args(Side)
    names_checked(data[name], sides, (), name)
    return {side: item(data[name][side], f"{name}.{side}") for side in sides if side in data[name]}


def _or_none(kind: type[T], data: Any, name: str) -> T | None:
    return None if data.get(name) is None else plain(kind, data[name], name)


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


def _place(data: Any, path: str) -> int:
    return plain(int, data, path)


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
