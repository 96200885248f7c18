"""A hand as it lies on the table at the end: tiles held, sets laid down, how it was won.

The dataclasses mirror the JSON of `companion score`. `Hand.from_json` refuses what cannot be
understood; `Hand.check` lists everything that the game does not allow, all at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any, Final, Literal, cast, get_args

from companion import tiles as t
from companion.errors import NotAllowedError
from companion.jsonform import (
    FieldMissingError,
    FieldUnknownError,
    FieldWrongError,
    at,
    made,
    names_checked,
    plain,
)
from companion.seats import SEATS, Seat

MeldKind = Literal["chow", "pung", "kong"]
WonBy = Literal["discard", "draw", "loose", "rob"]
Circumstance = Literal[
    "original", "first_discard", "last_tile", "standing", "kong_on_kong", "loose_after_flower"
]
Flag = Literal["dead", "unexposed_special"]
Count = Literal["many", "few"]

MELD_KINDS: Final = cast("tuple[MeldKind, ...]", get_args(MeldKind))
WON_BY: Final = cast("tuple[WonBy, ...]", get_args(WonBy))
CIRCUMSTANCES: Final = cast("tuple[Circumstance, ...]", get_args(Circumstance))
FLAGS: Final = cast("tuple[Flag, ...]", get_args(Flag))
COUNTS: Final = cast("tuple[Count, ...]", get_args(Count))
_MOST_MELDS: Final = 4


@dataclass(frozen=True)
class Problem:
    """One thing that is not allowed. text: a sentence. field: its path in the hand."""

    text: str
    field: str


class HandNotAllowedError(NotAllowedError):
    """The tiles cannot be a hand of the game. problems: everything that is wrong with it."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(" ".join(problem.text for problem in problems), problems[0].field)
        self.problems = problems


@dataclass(frozen=True)
class Meld:
    """A set laid on the table.

    concealed: True only for a kong laid down with tiles turned over, drawn by its owner.
    """

    kind: MeldKind
    tiles: tuple[t.Code, ...]
    concealed: bool = False

    @cached_property
    def tally(self) -> int:
        return t.tally(self.tiles)

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "tiles": list(self.tiles), "concealed": self.concealed}

    @staticmethod
    def from_json(data: Any, path: str = "") -> Meld:
        """Raises FieldWrongError, FieldUnknownError, FieldMissingError, TileCodeUnknownError."""
        names_checked(data, ("kind", "tiles", "concealed"), ("kind", "tiles"), path)
        kind = _one_of(MELD_KINDS, data["kind"], at(path, "kind"))
        tiles = tiles_from_json(data["tiles"], at(path, "tiles"))
        return Meld(kind, tiles, plain(bool, data.get("concealed", False), at(path, "concealed")))


@dataclass(frozen=True)
class Win:
    """How the hand was completed.

    tile: the tile that completed it, None where nobody knows. by: a discard, a draw from the wall,
    a loose tile, or a robbed kong. meld: which of the hand's melds it completed, counted from 0,
    where that set already lies on the table and the tile might have gone elsewhere.
    """

    tile: t.Code | None
    by: WonBy
    circumstances: tuple[Circumstance, ...] = ()
    meld: int | None = None

    def to_json(self) -> dict[str, Any]:
        form: dict[str, Any] = {
            "tile": self.tile,
            "by": self.by,
            "circumstances": list(self.circumstances),
        }
        if self.meld is not None:
            form["meld"] = self.meld
        return form

    @staticmethod
    def from_json(data: Any, path: str = "win") -> Win:
        """Raises FieldWrongError, FieldUnknownError, FieldMissingError, TileCodeUnknownError."""
        names_checked(data, ("tile", "by", "circumstances", "meld"), ("tile", "by"), path)
        tile = data["tile"]
        if tile is not None and (not isinstance(tile, str) or tile not in t.KIND_SET):
            parsed = t.parse(plain(str, tile, at(path, "tile")), at(path, "tile"))
            if len(parsed) != 1:
                raise FieldWrongError(at(path, "tile"), "one tile", tile)
            tile = parsed[0]
        by = _one_of(WON_BY, data["by"], at(path, "by"))
        given = data.get("circumstances")
        circumstances = _several(CIRCUMSTANCES, given, at(path, "circumstances")) if given else ()
        if given not in (None, []) and not circumstances:
            raise FieldWrongError(at(path, "circumstances"), "a list", given)
        meld = data.get("meld")
        if meld is not None:
            plain(int, meld, at(path, "meld"))
        return Win(tile, by, circumstances, meld)


_FIELDS: Final = (
    "ruleset", "options", "seat", "round", "winner", "concealed", "melds", "bonus", "win", "flags",
    "count",
)  # fmt: skip
_NEEDED: Final = ("ruleset", "seat", "round", "winner", "concealed")
_FIELD_SET, _NEEDED_SET = frozenset(_FIELDS), frozenset(_NEEDED)


