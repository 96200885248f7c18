"""Draw the pictures that come with the program, and write down what is on them.

python -m datasets.synth.samples --out companion/samples
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.synth.arrange import Cloth, Table, Wall, clutter, row, scatter, wall_of_backs
from datasets.synth.camera import look_at
from datasets.synth.light import Light
from datasets.synth.scene import Scene, render
from datasets.synth.style import random_style
from datasets.synth.tiles import Box, TileSet


@dataclass(frozen=True)
class Sample:
    """A picture to draw: the table, the light, and the hand on it.

    groups: what the hand's boxes mean, in the boxes' order: kind, count, concealed.
    """

    table: Table
    light: Light
    width: int
    height: int
    seed: int
    rough: float
    hand_boxes: int
    groups: tuple[tuple[str, int, bool], ...]
    hand: dict[str, Any]


def _hand(
    seat: str, concealed: str, melds: list[tuple[str, str, bool]], win: str, by: str
) -> dict[str, Any]:
    return {
        "ruleset": "harr",
        "options": {},
        "seat": seat,
        "round": "E",
        "winner": True,
        "concealed": concealed.split(),
        "melds": [{"kind": k, "tiles": t.split(), "concealed": c} for k, t, c in melds],
        "bonus": [],
        "win": {"tile": win, "by": by, "circumstances": []},
    }


def _light(x: float, y: float, z: float, ambient: float, tint: tuple[float, float, float]) -> Light:
    towards = np.array([x, y, z])
    return Light(towards / np.linalg.norm(towards), ambient, tint, 0.3, 0.12)


def lamplight() -> Sample:
    """A finished hand of a bone and bamboo set on green cloth, near the camera."""
    rng = np.random.default_rng(1923)
    style = replace(
        random_style(3),
        font=6,
        simplified=False,
        five="五",
        body=(243, 235, 214),
        red=(178, 32, 34),
        green=(22, 98, 58),
        blue=(30, 58, 132),
        black=(28, 28, 34),
        numeral="blue",
        wind="blue",
        dot=0,
        dot_scheme=0,
        stick=0,
        stick_scheme=0,
        bird=1,
        white=1,
        dragons=0,
        corner=0,
        bonus_digits=1,
        bonus_text=True,
        flower_words=0,
        scale=1.0,
        weight=3,
        engraved=0.6,
        art=0,
    )
    owner = TileSet(4, style, 1.36, 0.62, 0.42, (178, 126, 66), 0.07)
    boxes: list[Box] = []
    used = [
        "3m",
        "4m",
        "5m",
        "5p",
        "6p",
        "7p",
        "8s",
        "8s",
        "7z",
        "7z",
        "7z",
        "9s",
        "9s",
        "9s",
        "9s",
    ]
    at = row(rng, owner, used[:8], -8.6, 0, 0.6, boxes, None, 0.012, 0.015)
    at = -8.6 + at + 0.75
    at += row(rng, owner, used[8:11], at, 0.12, -0.8, boxes, None, 0.012, 0.015) + 0.6
    row(rng, owner, used[11:], at, 0.1, 0.4, boxes, None, 0.012, 0.012, (0, 3))
    hand_boxes = len(boxes)
    wall = Wall(rng, used)
    wall_of_backs(rng, owner, -9.5, 12.2, 1.5, 15, boxes)
    wall_of_backs(rng, owner, 12.6, 3.2, 88, 7, boxes)
    scatter(rng, owner, wall, boxes, 34, (-6.5, 4.2, 6.5, 9.2), 0.0, 0.25, 0.0)
    clutter(rng, boxes, 2, 16, 6)
    camera = look_at((-0.2, 3.4, 0), 2000, 95, 47, -3, 0.8, 1.15, 1.0, (0.5, 0.40))
    cloth = Cloth("felt", (34, 92, 62), 0.7, 36)
    table = Table(boxes, camera, 95, -8, 26, 24, cloth)
    groups = (
        ("chow", 3, True),
        ("chow", 3, True),
        ("pair", 2, True),
        ("pung", 3, False),
        ("kong", 4, True),
    )
    melds = [("pung", "7z 7z 7z", False), ("kong", "9s 9s 9s 9s", True)]
    hand = _hand("E", "3m 4m 5m 5p 6p 7p 8s 8s", melds, "5p", "draw")
    light = _light(-0.35, 0.45, 0.9, 0.5, (1.08, 1.0, 0.84))
    return Sample(table, light, 2000, 1500, 8, 0.25, hand_boxes, groups, hand)


def crowded() -> Sample:
    """A hand in two rows, seen askew in a dim room, close to the discards."""
    rng = np.random.default_rng(1924)
    style = replace(
        random_style(8),
        font=15,
        simplified=False,
        five="伍",
        body=(228, 214, 184),
        red=(150, 30, 34),
        green=(24, 84, 50),
        blue=(26, 40, 96),
        black=(30, 30, 32),
        numeral="black",
        wind="black",
        dot=7,
        dot_scheme=2,
        stick=1,
        stick_scheme=1,
        bird=0,
        white=0,
        dragons=0,
        corner=1,
        corner_right=False,
        latin=4,
        bonus_digits=1,
        bonus_text=True,
        flower_words=0,
        scale=0.96,
        weight=2,
        engraved=0.9,
        art=0,
    )
    owner = TileSet(6, style, 1.3, 0.56, 0.5, (158, 108, 60), 0.08)
    boxes: list[Box] = []
    used = [
        "1s",
        "1s",
        "1s",
        "4z",
        "4z",
        "2p",
        "3p",
        "4p",
        "8m",
        "8m",
        "8m",
        "6m",
        "6m",
        "6m",
        "6m",
    ]
    row(rng, owner, used[:5], -6.4, -0.2, -2, boxes, None, 0.03, 0.05)
    at = -0.2 + row(rng, owner, used[5:8], -0.2, 0.0, 3, boxes, None, 0.03, 0.05)
    row(rng, owner, used[8:11], -4.8, 1.75, -3, boxes, None, 0.04, 0.05)
    row(rng, owner, used[11:], at - 3.6, 1.8, 2, boxes, None, 0.03, 0.05, (0, 3))
    hand_boxes = len(boxes)
    wall = Wall(rng, used)
    scatter(rng, owner, wall, boxes, 46, (-7, 4.1, 7, 10), 0.08, 0.9, 0.03)
    wall_of_backs(rng, owner, -8.5, 11.9, 4, 13, boxes)
    clutter(rng, boxes, 3, 14, -2)
    camera = look_at((0, 2.6, 0), 1600, 84, 38, 17, -3, 1.0, 1.0, (0.5, 0.42))
    cloth = Cloth("wood", (112, 72, 44), 0.7, 30)
    table = Table(boxes, camera, 84, -5, 17, 16, cloth)
    groups = (
        ("pung", 3, True),
        ("pair", 2, True),
        ("chow", 3, False),
        ("pung", 3, False),
        ("kong", 4, True),
    )
    melds = [
        ("chow", "2p 3p 4p", False),
        ("pung", "8m 8m 8m", False),
        ("kong", "6m 6m 6m 6m", True),
    ]
    hand = _hand("S", "1s 1s 1s 4z 4z", melds, "4z", "discard")
    light = _light(0.6, 0.5, 0.6, 0.45, (0.86, 0.74, 0.52))
    return Sample(table, light, 1600, 1200, 4, 0.8, hand_boxes, groups, hand)


SAMPLES = {"sample": lamplight, "hard": crowded}


def _order(scene: Scene, sample: Sample) -> list[int]:
    """Numbers of the scene's tiles: those of the hand in their order, then the others."""
    middles = np.array([t.quad.mean(0) for t in scene.tiles])
    first = []
    for box in sample.table.boxes[: sample.hand_boxes]:
        top = box.centre + np.array([0, 0, box.size[2] / 2])
        place = sample.table.camera.project(top)[0]
        first.append(int(np.argmin(np.hypot(*(middles - place).T))))
    if len(set(first)) != len(first):
        raise ValueError("Two tiles of the sample's hand cannot be told apart; move them.")
    return first + [i for i in range(len(scene.tiles)) if i not in first]


