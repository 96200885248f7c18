"""Photographs of a set laid out in a known order → a profile of that set.

There are two steps, so that a person can check in between. `Enroller.propose` finds the tiles,
compares them with the order and says what it doubts. `accept` makes the profile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.base.errors import MalformedError, NotAllowedError
from companion.game.tiles import BACK, BONUS, KINDS, SPECIALS, words
from companion.vision.arrays import ByteArray, FloatArray
from companion.vision.geometry import sides
from companion.vision.recognition.classify import NOT_A_TILE, Classifier, Named
from companion.vision.recognition.detect import Detector
from companion.vision.recognition.photo import Source, load_photo
from companion.vision.recognition.upright import upright
from companion.vision.tile_sets.align import align
from companion.vision.tile_sets.order import STANDARD, Picture
from companion.vision.tile_sets.profile import Profile
from companion.vision.tile_sets.rows import find_rows
from companion.vision.tile_sets.thumbnails import SIDE, cut

# Set by hand, if no other source is named. `datasets/results/numbers.csv` says what other values
# change, as `datasets.vary` prints it.
_FLOOR = 1e-3
"""The least probability of the trained model that is believed, since it does not know this set."""
_UNKNOWN = 0.05
"""Probability that the trained model gives to a tile it was never shown."""
_SKIP = 9.0
"""Cost of leaving out a tile of the order, or a find. It is higher than the cost of two tiles
that look alike, so that two tiles in each other's place are not taken for gaps."""
_TWO_IN_ONE = 1.6
"""Area, in that of the middle outline of its row, from which an outline may cover two tiles."""
_NO_TILE = 1.0
"""Cost of leaving out a find that does not look like a tile."""
_IN_A_GAP = 3.0
"""What is taken off the cost of a missing tile if the finds leave a gap for it."""
_UPRIGHT = 4.0
"""Weight of the way up of an unknown face, which must point to the head of the rows."""
_CHANGED_OVER = np.log(20.0)
"""Log of how much more probable two tiles must be in each other's place."""
_FOUND = 0.75
"""The least part of the order's tiles that must be found, for the picture to show the order. Set by
hand, not measured."""
_LEAST_AREA = 16
"""Square pixels of an outline that a person gives for a tile; a smaller one is a slip. Set by hand,
not measured."""
_MANY = 12
"""Tiles from which the program judges whether a picture shows the order at all. Set by hand, not
measured."""
_TURN_AGAINST = 8.0
"""How much better an order must fit if the picture is turned upside down."""


class PicturesDifferError(NotAllowedError):
    def __init__(self, photos: int, pictures: int) -> None:
        super().__init__(
            f"The order describes {pictures} photograph{'s' * (pictures != 1)} and"
            f" {photos} {'is' if photos == 1 else 'are'} given; a blank line in the order stands"
            " between two photographs.",
            "order",
        )


class OrderDiffersError(NotAllowedError):
    def __init__(self, photo: int, found: Sequence[int], wanted: Sequence[int]) -> None:
        seen = ", ".join(map(str, found)) or "none"
        super().__init__(
            f"Photograph {photo} shows rows of {seen} tiles, and the order has rows of"
            f" {', '.join(map(str, wanted))}; lay the tiles in that order with a finger's width"
            " between the rows, and photograph them from above.",
            "photo",
        )


class NoFaceThereError(MalformedError):
    sentence = "The outline of the tile is not four points of the picture; mark the tile again."
    field = "quad"


@dataclass(frozen=True, eq=False)
class FacePlace:
    """A tile of the order with the find at its place.

    photo, row, column: its place in the order, from 0. code: what the order says. face: its
    thumbnail, upright. quad: (4, 2), pixels of the photograph. seen, confidence: what the trained
    model takes it for. doubt: why a person should look, or "". kept: False if a person left it out.
    """

    photo: int
    row: int
    column: int
    code: str
    face: ByteArray
    quad: FloatArray
    seen: str
    confidence: float
    doubt: str = ""
    kept: bool = True


