"""Draw photographs of Mah-Jongg tables whose every tile is known; one seed draws one scene.

python -m datasets.synth.scene --count 2000 --size 640 --out DIR --seed 0
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count, islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cli.terminal import progress
from datasets.synth.arrange import ARRANGEMENTS, Table, arrange, set_of
from datasets.synth.camera import Camera
from datasets.synth.ground import KINDS, lay, muted, stuff_colour
from datasets.synth.hard_cases import HARD_CASES, veiled
from datasets.synth.light import Light, develop, random_light
from datasets.synth.style import random_style
from datasets.synth.tiles import Box, Surface, tile_set

Image8 = NDArray[np.uint8]
_SHIFT = 4
"""Bits after the point in coordinates for OpenCV: it draws to a sixteenth of a pixel."""
_SIGNS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
_FACE = np.array([(-1, 1, 1), (1, 1, 1), (1, -1, 1), (-1, -1, 1)], float)
_BACK = np.array([(1, 1, -1), (-1, 1, -1), (-1, -1, -1), (1, -1, -1)], float)
#: A face counts as seen from this cosine between its normal and the line of sight.
_SEEN = 0.17
#: Red, green and blue of a dark body together: green and blue ones have about 430, black ones 130,
#: yellowed bone, the darkest of the others, 530.
_DARK = 490
#: `Style.white` of a set whose white dragons are blank.
_PLAIN = 0


@dataclass(frozen=True)
class SceneTile:
    """code: the tile, `0z` if it lies face down. quad: (4, 2) float32, pixels, clockwise from
    the face's own top left. visible: the part of the face that is in the picture and uncovered."""

    code: str
    quad: NDArray[np.float32]
    visible: float
    face_down: bool


@dataclass(frozen=True)
class Scene:
    """image: (H, W, 3) uint8 RGB. tiles: every tile that is at least partly visible."""

    image: Image8
    tiles: list[SceneTile]


def draw_scene(seed: int, size: int = 640, kind: str | None = None) -> Scene:
    """The scene of a seed, size × size pixels.

    kind: one of `arrange.ARRANGEMENTS` or of `hard_cases.HARD_CASES`; None for any of the former.
    """
    rng = np.random.default_rng([41, seed])
    if kind in HARD_CASES:
        scene = render(HARD_CASES[kind](rng, tile_set(set_of(seed)), size), size, size, rng)
        return replace(scene, image=veiled(scene.image, rng)) if kind == "glare" else scene
    return render(arrange(kind, rng, seed, size), size, size, rng)


def render(
    table: Table,
    width: int,
    height: int,
    rng: np.random.Generator,
    rough: float = 1.0,
    light: Light | None = None,
    arm: bool = True,
) -> Scene:
    """The picture that the camera takes, and where its tiles are. arm: one may reach over them."""
    light = light or random_light(rng)
    canvas = _ground(table, width, height, rng)
    boxes = sorted(
        table.boxes, key=lambda b: -float(np.linalg.norm(b.centre - table.camera.position))
    )
    canvas = _shadows(canvas, boxes, table, light)
    owner = np.full((height, width), -1, np.int16)
    tiles: list[tuple[int, SceneTile]] = []
    drawing = _Drawing(canvas, owner, table.camera, light, rng)
    for number, box in enumerate(boxes):
        shown = drawing.box(number, box)
        if shown is not None:
            tiles.append((number, shown))
    if table.cloth is None and rng.random() < 0.12 and arm:
        _hand_over(drawing, table, rng)
    seen = np.bincount(owner[owner >= 0].ravel(), minlength=len(boxes))
    kept = []
    for number, shown in tiles:
        whole = abs(float(cv2.contourArea(shown.quad)))
        # A polygon that is filled takes in the pixels that its edges touch.
        filled = whole + cv2.arcLength(shown.quad, True) / 2
        visible = min(1.0, float(seen[number]) / max(filled, 1.0))
        if visible > 0.04 and whole > 40:
            kept.append(SceneTile(shown.code, shown.quad, round(visible, 3), shown.face_down))
    image = develop(canvas, light, rng, table.pixels, rough)
    return Scene(image, kept)