@dataclass(frozen=True)
class Hand:
    """A hand to score.

    seat, round: the player's wind and the wind of the round. concealed: the tiles that stand in
    the hand, the winning tile among them. bonus: flowers, seasons and special tiles laid out.
    flags, count: a loser's hand that is dead, with too many or too few tiles, or that kept back a
    special tile.
    """

    ruleset: str
    seat: Seat
    round: Seat
    winner: bool
    concealed: tuple[t.Code, ...]
    melds: tuple[Meld, ...] = ()
    bonus: tuple[t.Code, ...] = ()
    win: Win | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    flags: tuple[Flag, ...] = ()
    count: Count | None = None

    @property
    def all_tiles(self) -> tuple[t.Code, ...]:
        """The tiles held and those of the sets on the table, bonus tiles apart."""
        return tuple(chain(self.concealed, *(meld.tiles for meld in self.melds)))

    def to_json(self) -> dict[str, Any]:
        form: dict[str, Any] = {
            "ruleset": self.ruleset,
            "options": dict(self.options),
            "seat": self.seat,
            "round": self.round,
            "winner": self.winner,
            "concealed": list(self.concealed),
            "melds": [meld.to_json() for meld in self.melds],
            "bonus": list(self.bonus),
        }
        if self.win is not None:
            form["win"] = self.win.to_json()
        if self.flags:
            form["flags"] = list(self.flags)
        if self.count is not None:
            form["count"] = self.count
        return form

    @staticmethod
    def from_json(data: Any) -> Hand:
        """Tiles may be a list of codes, run-length text or Unicode tiles.

        Raises FieldWrongError, FieldUnknownError, FieldMissingError, TileCodeUnknownError; the
        field says where. Whether the game allows the hand is for `check` to say.
        """
        hand = _ordinary(data)
        if hand is not None:
            return hand
        if not isinstance(data, dict):
            raise FieldWrongError("", "an object", data)
        names = data.keys()
        if not names <= _FIELD_SET:
            raise FieldUnknownError(next(n for n in data if n not in _FIELD_SET), _FIELDS)
        if not names >= _NEEDED_SET:
            raise FieldMissingError(next(name for name in _NEEDED if name not in data))
        get = data.get
        win, flags, count = get("win"), get("flags"), get("count")
        options = get("options")
        if options is not None and not isinstance(options, dict):
            raise FieldWrongError("options", "an object", options)
        melds, bonus = get("melds"), get("bonus")
        if melds is not None and not isinstance(melds, list):
            raise FieldWrongError("melds", "a list of sets", melds)
        return Hand(
            plain(str, data["ruleset"], "ruleset"),
            _one_of(SEATS, data["seat"], "seat"),
            _one_of(SEATS, data["round"], "round"),
            plain(bool, data["winner"], "winner"),
            tiles_from_json(data["concealed"], "concealed"),
            tuple([Meld.from_json(m, f"melds[{n}]") for n, m in enumerate(melds)]) if melds else (),
            tiles_from_json(bonus, "bonus") if bonus is not None else (),
            Win.from_json(win) if win is not None else None,
            options or {},
            _several(FLAGS, flags, "flags") if flags is not None else (),
            _one_of(COUNTS, count, "count") if count is not None else None,
        )

    @cached_property
    def tallies(self) -> tuple[int, int]:
        """Of the tiles that stand in the hand, and of all its tiles, bonus tiles apart."""
        held = t.tally(self.concealed)
        return held, held + sum([meld.tally for meld in self.melds])

    def check(self) -> tuple[Problem, ...]:
        """Everything that the game does not allow in this hand; empty where all is well.

        Whether a winner's tiles make four sets and a pair is for the rules to say.
        """
        return self.problems

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        return (
            *_tiles_out_of_place(self),
            *_five_alike(self),
            *(
                problem
                for number, meld in enumerate(self.melds[:_MOST_MELDS])
                for problem in _meld_problems(meld, f"melds[{number}]")
            ),
            *_wrong_number(self),
            *(_win_problems(self) if self.winner else _loser_problems(self)),
        )


