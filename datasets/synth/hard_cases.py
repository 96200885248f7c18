"""Scenes like the photographs that the reader got wrong. Each kind is drawn only on request.

`desk`: no tile at all among keys, displays, dominoes, dice, cards. `among`: tiles with such things
beside them. `ruled`: tiles beside paper that is ruled into boxes of their size. `blank_end`: rows
that end in white dragons. `far`: small, slanting rows at the back. `jokers`: sets with tiles of no
game of ours. `glare`: near, glossy faces, most of them dots, whose ink a reflection has nearly
taken. `heaped`: rows and sets of which tiles lie on others and hide half of them, face up and down.
`screened`: rows whose lower part something before them hides: a rack's board, a hand that stands.
`gaps`: tiles in a box or on a rack, with room between them, where its floor or board is seen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import cv2
import numpy as np

from datasets.synth import clutter
from datasets.synth.arrange import ARRANGEMENTS, Rng, Table, Wall, block, row
from datasets.synth.camera import look_at
from datasets.synth.style import JOKER, Colour, Image8
from datasets.synth.tiles import (
    Box,
    Float,
    Surface,
    TileSet,
    flat,
    rests_at,
    standing,
    surface,
    tile,
)

_WOODS: tuple[Colour, ...] = (
    (186, 140, 92),
    (120, 74, 42),
    (84, 48, 30),
    (216, 182, 138),
    (24, 92, 58),
    (120, 26, 30),
    (28, 44, 92),
    (206, 200, 190),
)
"""Woods and cloths of boxes and racks, by hand."""
_OUTLINES = 12
"""Looks of each thing that one run of the program draws before it shows them again."""


class _Dealt(Wall):
    """A wall in which some tiles come up more often than in a real set."""

    def __init__(self, rng: Rng, often: Sequence[str], share: float) -> None:
        super().__init__(rng)
        self._rng, self._often, self._share = rng, often, share

    def deal(self) -> str:
        if self._rng.random() < self._share:
            return self._often[int(self._rng.integers(len(self._often)))]
        return super().deal()


def _thing(rng: Rng, kind: str, x: float, y: float, angle: float, grow: float) -> Box:
    (w, h, thick), _ = clutter.THINGS[kind]
    size = (w * grow, h * grow, thick * grow * float(rng.uniform(0.6, 1.4)))
    front = _front(kind, int(rng.integers(_OUTLINES)) + _OUTLINES * int(rng.integers(3)))
    side = tuple(int(c) for c in rng.uniform(10, 235, 3))
    axes = flat(angle)
    centre = np.array([x, y, rests_at(axes, size)])
    return Box(centre, axes, size, front, front, (side, side), 0.15, 0.03, None)  # type: ignore[arg-type]


def _front(kind: str, seed: int) -> Surface:
    return surface(clutter.look(kind, seed), 0.5 if kind == "coin" else 0.03)


def _lay_things(rng: Rng, boxes: list[Box], count: int, reach: float, grow: float) -> None:
    """Put things into free places; small things come in rows and heaps."""
    taken = [(b.centre[0], b.centre[1], math.hypot(b.size[0], b.size[1]) / 2) for b in boxes]
    kinds = list(clutter.THINGS)

    def lay(kind: str, x: float, y: float, angle: float) -> None:
        (w, h, _), _ = clutter.THINGS[kind]
        radius = math.hypot(w, h) / 2 * grow
        if all(math.hypot(x - a, y - b) > (radius + r) * 0.85 for a, b, r in taken):
            boxes.append(_thing(rng, kind, x, y, angle, grow))
            taken.append((x, y, radius))

    for _ in range(count):
        kind = str(rng.choice(kinds))
        x, y, angle = rng.uniform(-reach, reach), rng.uniform(-reach, reach), rng.uniform(0, 360)
        if kind not in clutter.MANY:
            lay(kind, x, y, angle)
            continue
        (w, h, _), _ = clutter.THINGS[kind]
        a, step = math.radians(angle), max(w, h) * grow * rng.uniform(1.5, 1.9)
        for n in range(int(rng.integers(1, 9))):
            lay(kind, x + n * step * math.cos(a), y + n * step * math.sin(a), angle)


def desk(rng: Rng, owner: TileSet, size: int) -> Table:
    """No tile at all."""
    del owner
    pixels = math.exp(rng.uniform(math.log(18), math.log(110))) * size / 640
    reach = size / pixels * 0.6
    boxes: list[Box] = []
    if rng.random() < 0.15:
        boxes.append(_thing(rng, "mosaic", 0, 0, float(rng.uniform(0, 90)), reach / 7))
    _lay_things(rng, boxes, int(rng.integers(4, 30)), reach, float(rng.uniform(0.7, 1.6)))
    turned, up = float(rng.uniform(-180, 180)), float(rng.uniform(25, 90))
    camera = look_at((0, 0, 0), size, pixels, up, turned, float(rng.normal(0, 8)), 1.2)
    return Table(boxes, camera, pixels, -float(rng.uniform(6, 40)), float(rng.uniform(8, 40)), 40)


def among(rng: Rng, owner: TileSet, size: int) -> Table:
    """A usual scene with such things beside the tiles."""
    kind = str(rng.choice(["hand", "rack", "scattered", "grid", "strip"]))
    table = ARRANGEMENTS[kind][1](rng, owner, size, Wall(rng))
    reach = min(30.0, size / table.pixels)
    _lay_things(rng, table.boxes, int(rng.integers(2, 12)), reach, float(rng.uniform(0.7, 1.3)))
    return table


def ruled(rng: Rng, owner: TileSet, size: int) -> Table:
    """Paper ruled into boxes as large as tiles, mostly beside tiles."""
    kind = str(rng.choice(["hand", "rack", "scattered", "grid", "strip"]))
    table = ARRANGEMENTS[kind][1](rng, owner, size, Wall(rng))
    taken = [(b.centre[0], b.centre[1], math.hypot(*b.size[:2]) / 2) for b in table.boxes]
    near = [place[:2] for place in taken]
    if rng.random() < 0.15:
        table.boxes.clear()
        taken.clear()
    for _ in range(int(rng.integers(1, 4))):
        paper = clutter.ruled_paper(rng)
        high, wide = (side / clutter.PIXELS_A_TILE for side in paper.shape[:2])
        for _ in range(40):
            x, y = near[int(rng.integers(len(near)))] + rng.normal(0, 6, 2)
            if all(math.hypot(x - a, y - b) > min(wide, high) / 2 + r for a, b, r in taken):
                break
        else:
            continue
        axes, front = flat(float(rng.uniform(0, 360))), surface(paper, 0.03)
        sheet = (wide, high, 0.01)
        centre = np.array([x, y, rests_at(axes, sheet)])
        red, green, blue = (int(c) for c in paper[0, 0])
        edges = ((red, green, blue), (red, green, blue))
        table.boxes.append(Box(centre, axes, sheet, front, front, edges, 0.05, 0.02, None))
        taken.append((x, y, math.hypot(wide, high) / 2))
    return table


def jokers(rng: Rng, owner: TileSet, size: int) -> Table:
    """Tiles around a table. One in four is a joker or an advertising tile."""
    kind = str(rng.choice(["scattered", "grid", "strip"]))
    return ARRANGEMENTS[kind][1](rng, owner, size, _Dealt(rng, (JOKER,), 0.25))


def glare(rng: Rng, owner: TileSet, size: int) -> Table:
    """One to three rows, so near that half a tile is as large as a whole tile elsewhere."""
    boxes: list[Box] = []
    wall = _Dealt(rng, [f"{n}p" for n in range(2, 10)] + ["4p", "6p", "8p", "8s", "6s"], 0.7)
    longest, y = 1, 0.0
    for _ in range(int(rng.integers(1, 4))):
        codes = [wall.deal() for _ in range(int(rng.integers(2, 11)))]
        longest = max(longest, len(codes))
        turned = 0.15 if rng.random() < 0.3 else 0.0
        x = -len(codes) / 2 + float(rng.normal(0, 1))
        row(rng, owner, codes, x, y, float(rng.normal(0, 2)), boxes, None, 0.02, 0.01, (), turned)
        y += owner.height + float(rng.choice([0.03, 0.15, 0.8]))
    pixels = float(np.clip(size * rng.uniform(0.6, 1.4) / longest, 30, 140 * size / 640))
    up, turned_by = float(rng.uniform(35, 90)), float(rng.choice([0, 90, 180]) + rng.normal(0, 15))
    camera = look_at((0, y / 2, 0), size, pixels, up, turned_by, 0.0, 1.2)
    return Table(boxes, camera, pixels, -float(rng.uniform(3, 30)), float(rng.uniform(8, 30)), 40)


def veiled(image: Image8, rng: Rng) -> Image8:
    """The picture with a bright reflection over parts of it: up to four fifths of ink is gone."""
    height, width = image.shape[:2]
    patches = cv2.resize(
        rng.uniform(0, 1, (int(rng.integers(2, 6)),) * 2).astype(np.float32),
        (width, height),
        interpolation=cv2.INTER_CUBIC,
    )
    veil = np.clip(patches * rng.uniform(0.3, 1.1), 0, 0.8)[..., None]
    lamp = rng.uniform(190, 250) + rng.normal(0, 8, 3)
    return np.asarray(image * (1 - veil) + lamp * veil, np.uint8)


def blank_end(rng: Rng, owner: TileSet, size: int) -> Table:
    """One or two rows that begin or end in white dragons, of which a set has four."""
    boxes: list[Box] = []
    wall = Wall(rng)
    lean = float(rng.uniform(0, 14)) if rng.random() < 0.3 else None
    longest, left = 1.0, 4
    for number in range(int(rng.integers(1, 3))):
        codes = [wall.deal() for _ in range(int(rng.integers(2, 13)))]
        blanks = ["5z"] * int(rng.integers(1, 5))
        while codes.count("5z") > left:
            codes.remove("5z")
        blanks = blanks[: left - codes.count("5z")]
        left -= codes.count("5z") + len(blanks)
        codes = blanks + codes if rng.random() < 0.3 else codes + blanks
        longest = max(longest, len(codes))
        gap, untidy = float(rng.choice([0, 0.02, 0.1])), float(rng.choice([0.005, 0.03]))
        y = number * (owner.height + float(rng.uniform(0.1, 1.2)))
        row(
            rng, owner, codes, -len(codes) / 2, y, float(rng.normal(0, 3)), boxes, lean, gap, untidy
        )
    _lay_things(rng, boxes, int(rng.integers(0, 4)), 10, 1.0)
    pixels = float(np.clip(size * rng.uniform(0.45, 0.95) / longest, 17, 110 * size / 640))
    up = float(rng.uniform(28, 88))
    camera = look_at((0, 0, 0), size, pixels, up, float(rng.normal(0, 12)), 0.0, 1.2)
    return Table(boxes, camera, pixels, -float(rng.uniform(3, 30)), float(rng.uniform(8, 30)), 40)


def far(rng: Rng, owner: TileSet, size: int) -> Table:
    """Two to four rows, the farther ones small and slanting."""
    boxes: list[Box] = []
    wall = Wall(rng)
    y = 0.0
    for _ in range(int(rng.integers(2, 5))):
        codes = [wall.deal() for _ in range(int(rng.integers(3, 15)))]
        lean = float(rng.uniform(0, 14)) if rng.random() < 0.3 else None
        x = -len(codes) / 2 + float(rng.normal(0, 3))
        row(rng, owner, codes, x, y, float(rng.normal(0, 6)), boxes, lean, 0.02, 0.02)
        y += owner.height + float(rng.choice([0.15, 0.8, 3, 8]))
    _lay_things(rng, boxes, int(rng.integers(0, 5)), 12, 1.0)
    pixels = math.exp(rng.uniform(math.log(18), math.log(42))) * size / 640
    up, turned = float(rng.uniform(16, 50)), float(rng.normal(0, 20))
    camera = look_at((0, y / 2, 0), size, pixels, up, turned, float(rng.normal(0, 4)), 1.1)
    return Table(
        boxes, camera, pixels, -float(rng.uniform(3, 20)), y + float(rng.uniform(4, 20)), 40
    )


def heaped(rng: Rng, owner: TileSet, size: int) -> Table:
    """Three to eight places: at each a row with tiles on top, a stair, or a fan as of cards."""
    boxes: list[Box] = []
    wall = Wall(rng)
    reach = float(rng.uniform(3, 6))
    taken: list[tuple[float, float, float]] = []
    for _ in range(int(rng.integers(3, 9))):
        number = int(rng.integers(2, 6))
        x, y = rng.uniform(-reach, reach), rng.uniform(-reach * 0.6, reach * 0.6)
        if any(math.hypot(x - a, y - b) < (number + other) * 0.62 for a, b, other in taken):
            continue
        taken.append((x, y, number))
        lay = (_on_a_row, _stair, _fan)[int(rng.integers(3))]
        lay(rng, owner, [_maybe_alike(rng, wall) for _ in range(number)], (x, y), boxes)
    codes = [wall.deal() for _ in range(int(rng.integers(2, 14)))]
    row(rng, owner, codes, -len(codes) / 2, -reach * 0.6 - 2.4, 0, boxes)
    pixels = float(np.clip(size * rng.uniform(0.5, 1.0) / reach / 2.2, 20, 110 * size / 640))
    up, turned = float(rng.uniform(32, 88)), float(rng.normal(0, 30))
    camera = look_at((0, -1, 0), size, pixels, up, turned, float(rng.normal(0, 4)), 1.2)
    return Table(boxes, camera, pixels, -float(rng.uniform(9, 30)), float(rng.uniform(8, 30)), 40)


def screened(rng: Rng, owner: TileSet, size: int) -> Table:
    """One or two rows of sets, and before each a board or standing tiles that hide a part of it."""
    boxes: list[Box] = []
    wall = Wall(rng)
    up, slant = float(rng.uniform(16, 58)), float(rng.normal(0, 4))
    y, longest, middle = 0.0, 1.0, 0.0
    for _ in range(int(rng.integers(1, 3))):
        gap = float(rng.choice([0, 0.02, 0.05]))
        at = first = -float(rng.uniform(2, 7))
        for _ in range(int(rng.integers(1, 5))):
            codes = [wall.deal() for _ in range(int(rng.integers(2, 5)))]
            if rng.random() < 0.4:
                codes = codes[:1] * len(codes)
            place = (at, y + at * math.tan(math.radians(slant)))
            at += row(rng, owner, codes, *place, slant, boxes, None, gap, 0.02)
            at += float(rng.choice([0.0, 0.2, 0.6]))
        longest, middle = max(longest, at - first), (first + at) / 2
        _screen(rng, owner, wall, (first, at, y, slant), up, boxes)
        y += owner.height * 2 + float(rng.uniform(0.5, 4))
    _lay_things(rng, boxes, int(rng.integers(0, 4)), 10, 1.0)
    pixels = float(np.clip(size * rng.uniform(0.45, 0.95) / longest, 20, 110 * size / 640))
    turned = float(rng.normal(0, 12))
    camera = look_at((middle, y / 3, 0), size, pixels, up, turned, float(rng.normal(0, 3)), 1.2)
    return Table(boxes, camera, pixels, -float(rng.uniform(4, 30)), float(rng.uniform(8, 30)), 40)


def gaps(rng: Rng, owner: TileSet, size: int) -> Table:
    """Tiles in a box, or standing on a rack, that leave room: its floor or board is seen there."""
    boxes: list[Box] = []
    wide = (_in_a_box if rng.random() < 0.6 else _on_a_rack)(rng, owner, Wall(rng), boxes)
    _lay_things(rng, boxes, int(rng.integers(0, 4)), 12, 1.0)
    standing_up = any(abs(box.axes[2, 2]) < 0.9 for box in boxes if box.code is not None)
    pixels = float(np.clip(size * rng.uniform(0.5, 1.0) / wide, 17, 110 * size / 640))
    up = float(rng.uniform(12, 50) if standing_up else rng.uniform(50, 90))
    turned = float(rng.normal(0, 10)) + (0.0 if standing_up else float(rng.choice([0, 0, 90, 180])))
    camera = look_at((0, 0, 0), size, pixels, up, turned, float(rng.normal(0, 4)), 1.2)
    return Table(boxes, camera, pixels, -float(rng.uniform(4, 30)), float(rng.uniform(8, 30)), 40)


def _stuff(rng: Rng) -> Colour:
    """The colour of a box or a rack: black and dark ones, wood and cloth, any."""
    lot = rng.random()
    if lot < 0.4:
        red, green, blue = (int(c) for c in rng.uniform(12, 60) + rng.normal(0, 4, 3))
    elif lot < 0.7:
        red, green, blue = _WOODS[int(rng.integers(len(_WOODS)))]
    else:
        red, green, blue = (int(c) for c in rng.uniform(20, 235, 3))
    return max(red, 0), max(green, 0), max(blue, 0)


def _in_a_box(rng: Rng, owner: TileSet, wall: Wall, boxes: list[Box]) -> float:
    """Rows of touching tiles on a floor within a rim, some places, columns or ends of rows free.
    Returns how wide that is, in tiles. Floor and rim are in pieces, as what is nearer to the camera
    is drawn later, and middles say what is nearer."""
    colour, high = _stuff(rng), owner.height
    columns, rows = int(rng.integers(3, 12)), int(rng.integers(1, 7))
    free = {k for k in range(columns) if rng.random() < 0.15}
    odd, down = float(rng.choice([0, 0.1, 0.3])), float(rng.choice([0, 0, 0.1]))
    left, low = -columns / 2, -rows * high / 2
    deep, rim = 0.04, float(rng.uniform(0.3, 1.0)) * owner.thickness
    for r in range(-1, rows + 1):
        last = columns - (int(rng.integers(0, 4)) if rng.random() < 0.3 else 0)
        for k in range(-1, columns + 1):
            edge = r in (-1, rows) or k in (-1, columns)
            x, y = left + k + 0.5, low + (r + 0.5) * high
            tall = rim if edge else deep
            boxes.append(block(x, y, (1.04, high + 0.04, tall), colour))
            if edge or k in free or k >= last or rng.random() < odd:
                continue
            axes = flat(float(rng.normal(0, 1)), bool(rng.random() < down))
            boxes.append(tile(owner, wall.deal(), x, y, axes, deep))
    return float(columns + 2)


def _on_a_rack(rng: Rng, owner: TileSet, wall: Wall, boxes: list[Box]) -> float:
    """Sets that stand on a shelf before a board, with room between them. Returns how wide that is,
    in tiles."""
    colour, lean = _stuff(rng), float(rng.uniform(0, 20))
    shelf, board = float(rng.uniform(0.05, 0.4)), float(rng.uniform(0.7, 1.2)) * owner.height
    groups = [[wall.deal() for _ in range(int(rng.integers(1, 6)))] for _ in range(4)]
    room = float(rng.choice([0.3, 0.6, 1.0, 1.0, 1.4]))
    wide = sum(map(len, groups)) + room * len(groups)
    behind = owner.thickness / 2 + math.sin(math.radians(lean)) * owner.height / 2 + 0.15
    for x in np.arange(-wide / 2 - 0.7, wide / 2 + 0.7, 1.0):
        for y, deep, high in ((0.0, 2.0, shelf), (behind, 0.2, shelf + board)):
            boxes.append(block(x + 0.5, y, (1.02, deep, high), colour))
    x = -wide / 2
    for group in groups:
        x += row(rng, owner, group, x, 0, 0, boxes, lean, 0.01, 0.01, lift=shelf)
        x += room * float(rng.uniform(0.8, 1.2))
    return wide + 1.4


def _screen(
    rng: Rng,
    owner: TileSet,
    wall: Wall,
    behind: tuple[float, float, float, float],
    up: float,
    boxes: list[Box],
) -> None:
    """A board or standing tiles that hide the lower part of a row, about half of it at most.
    behind: where the row begins and ends, its y, its slant. up: the camera's elevation."""
    first, last, y, slant = behind
    rise, steep = math.tan(math.radians(slant)), math.tan(math.radians(up))
    away, hidden = float(rng.uniform(0.15, 1.6)), float(rng.uniform(0, 0.5)) * owner.height
    high = owner.thickness + steep * (hidden + away)
    before, lift = y - owner.height / 2 - away, max(high - owner.height, 0.0)
    red, green, blue = (int(c) for c in rng.uniform(15, 240, 3))
    if high > 1.15 * owner.height or rng.random() < 0.6:
        sides = ((red, green, blue), (red, green, blue))
        for x in np.arange(first - float(rng.uniform(0, 3)), last + float(rng.uniform(0, 3)), 1.5):
            at = np.array([x, before + x * rise, high / 2])
            piece = (1.52, high, 0.2)
            boxes.append(Box(at, standing(slant), piece, None, None, sides, 0.0, 0.0, None))
        # What is nearer to the camera is drawn later, and middles say what is nearer.
        before, lift = before - 0.4 - owner.thickness / 2 - steep * lift / 2, 0.0
    codes = [wall.deal() for _ in range(int(rng.integers(2, 12)))]
    x = float(rng.uniform(first - 1, (first + last) / 2))
    lean = float(rng.uniform(0, 12))
    row(rng, owner, codes, x, before + x * rise, slant, boxes, lean, 0.01, 0.01, lift=lift)


