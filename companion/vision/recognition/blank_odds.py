"""Blank faces: how probable it is that one is a white dragon, and not a back.

Their shape does not tell. What tells is how the faces around them look, how many look like them,
and what the classifier says. Under any lamp, a white dragon has the colour of the ground of the
other faces, above all of those in its row, and a back usually has another; but some sets are of one
white piece. A set has four white dragons, all with a frame or all without, and walls of backs that
are all alike. Decision trees weigh that. `models.training.fit_blank_odds` fits them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from companion.game.tiles import BACK, WHITE
from companion.vision.arrays import BoolArray, ByteArray, FloatArray, IntArray
from companion.vision.geometry import hanging_together, in_edges, mean_sides
from companion.vision.recognition.blank import framed, grounds
from companion.vision.recognition.classify import NOT_A_TILE, Named
from companion.vision.recognition.company import same_colour, touching
from companion.vision.recognition.trees import Trees, load_trees

EVIDENCE: Final = (
    "look", "hue", "light", "nearest", "faces", "alike", "framed", "beside", "size", "row",
    "in_row", "others", "row_faces", "row_blanks",
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
_TOUCHES: Final = 0.3
"""How much a find is to lie where a neighbour in a row would (`touching`) to be in one row."""
_FARTHEST: Final = 60.0
"""Distance of grounds, in units of CIE Lab (8 bit), beyond which, and without a face to compare
with, nothing more is said."""
_ANOTHER: Final = 15.0
"""Distance in these units from the nearest ground of a face at which a blank one is, by two thirds,
of another colour."""


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

    What is counted counts by how likely it is a tile. look: the log odds by its own face. hue,
    light: how far its ground is from the usual ground of the faces, in a and b of CIE Lab (8 bit)
    and as a logarithm; nearest: from the nearest ground of any face. faces: how many show that.
    alike: how many other blank ones look like it. framed: how many white dragons have a frame.
    beside: whether a blank one touches it in a row. size: of the face beside the usual size of the
    others, as a logarithm. Where no face shows it, hue, light, nearest and size are 0. row: how
    many faces are in its row, which blank ones that touch each other carry on; in_row: how far its
    ground is from the nearest of theirs. others: how many other blank ones have a colour that no
    face has, and so are backs. row_faces, row_blanks: how many faces, and how many other blank
    ones, are in its whole row. A wall is many blank ones and no face, a concealed kong two of each;
    a white dragon lies in a row with much of a hand.
    """
    chances = named.probabilities
    back, dragon = named.codes.index(BACK), named.codes.index(WHITE)
    tile = named.tile_odds
    colours, ink = grounds(pixels, quads)
    with_frame = blank & framed(ink, chances[:, dragon])
    asked = np.flatnonzero(blank & ~with_frame)
    faces = np.flatnonzero(~blank & (tile > 0.5) & (chances.max(1, initial=0) >= _CERTAIN))
    own, sizes = colours[asked], np.log(mean_sides(quads) + 1e-6)
    either = chances[asked][:, [back, dragon]] / np.maximum(tile[asked], _LEAST)[:, None] + _LEAST
    look = np.log(either[:, 1]) - np.log(either[:, 0])
    apart = np.linalg.norm((own[:, None] - colours[faces]) * [_LIGHT, 1, 1], axis=2)
    hue = light = nearest = size = np.zeros(len(asked))
    if len(faces):
        usual = np.median(colours[faces], axis=0)
        hue = np.linalg.norm(own[:, 1:] - usual[1:], axis=1)
        light = np.log(np.maximum(own[:, 0], 1) / max(usual[0], 1.0))
        nearest = apart.min(1)
        size = sizes[asked] - np.median(sizes[faces])
    alike = same_colour(own)
    np.fill_diagonal(alike, 0)
    touch = touching(in_edges(quads, quads.mean(1)), sizes)
    row_faces, row_blanks = _in_whole_rows(touch, tile, blank)
    touch = touch[asked]
    in_row = _in_rows(touch[:, asked], touch[:, faces], tile[asked])
    another = tile[asked] * (1 - np.exp(-((nearest / _ANOTHER) ** 2)))
    weighed = {
        "look": np.clip(look, -_CLIP, _CLIP),
        "hue": hue,
        "light": light,
        "nearest": nearest,
        "faces": np.full(len(asked), np.log1p(len(faces))),
        "alike": np.log1p(alike @ tile[asked]),
        "framed": np.full(len(asked), with_frame.sum()),
        "beside": (touch[:, asked] * tile[asked]).max(1, initial=0),
        "size": size,
        "row": np.log1p(in_row.sum(1)),
        "in_row": np.where(in_row, apart, _FARTHEST).min(1, initial=_FARTHEST),
        "others": np.log1p(another.sum() - another),
        "row_faces": np.log1p(row_faces[asked]),
        "row_blanks": np.log1p(row_blanks[asked]),
    }
    return asked, np.column_stack([weighed[each] for each in EVIDENCE])


def _in_whole_rows(
    touch: FloatArray, tile: FloatArray, blank: BoolArray
) -> tuple[IntArray, IntArray]:
    """How many other tiles that are faces, and that are blank, are in the row of each find: (N,)
    each. A row is of finds that touch and are more likely tiles than not. touch: (N, N). tile:
    (N,), how likely each is a tile."""
    tiles = tile > 0.5
    touches = (touch > _TOUCHES) & tiles[:, None] & tiles
    faces, blanks = (tiles & ~blank).astype(int), (tiles & blank).astype(int)
    others = np.zeros((2, len(tile)), int)
    for row in map(list, hanging_together(touches | touches.T)):
        for count, each in zip(others, (faces, blanks), strict=True):
            count[row] = each[row].sum() - each[row]
    return others[0], others[1]


def _in_rows(blanks_touch: FloatArray, faces_touch: FloatArray, tile: FloatArray) -> BoolArray:
    """Which faces are in the row of each blank one: (B, F). Each touches it or a blank one in its
    row that is more likely a tile than not. blanks_touch: (B, B). faces_touch: (B, F). tile: (B,),
    how likely each blank one is a tile."""
    carries = tile > 0.5
    touches = (blanks_touch > _TOUCHES) & carries[:, None] & carries
    in_row = faces_touch > _TOUCHES
    for row in map(list, hanging_together(touches | touches.T)):
        in_row[row] = in_row[row].any(0)
    return np.asarray(in_row)