def _ordinary(data: Any) -> Hand | None:
    """A hand in the plainest form that the game plainly allows, read at one go.

    None for any other, which has to be looked at closely to say what is wrong, if anything is.
    Programs score thousands of hands in which the same sets and ways to win come again and again;
    those are kept.
    """
    try:
        given = data if len(data) == _PLAIN_FIELDS else _LEFT_OUT | data
        ruleset, seat, round_wind, winner, concealed, laid, bonus, win, options = _PLAIN(given)
        held = every = sum(map(_WEIGHT, concealed))
        melds = []
        for form in laid:
            kind, tiles, turned = _MELD(form)
            if tiles.__class__ is not list or turned.__class__ is not bool or len(form) != 3:
                return None
            meld = _kept_meld(kind, tuple(tiles), turned)
            every += meld.tally
            melds.append(meld)
        full = 13 - 3 * len(melds)
        if winner is True:
            said = win if len(win) == 3 else _NOTHING_SAID | win
            tile, by, circumstances = _WIN(said)
            if len(said) != 3 or circumstances.__class__ is not list:
                return None
            win = _kept_win(tile, by, tuple(circumstances))
            full += 1
            in_hand = held & t.ROOM[tile] or any(
                tile in meld.tiles and meld.kind != "kong" for meld in melds
            )
        else:
            in_hand = winner is False and win is None
        if (
            not in_hand
            or len(concealed) != full
            or t.five(every)
            or len(given) != _PLAIN_FIELDS
            or not concealed.__class__ is laid.__class__ is bonus.__class__ is list
            or seat not in SEATS
            or round_wind not in SEATS
            or ruleset.__class__ is not str
            or options.__class__ is not dict
            or (bonus and (len(set(bonus)) < len(bonus) or not t.BONUS_SET.issuperset(bonus)))
        ):
            return None
    except (KeyError, TypeError, ValueError):
        return None
    return made(
        Hand,
        {
            "ruleset": ruleset,
            "seat": seat,
            "round": round_wind,
            "winner": winner,
            "concealed": tuple(concealed),
            "melds": tuple(melds),
            "bonus": tuple(bonus),
            "win": win,
            "options": options or {},
            "tallies": (held, every),
            "problems": (),
        },
    )


_PLAIN: Final = itemgetter(
    "ruleset", "seat", "round", "winner", "concealed", "melds", "bonus", "win", "options"
)
_PLAIN_FIELDS: Final = 9
_LEFT_OUT: Final[dict[str, Any]] = {"melds": [], "bonus": [], "win": None, "options": {}}
"""What a plain hand holds where nothing is said."""
_MELD: Final = itemgetter("kind", "tiles", "concealed")
_WIN: Final = itemgetter("tile", "by", "circumstances")
_NOTHING_SAID: Final[dict[str, Any]] = {"circumstances": []}
_WEIGHT = t.WEIGHT.__getitem__


@lru_cache(maxsize=4096)
def _kept_meld(kind: Any, tiles: tuple[Any, ...], concealed: bool) -> Meld:
    """Raises ValueError."""
    if kind not in MELD_KINDS or not t.KIND_SET.issuperset(tiles):
        raise ValueError
    meld = Meld(kind, tiles, concealed)
    if any(_meld_problems(meld, "")):
        raise ValueError
    return meld


@lru_cache(maxsize=4096)
def _kept_win(tile: Any, by: Any, circumstances: tuple[Any, ...]) -> Win:
    """Raises ValueError."""
    if tile not in t.KIND_SET or by not in WON_BY or not set(circumstances) <= set(CIRCUMSTANCES):
        raise ValueError
    return Win(tile, by, circumstances)


def _one_of(allowed: tuple[Any, ...], value: Any, path: str) -> Any:
    if value not in allowed or not isinstance(value, str):
        raise FieldWrongError(path, f"one of {', '.join(allowed)}", value)
    return value


def _several(allowed: tuple[Any, ...], value: Any, path: str) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise FieldWrongError(path, "a list", value)
    return tuple(_one_of(allowed, each, f"{path}[{n}]") for n, each in enumerate(value))


def tiles_from_json(value: Any, path: str) -> tuple[t.Code, ...]:
    """A list of codes, run-length text or Unicode tiles.

    Raises FieldWrongError, TileCodeUnknownError.
    """
    if isinstance(value, list):
        try:
            if t.ORDER.keys() >= set(value):
                return tuple(value)
        except TypeError:  # something in it that is no text; `parse` names it
            pass
        return t.parse(value, path)
    if isinstance(value, str):
        return t.parse(value, path)
    raise FieldWrongError(path, "a list of tiles", value)


def _tiles_out_of_place(hand: Hand) -> Iterator[Problem]:
    for code in dict.fromkeys(hand.concealed):
        if code not in t.KIND_SET:
            why = "say which tile it is" if code == t.BACK else "lay it out under bonus"
            yield Problem(f"A {t.words(code)} cannot stand in the hand; {why}.", "concealed")
    for code in dict.fromkeys(hand.bonus):
        if code not in t.BONUS_SET:
            yield Problem(f"The {t.words(code)} is no bonus tile; move it to the hand.", "bonus")
        elif hand.bonus.count(code) > 1:
            yield Problem(f"There is only one {t.words(code)}; remove the others.", "bonus")


