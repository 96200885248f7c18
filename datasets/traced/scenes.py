"""Which scene a seed stands for: hands, walls, discards and things on a table, lamps, a camera.

Tables come from `synth/tables.py`, which knows what each hand is; here they get racks, walls,
things beside, stuffs and lamps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from msgspec import structs

from companion.seen.reading import Group, Side
from companion.vision.geometry import share_of
from datasets.synth.ground import KINDS, stuff_colour
from datasets.synth.layout_pictures import boxes_of, drawn_set
from datasets.synth.style import ORDINARY
from datasets.synth.tables import (
    DEEP,
    HIGH,
    Camera,
    LayoutScene,
    Placed,
    camera_on,
    layout_scene,
    wall,
)
from datasets.synth.tiles import TileSet, flat, standing
from datasets.traced.pieces import pieces_of
from datasets.traced.solids import Float, Ground, Lamp, Solid, TracedScene
from datasets.traced.things import Rng, Thing, block, strew, tinted

EVALUATION = range(9_000_000, 9_010_000)
"""Seeds of scenes that no model may be trained on; so are the sets that they show."""
_EVALUATION_SETS = 2_001_000
"""The first of a thousand seeds of sets for these scenes."""
_TRAINING_SETS = (1_500_000, 4_000_000)
"""First seeds of the sets shown; of training scenes one or the other, see `synth/style.py`."""

_SIDES: tuple[Side, ...] = ("near", "right", "far", "left")
_NEAR_CASES = (
    "sets_before_the_hand",
    "sets_to_the_right",
    "exposed_kong",
    "concealed_kong",
    "gaps_within_and_sets_to_the_right",
    "bonus_apart",
)
_RACK_CASES = ("pushed_together", "loser_in_a_row", "sets_to_the_right", "set_by_set")
_BEHIND_RACK = "rack_and_sets_before_it"
_TUCKED = (0.25, 0.6)
"""Least and greatest part of the sets behind a rack that its board hides in a scene of its own. By
hand: less is no trouble, and of more nobody could read a tile."""
_TRIES = 40
"""Cameras that are tried for that, by hand. The last one is taken if none sees so much."""
_SOUGHT = frozenset(["4p", "6p", "8p", "9p", "5z"])
"""Faces that readers take for two tiles or overlook: training scenes show them more often."""


def set_of(seed: int) -> int:
    """The seed of the set that a scene shows."""
    if seed in EVALUATION:
        return _EVALUATION_SETS + seed % 1000
    return _TRAINING_SETS[seed % 2] + seed


def traced_scene(seed: int, kind: str) -> TracedScene:
    """The scene of this seed. kind: one of `KINDS_OF_SCENE`."""
    rng = np.random.default_rng([43, seed, sorted(MAKERS).index(kind)])
    owner = drawn_set(set_of(seed))
    if kind == "rows" and rng.random() < 0.6:  # a set whose white dragon is blank
        owner = replace(owner, style=replace(owner.style, white=0), surfaces={})
    return _furnished(MAKERS[kind](rng, seed, owner), rng)


def _layout(rng: Rng, seed: int, cases: Sequence[str]) -> LayoutScene:
    """A table of `synth/tables.py`; for training, of eight the one with the most of `_SOUGHT`."""
    if seed in EVALUATION:
        return layout_scene(seed, str(rng.choice(cases)))
    tried = [layout_scene(8 * seed + k, cases[(seed + k) % len(cases)]) for k in range(8)]
    return max(tried, key=lambda scene: sum(tile.value in _SOUGHT for tile in scene.placed))


def _tiles(placed: Sequence[Placed], owner: TileSet, side: Side | None = None) -> list[Solid]:
    return [Solid(box, side=side) for one in placed for box in boxes_of(one, owner)[:1]]


def _below(placed: Sequence[Placed], owner: TileSet) -> list[Solid]:
    """What the tiles of walls lie on: tiles of which only sides are to be seen."""
    return [Solid(replace(b, code=None)) for one in placed for b in boxes_of(one, owner)[1:]]


def _groups(layout: LayoutScene) -> tuple[Group, ...]:
    """Of the near hand, its tiles counted as in `LayoutScene.placed`."""
    return tuple(
        structs.replace(group, tiles=tuple(layout.places[k] for k in group.tiles))
        for group in layout.groups
    )


def _bare(
    seed: int, kind: str, owner: TileSet, solids: Sequence[Solid], camera: Camera
) -> TracedScene:
    """A scene without light or stuffs yet."""
    ground = Ground(np.zeros((1, 1, 3), np.uint8), 1, 0)
    return TracedScene(
        seed, kind, owner.seed, tuple(solids), (), camera, (), (0, 0, 0), ground, ground, 40
    )


def _of_one_hand(
    seed: int,
    kind: str,
    owner: TileSet,
    layout: LayoutScene,
    hand: Sequence[Placed],
    camera: Camera,
    beside: Sequence[Solid] = (),
) -> TracedScene:
    """A near hand, with what the layout has around it. hand: its tiles as they stand or lie."""
    others = layout.placed[len(layout.answer) :]
    solids = [
        *_tiles(hand, owner, "near"), *_tiles(others, owner), *_below(others, owner), *beside,
    ]  # fmt: skip
    bare = _bare(seed, kind, owner, solids, camera)
    return replace(bare, groups=_groups(layout), hand=layout.hand)


def _near(rng: Rng, seed: int, owner: TileSet) -> TracedScene:
    """A hand that lies on the table, its sets before or beside it."""
    layout = _layout(rng, seed, _NEAR_CASES)
    hand = layout.placed[: len(layout.answer)]
    return _of_one_hand(seed, "near", owner, layout, hand, layout.camera)


def _rack(rng: Rng, seed: int, owner: TileSet) -> TracedScene:
    """A hand that stands, as its owner sees it: on a rack, or on the table."""
    behind = rng.random() < 0.35
    layout = _layout(rng, seed, (_BEHIND_RACK,) if behind else _RACK_CASES)
    hand = layout.placed[: len(layout.answer)]
    lean, lift = _slope(rng)
    shown, up = _on_a_rack(hand, [not behind or _stands(one) for one in hand], lean, lift)
    if behind:
        camera = layout.camera
    else:
        points = np.concatenate([one.corners() for one in shown])
        camera = camera_on(rng, points, (14, 45), float(rng.normal(0, 0.03)))
    rack = _wooden_rack(rng, up, lean, lift)
    return _of_one_hand(seed, "rack", owner, layout, shown, camera, rack)


def _tucked(rng: Rng, seed: int, owner: TileSet) -> TracedScene:
    """A hand on a rack whose board, mostly, hides the lower part of the sets that lie behind it."""
    layout = _layout(rng, seed, (_BEHIND_RACK,))
    hand = layout.placed[: len(layout.answer)]
    lean, lift = _slope(rng)
    shown, up = _on_a_rack(hand, [_stands(one) for one in hand], lean, lift)
    rack = _wooden_rack(rng, up, lean, lift, boarded=1.0)
    board = max(rack, key=lambda part: part.box.centre[2])
    lying = np.array([one.corners() for one in hand if not _stands(one)])
    points = np.concatenate([one.corners() for one in shown])
    for _ in range(_TRIES):
        camera = camera_on(rng, points, (14, 50), float(rng.normal(0, 0.05)))
        if _TUCKED[0] < part_covered(board, lying, camera) < _TUCKED[1]:
            break
    return _of_one_hand(seed, "tucked", owner, layout, shown, camera, rack)


def part_covered(cover: Solid, faces: Float, camera: Camera) -> float:
    """The part of faces, (N, 4, 3), that something before them hides from a camera."""
    before = camera.project(cover.corners())
    return float(np.mean([share_of(face, before) for face in camera.project(faces)]))


def _slope(rng: Rng) -> tuple[float, float]:
    """How far a rack leans its tiles back, degrees, and how high it lifts them."""
    return float(rng.uniform(4, 25)), float(rng.uniform(0.1, 0.5))


def _stands(one: Placed) -> bool:
    return one.down[2] < -0.5


def _on_a_rack(
    hand: Sequence[Placed], raised: Sequence[bool], lean: float, lift: float
) -> tuple[list[Placed], list[Placed]]:
    """A hand of which these tiles stand on a rack, and those tiles alone."""
    shown = [
        _stood_up(one, np.radians(lean), lift) if up else one
        for one, up in zip(hand, raised, strict=True)
    ]
    return shown, [one for one, up in zip(shown, raised, strict=True) if up]


def _stood_up(one: Placed, lean: float, lift: float) -> Placed:
    """A tile put on its foot where it lay. lean: backwards, radians. lift: of its lowest point."""
    right = np.array(one.right)
    away = np.cross([0.0, 0.0, 1.0], right)
    away /= np.linalg.norm(away)
    down = -np.cos(lean) * np.array([0.0, 0.0, 1.0]) - np.sin(lean) * away
    middle = np.array(one.middle)
    middle[2] = lift + HIGH / 2 * np.cos(lean) + DEEP * np.sin(lean)
    x, y, z = (float(v) for v in middle)
    a, b, c = (float(v) for v in down)
    return replace(one, middle=(x, y, z), down=(a, b, c))


def _wooden_rack(
    rng: Rng, tiles: Sequence[Placed], lean: float, lift: float, boarded: float = 0.7
) -> list[Solid]:
    """A ledge below the tiles, perhaps a board behind them, and perhaps a lip before their feet.
    boarded: how probable the board is."""
    middles = np.array([one.middle for one in tiles])
    low, high = middles.min(0), middles.max(0)
    wide = max(float(high[0] - low[0]), 12) + float(rng.uniform(1.3, 5))
    x, y = float((low[0] + high[0]) / 2), float((low[1] + high[1]) / 2)
    slant = np.degrees(np.arctan2(*(middles[-1] - middles[0])[1::-1])) if len(tiles) > 1 else 0
    slant = float((slant + 90) % 180 - 90)
    wood = stuff_colour("wood", rng) if rng.random() < 0.75 else rng.uniform(20, 235, 3)
    red, green, blue = (int(v) for v in wood)
    colours = ((red, green, blue), (red, green, blue))
    gloss = float(rng.uniform(0.1, 0.7))
    deep = 1.2 + float(high[1] - low[1])
    parts = [block((x, y + 0.35, 0), flat(slant), (wide, deep + 0.6, lift), colours)]
    if rng.random() < boarded:
        board = float(rng.uniform(0.8, HIGH * 1.1))
        back = y + float(high[1] - low[1]) / 2 + DEEP + board * np.sin(np.radians(lean)) / 2 + 0.2
        parts.append(block((x, back, lift), standing(slant, lean), (wide, board, 0.15), colours))
    if rng.random() < 0.5:
        front = y - float(high[1] - low[1]) / 2 - 0.3 - HIGH * np.sin(np.radians(lean)) / 2
        parts.append(block((x, front, 0), flat(slant), (wide, 0.18, lift + 0.15), colours))
    return [Solid(part, gloss) for part in parts]


def _table(rng: Rng, seed: int, owner: TileSet) -> TracedScene:
    """Four hands, what is left of the walls, and discards, from above."""
    layout = _layout(rng, seed, ("whole_table",))
    assert layout.hands is not None
    solids: list[Solid] = []
    at = 0
    for side in _SIDES:
        hand = layout.hands[side]
        count = sum(
            (len(hand.concealed), len(hand.bonus), *(len(meld.tiles) for meld in hand.melds))
        )
        solids += _tiles(layout.placed[at : at + count], owner, side)
        at += count
    rest = list(layout.placed[at:])
    for k in range(4):
        if rng.random() < 0.75:
            turn = k * np.pi / 2
            out = np.array([np.sin(turn), -np.cos(turn), 0.0]) * float(rng.uniform(9.4, 10.2))
            along = np.array([np.cos(turn), np.sin(turn), 0.0]) * float(rng.normal(0, 1.5))
            length = int(rng.integers(4, 18))
            rest += wall(rng, out + along, turn + float(rng.normal(0, 0.03)), length)
    solids += [*_tiles(rest, owner), *_below(rest, owner)]
    bare = _bare(seed, "table", owner, solids, layout.camera)
    return replace(bare, groups=_groups(layout), hand=layout.hand, hands=layout.hands)


def _rows(rng: Rng, seed: int, owner: TileSet) -> TracedScene:
    """Two to four rows one behind the other, slanting, many ending in a blank tile. No hand."""
    placed: list[Placed] = []
    slant, y = float(rng.normal(0, 0.15)), 0.0
    for _ in range(int(rng.integers(2, 5))):
        count = int(rng.integers(4, 15))
        codes = [
            str(rng.choice(("4p", "6p") if rng.random() < 0.3 else ORDINARY)) for _ in range(count)
        ]
        if rng.random() < 0.7:
            codes[-1 if rng.random() < 0.7 else 0] = "5z"
        shift, gap = float(rng.normal(0, 1)), float(rng.uniform(0, 0.06))
        for k, code in enumerate(codes):
            x = shift + (k - count / 2) * (1 + gap)
            turn = slant + float(rng.normal(0, 0.02))
            right = (float(np.cos(turn)), float(np.sin(turn)), 0.0)
            down = (float(np.sin(turn)), -float(np.cos(turn)), 0.0)
            middle = (
                float(x * np.cos(slant) - y * np.sin(slant)),
                float(x * np.sin(slant) + y * np.cos(slant)),
                DEEP,
            )
            placed.append(Placed(code, code, middle, right, down))
        y += HIGH + float(rng.choice([0.02, rng.uniform(0.1, 1.5)]))
        slant += float(rng.normal(0, 0.01))
    points = np.concatenate([one.corners() for one in placed])
    camera = camera_on(rng, points, (28, 75), float(rng.normal(0, 0.1)))
    return _bare(seed, "rows", owner, _tiles(placed, owner), camera)


def _nothing(rng: Rng, seed: int, owner: TileSet) -> TracedScene:
    """A table with things on it and no tile."""
    reach = float(rng.uniform(4, 12))
    points = np.array([(x, y, 0.0) for x in (-reach, reach) for y in (-reach, reach * 0.6)])
    camera = camera_on(rng, points, (25, 85), float(rng.normal(0, 0.2)))
    return replace(_bare(seed, "nothing", owner, (), camera), reach=1.4 * reach)


def _winds(rng: Rng, seed: int, owner: TileSet) -> TracedScene:
    """A scene of another kind, with the other pieces of the set beside its tiles."""
    other = (_near, _rack, _table, _nothing)[int(rng.choice(4, p=(0.45, 0.25, 0.15, 0.15)))]
    return replace(other(rng, seed, owner), kind="winds")


MAKERS: dict[str, Callable[[Rng, int, TileSet], TracedScene]] = {
    "near": _near,
    "rack": _rack,
    "table": _table,
    "rows": _rows,
    "nothing": _nothing,
    "tucked": _tucked,
    "winds": _winds,
}
"""Makers of scenes by kind. A seed's scene depends on where its kind stands in the alphabet."""


