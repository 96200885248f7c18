"""Path-trace photographs of Mah-Jongg tables whose every tile is known; one seed, one scene.

    python -m datasets.traced.render --kind near rack table --seed 0 --count 30 --out DIR

Kinds: near, rack, table, rows, tucked, winds, nothing; several take turns. Scenes that are there
already are passed over, so that a broken run goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.synth.scene import seeds_from
from datasets.synth.style import Image8
from datasets.traced.evenings import moved, of_an_evening, with_glare
from datasets.traced.scenes import MAKERS, traced_scene
from datasets.traced.solids import BACK, TracedScene

try:
    from datasets.traced.blender import Quality, Studio
except ModuleNotFoundError as missing:
    raise SystemExit(
        f"{missing.name} is not installed; datasets/traced/README.md says how."
    ) from None

_LEAST_SEEN = 0.04
"""A tile of nobody's hand of which less is to be seen has no label."""


def labels(scene: TracedScene, studio: Studio) -> list[dict[str, Any]]:
    """Every tile that is to be seen, those of hands first and all of them, in the form of the drawn
    scenes (`synth/scene.py`); `side` says whose hand a tile is in. Where neither its face nor its
    back can be seen, or something covers it, `visible` is 0."""
    found = []
    for number, solid in enumerate(scene.solids):
        if solid.box.code is None:
            continue
        seen = solid.seen_from(scene.camera.eye)
        if seen is None and solid.side is None:
            continue
        code, corners = seen or (solid.box.code, solid.front())
        visible = studio.visible(number, corners) if seen else 0.0
        if solid.side is None and visible < _LEAST_SEEN:
            continue
        tile = {
            "code": code,
            "quad": studio.pixels(corners).round(2).tolist(),
            "visible": round(visible, 3),
            "face_down": code == BACK,
        }
        found.append(tile | ({"side": solid.side} if solid.side else {}))
    return found


def truth(scene: TracedScene, studio: Studio) -> dict[str, Any]:
    """What lies beside the picture as JSON: tiles, groups of the near hand, hands."""
    return {
        "kind": scene.kind,
        "seed": scene.seed,
        "set": scene.set_seed,
        "tiles": labels(scene, studio),
        "groups": [group.to_json() for group in scene.groups],
        "hand": scene.hand.to_json() if scene.hand else None,
        "hands": {side: hand.to_json() for side, hand in (scene.hands or {}).items()} or None,
    }


def as_taken(picture: Image8, rng: np.random.Generator) -> Image8:
    """What lens and sensor add: a little blur, a little noise, another exposure."""
    soft = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.3, 0.8)))
    noise = rng.normal(0, float(rng.uniform(0.5, 3.5)), picture.shape)
    return np.asarray(np.clip(soft * float(rng.uniform(0.9, 1.1)) + noise, 0, 255), np.uint8)


def draw(seed: int, kind: str, folder: Path, quality: Quality, evening: bool, glare: bool) -> None:
    """Write NNNNNN.jpg and, once that is whole, NNNNNN.json beside it. evening, glare: see
    `evenings`."""
    scene = traced_scene(seed, kind)
    if evening:
        scene = of_an_evening(scene)
    if glare:
        scene = with_glare(scene)
    studio = Studio(scene, quality)
    path = folder / f"{seed:06d}-{kind}.jpg"
    answer = truth(scene, studio)
    rng = np.random.default_rng([47, seed])
    picture = studio.render(path.with_suffix(".png"))
    if any(scene.shake):
        picture = moved(picture, scene.shake)
    picture = as_taken(picture, rng)
    file = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(80, 96))]
    cv2.imwrite(str(path), cv2.cvtColor(picture, cv2.COLOR_RGB2BGR), file)
    path.with_suffix(".json").write_text(json.dumps(answer))


def main() -> None:
    usual = Quality()
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--kind", choices=sorted(MAKERS), nargs="+", default=["near"])
    options.add_argument("--seed", type=int, default=0, help="of the first scene")
    options.add_argument("--count", type=int, default=10)
    options.add_argument("--plain", action="store_true", help="only sets with blank white dragons")
    options.add_argument("--evening", action="store_true", help="as people photograph them")
    options.add_argument("--glare", action="store_true", help="a tile mirrors a lamp")
    options.add_argument("--out", type=Path, required=True)
    options.add_argument("--width", type=int, default=usual.width, help="the longer side, pixels")
    options.add_argument(
        "--samples", type=int, default=usual.samples, help="light paths to a pixel"
    )
    options.add_argument("--threads", type=int, default=usual.threads)
    given = options.parse_args()
    quality = Quality(given.width, given.samples, given.threads)
    given.out.mkdir(parents=True, exist_ok=True)
    for seed in seeds_from(given.seed, given.count, plain=given.plain):
        kind = given.kind[seed % len(given.kind)]
        if (given.out / f"{seed:06d}-{kind}.json").exists():
            continue
        start = time.perf_counter()
        draw(seed, kind, given.out, quality, given.evening, given.glare)
        print(f"{seed:06d} {kind} {time.perf_counter() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
