"""From weighed explanations to what is said of a hand: readings, reasons, and what to ask."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from msgspec.structs import replace

from companion.game.hand import Meld
from companion.game.tiles import (
    BACK,
    BONUS_SET,
    HAND_TILES,
    KIND_SET,
    KINDS,
    WHITE,
    WINNING_TILES,
    tally,
    words,
)
from companion.rules.patterns.special_hands import SHAPES
from companion.rules.scoring.divide import Part
from companion.seen.reading import (
    Decided,
    FaceDown,
    Group,
    HandReading,
    ReadHand,
    SeenHand,
    SeenTile,
    is_no_tile,
)
from companion.vision.layout.familiar import familiar
from companion.vision.layout.links import HELD, LOOSE
from companion.vision.layout.numbers import NUMBERS
from companion.vision.layout.picture import Picture
from companion.vision.layout.pieces import Piece
from companion.vision.layout.rooms import beside_room
from companion.vision.layout.sets import divisions, in_order
from companion.vision.layout.units import Unit
from companion.vision.layout.weigh import Explanation


@dataclass(frozen=True)
class Answer:
    """read: the hand and every likely way to read it. of: the explanation that it is read off.
    named: what its tiles are, by place. warnings: what a person has to look at, a sentence each."""

    read: ReadHand
    of: Explanation
    named: dict[int, SeenTile]
    warnings: tuple[str, ...]


@dataclass
class _Way:
    """One way to read the hand, and how likely it is among all."""

    chance: float
    groups: tuple[Group, ...]
    hand: SeenHand
    of: Explanation


def answer(
    picture: Picture, found: Sequence[Explanation], others: AbstractSet[int] = frozenset()
) -> Answer:
    """What explanations of one hand, likeliest first and at least one, say together. others: the
    tiles of other hands."""
    ways = _weighed_ways(picture, found)
    best = ways[0]
    least = NUMBERS["least_reading"]
    kept = [way for way in ways if way.of is best.of or way.chance >= least]
    kept = kept[: NUMBERS["readings"]]
    shared = set.intersection(*(set(map(_unordered, way.groups)) for way in kept))
    chance = _as_named(picture, best) * familiar(picture, best.of, others)
    readings = tuple(
        HandReading(
            way.groups,
            way.hand,
            way.chance * chance,
            tuple(k for k, group in enumerate(way.groups) if _unordered(group) in shared),
        )
        for way in kept
    )
    named = {place: _named(picture.tiles[place], code) for place, code in best.of.names.items()}
    read = ReadHand(
        best.groups,
        best.hand,
        readings,
        _proposed_win(picture, best.of),
        _face_down(best),
        _decided(picture, best.of, named),
    )
    return Answer(read, best.of, named, _left_open(picture, best, ways))


def _weighed_ways(picture: Picture, found: Sequence[Explanation]) -> list[_Way]:
    """Every way to read the hand, those that say the same taken together. The hand that is
    likeliest comes first, then its likeliest way. found: likeliest first, at least one."""
    weights = [math.exp(each.score - found[0].score) for each in found]
    whole = sum(weights)
    ways: dict[object, _Way] = {}
    for each, weight in zip(found, weights, strict=True):
        if weight / whole < NUMBERS["least_reading"] / 2 and ways:
            continue
        for share, groups, hand in ways_to_part(each):
            key = frozenset(map(_unordered, groups)), _as_key(hand)
            known = ways.setdefault(key, _Way(0.0, groups, hand, each))
            known.chance += share * weight / whole
    of_hand: Counter[object] = Counter()
    for way in ways.values():
        of_hand[_as_key(way.hand)] += way.chance  # type: ignore[assignment]
    return sorted(ways.values(), key=lambda way: (-of_hand[_as_key(way.hand)], -way.chance))


def _as_named(picture: Picture, way: _Way) -> float:
    """How likely the faces of a hand are what they are called, as far as its sets do not show it: a
    run shows it, while tiles that are alike may all be taken for the same other one."""
    chance = 1.0
    for group in way.groups:
        if group.kind == "chow":
            continue
        by_code: dict[str, list[float]] = defaultdict(list)
        for place in group.tiles:
            code = way.of.names[place]
            tile = picture.tiles[place]
            if code != BACK:
                by_code[code].append(dict(tile.alternatives).get(code, tile.confidence))
        chance *= math.prod(max(chances) for chances in by_code.values())
    return chance


def _as_key(hand: SeenHand) -> object:
    return (
        tuple(sorted(hand.concealed)),
        tuple(sorted((m.kind, m.tiles, m.concealed) for m in hand.melds)),
        tuple(sorted(hand.bonus)),
    )


def _unordered(group: Group) -> tuple[frozenset[int], str, bool]:
    return frozenset(group.tiles), group.kind, group.concealed


def ways_to_part(each: Explanation) -> Iterator[tuple[float, tuple[Group, ...], SeenHand]]:
    """The ways to part the tiles held, with the share of each."""
    groups: list[Group] = []
    concealed: list[str] = []
    melds: list[Meld] = []
    loose: list[int] = []
    bonus: list[int] = []
    for unit in each.units:
        piece = unit.piece
        if unit.region == "f":
            bonus += unit.tiles
        elif piece is None or (unit in each.as_loose):
            loose += unit.tiles
        else:
            held = unit.region in "skK"
            groups.append(Group(unit.tiles, piece.kind, held))
            codes = tuple(sorted(piece.codes))
            if unit.region == "s":
                concealed += codes
            else:
                melds.append(Meld(kind=piece.kind, tiles=codes, concealed=held))  # type: ignore[arg-type]
    concealed += [each.names[p] for p in loose]
    if bonus:
        groups.append(Group(tuple(bonus), "bonus", False))
    codes = tuple(each.names[p] for p in bonus)
    hand = SeenHand(tuple(concealed), tuple(melds), codes)
    if each.could_be:
        own = (*([Group(tuple(loose), "loose", True)] if loose else []), *groups)
        for code, share in each.could_be:
            yield share, own, SeenHand((*concealed, code), tuple(melds), codes)
        return
    parted = _divided(loose, each.names) if each.finished else []
    if not parted:
        yield 1.0, ((*([Group(tuple(loose), "loose", True)] if loose else []), *groups)), hand
        return
    weights = [NUMBERS["scattered"] ** sum(_is_apart(loose, g) for g in way) for way in parted]
    for weight, way in zip(weights, parted, strict=True):
        yield weight / sum(weights), (*way, *groups), hand


def _divided(places: Sequence[int], names: dict[int, str]) -> list[tuple[Group, ...]]:
    """Every way to part tiles into sets and a pair; as they lie first."""
    codes = [names[p] for p in places]
    if not places or BACK in codes:
        return []
    found: list[tuple[Group, ...]] = []
    known = set()
    as_laid = in_order(codes, kongs=False)
    if as_laid is not None:
        known.add(tuple(sorted(tuple(sorted(piece.codes)) for piece in as_laid)))
        start, laid = 0, []
        for piece in as_laid:
            laid.append(Group(tuple(places[start : start + len(piece.codes)]), piece.kind, True))
            start += len(piece.codes)
        found.append(tuple(laid))
    for division in divisions(codes):
        if tuple(sorted(part.tiles for part in division)) not in known:
            found.append(_placed(division, places, codes))
    return found


def _placed(
    division: Sequence[Part], places: Sequence[int], codes: Sequence[str]
) -> tuple[Group, ...]:
    """A division as groups of places, in the order in which they lie."""
    at: dict[str, list[int]] = defaultdict(list)
    for place, code in zip(places, codes, strict=True):
        at[code].append(place)
    groups = [
        Group(tuple([at[code].pop(0) for code in part.tiles]), part.kind, True) for part in division
    ]
    order = {place: k for k, place in enumerate(places)}
    return tuple(sorted(groups, key=lambda group: order[group.tiles[0]]))


def _is_apart(places: Sequence[int], group: Group) -> bool:
    """Whether tiles of others lie between those of a group."""
    order = {place: k for k, place in enumerate(places)}
    at = [order[place] for place in group.tiles]
    return max(at) - min(at) >= len(at)


def _named(tile: SeenTile, code: str) -> SeenTile:
    """The tile as this code. Where the rules say another one than the eye, nobody is sure."""
    if code == tile.code:
        return tile
    seen = tile.alternatives or ((tile.code, tile.confidence),)
    return replace(
        tile,
        code=code,
        confidence=dict(seen).get(code, 0.0),
        alternatives=seen,
        sure=False,
        by_rule=True,
    )


def _proposed_win(picture: Picture, chosen: Explanation) -> int | None:
    """The tile that lies as the books lay the winning one, across the row or on top of it (Harr
    p. 67); else alone, apart from a hand that it completes. None where none does, or several."""
    if not chosen.finished:
        return None
    across = {p for line in chosen.lines for p in (*line.sideways, *line.out_of_row)}
    held = [u for u in chosen.units if u.region in LOOSE + "s"]
    marked = [p for u in held for p in u.tiles if p in across]
    marked += [p for u in chosen.units if u.region == "x" for p in _drawn(picture, u, across)]
    if not marked and len(held) > 1:
        marked = [u.tiles[0] for u in held if len(u.tiles) == 1]
    marked = [p for p in marked if chosen.names[p] in KIND_SET]
    return marked[0] if len(marked) == 1 else None


def _drawn(picture: Picture, unit: Unit, out_of_line: AbstractSet[int]) -> list[int]:
    """The tile of a set that lies on the others, not across them as a called one may."""
    if unit.drawn is not None:
        return [unit.drawn]
    if unit.piece is None or unit.piece.kind != "chow":
        return []
    lies_across = picture.rulers.across
    return [
        p for p in unit.tiles if p in out_of_line and not any(lies_across[p, q] for q in unit.tiles)
    ]


def _face_down(way: _Way) -> tuple[FaceDown, ...]:
    """The face-down tiles of a hand, with their values where their neighbours force them."""
    chosen, hand = way.of, way.hand
    known = [
        FaceDown(p, unit.piece.codes[0])
        for unit in chosen.units
        if unit.piece is not None and unit.piece.turned
        for p in unit.tiles
        if chosen.names[p] == BACK
    ]
    loose = [p for u in chosen.units if u.region in LOOSE for p in u.tiles]
    unknown = [p for p in loose if chosen.names[p] == BACK]
    could_be = _completing(chosen, loose, hand) if len(unknown) == 1 else ()
    return tuple(sorted(known, key=lambda down: down.tile)) + tuple(
        FaceDown(p, None, could_be) for p in unknown
    )


def _completing(chosen: Explanation, loose: Sequence[int], hand: SeenHand) -> tuple[str, ...]:
    """What the one tile of which nobody knows the face would have to be in a hand that won."""
    if chosen.count != WINNING_TILES:
        return ()
    shown = [chosen.names[p] for p in loose if chosen.names[p] != BACK]
    used = Counter([*hand.concealed, *(code for m in hand.melds for code in m.tiles)])
    return tuple(
        code
        for code in KINDS
        if used[code] < 4 and next(divisions([*shown, code]), None) is not None
    )


def _decided(
    picture: Picture, chosen: Explanation, named: dict[int, SeenTile]
) -> tuple[Decided, ...]:
    """What the rules named in the hand, each with the reason."""
    counts = Counter(chosen.names.values())
    counts.update(picture.sure_elsewhere(chosen.names))
    by_rule = sorted(place for place, tile in named.items() if tile.by_rule)
    as_seen = counts + Counter(picture.tiles[place].code for place in by_rule)
    in_rows = {place for unit in chosen.units if unit.region == "l" for place in unit.tiles}
    found = []
    for place in by_rule:
        seen, code = picture.tiles[place].code, chosen.names[place]
        if code in BONUS_SET and seen in BONUS_SET:
            why = f"There would be two of {words(seen)}."
        elif code in BONUS_SET:
            why = f"It lies as a flower does, and it may be {words(code)}."
        elif seen in KIND_SET and as_seen[seen] > 4:
            why = f"There would be five of {words(seen)}."
        elif place in in_rows and not chosen.finished:
            why = f"The hand is sorted, and {words(code)} fits this place."
        else:
            why = f"Only as {words(code)} it fits a set of this hand."
        found.append(Decided(place, seen, why))
    return tuple(found)


def has_won(groups: Sequence[Group], hand: SeenHand) -> bool:
    """Whether a hand has won by some book, as far as its tiles show it."""
    if hand.count != WINNING_TILES or BACK in hand.concealed:
        return False
    if all(each.kind != "loose" for each in groups):
        return True
    held = tally(hand.concealed)
    return not hand.melds and any(is_one(held) for is_one in SHAPES.values())


def _left_open(picture: Picture, way: _Way, ways: Sequence[_Way]) -> tuple[str, ...]:
    """What the picture leaves open, a sentence each."""
    found = []
    chosen, hand = way.of, way.hand
    otherwise = sum(
        other.chance
        for other in ways
        if _melds_of(other.hand) != _melds_of(hand) and _tiles_of(other.hand) == _tiles_of(hand)
    )
    if otherwise > NUMBERS["exposure_open"]:
        found.append(
            "The gaps between the sets are alike, so the picture does not show which were exposed."
            " Please check the sets."
        )
    if BACK in hand.concealed:
        found.append("A tile lies face down and its neighbours do not show what it is; please say.")
    if chosen.roomy is not None:
        found.append(_room_among_held(chosen.roomy, way))
    found += [_not_found(u, u.piece) for u in chosen.units if u.piece and u.piece.unseen]
    if not chosen.whole:
        found.append(
            f"The hand has {chosen.count} {'tile' if chosen.count == 1 else 'tiles'} with each"
            f" kong counted as three; a hand has {HAND_TILES}, or {WINNING_TILES} after Mah-Jongg."
        )
    elif chosen.count > HAND_TILES and not (
        BACK in hand.concealed or chosen.could_be or has_won(way.groups, hand)
    ):
        found.append(
            "These tiles are no Mah-Jongg hand; please check what each is, and whether all"
            " belong to the hand."
        )
    found += _left_out(picture, chosen)
    return tuple(found)


def _room_among_held(roomy: Unit, way: _Way) -> str:
    """What a person is told of a tile held that was not found."""
    where = " and ".join(words(way.of.names[place]) for place in beside_room(roomy))
    if not way.of.could_be:
        return f"There is room for a tile between {where}; please add it if one lies there."
    held = Counter(way.hand.concealed)
    held.subtract(
        way.of.names[p] for unit in way.of.units if unit.region in HELD for p in unit.tiles
    )
    counted = " ".join(map(words, held.elements()))
    return f"A tile between {where} was not found; it is counted as {counted}."


def _not_found(unit: Unit, piece: Piece) -> str:
    """What a person is told of a tile of a set that was not found."""
    code = words(piece.codes[-1])
    if unit.drawn is not None:
        return f"The tile under the drawn one was not found; it is counted as {code}."
    if unit.room is not None:
        return f"A tile of a set was not found; it is counted as {code}."
    return "One end of a concealed kong was not found; it is counted as lying there."


def _melds_of(hand: SeenHand) -> Counter[Meld]:
    return Counter(hand.melds)


def _tiles_of(hand: SeenHand) -> Counter[str]:
    return Counter(hand.concealed) + Counter(code for meld in hand.melds for code in meld.tiles)


def _left_out(picture: Picture, chosen: Explanation) -> list[str]:
    """That faces in the rows of the hand were left out, doubtful ones or beside it: whoever holds a
    tile too many has to see it. Whoever said that one is no tile knows it."""
    shown = []
    for line in chosen.lines:
        for at, place in enumerate(line.tiles):
            if is_no_tile(picture.tiles[place]):
                continue
            beside = [k for k in (at - 1, at + 1) if 0 <= k < len(line)]
            touching = any(
                line.gaps[min(at, k)] < NUMBERS["beside"] and line.tiles[k] in chosen.names
                for k in beside
            )
            if place not in chosen.names and (touching or not picture.tiles[place].sure):
                shown.append(picture.tiles[place].code)
    return [
        f"What looks like {words(code)} was left out, as the hand is likelier without it;"
        " add it if it is a tile of the hand."
        for code in sorted(shown)
        if code not in (BACK, WHITE)
    ]
