"""Tiles laid out in a plane, and what is read of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from companion.seen.reading import SeenTile
from companion.vision.layout import Layout, arrange
from companion.vision.layout.answer import has_won

WIDE, HIGH = 60.0, 80.0
HEIGHT = 1500
PICTURE = 2000, HEIGHT


@dataclass(frozen=True)
class Row:
    """Tiles from left to right as their owner sees them; `_` is a gap of half a tile, `,` a wide
    one, `<` lays the next tile sideways. left, foot: of the row's left end, in pixels."""

    text: str
    left: float = 200.0
    foot: float = 1300.0
    turn: float = 0.0
    bend: float = 0.0

    def tiles(self) -> list[SeenTile]:
        seen = []
        x, y, angle = self.left, self.foot - HIGH / 2, math.radians(self.turn)
        for word in self.text.split():
            if word in ("_", ","):
                step = WIDE * (0.5 if word == "_" else 1.4)
                x, y = x + step * math.cos(angle), y + step * math.sin(angle)
                continue
            lying = word.startswith("<")
            step = HIGH if lying else WIDE
            middle = x + step / 2 * math.cos(angle), y + step / 2 * math.sin(angle)
            seen.append(tile(word.lstrip("<"), middle, angle + math.pi / 2 * lying))
            x, y = x + step * math.cos(angle), y + step * math.sin(angle)
            angle += math.radians(self.bend)
        return seen


def tile(code: str, middle: tuple[float, float], angle: float = 0.0, **more: object) -> SeenTile:
    cos, sin = math.cos(angle), math.sin(angle)
    corners = [
        (middle[0] + x * cos - y * sin, middle[1] + x * sin + y * cos)
        for x, y in ((-30, -40), (30, -40), (30, 40), (-30, 40))
    ]
    quad = (corners[0], corners[1], corners[2], corners[3])
    return SeenTile(code, 0.99, quad, ((code, 0.99),), **more)  # type: ignore[arg-type]


def read(*rows: Row | Sequence[SeenTile]) -> Layout:
    tiles = [seen for row in rows for seen in (row.tiles() if isinstance(row, Row) else row)]
    return arrange(tiles, HEIGHT)


def melds(layout: Layout) -> list[tuple[str, str, bool]]:
    return sorted((meld.kind, "".join(meld.tiles), meld.concealed) for meld in layout.hand.melds)


def held(layout: Layout) -> list[str]:
    return sorted(layout.hand.concealed)


def won(layout: Layout) -> bool:
    return has_won(layout.groups, layout.hand)


def kinds(layout: Layout) -> list[tuple[str, int, bool]]:
    return sorted((group.kind, len(group.tiles), group.concealed) for group in layout.groups)


ELEVEN = "2m 3m 4m 4m 5m 6m 3p 3p 7s 8s 9s"
FIVE_SETS_HELD = [
    ("chow", 3, True),
    ("chow", 3, True),
    ("pair", 2, True),
    ("pung", 3, True),
    ("pung", 3, True),
]
"""What `kinds` says of two chows, two pungs and a pair that are all held."""
WHOLE = "1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9p 9p"


def doubtful(seen: SeenTile, *codes: tuple[str, float]) -> SeenTile:
    return SeenTile(codes[0][0], codes[0][1], seen.quad, codes, sure=False)


def seen_as(tiles: list[SeenTile], place: int, **chances: float) -> list[SeenTile]:
    """The tiles, one of them seen as this or that, for example `_9x=0.7`."""
    named = tuple((code.lstrip("_"), chance) for code, chance in chances.items())
    code, confidence = named[0]
    tiles[place] = replace(
        tiles[place], code=code, confidence=confidence, alternatives=named, sure=False
    )
    return tiles


def drawn_on_two(under: str, top: str, *right: str, part: float = 0.5) -> list[SeenTile]:
    """Eleven tiles, and to their right `top` on two others, of which so much of a width is found
    as can be seen; of the one on the right nothing where it is not named."""
    row = Row(f"{ELEVEN} , {under}").tiles()
    (x, y), *_ = row[-1].quad
    found = [tile(top, (x + (part + 0.5) * WIDE, y + HIGH / 2))]
    for code, start in ((under, 0.0), *((code, part + 1) for code in right)):
        left, stop = x + start * WIDE, x + (start + part) * WIDE
        quad = ((left, y), (stop, y), (stop, y + HIGH), (left, y + HIGH))
        found.append(SeenTile(code, 0.99, quad, ((code, 0.99),)))
    return [*row[:-1], *found]
