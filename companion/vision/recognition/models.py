"""The models, loaded together, and what they see in a picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from companion.base.stopwatch import Stopwatch
from companion.vision.arrays import ByteArray
from companion.vision.recognition.blank import at_most_four_dragons, hidden_by_light
from companion.vision.recognition.blank_odds import BlankOdds, load_blank_odds
from companion.vision.recognition.bright_signs import in_both_lights, shows_bright_signs
from companion.vision.recognition.classify import Classifier, Named
from companion.vision.recognition.detect import Detector, Finds
from companion.vision.recognition.engine import load_model
from companion.vision.recognition.fuse import Look
from companion.vision.recognition.halves import Classify, completed
from companion.vision.recognition.large_faces import LargeFaces
from companion.vision.recognition.outlines import Outlines
from companion.vision.recognition.series import Series, load_series
from companion.vision.recognition.tile_odds import TileOdds, load_tile_odds
from companion.vision.recognition.which_are_tiles import any_tile


@dataclass(frozen=True, eq=False)
class Sight:
    """What finds tiles and names their faces; the odds then weigh what it says."""

    detector: Detector
    classifier: Classifier
    large_faces: LargeFaces

    def faces(self, pixels: ByteArray, finds: Finds, name: Classify) -> tuple[Finds, Named]:
        """The finds, half a tile replaced by the whole one, and what all looks at them show."""
        whole, named = completed(finds, name(finds.quads), name)
        return whole, self.large_faces(pixels, whole.quads, named)


@dataclass(frozen=True, eq=False)
class Models(Sight):
    """All that has learnt from pictures; models/README.md says what each does."""

    blank_odds: BlankOdds
    tile_odds: TileOdds
    series: Series

    def see(self, pixels: ByteArray, table: bool, timed: Stopwatch) -> Look:
        """Every find in a picture, named, with how probable it is that it is a tile.

        pixels: H × W × 3 uint8, RGB. table: a whole table is in it. Where bright signs on dark
        tiles are seen, the picture is looked at in its negative, too.
        """
        whole = timed("detect", lambda: self.detector.whole(pixels, table))
        finds = timed("detect", lambda: self.detector.closer(pixels, whole))
        seen = self._judged(pixels, finds, partial(self.classifier, pixels), timed)
        if any_tile(seen) and shows_bright_signs(pixels, finds.quads, finds.scores):
            both = timed("detect", lambda: self.detector.with_negative(pixels, whole))
            finds = timed("detect", lambda: self.detector.closer(pixels, both))
            seen = self._judged(pixels, finds, in_both_lights(self.classifier, pixels), timed)
        return seen

    def _judged(self, pixels: ByteArray, finds: Finds, name: Classify, timed: Stopwatch) -> Look:
        def judged() -> Look:
            whole, named = self.faces(pixels, finds, name)
            # What is blank is asked twice: once it is known which finds are tiles, the blank boxes
            # of a score sheet no longer count as tiles that look alike.
            guessed = self.blank_odds(pixels, whole.quads, named)
            odds = self.tile_odds(pixels, whole.quads, whole.scores, guessed)
            named = self.blank_odds(pixels, whole.quads, named.with_tile_odds(odds))
            told = hidden_by_light(at_most_four_dragons(named))
            return Look(whole.quads, whole.scores, told)

        return timed("classify", judged)


def load_sight(folder: Path | None = None) -> Sight:
    """folder: where other models than the shipped ones are.

    Raises ModelDamagedError, ResourceMissingError.
    """
    return Sight(
        Detector(load_model("detector", folder), Outlines(load_model("outlines", folder))),
        Classifier(load_model("classifier", folder)),
        LargeFaces(load_model("large_faces", folder)),
    )


def load_models(folder: Path | None = None) -> Models:
    """As `load_sight`, with what weighs the finds of a picture together."""
    sight = load_sight(folder)
    return Models(
        sight.detector,
        sight.classifier,
        sight.large_faces,
        load_blank_odds(folder),
        load_tile_odds(folder),
        load_series(folder),
    )