def _ground(table: Table, width: int, height: int, rng: np.random.Generator) -> Image8:
    """Floor or wall, then the table, then perhaps a mat."""
    camera, size = table.camera, (width, height)

    def layer(z: float, grain: float) -> Image8:
        kind = str(rng.choice(KINDS, p=_KIND_CHANCES))
        return lay(
            camera.plane(z),
            size,
            kind,
            int(rng.integers(5)),
            stuff_colour(kind, rng),
            float(rng.uniform(0.25, 1.0)),
            grain,
            table.pixels,
        )

    def edge(x0: float, y0: float, x1: float, y1: float, z: float = 0.0) -> NDArray[np.int32]:
        corners = np.array([(x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)])
        shape = camera.polygon(corners)
        return np.round(np.clip(shape, -8000, 8000) * 16).astype(np.int32)

    board = np.zeros((height, width), np.uint8)
    shape = edge(-table.side, table.near, table.side, table.far)
    if len(shape):
        cv2.fillConvexPoly(board, shape, 255, cv2.LINE_AA, _SHIFT)
    canvas = layer(0, float(rng.uniform(14, 50)))
    cloth = table.cloth
    if cloth is not None:
        canvas = lay(
            camera.plane(),
            size,
            cloth.kind,
            0,
            np.array(cloth.colour),
            cloth.strength,
            cloth.grain,
            table.pixels,
        )
    if board.min() < 255:
        canvas = _over(_room(table, width, height, rng, edge, layer), canvas, board)
    if cloth is None and rng.random() < 0.25:
        mat = np.zeros((height, width), np.uint8)
        x, y = rng.uniform(-14, 4), rng.uniform(-10, 2)
        shape = edge(x, max(y, table.near), x + rng.uniform(8, 24), y + rng.uniform(6, 20))
        if len(shape):
            cv2.fillConvexPoly(mat, shape, 255, cv2.LINE_AA, _SHIFT)
            canvas = _over(canvas, layer(0, float(rng.uniform(14, 60))), mat)
    return canvas


def _room(
    table: Table,
    width: int,
    height: int,
    rng: np.random.Generator,
    edge: Callable[[float, float, float, float, float], NDArray[np.int32]],
    layer: Callable[[float, float], Image8],
) -> Image8:
    """What is visible beyond the table's edge."""
    canvas = np.empty((height, width, 3), np.uint8)
    canvas[:] = muted(rng)
    if rng.random() < 0.8:  # blurred furniture beyond
        for _ in range(int(rng.integers(2, 9))):
            x, y = rng.uniform(0, width), rng.uniform(0, height * 0.6)
            w, h = rng.uniform(20, width * 0.4), rng.uniform(20, height * 0.5)
            ends = (int(x), int(y)), (int(x + w), int(y + h))
            cv2.rectangle(canvas, *ends, muted(rng).tolist(), -1)
        soft = 1 + int(width / 640 * rng.integers(2, 25))
        canvas = np.asarray(cv2.blur(canvas, (soft, soft)), np.uint8)
    floor = np.zeros((height, width), np.uint8)
    shape = edge(-200, -100, 200, table.far + rng.uniform(3, 40), -28)
    if len(shape):
        cv2.fillConvexPoly(floor, shape, 255, cv2.LINE_AA, _SHIFT)
    return _over(canvas, layer(-28, 25), floor)


_KIND_CHANCES = np.array(
    [0.22, 0.12, 0.1, 0.05, 0.05, 0.06, 0.1, 0.1, 0.04, 0.03, 0.05, 0.05, 0.03]
)


def _over(under: Image8, upper: Image8, mask: Image8) -> Image8:
    part = cv2.merge([mask, mask, mask])
    mixed = cv2.add(
        cv2.multiply(under, cv2.bitwise_not(part), scale=1 / 255),
        cv2.multiply(upper, part, scale=1 / 255),
    )
    return np.asarray(mixed, np.uint8)


def _corners(box: Box) -> NDArray[np.float64]:
    half = np.array(box.size) / 2
    out: NDArray[np.float64] = (_SIGNS * half) @ box.axes + box.centre
    return out


