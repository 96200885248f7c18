"""The log odds of a whole explanation: what only all parts of a hand together show."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.game.tiles import BACK, HAND_TILES, WINNING_TILES
from companion.vision.layout.lines import Chain
from companion.vision.layout.links import LOOSE
from companion.vision.layout.numbers import NUMBERS
from companion.vision.layout.order import order, sorted_as
from companion.vision.layout.parse import Parse
from companion.vision.layout.picture import Picture
from companion.vision.layout.rooms import Shares, missed
from companion.vision.layout.units import Unit

Values = tuple[tuple[str, int], ...]


class Explanation(Struct, frozen=True):
    """A hand.

    units: its parts. names: what its tiles are, by place, a back where one shows. finished: four
    sets and a pair, or a special hand. count: towards the fourteen. score: log odds. lines: the
    chains that it lies in. as_loose: sets held that make no whole hand, so that their tiles are
    like others. values: how many it has of each kind, backs valued. roomy: its tiles held with room
    for one that was not found; could_be: what that is.
    """

    units: tuple[Unit, ...]
    names: dict[int, str]
    finished: bool
    count: int
    score: float
    lines: tuple[Chain, ...]
    as_loose: tuple[Unit, ...]
    values: Values
    roomy: Unit | None = None
    could_be: Shares = ()

    @property
    def whole(self) -> bool:
        """It has as many tiles as a hand, finished or not."""
        return self.count in (HAND_TILES, WINNING_TILES)

    @property
    def key(self) -> object:
        """The same for explanations that say the same of every tile."""
        out = sorted(unit.tiles for unit in self.units if unit.melded)
        return tuple(sorted(self.names.items())), tuple(out)

    def at_odds(self, odds: float) -> Explanation:
        """With more log odds."""
        return replace(self, score=self.score + odds) if odds else self

    def beside(self, known: Counter[str]) -> Explanation:
        """Weighed with tiles of other hands, too: of a kind there are four."""
        over = sum(max(0, n + known[code] - 4) for code, n in self.values if known[code])
        return self.at_odds(NUMBERS["fifth_elsewhere"] * over)


def weighed(
    picture: Picture, chains: Sequence[int], parts: Sequence[Parse], score: float
) -> Explanation | None:
    """The explanation of these ways to part these chains; None where no tile is held.

    score: of the chains each by itself, and of how far they lie from each other.
    """
    loose = [unit for part in parts for unit in part.loose]
    sets_held = [unit for part in parts for unit in part.sets_held]
    rooms = sum([unit.room is not None for part in parts for unit in part.units])
    if not (loose or sets_held) or rooms > 1:
        return None
    if not sets_held and all(unit.region == "p" for unit in loose):
        return None  # what would the pair lie apart from?
    units = tuple([unit for part in parts for unit in part.units])
    out = [unit for part in parts for unit in part.laid_down]
    count = sum([part.count for part in parts])
    score += _together(parts) + _across(picture, chains, parts)
    score += NUMBERS["exposed"][min(sum([part.exposed for part in parts]), 4)]
    names = _shown(units)
    cost, flowers = picture.names.flowers([unit.tiles[0] for unit in units if unit.region == "f"])
    names |= flowers
    score -= cost
    beside = picture.sure_elsewhere([place for unit in units for place in unit.tiles])
    held = _held(picture, parts, loose, sets_held, count, names, out, beside)
    names |= held.names
    score += held.score + _for_count(count, held.finished)
    if set(names.values()) == {BACK}:
        return None
    values = _values(names, out)
    if not held.finished and any(number + beside[code] > 4 for code, number in values.items()):
        score -= _fifth_renamed(picture, names, values, beside, loose)
        values = _values(names, out)
    score += _beyond_four(values, beside)
    return Explanation(
        units=units,
        names=names,
        finished=held.finished,
        count=count,
        score=score,
        lines=tuple([picture.lines[chain] for chain in chains]),
        as_loose=held.as_loose,
        values=tuple(values.items()),
        roomy=held.roomy,
        could_be=held.could_be,
    )


class _Held(Struct, frozen=True):
    """What the tiles held say of a hand.

    score: log odds. finished: they finish it. names: what those are that lie in no set. as_loose,
    roomy and could_be: as of an explanation.
    """

    score: float
    finished: bool
    names: dict[int, str]
    as_loose: tuple[Unit, ...] = ()
    roomy: Unit | None = None
    could_be: Shares = ()


def _held(
    picture: Picture,
    parts: Sequence[Parse],
    loose: Sequence[Unit],
    sets: Sequence[Unit],
    count: int,
    shown: Mapping[int, str],
    out: Sequence[Unit],
    beside: defaultdict[str, int],
) -> _Held:
    """What the tiles held say. shown: what the other tiles of the hand are. out: its other sets.
    beside: how many of each kind surely lie beside the hand."""
    five = not loose and len(out) + len(sets) == 5
    score, finished, as_loose = _lying_as_sets(sets, count, five)
    places = [place for unit in (*loose, *as_loose) for place in unit.tiles]
    if not places:
        return _Held(score, finished, {})
    names = {place: picture.names.loose[place][0] for place in places}
    if not as_loose:
        score += _in_order(picture, parts)
    roomy = next((unit for unit in loose if unit.room is not None), None)
    others = _values({p: code for p, code in shown.items() if p not in names}, out)
    in_rows = () if as_loose else loose

    def over(told: Mapping[int, str]) -> float:
        """What it says of there being four of a kind that tiles held have such names."""
        codes = [code for code in {**names, **told}.values() if code != BACK]
        return _beyond_four(others + Counter(codes), beside)

    more = 0.0
    told: dict[int, str] = {}
    could_be: Shares = ()
    if roomy is not None and count == WINNING_TILES:
        more, could_be = missed(picture, roomy, places, _values({**shown, **names}, out))
    elif count == WINNING_TILES and len(places) % 3 == 2:
        more, told = _completed(picture, places, over)
        for unit in in_rows:
            gain, told = _as_they_lie(picture, unit, names, told)
            more += gain
    finished = bool(told or could_be)
    if not finished:
        more = picture.names.unfinished(places)
        for unit in in_rows:
            if unit.room is None:
                gain, better = _in_its_place(picture, unit, names, over)
                more += gain
                told |= better
    return _Held(score + more, finished, names | told, as_loose, roomy, could_be)


def _as_they_lie(
    picture: Picture, unit: Unit, names: Mapping[int, str], told: dict[int, str]
) -> tuple[float, dict[int, str]]:
    """What the order of a row held says more for the names that finish the hand, and these names.
    Of a hand two tiles are renamed at most. If both lie in this row, they exchange their names
    where the order speaks more for that than the eye speaks against it."""
    gain = _in_order_as(unit, names, told)
    renamed = [place for place in unit.tiles if place in told and told[place] != names[place]]
    if len(renamed) == 2:
        one, other = renamed
        exchanged = {**told, one: told[other], other: told[one]}
        other_gain = _in_order_as(unit, names, exchanged)
        other_gain -= picture.names.exchanged(one, other, told)
        if other_gain > gain:
            return other_gain, exchanged
    return gain, told


def _in_its_place(
    picture: Picture,
    unit: Unit,
    names: Mapping[int, str],
    over: Callable[[Mapping[int, str]], float],
) -> tuple[float, dict[int, str]]:
    """Another name for one tile of a row held, with which it lies in its place, and the log odds
    that this brings; nothing where the eye speaks more against every such name. over: what names
    say of there being four of a kind; no name makes a fifth."""
    codes = [names[place] for place in unit.tiles]
    most, better, four = 0.0, {}, over({})
    for k, place in enumerate(unit.tiles):
        for cost, code in picture.names.renamed_once(place):
            gain = sorted_as(codes, [*codes[:k], code, *codes[k + 1 :]]) - cost
            if gain > most and over({place: code}) >= four:
                most, better = gain, {place: code}
    return most, better


def _lying_as_sets(
    held: Sequence[Unit], count: int, five: bool
) -> tuple[float, bool, tuple[Unit, ...]]:
    """What sets held that lie as sets say, whether they finish the hand, and which of them count as
    loose tiles. They are a finished hand, or part of a small one; else their tiles are like others
    that are held.

    five: with those on the table they are five, and no other tile is held.
    """
    if not held:
        return 0.0, False, ()
    pairs = sum([unit.count == 2 for unit in held])
    if five and pairs == 1 and count == WINNING_TILES:
        return NUMBERS["set_by_set_with_gaps"], True, ()
    if count < HAND_TILES and pairs < 2:
        return NUMBERS["few_sets"], False, ()
    as_sets = sum([unit.piece.score for unit in held if unit.piece is not None])
    return NUMBERS["sets_of_no_hand"] - as_sets, False, tuple(held)


def _completed(
    picture: Picture, places: Sequence[int], over: Callable[[Mapping[int, str]], float]
) -> tuple[float, dict[int, str]]:
    """The log odds of tiles held that finish a hand, and what they are then; nothing where they
    rather do not. over: what names say of there being four of a kind."""
    complete = picture.names.completed(places, over)
    if complete is None:
        return 0.0, {}
    odds, named = complete
    unfinished = picture.names.unfinished(places) + NUMBERS["not_whole"] + over({})
    if odds + NUMBERS["won"] + over(named) <= unfinished:
        return 0.0, {}
    return odds, named


def _across(picture: Picture, chains: Sequence[int], parts: Sequence[Parse]) -> float:
    """What the tiles that lie across say of a hand: of those held one may be the winning tile; and
    who lays the called tile of a set across does so in every set."""
    lie_across = [picture.lies_across(chain) for chain in chains]
    if not any(lie_across):
        return 0.0
    held = called = plain = 0
    for across, part in zip(lie_across, parts, strict=True):
        for unit in part.units:
            if unit.region in LOOSE + "s":
                held += len(across.intersection(unit.tiles))
            elif unit.called:
                called += not across.isdisjoint(unit.tiles)
                plain += across.isdisjoint(unit.tiles)
    score: float = NUMBERS["across_twice"] * max(0, held - 1)
    if called:
        score += NUMBERS["called_plain"] * (plain + held)
    return score


def no_hand() -> float:
    """The log odds that no tile of the picture is of a hand."""
    return _for_count(0, finished=False)


def _together(parts: Sequence[Parse]) -> float:
    """That tiles held mostly lie in one place, but for one that lies alone, the winning one."""
    score: float = NUMBERS["more_stretches"] * max(0, sum([bool(p.stretches) for p in parts]) - 1)
    score += NUMBERS["more_alone"] * max(0, sum([p.lone for p in parts]) - 1)
    mixed = sum([part.holds and part.lays_down for part in parts])
    if mixed and sum([part.holds for part in parts]) > 1:
        score += NUMBERS["held_beside_sets"] * mixed
    return score


def _shown(units: Sequence[Unit]) -> dict[int, str]:
    """What the tiles of sets show."""
    names: dict[int, str] = {}
    for unit in units:
        if unit.piece is not None:
            names.update(unit.piece.shown(unit.tiles))
    return names


def _fifth_renamed(
    picture: Picture,
    names: dict[int, str],
    values: Counter[str],
    beside: defaultdict[str, int],
    loose: Sequence[Unit],
) -> float:
    """Where there would be five of a kind, one is something else, if the eye allows that: a loose
    tile, which gets another name and may then lie out of order, or one beside the hand, which
    counts no more in `beside`. Says what that costs."""
    cost = 0.0
    for code, number in values.items():
        if number + beside[code] <= 4:
            continue
        others = [
            (costs - _in_order_as(unit, names, {place: name}), name, place)
            for unit in loose
            for place in unit.tiles
            if names[place] == code
            for costs, name in picture.names.renamed_once(place)
        ]
        others += [
            (costs, name, place)
            for place in picture.surely(code, names)
            for costs, name in picture.names.renamed_once(place)
        ]
        if others and min(others)[0] < -NUMBERS["fifth"]:
            least, name, place = min(others)
            cost += least
            if place in names:
                names[place] = name
            else:
                beside[code] -= 1
    return cost


def _in_order_as(unit: Unit, names: Mapping[int, str], others: Mapping[int, str]) -> float:
    """What the order of tiles held says more where some of them have other names."""
    if others.keys().isdisjoint(unit.tiles):
        return 0.0
    now = [others.get(place, names[place]) for place in unit.tiles]
    return order(now) - order([names[place] for place in unit.tiles])


def _for_count(count: int, finished: bool) -> float:
    share: float = NUMBERS["count_off"] + NUMBERS["count_step"] * abs(count - HAND_TILES)
    if finished:
        share = NUMBERS["won"]
    elif count == HAND_TILES:
        share = NUMBERS["lost"]
    elif count == WINNING_TILES:
        share = NUMBERS["not_whole"]
    return share


def _values(names: Mapping[int, str], out: Sequence[Unit]) -> Counter[str]:
    """How many tiles of each kind a hand has, backs and unseen tiles of its sets among them."""
    values = Counter(names.values())
    for unit in out:
        if unit.piece is not None and unit.piece.kind != "chow":
            down = sum(names[place] == BACK for place in unit.tiles)
            values[unit.piece.codes[0]] += down + unit.piece.unseen
    del values[BACK]
    return values


def _beyond_four(values: Counter[str], beside: defaultdict[str, int]) -> float:
    """Of a kind there are four, of a flower one. beside: what lies beside the hand."""
    score = 0.0
    for code, number in values.items():
        if code[1] == "f":
            score += NUMBERS["flower_twice"] * (number - 1)
        elif number > 4:
            score += NUMBERS["fifth"] * (number - 4)
        else:
            over = number + beside[code] - 4
            score += NUMBERS["fifth_elsewhere"] * max(0, over)
    return score


def _in_order(picture: Picture, parts: Sequence[Parse]) -> float:
    """What the order of tiles held in several rows says beyond that of each: they are sorted as
    one, but for one that lies alone."""
    held = [part for part in parts if part.stretches and not part.lone]
    if len(held) < 2:
        return 0.0
    rows = [[place for unit in part.stretches for place in unit.tiles] for part in held]
    points = picture.rulers.points
    rows.sort(key=lambda row: sum(points[place].imag for place in row) / len(row))
    codes = [code for code, _ in picture.names.loose]
    ways = rows, rows[::-1]
    best = max(order([codes[p] for row in way for p in row], in_sets=False) for way in ways)
    gain = best - sum(part.order for part in held) - math.log(len(ways))
    return max(0.0, gain)


def by_seat(each: Explanation, picture: Picture) -> float:
    """The log odds of the hand that a photograph is about: near the camera, its faces upright."""
    downs, facing = picture.rulers.downs, picture.rulers.facing
    votes = sum(downs[p].imag / abs(downs[p]) for p in each.names if facing[p])
    away = 1 - 2 * votes / len(each.names) if votes else 1.0
    turned: float = NUMBERS["up"] * max(0.0, min(2.0, away))
    return nearness(picture, each.names) + turned


def nearness(picture: Picture, places: Collection[int]) -> float:
    """The log odds of the hand that a photograph is about lying where these finds do."""
    points = picture.rulers.points
    low = sum(points[place].imag for place in places) / len(places) / picture.height
    score: float = NUMBERS["near"] * (1 - low)
    return score
