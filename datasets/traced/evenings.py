"""A scene as people photograph it of an evening.

Signs are carved, the lens is sharp at one distance, the hand that holds it shakes. Arms lie beside
the tiles, people sit around the table, and behind them is a room.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from companion.vision.geometry import share_of
from datasets.synth.ground import thing
from datasets.synth.style import Image8
from datasets.synth.tiles import Float, flat, standing
from datasets.traced.solids import FLOOR, Lamp, Lens, Solid, TracedScene
from datasets.traced.things import Rng, block, coloured, mean_colour, tinted

# All are set by hand. Lengths are in tile widths, of 26 mm.
_CARVED: Final = (0.008, 0.03)
"""How deep signs are cut: 0.2 to 0.8 mm."""
_WORN: Final = (0.3, 0.8)
"""The part of its ink that is left in an old carved set."""
_APERTURE: Final = (0.04, 0.16)
"""Across a lens: 1 mm, a tablet's, to 4 mm, a telephone's with a large sensor."""
_MISSED: Final = 0.3
"""How far off, as the deviation of a logarithm, a lens is focused that missed the tiles."""
_SHAKE: Final = 0.0012
"""How far a picture usually moves while it is taken, in its longer side."""
_GLOSSY: Final = (0.6, 0.95)
"""How glossy tiles are that mirror a lamp; see `Solid`."""
_LEAST_RISE: Final = 0.2
"""Sine of the height above the table from which a lamp may hang."""
_GAMMA: Final = 2.2
"""What a picture's values are raised to, about, to be light that adds up."""
_SKIN: Final = np.array([(236, 196, 168), (214, 164, 130), (170, 116, 84), (104, 68, 50)], float)
_TRIES: Final = 60
"""Places that are tried for an arm. Where none of them is free there is none."""
_HIDES: Final = 0.02
"""The part of a hand's tile that an arm hides at most."""
_APART: Final = 0.7
"""How far from the middle of a tile nothing else lies."""


def of_an_evening(scene: TracedScene) -> TracedScene:
    """The scene of the same seed with all that."""
    rng = np.random.default_rng([53, scene.seed])
    carved = float(rng.uniform(*_CARVED)) if rng.random() < 0.8 else 0.0
    left = float(rng.uniform(*_WORN)) if carved and rng.random() < 0.3 else 1.0
    solids = [
        replace(s, carved=carved, contrast=s.contrast * left) if s.box.code else s
        for s in scene.solids
    ]
    return replace(
        scene,
        solids=(*solids, *_arms(scene, rng), *_room(scene, rng)),
        lens=_lens(scene, rng),
        shake=_shake(rng),
    )


def with_glare(scene: TracedScene) -> TracedScene:
    """The scene with glossier tiles, one of which mirrors a lamp or a window to the camera."""
    rng = np.random.default_rng([59, scene.seed])
    gloss = float(rng.uniform(*_GLOSSY))
    solids = [replace(s, gloss=gloss) if s.box.code else s for s in scene.solids]
    eye, faces = np.array(scene.camera.eye), [s for s in scene.solids if s.side]
    for number in rng.permutation(len(faces)):
        box = faces[number].box
        towards = (eye - box.centre) / np.linalg.norm(eye - box.centre)
        out = box.axes[2] * np.sign(box.axes[2] @ towards)
        mirrored = 2 * (out @ towards) * out - towards
        if mirrored[2] > _LEAST_RISE:
            break
    else:
        return replace(scene, solids=tuple(solids))
    x, y, z = (float(v) for v in box.centre + mirrored * rng.uniform(28, 90))
    wide, high = rng.uniform(3, 14, 2) if rng.random() < 0.6 else rng.uniform(20, 50, 2)
    colour = (1.0, 0.8, 0.55) if rng.random() < 0.5 else (0.9, 0.95, 1.0)
    lamp = Lamp((x, y, z), (float(wide), float(high)), colour, float(rng.uniform(0.3, 0.8)))
    others = [replace(one, strength=one.strength * rng.uniform(0.3, 0.8)) for one in scene.lamps]
    return replace(scene, solids=tuple(solids), lamps=(lamp, *others))