def _maybe_alike(rng: Rng, wall: Wall) -> str:
    """Sets are laid so more than tiles by chance, and alike faces are the harder to part."""
    return wall.deal() if rng.random() < 0.6 else str(rng.choice(["7p", "6p", "4s", "8s", "9m"]))


def _downs(rng: Rng, number: int) -> list[bool]:
    """Which of some tiles lie face down: mostly none, else any."""
    share = float(rng.choice([0.0, 0.0, 0.5, 0.9]))
    return [bool(each) for each in rng.random(number) < share]


def _on_a_row(
    rng: Rng, owner: TileSet, codes: list[str], at: tuple[float, float], boxes: list[Box]
) -> None:
    """A row, and one to three tiles flat on it, beside each other, along it or across."""
    angle = float(rng.choice([0, 0, 90, 180]) + rng.normal(0, 8))
    along, up = flat(angle)[:2, :2]
    down = tuple(k for k, each in enumerate(_downs(rng, len(codes))) if each)
    row(rng, owner, codes, *at, angle, boxes, down=down)
    tops = int(rng.integers(1, min(3, len(codes)) + 1))
    first = at + along * rng.uniform(0.3, len(codes) - tops + 0.7)
    first = first + up * rng.choice([0.0, 0.45, -0.45]) * owner.height + up * rng.normal(0, 0.15)
    turn = angle + float(rng.choice([0, 0, 0, 90]) + rng.normal(0, 6))
    for k, face_down in enumerate(_downs(rng, tops)):
        x, y = first + along * 1.03 * k * (owner.height if abs(turn - angle) > 45 else 1)
        code = codes[0] if rng.random() < 0.4 else str(rng.choice(codes))
        boxes.append(tile(owner, code, x, y, flat(turn, face_down), owner.thickness))