def _shadows(canvas: Image8, boxes: list[Box], table: Table, light: Light) -> Image8:
    """Cast and contact shadows on the table."""
    height, width = canvas.shape[:2]
    cast = np.zeros((height // 2, width // 2), np.uint8)
    touch = np.zeros_like(cast)
    slope = light.towards[:2] / max(light.towards[2], 0.25)
    points = np.array([_corners(b) for b in boxes]).reshape(-1, 8, 3)
    z = np.maximum(points[..., 2:], 0)
    fallen = np.concatenate([points[..., :2] - slope * z, np.zeros_like(z)], -1)
    below = np.concatenate([points[..., :2], np.zeros_like(z)], -1)
    for world, mask, wide in ((fallen, cast, 1.0), (below, touch, 1.08)):
        centre = world.mean(1, keepdims=True)
        pixels, depth = table.camera.project(centre + (world - centre) * wide)
        hulls = np.round(np.clip(pixels / 2, -4000, 4000) * 16).astype(np.int32)
        for hull, near in zip(hulls, depth.min(1) if len(depth) else (), strict=True):
            if near > 0.2:
                cv2.fillConvexPoly(mask, cv2.convexHull(hull), 255, cv2.LINE_AA, _SHIFT)
    soft = max(0.6, light.soft * table.pixels / 2)
    dark = cv2.GaussianBlur(cast, (0, 0), soft).astype(np.float32) * (
        (1 - light.ambient) * 0.85 / 255
    )
    near_dark = cv2.GaussianBlur(touch, (0, 0), max(0.6, table.pixels * 0.045)).astype(
        np.float32
    ) * (0.45 / 255)
    keep = cv2.resize((1 - np.minimum(dark, 0.85)) * (1 - near_dark), (width, height))
    keep = (keep * float(0.6 + 0.4 * light.shade(np.array([0, 0, 1.0])))).astype(np.float32)
    return np.asarray(cv2.multiply(canvas, cv2.merge([keep] * 3), dtype=cv2.CV_8U), np.uint8)


@dataclass
class _Drawing:
    """The picture, while boxes are painted into it from the farthest to the nearest."""

    canvas: Image8
    owner: NDArray[np.int16]
    camera: Camera
    light: Light
    rng: np.random.Generator

    def _fill(self, points: NDArray[Any], colour: Any) -> None:
        shape = np.round(points * 16).astype(np.int32)
        cv2.fillConvexPoly(self.canvas, shape, colour, cv2.LINE_AA, _SHIFT)

    def box(self, number: int, box: Box) -> SceneTile | None:
        """Paint a box. Returns the tile's label if it is a tile and its face or back is visible."""
        half = np.array(box.size) / 2
        r = box.round
        chamfered = np.concatenate(
            [_SIGNS * (half - r * np.array(cut)) for cut in ((1, 1, 0), (1, 0, 1), (0, 1, 1))]
        )
        outline, depth = self.camera.project(chamfered @ box.axes + box.centre)
        if depth.min() < 0.3:
            return None
        height, width = self.owner.shape
        low, high = outline.min(0), outline.max(0)
        if (high < 0).any() or (low > [width, height]).any():
            return None
        hull = cv2.convexHull(outline.astype(np.float32))[:, 0]
        normals = np.concatenate([box.axes, -box.axes])  # +x +y +z -x -y -z
        places = box.centre + normals * np.tile(half, 2)[:, None]
        view = self.camera.position - places
        view /= np.linalg.norm(view, axis=1, keepdims=True)
        facing = (normals * view).sum(1)
        shade = self.light.shade(normals) * (
            float(self.rng.uniform(0.97, 1.03)) if box.code else 1.0
        )
        shine = self.light.shine(normals, view) * 255
        # What shows between the faces is the rounded edge: lighter than the sides.
        edge = float(shade[facing > 0].mean()) if (facing > 0).any() else 1.0
        body = np.array(box.sides[0] if facing[2] > 0 else box.sides[1], float)
        seam = half[2] * (2 * box.layer - 1)
        inner = half - r * 0.3
        middle = np.array([(x * inner[0], y * inner[1], seam) for x in (-1, 1) for y in (-1, 1)])
        middle = self.camera.project(middle @ box.axes + box.centre)[0]
        layers = [
            (outline[chamfered[:, 2] < 0], box.sides[1]),
            (outline[chamfered[:, 2] > 0], box.sides[0]),
        ]
        if not box.layer:
            layers, middle = [(outline, box.sides[0])], middle[:0]
        for part, colour in layers if facing[2] > 0 else layers[::-1]:
            rim = cv2.convexHull(np.concatenate([part, middle]).astype(np.float32))[:, 0]
            self._fill(rim, np.clip(np.array(colour) * edge * 0.97, 0, 255).tolist())
        for side in (0, 1, 3, 4):
            if facing[side] > 0:
                self._side(box, side, shade[side], shine[side])
        shape = np.round(hull).astype(np.int32)
        cv2.fillConvexPoly(self.owner, shape, -1)
        front = facing[2] > 0
        face = _FACE if front else _BACK
        which = 2 if front else 5
        if facing[which] <= 0:
            return None
        corners = (face * half) @ box.axes + box.centre
        quad = self.camera.project(corners)[0]
        picture = box.front if front else box.back
        if picture is not None:
            self._picture(quad, picture, shade[which], shine[which])
        elif front:
            self._fill(quad, np.clip(body * shade[which], 0, 255).tolist())
        if box.code is None or facing[which] < _SEEN:
            return None
        cv2.fillConvexPoly(self.owner, np.round(quad).astype(np.int32), number)
        code = box.code if front else "0z"
        return SceneTile(code, quad.astype(np.float32), 1.0, not front)

    def _side(self, box: Box, side: int, shade: float, shine: float) -> None:
        axis, sign = side % 3, 1.0 if side < 3 else -1.0
        other = 1 - axis
        half = np.array(box.size) / 2
        inset = half - box.round
        seam = -half[2] + 2 * half[2] * box.layer
        for z0, z1, colour in ((-inset[2], seam, box.sides[1]), (seam, inset[2], box.sides[0])):
            if z1 <= z0:
                continue
            corners = np.zeros((4, 3))
            corners[:, axis] = sign * half[axis]
            corners[:, other] = np.array([-1, 1, 1, -1]) * inset[other]
            corners[:, 2] = [z0, z0, z1, z1]
            points = self.camera.project(corners @ box.axes + box.centre)[0]
            self._fill(points, np.clip(np.array(colour) * shade + shine, 0, 255).tolist())

    def _picture(self, quad: NDArray[Any], picture: Surface, shade: float, shine: float) -> None:
        """Lay a surface on a quad."""
        height, width = self.owner.shape
        low = np.maximum(np.floor(quad.min(0)).astype(int) - 1, 0)
        high = np.minimum(np.ceil(quad.max(0)).astype(int) + 2, [width, height])
        if (high <= low).any():
            return
        edges = np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1)
        across = max(edges[0], edges[2])
        level = 0
        while level + 1 < len(picture) and picture[level + 1].shape[1] >= across * 1.1:
            level += 1
        source = picture[level]
        h, w = source.shape[:2]
        from_ = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32) - 0.5
        matrix = cv2.getPerspectiveTransform(from_, (quad - low).astype(np.float32))
        size = (int(high[0] - low[0]), int(high[1] - low[1]))
        laid = cv2.warpPerspective(source, matrix, size, flags=cv2.INTER_LINEAR)
        part = self.canvas[low[1] : high[1], low[0] : high[0]]
        alpha = laid[..., 3:]
        lit = laid[..., :3] * np.float32(shade) + alpha * np.float32(shine)
        # only the sensor cuts off what is too bright: a face that shines keeps its marks until then
        lit *= min(1.0, 255 / max(float(lit.max()), 1.0))
        part[:] = np.clip(lit + part * (1 - alpha), 0, 255).astype(np.uint8)