def draw_sample(name: str) -> tuple[Scene, dict[str, Any]]:
    """The scene, its tiles in the order of the truth, and the truth as plain data."""
    sample = SAMPLES[name]()
    rng = np.random.default_rng(sample.seed)
    scene = render(sample.table, sample.width, sample.height, rng, sample.rough, sample.light)
    scene = Scene(scene.image, [scene.tiles[i] for i in _order(scene, sample)])
    groups, at = [], 0
    for kind, count, concealed in sample.groups:
        groups.append({"tiles": list(range(at, at + count)), "kind": kind, "concealed": concealed})
        at += count
    truth = {
        "image": {"path": f"{name}.jpg", "width": sample.width, "height": sample.height},
        "tiles": [
            {
                "code": t.code,
                "quad": np.round(t.quad.astype(float), 1).tolist(),
                "visible": t.visible,
            }
            for t in scene.tiles
        ],
        "groups": groups,
        "hand": sample.hand,
    }
    return scene, truth


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--out", type=Path, required=True)
    ask.add_argument("--only", choices=list(SAMPLES))
    said = ask.parse_args()
    said.out.mkdir(parents=True, exist_ok=True)
    for name in [said.only] if said.only else SAMPLES:
        scene, truth = draw_sample(name)
        picture = cv2.cvtColor(scene.image, cv2.COLOR_RGB2BGR)
        cv2.imwrite(str(said.out / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 86])
        text = json.dumps(truth, indent=1)
        (said.out / f"{name}.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