def moved(picture: Image8, shake: tuple[float, float]) -> Image8:
    """A picture that moved while it was taken, across and down, in parts of its longer side."""
    far = np.array(shake) * max(picture.shape)
    half = int(np.ceil(np.abs(far).max() / 2)) + 1
    path = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    for at in np.linspace(-0.5, 0.5, 8 * half):
        x, y = half + far * at
        near = (np.array([[1 - x % 1, x % 1]]) * np.array([[1 - y % 1], [y % 1]])).astype(
            np.float32
        )
        path[int(y) : int(y) + 2, int(x) : int(x) + 2] += near
    light = (picture.astype(np.float32) / 255) ** _GAMMA
    mixed = cv2.filter2D(light, -1, path / path.sum(), borderType=cv2.BORDER_REPLICATE)
    return np.asarray(np.clip(mixed ** (1 / _GAMMA) * 255 + 0.5, 0, 255), np.uint8)


def _lens(scene: TracedScene, rng: Rng) -> Lens:
    """Sharp at a tile of a hand or, once in four times, somewhere before or behind it."""
    shown = [s.box.centre for s in scene.solids if s.side] or [np.zeros(3)]
    *_, ahead = scene.camera.axes()
    aim = shown[int(rng.integers(len(shown)))] - np.array(scene.camera.eye)
    missed = np.exp(rng.normal(0, _MISSED)) if rng.random() < 0.25 else 1.0
    return Lens(float(rng.uniform(*_APERTURE)), float(aim @ ahead * missed))


def _shake(rng: Rng) -> tuple[float, float]:
    """How far the picture moves, across and down, in its longer side."""
    far, turn = _SHAKE * np.exp(rng.normal(0, 0.8)), rng.uniform(0, np.pi)
    return float(far * np.cos(turn)), float(far * np.sin(turn))


def _arms(scene: TracedScene, rng: Rng) -> list[Solid]:
    """None to three forearms that lie on the table beside the tiles of hands."""
    own = [s for s in scene.solids if s.side]
    faces = scene.camera.project(np.array([s.front() for s in own]).reshape(-1, 4, 3))
    lying = [solid for solid in scene.solids if solid.box.centre[2] < 3]
    taken = np.concatenate([_along(s) for s in lying]) if lying else np.zeros((0, 2))
    found: list[Solid] = []
    for _ in range(int(rng.integers(0, 4))):
        skin, cloth = _SKIN[int(rng.integers(len(_SKIN)))], _cloth(rng)
        for _ in range(_TRIES):
            at = own[int(rng.integers(len(own)))].box.centre[:2] if own else np.zeros(2)
            arm = _arm(rng, at + rng.normal(0, 4, 2), skin, cloth)
            if _free(arm, taken) and not _hides(arm, faces, scene):
                found += arm
                taken = np.concatenate([taken, *map(_along, arm)])
                break
    return found


def _along(solid: Solid) -> Float:
    """Places along the longer side of what lies on the table, a tile's width apart: (K, 2)."""
    box = solid.box
    axis = int(np.argmax(box.size))
    half = max(box.size[axis] / 2 - 0.5, 0.0)
    steps = np.linspace(-half, half, int(np.ceil(2 * half)) + 1)
    return np.asarray(box.centre[:2] + steps[:, None] * box.axes[axis, :2])


def _free(arm: list[Solid], taken: Float) -> bool:
    """Whether an arm lies where nothing does. taken: (K, 2), middles."""
    for part in arm:
        reach = sorted(part.box.size)[1] / 2 + _APART
        apart = np.linalg.norm(_along(part)[:, None] - taken, axis=2)
        if (apart < reach).any():
            return False
    return True


def _hides(arm: list[Solid], faces: Float, scene: TracedScene) -> bool:
    """faces: (N, 4, 2), pixels of the tiles of hands."""
    before = [scene.camera.project(part.corners()) for part in arm]
    return any(share_of(face, part) > _HIDES for face in faces for part in before)


def _arm(rng: Rng, at: Float, skin: Float, cloth: Image8) -> list[Solid]:
    """A hand that lies flat or with bent fingers, and the sleeve that it comes out of. at: where
    its palm lies, (2,)."""
    angle = float(rng.uniform(-180, 180))
    axes = flat(angle)
    colour = coloured(rng, skin, 6)
    gloss, long = float(rng.uniform(0.1, 0.35)), float(rng.uniform(9, 15))

    def part(u: float, v: float, size: tuple[float, float, float], lift: float = 0.0) -> Solid:
        x, y = at + axes[0, :2] * u + axes[1, :2] * v
        made = block((x, y, lift), axes, size, (colour, colour), bevel=0.45 * min(size))
        return Solid(made, gloss)

    bent = float(rng.uniform(0.5, 1))
    fingers = [
        part(0.82 * (k - 1.5), 1.7 + reach * bent / 2, (0.68, reach * bent, 0.66), 0.05)
        for k, reach in enumerate((2.3, 2.9, 3.1, 2.7))
    ]
    thumb = part(-1.9, 0.3, (0.75, 2.4, 0.75))
    palm = part(0, 0, (3.3, 3.8, 1.1))
    bare = float(rng.uniform(0, 5))
    wrist = part(0, -2.4 - bare / 2, (2.2, 2 + bare, 1.5))
    x, y = at - axes[1, :2] * (3.0 + bare + long / 2)
    colours = (mean_colour(cloth), mean_colour(cloth))
    sleeve = block((x, y, 0), axes, (3.4, long, 2.4), colours, cloth, 1.0)
    return [palm, thumb, *fingers, wrist, Solid(sleeve, 0.05, wrapped=True)]