@dataclass(frozen=True, eq=False)
class Proposal:
    """What would be enrolled. The page shows `places` as a grid and marks the doubtful ones.

    missing: codes of the order that were not found. changed_over: pairs of place numbers whose
    tiles seem to lie in each other's place. extra: finds that the order does not name. proportion:
    see `Profile`.
    """

    places: tuple[FacePlace, ...]
    missing: tuple[str, ...] = ()
    changed_over: tuple[tuple[int, int], ...] = ()
    extra: int = 0
    proportion: float | None = None

    @property
    def doubtful(self) -> tuple[int, ...]:
        """Numbers of the places at which a person should look."""
        return tuple(n for n, place in enumerate(self.places) if place.doubt)

    def with_code(self, number: int, code: str) -> Proposal:
        """With a place that a person corrected."""
        return self._with(number, replace(self.places[number], code=code, doubt=""))

    def left_out(self, number: int, kept: bool = False) -> Proposal:
        """With a place left out, or taken in again. All places keep their numbers."""
        return self._with(number, replace(self.places[number], kept=kept, doubt=""))

    def exchanged(self, one: int, other: int) -> Proposal:
        """With the codes of two places exchanged, as the tiles really lay."""
        a, b = self.places[one], self.places[other]
        return self.with_code(one, b.code).with_code(other, a.code)

    def _with(self, number: int, place: FacePlace) -> Proposal:
        places = (*self.places[:number], place, *self.places[number + 1 :])
        pairs = tuple(pair for pair in self.changed_over if number not in pair)
        return replace(self, places=places, changed_over=pairs)

    def questions(self) -> tuple[str, ...]:
        """What a person is asked first: tiles in each other's place, and doubtful tiles."""
        asked = [
            f"{_where(self.places[a])} and {_where(self.places[b])} seem to lie in each other's"
            f" place: the order says {words(self.places[a].code)} and {words(self.places[b].code)}."
            for a, b in self.changed_over
        ]
        in_pairs = {number for pair in self.changed_over for number in pair}
        asked += [
            f"{_where(self.places[n])}: the order says {words(self.places[n].code)},"
            f" {self.places[n].doubt}."
            for n in self.doubtful
            if n not in in_pairs
        ]
        return tuple(asked)