def _five_alike(hand: Hand) -> Iterator[Problem]:
    every = hand.all_tiles
    for code in t.in_order(set(every)):
        count = every.count(code)
        if count > 4 and code in t.KIND_SET:
            held = "concealed" if code in hand.concealed else "melds"
            yield Problem(
                f"There are {count} of {t.words_of_several(code)}, and the game has four; "
                "change or remove one.",
                held,
            )


def _meld_problems(meld: Meld, path: str) -> Iterator[Problem]:
    shown = ", ".join(map(t.words, meld.tiles[:5]))
    these = f"The tiles {shown} are" if shown else "No tile at all is"
    if any(code not in t.KIND_SET for code in meld.tiles):
        yield Problem(f"A {meld.kind} cannot hold {shown}; correct its tiles.", f"{path}.tiles")
    elif meld.kind == "chow" and not is_run(meld.tiles):
        what = (
            "winds and dragons make no runs"
            if any(c[1] == "z" for c in meld.tiles)
            else ("a chow is three following tiles of one suit")
        )
        yield Problem(f"{these} no chow: {what}.", f"{path}.tiles")
    elif meld.kind != "chow":
        size = 3 if meld.kind == "pung" else 4
        if len(meld.tiles) != size or len(set(meld.tiles)) != 1:
            number = "three" if size == 3 else "four"
            yield Problem(
                f"{these} no {meld.kind}: it has to be {number} alike.",
                f"{path}.tiles",
            )
    if meld.concealed and meld.kind != "kong":
        yield Problem(
            f"Only a kong can lie concealed on the table; put the {meld.kind} under concealed.",
            f"{path}.concealed",
        )


def _wrong_number(hand: Hand) -> Iterator[Problem]:
    if len(hand.melds) > _MOST_MELDS:
        yield Problem(f"A hand has at most four sets on the table, not {len(hand.melds)}.", "melds")
        return
    full = (14 if hand.winner else 13) - 3 * len(hand.melds)
    have = len(hand.concealed)
    if "dead" in hand.flags:
        right = {"many": have > full, "few": have < full}.get(hand.count or "", True)
        if not right:
            yield Problem(
                f"The hand is marked as holding too {hand.count} tiles, yet {have} stand in it and"
                f" {full} would be right.",
                "count",
            )
    elif have != full:
        sets = "1 set" if len(hand.melds) == 1 else f"{len(hand.melds)} sets"
        beside = f" beside {sets} on the table" if hand.melds else ""
        what = "a winner has" if hand.winner else "a player who did not win has"
        yield Problem(
            f"There are {have} tiles in the hand{beside}, and {what} {full} there; add or remove"
            f" {abs(have - full)}.",
            "concealed",
        )


def _win_problems(hand: Hand) -> Iterator[Problem]:
    if hand.flags:
        yield Problem("A hand that is dead or marked cannot win; remove the flags.", "flags")
    win = hand.win
    if win is None:
        yield Problem("The winning tile is missing; say which tile won, and how.", "win")
        return
    if win.tile is None:
        if win.meld is not None:
            yield Problem("Name the winning tile too, or leave the meld out.", "win.meld")
        return
    if win.tile not in hand.all_tiles:
        yield Problem(f"The winning tile, {t.words(win.tile)}, is not in the hand.", "win.tile")
    elif (
        "original" not in win.circumstances
        and win.tile not in hand.concealed
        and all(meld.kind == "kong" for meld in hand.melds if win.tile in meld.tiles)
    ):
        yield Problem(
            f"The winning tile, {t.words(win.tile)}, is only in a kong, and a kong cannot complete"
            " a hand.",
            "win.tile",
        )
    if win.meld is not None:
        if not 0 <= win.meld < len(hand.melds):
            yield Problem(f"There is no meld {win.meld}; melds are counted from 0.", "win.meld")
        elif win.tile not in hand.melds[win.meld].tiles:
            yield Problem(
                f"Meld {win.meld} does not hold the winning tile, {t.words(win.tile)}.", "win.meld"
            )
        elif hand.melds[win.meld].kind == "kong":
            yield Problem("A kong cannot complete a hand; name another set.", "win.meld")


def _loser_problems(hand: Hand) -> Iterator[Problem]:
    if hand.win is not None:
        yield Problem("Only the winner has a winning tile; remove win.", "win")
    if hand.count is not None and "dead" not in hand.flags:
        yield Problem("A count of many or few needs the flag dead.", "count")


def is_run(codes: tuple[t.Code, ...]) -> bool:
    """Three following tiles of one suit, in any order."""
    if len(codes) != 3 or len({code[1] for code in codes}) != 1 or codes[0][1] not in "mps":
        return False
    low, middle, high = sorted(int(code[0]) for code in codes)
    return low + 2 == middle + 1 == high