def _furnished(scene: TracedScene, rng: Rng) -> TracedScene:
    """Things beside the tiles, how tiles shine, stuffs and lamps."""
    places = np.array([s.box.centre[:2] for s in scene.solids]).reshape(-1, 2)
    solids, turned = _beside(scene, rng, places)
    gloss = float(rng.uniform(0.25, 0.95))
    contrast = float(rng.uniform(0.4, 1)) if rng.random() < 0.4 else 1.0
    tiles = [replace(s, gloss=gloss, contrast=contrast) if s.box.front else s for s in scene.solids]
    lamps, ambient = _lit(rng)
    reach = float(np.abs(places).max()) if len(places) else scene.reach
    return replace(
        scene,
        solids=(*tiles, *solids),
        turned=tuple(turned),
        lamps=lamps,
        ambient=ambient,
        table=_ground(rng, ("felt", "wood", "weave", "print", "brocade", "plain", "checks",
                            "planks", "leather", "dotted", "stripes")),
        floor=_ground(rng, KINDS),
        reach=max(reach, 10) + float(rng.uniform(2, 16)),
    )  # fmt: skip


def _beside(scene: TracedScene, rng: Rng, places: Float) -> Thing:
    """Things on the table where nothing lies yet. places: middles of what does, (N, 2)."""
    taken: list[Float] = [np.array([x, y, 0.9]) for x, y in places]
    for solid in scene.solids:  # a rack is longer than it is deep
        if solid.box.front is None:
            half = solid.box.size[0] / 2
            taken += [
                np.append(solid.box.centre[:2] + solid.box.axes[0, :2] * u, 1.5)
                for u in np.arange(-half, half + 1)
            ]
    low, high = (places.min(0), places.max(0)) if len(places) else (np.zeros(2), np.zeros(2))
    margin, around = float(rng.uniform(3, 9)), np.full(2, 0.8 * scene.reach)
    lying: list[Thing] = []
    if scene.kind == "winds":
        hands = np.array([s.box.centre[:2] for s in scene.solids if s.side]).reshape(-1, 2)
        near, far = (hands.min(0) - 2, hands.max(0) + 2) if len(hands) else (-around, around)
        pieces = pieces_of(drawn_set(scene.set_seed))
        lying.append(strew(rng, int(rng.integers(2, 8)), (*near, *far), taken, pieces))
    if scene.kind == "nothing":
        lying.append(strew(rng, int(rng.integers(12, 40)), (*-around, *around), taken))
    elif rng.random() < 0.8:
        area = (low[0] - margin, low[1] - margin / 2, high[0] + margin, high[1] + margin)
        lying.append(strew(rng, int(rng.integers(1, 10)), area, taken))
    return [one for boxes, _ in lying for one in boxes], [one for _, at in lying for one in at]