class Enroller:
    """Finds the tiles of a set in photographs, with the models of a `Reader`."""

    def __init__(self, detector: Detector, classifier: Classifier) -> None:
        self._detector = detector
        self._classifier = classifier

    def propose(
        self,
        photos: Sequence[Source],
        order: Sequence[Picture] = (STANDARD,),
        one_by_one: Callable[[Sequence[Source]], Iterable[Source]] = iter,
    ) -> Proposal:
        """Compare the tiles of the photographs with the order. One photograph, or one for each
        `Picture`.

        one_by_one: goes through the photographs, and may tell somebody how far it is.
        If the order has one picture and there are several photographs, each of them shows that
        picture. Raises PicturesDifferError, OrderDiffersError, and what `load_photo` raises.
        """
        order = tuple(order) * len(photos) if len(order) == 1 else tuple(order)
        if len(order) != len(photos):
            raise PicturesDifferError(len(photos), len(order))
        parts = [
            self._one(number, photo, picture)
            for number, (photo, picture) in enumerate(zip(one_by_one(photos), order, strict=True))
        ]
        places = tuple(place for part in parts for place in part.places)
        first = np.cumsum([0, *(len(part.places) for part in parts)])
        return Proposal(
            places,
            tuple(code for part in parts for code in part.missing),
            tuple(
                (int(a + start), int(b + start))
                for part, start in zip(parts, first, strict=False)
                for a, b in part.changed_over
            ),
            sum(part.extra for part in parts),
            float(np.median([part.proportion for part in parts])) if parts else None,
        )

    def _one(self, number: int, source: Source, wanted: Picture) -> Proposal:
        photo = load_photo(source)
        finds = self._detector(photo.pixels)
        named = self._classifier(photo.pixels, finds.quads)
        laying = _lay(finds.quads, named, wanted)
        if laying is None:
            likely = named.probabilities[:, named.codes.index(NOT_A_TILE)] < 0.5
            rows = find_rows(finds.quads[likely])
            raise OrderDiffersError(number + 1, [len(r) for r in rows], [len(r) for r in wanted])
        chances, laid = _Chances(named), laying.finds
        as_ordered = [
            find for (row, column), find in laid.items()
            if chances.best(find)[0] == wanted[row][column]
        ]  # fmt: skip
        ways = _ways_up(finds.quads, laying.up)
        ways[as_ordered] = named.ways[as_ordered]
        quads = upright(finds.quads, ways, named.best)
        faces = cut(photo.pixels, quads)
        across, along = sides(finds.quads)
        size = across * along
        usual = {
            row: float(np.median([size[find] for (other, _), find in laid.items() if other == row]))
            for row in {row for row, _ in laid}
        }
        places = []
        for (row, column), find in sorted(laid.items()):
            code = wanted[row][column]
            if code is None:
                continue
            seen, confidence = chances.best(find)
            doubt = chances.doubt(find, code)
            if size[find] > _TWO_IN_ONE * usual[row]:
                doubt = "and it is as large as two of its row"
            if row in laying.unclear and not chances.knows(code):
                doubt = doubt or "and another tile of its row was not found"
            places.append(
                FacePlace(number, row, column, code, faces[find], quads[find] * photo.scale,
                      seen, confidence, doubt)
            )  # fmt: skip
        wanted_places = [
            (r, c) for r, row in enumerate(wanted) for c, code in enumerate(row) if code
        ]
        missing = tuple(str(wanted[r][c]) for r, c in wanted_places if (r, c) not in laid)
        finds_of = [laid[place.row, place.column] for place in places]
        tiles = (named.probabilities[:, named.codes.index(NOT_A_TILE)] < 0.5).sum()
        return Proposal(
            tuple(places),
            missing,
            tuple(_changed_over(chances, finds_of, [place.code for place in places])),
            max(0, int(tiles) - len(laid)),
            round(float(np.median((along / across)[list(laid.values())])), 3),
        )