def _hand_over(drawing: _Drawing, table: Table, rng: np.random.Generator) -> None:
    """A player's hand reaching into the picture."""
    height, width = drawing.owner.shape
    unit = table.pixels
    skin = np.array(
        [(224, 172, 140), (198, 140, 105), (141, 90, 60), (240, 200, 175)][int(rng.integers(4))],
        float,
    )
    side = int(rng.integers(4))
    x, y = (
        (rng.uniform(0, width), height),
        (rng.uniform(0, width), 0),
        (0, rng.uniform(0, height)),
        (width, rng.uniform(0, height)),
    )[side]
    a = np.arctan2(height / 2 - y, width / 2 - x) + rng.normal(0, 0.4)
    reach = unit * rng.uniform(0.5, 3)
    palm = np.array([x, y]) + reach * np.array([np.cos(a), np.sin(a)])
    mask = np.zeros((height, width), np.uint8)

    def limb(start: NDArray[Any], end: NDArray[Any], thick: float) -> None:
        ends = [tuple(int(np.clip(v, -3000, 3000)) for v in p) for p in (start, end)]
        cv2.line(mask, ends[0], ends[1], 255, max(2, int(thick)), cv2.LINE_AA)

    limb(np.array([x, y]) - 4 * unit * np.array([np.cos(a), np.sin(a)]), palm, unit * 2.2)
    limb(palm, palm + unit * 0.8 * np.array([np.cos(a), np.sin(a)]), unit * 2.8)
    for k in range(5):
        b = a + (k - 2) * 0.24 + rng.normal(0, 0.05)
        start = palm + unit * np.array([np.cos(b), np.sin(b)])
        length = unit * (2.6 if k not in (0, 4) else 1.7)
        limb(start, start + length * np.array([np.cos(b), np.sin(b)]), unit * 0.7)
    inside = cv2.GaussianBlur(mask, (0, 0), max(1.0, unit * 0.25)).astype(np.float32) / 255
    tone = (skin * (0.4 + 0.65 * inside[..., None])).clip(0, 255).astype(np.uint8)
    drawing.canvas[:] = _over(drawing.canvas, tone, mask)
    drawing.owner[mask > 128] = -1