def _stair(
    rng: Rng, owner: TileSet, codes: list[str], at: tuple[float, float], boxes: list[Box]
) -> None:
    """Tiles of which each lies flat on the one before, a part of its width or height farther."""
    angle, way = float(rng.normal(0, 20)), math.radians(float(rng.choice([0, 90, 180, 270])))
    step = float(rng.uniform(0.3, 0.6)) * (owner.height if abs(math.sin(way)) > 0.5 else 1)
    way += math.radians(angle)
    for k, (code, face_down) in enumerate(zip(codes[:3], _downs(rng, 3), strict=False)):
        x, y = at[0] + k * step * math.cos(way), at[1] + k * step * math.sin(way)
        axes = flat(angle + float(rng.normal(0, 3)), face_down)
        boxes.append(tile(owner, code, x, y, axes, k * owner.thickness))


def _fan(
    rng: Rng, owner: TileSet, codes: list[str], at: tuple[float, float], boxes: list[Box]
) -> None:
    """Tiles of which each leans with one edge on the one before, as cards lie."""
    angle, to_the_side = float(rng.normal(0, 20)), bool(rng.random() < 0.7)
    wide = 1.0 if to_the_side else owner.height
    step = wide * float(rng.uniform(0.5, 0.9))
    sign = float(rng.choice([-1, 1]))
    along = flat(angle)[0 if to_the_side else 1, :2]
    lean = math.atan2(owner.thickness * 0.7, step)
    for k, (code, face_down) in enumerate(zip(codes, _downs(rng, len(codes)), strict=True)):
        axes = flat(angle + float(rng.normal(0, 2)), face_down)
        if k:
            axes = axes @ _leaning(sign * along, lean).T
        x, y = at + sign * along * step * k
        boxes.append(tile(owner, code, x, y, axes))


def _leaning(towards: Float, angle: float) -> Float:
    """The rotation (3, 3) that lowers what lies towards a direction of the table, radians."""
    x, y = towards
    turn, _ = cv2.Rodrigues(np.array([-y, x, 0.0]) * angle)
    return np.asarray(turn)


HARD_CASES: dict[str, Callable[[Rng, TileSet, int], Table]] = {
    "desk": desk,
    "among": among,
    "jokers": jokers,
    "blank_end": blank_end,
    "far": far,
    "glare": glare,
    "ruled": ruled,
    "heaped": heaped,
    "screened": screened,
    "gaps": gaps,
}