def accept(proposal: Proposal, name: str, before: Profile | None = None) -> Profile:
    """The profile of a proposal that a person has checked.

    before: a profile to add to. It keeps what it has, so a set can be enrolled in parts, and a tile
    more than once.
    """
    profile = before or Profile(name)
    kept = [place for place in proposal.places if place.kept]
    for place in kept:
        profile = profile.with_example(place.face, place.code, "enrolled")
    backs = [place.face for place in kept if place.code == BACK]
    middle = slice(SIDE // 4, -SIDE // 4)
    back = profile.back
    if backs:
        red, green, blue = np.median(np.stack(backs)[:, middle, middle], axis=(0, 1, 2))
        back = (int(red), int(green), int(blue))
    return replace(
        profile, name=name, back=back, proportion=profile.proportion or proposal.proportion
    )


def face_of(photo: Source, quad: Sequence[Sequence[float]]) -> ByteArray:
    """The thumbnail of one tile of a photograph, for `Profile.with_example`.

    quad: the tile's `quad` in the reading, in pixels of the photograph, from the face's own top
    left. Raises NoFaceThereError, and what `load_photo` raises.
    """
    try:
        corners = np.array(quad, np.float32)
    except (ValueError, TypeError):
        raise NoFaceThereError from None
    loaded = load_photo(photo)
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise NoFaceThereError
    size = np.array([loaded.width, loaded.height])
    middle = corners.mean(axis=0)
    if abs(cv2.contourArea(corners)) < _LEAST_AREA or (middle < 0).any() or (middle > size).any():
        raise NoFaceThereError
    face: ByteArray = cut(loaded.pixels, corners[None] / loaded.scale)[0]
    return face


def as_picture(proposal: Proposal) -> ByteArray:
    """A picture of the proposal: thumbnails with their codes, the doubtful ones framed in red.

    Returns H × W × 3 uint8, RGB.
    """
    margin, line = 6, 18
    wide = max((place.column for place in proposal.places), default=0) + 1
    rows = sorted({(place.photo, place.row) for place in proposal.places})
    cell = np.array([SIDE + 2 * margin, SIDE + 2 * margin + line])
    sheet = np.full((int(cell[1]) * max(1, len(rows)), int(cell[0]) * wide, 3), 250, np.uint8)
    marked = {*proposal.doubtful, *(n for pair in proposal.changed_over for n in pair)}
    for number, place in enumerate(proposal.places):
        x, y = place.column * int(cell[0]), rows.index((place.photo, place.row)) * int(cell[1])
        if number in marked:
            sheet[y : y + cell[1], x : x + cell[0]] = (214, 40, 40)
        sheet[y + margin : y + margin + SIDE, x + margin : x + margin + SIDE] = place.face
        ink = (255, 255, 255) if number in marked else (30, 30, 30)
        at = (x + margin, y + SIDE + margin + line - 4)
        cv2.putText(sheet, place.code, at, cv2.FONT_HERSHEY_SIMPLEX, 0.5, ink, 1, cv2.LINE_AA)
    return sheet


class _Chances:
    """Log odds of each find, by the trained model: for tiles that it knows, and for others."""

    def __init__(self, named: Named) -> None:
        self._codes = [code for code in named.codes if code != NOT_A_TILE]
        self._kinds = np.delete(named.probabilities, named.codes.index(NOT_A_TILE), axis=1)
        self.no_tile = named.probabilities[:, named.codes.index(NOT_A_TILE)]

    def knows(self, code: str | None) -> bool:
        """Whether the trained model was ever shown such a tile. Special tiles differ in every
        set."""
        return code in self._codes and code not in SPECIALS

    def extra(self, find: int | None) -> float:
        """Cost of a find that the order does not name, or of a gap between finds."""
        if find is None:
            return 0.0
        return _NO_TILE if self.no_tile[find] > 0.5 else _SKIP

    def log(self, find: int | None, code: str | None) -> float:
        if find is None:
            return float(_IN_A_GAP - _SKIP)
        if code not in self._codes:
            return float(np.log(_UNKNOWN))
        least = _UNKNOWN if code in SPECIALS else _FLOOR
        return float(np.log(max(self._kinds[find, self._codes.index(code)], least)))

    def best(self, find: int) -> tuple[str, float]:
        place = int(self._kinds[find].argmax())
        return self._codes[place], float(self._kinds[find, place])

    def doubt(self, find: int, code: str) -> str:
        if self.no_tile[find] > 0.5:
            return "and it hardly looks like a tile"
        seen, confidence = self.best(find)
        if code in BONUS and seen in BONUS:
            return ""  # every set numbers its flowers differently
        against = confidence > 0.5 and self.log(find, code) < np.log(confidence / 5)
        return (
            f"and it looks like {words(seen)}"
            if self.knows(code) and seen != code and against
            else ""
        )


@dataclass(frozen=True, eq=False)
class _Laying:
    """How an order lies on a picture.

    finds: (row, column) of the order → find. unclear: rows with a missing tile whose gap is not
    seen. up: (2,), pixels, from the foot of the rows to their head.
    """

    finds: dict[tuple[int, int], int]
    unclear: frozenset[int]
    up: FloatArray


def _lay(quads: FloatArray, named: Named, wanted: Picture) -> _Laying | None:
    """The order on the picture, turned as it fits best. None if it does not fit."""
    if not len(quads):
        return None
    chances = _Chances(named)
    best: tuple[float, _Laying] | None = None
    for turn in range(4):
        turned = _turned(quads, turn)
        up = _turned(np.array([0.0, -1.0]), -turn)
        cost, finds, unclear = _lay_rows(turned, wanted, chances)
        cost += _TURN_AGAINST * (turn != 0)
        if best is None or cost < best[0]:
            best = cost, _Laying(finds, unclear, up)
    assert best is not None
    laying = best[1]
    asked = sum(len(row) for row in wanted)
    enough = len(laying.finds) >= _FOUND * asked
    return laying if enough and _plausible(laying.finds, wanted, chances) else None


def _ways_up(quads: FloatArray, up: FloatArray) -> FloatArray:
    """How probable each start of quads (N, 4, 2) is if their faces point `up`: (N, 4)."""
    tops = (quads + np.roll(quads, -1, axis=1)) / 2 - quads.mean(axis=1, keepdims=True)
    along = tops @ up / (np.linalg.norm(tops, axis=2) + 1e-9)
    odds = np.exp(_UPRIGHT * along)
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def _plausible(laid: dict[tuple[int, int], int], wanted: Picture, chances: _Chances) -> bool:
    """Whether the picture shows this order at all.

    More than half of many tiles look like what they are, even in a set that nobody trained on.
    """
    alike = [
        chances.best(find)[0] == wanted[row][column]
        for (row, column), find in laid.items()
        if wanted[row][column] in KINDS
    ]
    return len(alike) < _MANY or sum(alike) > len(alike) / 2


def _turned(quads: FloatArray, quarters: int) -> FloatArray:
    """The picture's points after so many quarter turns of the picture."""
    turn = np.linalg.matrix_power(np.array([[0, -1], [1, 0]]), quarters)
    out: FloatArray = quads @ turn
    return out


def _lay_rows(
    quads: FloatArray, wanted: Picture, chances: _Chances
) -> tuple[float, dict[tuple[int, int], int], frozenset[int]]:
    """Match the rows found with the rows of the order, and their tiles, at the least cost.

    Returns the cost, (row, column) → find, and the rows with a missing tile whose gap is not seen.
    """
    rows = [_with_gaps(row, quads) for row in find_rows(quads)]
    pairs: dict[tuple[int, int], list[tuple[int, int]]] = {}
    costs = np.zeros((len(rows), len(wanted)))
    extra = [np.array([chances.extra(find) for find in row]) for row in rows]
    for i, row in enumerate(rows):
        for j, codes in enumerate(wanted):
            against = np.array([[-chances.log(find, code) for code in codes] for find in row])
            costs[i, j], pairs[i, j] = align(against, extra[i], np.full(len(codes), _SKIP))
    lone = np.array([each.sum() for each in extra])
    cost, matched = align(costs, lone, np.array([_SKIP * len(codes) for codes in wanted]))
    laid = {
        (j, column): find
        for i, j in matched
        for at, column in pairs[i, j]
        if (find := rows[i][at]) is not None
    }
    unclear = frozenset(j for i, j in matched if len(pairs[i, j]) < len(wanted[j]))
    return cost, laid, unclear


def _with_gaps(row: Sequence[int], quads: FloatArray) -> list[int | None]:
    """A row found, with None where there is room for a tile between two finds."""
    middles = quads[list(row)].mean(axis=1)
    steps = np.linalg.norm(np.diff(middles, axis=0), axis=1)
    spaced: list[int | None] = list(row[:1])
    for find, step in zip(row[1:], steps, strict=True):
        spaced += [None] * (round(float(step / np.median(steps))) - 1)
        spaced.append(find)
    return spaced


def _changed_over(
    chances: _Chances, finds: Sequence[int], codes: Sequence[str]
) -> Iterator[tuple[int, int]]:
    """Pairs of places whose tiles would fit much better in each other's place. Each place once."""
    log = np.array([[chances.log(find, code) for code in codes] for find in finds])
    if not len(log):
        return
    gain = log + log.T - np.diag(log)[:, None] - np.diag(log)[None]
    taken: set[int] = set()
    for flat in np.argsort(-np.triu(gain, 1), axis=None):
        a, b = (int(n) for n in np.unravel_index(flat, gain.shape))
        if a >= b or gain[a, b] < _CHANGED_OVER:
            break
        if not {a, b} & taken:
            taken |= {a, b}
            yield a, b


def _where(place: FacePlace) -> str:
    return f"Photograph {place.photo + 1}, row {place.row + 1}, tile {place.column + 1}"