def save(scene: Scene, folder: Path, number: int, quality: int = 90) -> None:
    """Write NNNNNN.jpg and, once that is whole, NNNNNN.json beside it."""
    path = folder / f"{number:06d}"
    picture = cv2.cvtColor(scene.image, cv2.COLOR_RGB2BGR)
    cv2.imwrite(f"{path}.jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    tiles = [
        {
            "code": t.code,
            "quad": t.quad.round(2).tolist(),
            "visible": t.visible,
            "face_down": t.face_down,
        }
        for t in scene.tiles
    ]
    path.with_suffix(".json").write_text(json.dumps({"tiles": tiles}))


def seeds_from(first: int, number: int, dark: bool = False, plain: bool = False) -> list[int]:
    """So many seeds from the first on. dark: only those of sets with a green, blue or black body;
    plain: only those of sets whose white dragons are blank."""

    def asked_for(seed: int) -> bool:
        style = random_style(set_of(seed))
        return (not dark or sum(style.body) < _DARK) and (not plain or style.white == _PLAIN)

    return list(islice(filter(asked_for, count(first)), number))


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--count", type=int, default=2000)
    ask.add_argument("--size", type=int, default=640)
    ask.add_argument("--out", type=Path, required=True)
    ask.add_argument("--seed", type=int, default=0)
    ask.add_argument(
        "--kind", choices=sorted({*ARRANGEMENTS, *HARD_CASES}), help="one kind of scene only"
    )
    ask.add_argument("--dark", action="store_true", help="only sets with dark bodies")
    ask.add_argument("--plain", action="store_true", help="only sets with blank white dragons")
    said = ask.parse_args()
    cv2.setNumThreads(1)
    said.out.mkdir(parents=True, exist_ok=True)
    seeds = seeds_from(said.seed, said.count, said.dark, said.plain)
    for number in progress(seeds, "Drawing"):
        save(draw_scene(number, said.size, said.kind), said.out, number)


if __name__ == "__main__":
    main()
