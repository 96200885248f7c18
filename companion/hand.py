"""A hand as it lies on the table at the end: tiles held, sets laid down, how it was won.

The dataclasses mirror the JSON of `companion score`. `Hand.from_json` refuses what cannot be
understood; `Hand.check` lists everything that the game does not allow, all at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any, Final, Literal, cast, get_args

from companion import tiles as t
from companion.allowed import HandNotAllowedError, Problem, meld_problems, problems
from companion.jsonform import (
    FieldMissingError,
    FieldUnknownError,
    FieldWrongError,
    made,
    one_of,
    plain,
    several,
)
from companion.melds import (
    CIRCUMSTANCES,
    MELD_KINDS,
    WON_BY,
    Circumstance,
    Meld,
    MeldKind,
    Win,
    WonBy,
    tiles_from_json,
)
from companion.seats import SEATS, Seat

__all__ = [
    "CIRCUMSTANCES",
    "COUNTS",
    "FLAGS",
    "MELD_KINDS",
    "WON_BY",
    "Circumstance",
    "Count",
    "Flag",
    "Hand",
    "HandNotAllowedError",
    "Meld",
    "MeldKind",
    "Problem",
    "Win",
    "WonBy",
    "tiles_from_json",
]

Flag = Literal["dead", "unexposed_special"]
Count = Literal["many", "few"]

FLAGS: Final = cast("tuple[Flag, ...]", get_args(Flag))
COUNTS: Final = cast("tuple[Count, ...]", get_args(Count))

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
            one_of(SEATS, data["seat"], "seat"),
            one_of(SEATS, data["round"], "round"),
            plain(bool, data["winner"], "winner"),
            tiles_from_json(data["concealed"], "concealed"),
            tuple([Meld.from_json(m, f"melds[{n}]") for n, m in enumerate(melds)]) if melds else (),
            tiles_from_json(bonus, "bonus") if bonus is not None else (),
            Win.from_json(win) if win is not None else None,
            options or {},
            several(FLAGS, flags, "flags") if flags is not None else (),
            one_of(COUNTS, count, "count") if count is not None else None,
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
        return problems(self)


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
            said = form if len(form) == _MELD_FIELDS else _LYING_OPEN | form
            kind, tiles, turned = _MELD(said)
            if type(tiles) is not list or type(turned) is not bool or len(said) != _MELD_FIELDS:
                return None
            meld = _kept_meld(kind, tuple(tiles), turned)
            every += meld.tally
            melds.append(meld)
        full = 13 - 3 * len(melds)
        if winner is True:
            tile, by = win["tile"], win["by"]
            circumstances = ()
            if len(win) != 2:
                circumstances = win["circumstances"]
                if len(win) != 3 or type(circumstances) is not list:
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
            or type(concealed) is not list
            or type(laid) is not list
            or type(bonus) is not list
            or seat not in SEATS
            or round_wind not in SEATS
            or type(ruleset) is not str
            or type(options) is not dict
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
_MELD_FIELDS: Final = 3
_LYING_OPEN: Final[dict[str, Any]] = {"concealed": False}
_WEIGHT = t.WEIGHT.__getitem__


@lru_cache(maxsize=4096)
def _kept_meld(kind: Any, tiles: tuple[Any, ...], concealed: bool) -> Meld:
    """Raises ValueError."""
    if kind not in MELD_KINDS or not t.KIND_SET.issuperset(tiles):
        raise ValueError
    meld = Meld(kind, tiles, concealed)
    if any(meld_problems(meld, "")):
        raise ValueError
    return meld


@lru_cache(maxsize=4096)
def _kept_win(tile: Any, by: Any, circumstances: tuple[Any, ...]) -> Win:
    """Raises ValueError."""
    if tile not in t.KIND_SET or by not in WON_BY or not set(circumstances) <= set(CIRCUMSTANCES):
        raise ValueError
    return Win(tile, by, circumstances)