def _ground(rng: Rng, kinds: Sequence[str]) -> Ground:
    """A stuff of `synth/ground.py` in some colour."""
    kind = str(rng.choice(kinds, p=_falling(len(kinds))))
    picture = tinted(
        kind, int(rng.integers(5)), float(rng.uniform(0.25, 1)), stuff_colour(kind, rng)
    )
    shiny = kind in ("wood", "planks", "marble", "leather", "plain", "slats")
    return Ground(
        picture, float(512 / rng.uniform(18, 50)), float(rng.uniform(0.1, 0.7)) if shiny else 0.0
    )


def _falling(count: int) -> Float:
    """Chances that fall by a tenth from each to the next."""
    chances = 0.85 ** np.arange(count)
    return np.asarray(chances / chances.sum())


def _lit(rng: Rng) -> tuple[tuple[Lamp, ...], tuple[float, float, float]]:
    """Lamplight, a window, ceiling lights, or a lamp beside a window; and what the room throws
    back."""
    warm, cool = (1.0, 0.78, 0.5), (0.88, 0.95, 1.0)

    def place(low: float, high: float, away: float) -> tuple[float, float, float]:
        turn, rise = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(low, high))
        x, y = np.cos(turn) * np.cos(rise) * away, np.sin(turn) * np.cos(rise) * away
        return float(x), float(y), float(np.sin(rise) * away)

    def lamp() -> Lamp:
        side = float(rng.uniform(3, 14))
        return Lamp(place(35, 80, float(rng.uniform(28, 70))), (side, side), warm, 0.7)

    def window() -> Lamp:
        size = (float(rng.uniform(25, 60)), float(rng.uniform(30, 60)))
        return Lamp(place(18, 45, float(rng.uniform(50, 110))), size, cool, 0.75)

    def tubes() -> Lamp:
        size = (float(rng.uniform(8, 12)), float(rng.uniform(40, 60)))
        return Lamp(place(60, 88, float(rng.uniform(60, 90))), size, (1.0, 0.99, 0.95), 0.5)

    kind = str(rng.choice(["lamp", "window", "tubes", "both"], p=[0.35, 0.25, 0.2, 0.2]))
    lamps = {
        "lamp": lambda: [lamp()],
        "window": lambda: [window()],
        "tubes": lambda: [tubes(), tubes()],
        "both": lambda: [lamp(), replace(window(), strength=0.35)],
    }[kind]()
    bright = float(rng.uniform(0.75, 1.25))
    lamps = [replace(one, strength=one.strength * bright) for one in lamps]
    red, green, blue = warm if kind == "lamp" else (1.0, 0.98, 0.95)
    room = float(rng.uniform(0.08, 0.4))
    return tuple(lamps), (red * room, green * room, blue * room)