def _cloth(rng: Rng) -> Image8:
    """What a sleeve or a curtain is made of."""
    kind = str(rng.choice(["weave", "stripes", "checks", "plain", "print", "felt"]))
    return _coloured_stuff(kind, rng.uniform(15, 235, 3), rng)


def _coloured_stuff(kind: str, colour: Float, rng: Rng) -> Image8:
    return tinted(kind, int(rng.integers(5)), float(rng.uniform(0.1, 0.8)), colour)


def _room(scene: TracedScene, rng: Rng) -> list[Solid]:
    """People who sit around the table, a wall behind it with pictures and a window, a cupboard."""
    *_, ahead = scene.camera.axes()
    turn = float(np.degrees(np.arctan2(-ahead[0], ahead[1]))) + float(rng.normal(0, 12))
    axes = standing(turn)
    behind = -axes[2, :2]  # away from the camera

    def stands(
        far: float, aside: float, size: tuple[float, float, float], front: Image8, lift: float,
        gloss: float = 0.1, glow: float = 0.0, wrapped: bool = False, bevel: float = 0.1,
    ) -> Solid:  # fmt: skip
        x, y = behind * far + axes[0, :2] * aside
        colours = (mean_colour(front), mean_colour(front))
        made = block((x, y, lift), axes, size, colours, front, bevel)
        return Solid(made, gloss, glow=glow, wrapped=wrapped)

    away = max(float(rng.uniform(34, 80)), scene.reach * 1.5 + 6)
    found = []
    paper = _coloured_stuff(
        str(rng.choice(["plain", "stripes", "dotted", "print"])), rng.uniform(90, 245, 3), rng
    )
    if not any(_blocks(lamp.position, behind, away) for lamp in scene.lamps):
        found.append(stands(away, 0, (170, 90, 1), paper, FLOOR))
        for _ in range(int(rng.integers(1, 6))):
            shows = rng.random()
            size = (float(rng.uniform(6, 28)), float(rng.uniform(6, 28)), 0.6)
            high, aside = float(rng.uniform(2, 24)), float(rng.normal(0, 28))
            if shows < 0.3:
                pane = np.full((8, 8, 3), rng.uniform(150, 255, 3), np.uint8)
                found.append(stands(away - 1, aside, size, pane, high, glow=rng.uniform(0.3, 1.2)))
            elif shows < 0.7:
                book = thing("book", int(rng.integers(400)))
                found.append(stands(away - 1, aside, size, book, high))
            else:
                case = (float(rng.uniform(10, 40)), float(rng.uniform(20, 60)), 12.0)
                wood = _coloured_stuff("wood", rng.uniform(40, 200, 3), rng)
                found.append(stands(away - 7, aside, case, wood, FLOOR, 0.3))
    for _ in range(int(rng.integers(0, 3))):
        aside = float(rng.uniform(-0.8, 0.8)) * scene.reach
        far = scene.reach + float(rng.uniform(3, 9))
        wide = float(rng.uniform(14, 19))
        found.append(
            stands(far, aside, (wide, 26, 9), _cloth(rng), -10, 0.05, wrapped=True, bevel=3.5)
        )
        skin = coloured(rng, _SKIN[int(rng.integers(len(_SKIN)))], 6)
        head = np.full((4, 4, 3), skin, np.uint8)
        found.append(stands(far, aside, (6, 9, 7), head, 17, 0.2, wrapped=True, bevel=2.6))
    return found


def _blocks(lamp: tuple[float, float, float], behind: Float, away: float) -> bool:
    """Whether a wall so far behind the table's middle stands before a lamp."""
    return float(np.array(lamp[:2]) @ behind) > away - 4
