"""Blank faces: how probable it is that one is a white dragon, and not a back.

Their shape does not tell. What tells is how the faces around them look, how many look like them,
and what the classifier says. Under any lamp, a white dragon has the colour of the ground of the
other faces, and a back usually has another; but some sets are of one white piece. A set has four
white dragons, all with a frame or all without, and walls of backs that are all alike. Decision
trees weigh that. `models.training.fit_blank_odds` fits them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from companion.game.tiles import BACK, WHITE
from companion.vision.arrays import BoolArray, ByteArray, FloatArray, IntArray
from companion.vision.geometry import in_edges, mean_sides
from companion.vision.recognition.blank import framed, grounds
from companion.vision.recognition.classify import NOT_A_TILE, Named
from companion.vision.recognition.company import same_colour, touching
from companion.vision.recognition.trees import Trees, load_trees

EVIDENCE: Final = (
    "look", "hue", "light", "nearest", "faces", "alike", "framed", "beside", "size",
)  # fmt: skip
"""What the trees weigh, in this order; see `evidence`."""

# Set by hand before the fit, which weighs what these let through.
_CLIP: Final = 8.0
"""Log odds beyond which the classifier's word counts no more."""
_LEAST: Final = 1e-5
"""The least probability that counts."""
_CERTAIN: Final = 0.9
"""Probability of its name from which a face shows what the ground of faces is."""
_LIGHT: Final = 0.5
"""How much a difference of lightness counts beside one of hue: lamps and shadows change it more."""


@dataclass(frozen=True)
class BlankOdds:
    trees: Trees

    def __call__(self, pixels: ByteArray, quads: FloatArray, named: Named) -> Named:
        """`named`, with the chances of white dragon and back of each blank face shared anew.

        pixels: H × W × 3 uint8, RGB. quads: (N, 4, 2), its pixels, which `named` names.
        """
        blank = blanks(named)
        if not blank.any():
            return named
        back, dragon = named.codes.index(BACK), named.codes.index(WHITE)
        asked, weighed = evidence(pixels, quads, named, blank)
        told = named.probabilities.copy()
        either = told[asked, back] + told[asked, dragon]
        told[asked, dragon] = either * self.trees.chance(weighed)
        told[asked, back] = either - told[asked, dragon]
        return replace(named, probabilities=told)


def load_blank_odds(folder: Path | None = None) -> BlankOdds:
    """The fitted trees. folder: where others than the shipped ones are.

    Raises ModelDamagedError, ResourceMissingError.
    """
    return BlankOdds(load_trees("blank_odds", EVIDENCE, folder))


def blanks(named: Named) -> BoolArray:
    """Which finds are rather a back or a white dragon than any other tile: (N,)."""
    if not len(named.ways):
        return np.zeros(0, bool)
    kinds = named.without([NOT_A_TILE])
    either = [kinds.codes.index(code) for code in (BACK, WHITE)]
    return np.asarray(kinds.probabilities[:, either].sum(1) > 0.5)


def evidence(
    pixels: ByteArray, quads: FloatArray, named: Named, blank: BoolArray
) -> tuple[IntArray, FloatArray]:
    """The places of the blank faces without a frame, (B,), and `EVIDENCE` of each, (B, E).

    look: the log odds by its own face. hue, light: how far its ground is from the usual ground of
    the faces, in a and b of CIE Lab (8 bit) and as a logarithm; nearest: from the nearest ground of
    any face. faces: how many show that. alike: how many other blank ones look like it. framed: how
    many white dragons have a frame. beside: whether a blank one touches it in a row. size: of the
    face beside the usual size of the others, as a logarithm. Where no face shows it, hue, light,
    nearest and size are 0.
    """
    chances = named.probabilities
    back, dragon = named.codes.index(BACK), named.codes.index(WHITE)
    nothing = named.codes.index(NOT_A_TILE)
    colours, ink = grounds(pixels, quads)
    with_frame = blank & framed(ink, chances[:, dragon])
    asked = np.flatnonzero(blank & ~with_frame)
    own, sizes = colours[asked], np.log(mean_sides(quads) + 1e-6)
    look = np.log(chances[asked, dragon] + _LEAST) - np.log(chances[asked, back] + _LEAST)
    faces = np.flatnonzero(
        ~blank & (chances.argmax(1) != nothing) & (chances.max(1, initial=0) >= _CERTAIN)
    )
    hue = light = nearest = size = np.zeros(len(asked))
    if len(faces):
        usual = np.median(colours[faces], axis=0)
        hue = np.linalg.norm(own[:, 1:] - usual[1:], axis=1)
        light = np.log(np.maximum(own[:, 0], 1) / max(usual[0], 1.0))
        apart = (own[:, None] - colours[faces]) * [_LIGHT, 1, 1]
        nearest = np.linalg.norm(apart, axis=2).min(1)
        size = sizes[asked] - np.median(sizes[faces])
    alike = same_colour(own)
    np.fill_diagonal(alike, 0)
    blanks_touch = touching(in_edges(quads[asked], quads[asked].mean(1)), sizes[asked])
    return asked, np.column_stack(
        [
            np.clip(look, -_CLIP, _CLIP),
            hue,
            light,
            nearest,
            np.full(len(asked), np.log1p(len(faces))),
            np.log1p(alike @ (1 - chances[asked, nothing])),
            np.full(len(asked), with_frame.sum()),
            blanks_touch.max(1, initial=0),
            size,
        ]
    )
