"""A hand as it is scored: what stands, what lies, and how it was won.

`Hand.from_json` takes the form of the public interface; `Hand.check` lists everything that the
game does not allow, all at once, so that a page can offer a way out of each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from companion import jsonform, tiles
from companion.errors import NotAllowedError
from companion.seats import SEATS, Seat

MeldKind = Literal["chow", "pung", "kong", "pair"]
WonBy = Literal["discard", "draw", "loose", "rob"]
Circumstance = Literal[
    "original", "first_discard", "last_tile", "standing", "kong_on_kong", "loose_after_flower"
]
Flag = Literal["dead", "unexposed_special"]
Count = Literal["many", "few"]


class HandNotAllowedError(NotAllowedError):
    """The hand breaks a rule of the game. problems: every sentence with its field."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(" ".join(p.sentence for p in problems), problems[0].field)
        self.problems = problems


@dataclass(frozen=True)
class Problem:
    """One thing wrong with a hand: what it is and what to do, and where."""

    sentence: str
    field: str


@dataclass(frozen=True)
class Meld:
    """A set on the table. concealed: a kong laid down with its end tiles turned over."""

    kind: MeldKind
    tiles: tuple[str, ...]
    concealed: bool = False

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "tiles": list(self.tiles), "concealed": self.concealed}

    @classmethod
    def from_json(cls, given: object, path: str = "") -> Meld:
        data = jsonform.an_object(given, path, ("kind", "tiles", "concealed"))
        kind = jsonform.one_of(
            jsonform.required(data, path, "kind"), jsonform.inside(path, "kind"), get_args(MeldKind)
        )
        return cls(
            kind,  # type: ignore[arg-type]
            _tiles(jsonform.required(data, path, "tiles"), jsonform.inside(path, "tiles")),
            jsonform.a_bool(data.get("concealed", False), jsonform.inside(path, "concealed")),
        )


@dataclass(frozen=True)
class Win:
    """How the hand was won.

    tile: the winning tile, None where nobody knows it; the score is then conservative. meld: the
    place in `Hand.melds` of the set that it completed, where that lies on the table.
    """

    tile: str | None
    by: WonBy = "discard"
    circumstances: tuple[Circumstance, ...] = ()
    meld: int | None = None

    def to_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {
            "tile": self.tile,
            "by": self.by,
            "circumstances": list(self.circumstances),
        }
        return answer if self.meld is None else answer | {"meld": self.meld}

    @classmethod
    def from_json(cls, given: object, path: str = "win") -> Win:
        data = jsonform.an_object(given, path, ("tile", "by", "circumstances", "meld"))
        tile = data.get("tile")
        if tile is not None:
            found = _tiles([tile] if isinstance(tile, str) else tile, f"{path}.tile")
            tile = found[0] if found else None
        circumstances = jsonform.a_list(
            data.get("circumstances", []),
            f"{path}.circumstances",
            lambda value, at: jsonform.one_of(value, at, get_args(Circumstance)),
        )
        meld = data.get("meld")
        return cls(
            tile,
            jsonform.one_of(data.get("by", "discard"), f"{path}.by", get_args(WonBy)),  # type: ignore[arg-type]
            circumstances,  # type: ignore[arg-type]
            None if meld is None else jsonform.a_whole_number(meld, f"{path}.meld"),
        )


@dataclass(frozen=True)
class Hand:
    """One player's hand at the end, winner's or loser's. Mirrors the JSON of `companion score`."""

    ruleset: str = "harr"
    seat: Seat = "E"
    round: Seat = "E"
    winner: bool = False
    concealed: tuple[str, ...] = ()
    melds: tuple[Meld, ...] = ()
    bonus: tuple[str, ...] = ()
    win: Win | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    flags: tuple[Flag, ...] = ()
    count: Count | None = None

    def to_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {
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
            answer["win"] = self.win.to_json()
        if self.flags:
            answer["flags"] = list(self.flags)
        if self.count is not None:
            answer["count"] = self.count
        return answer

    @classmethod
    def from_json(cls, given: object) -> Hand:
        """Strict; tiles in any notation.

        Raises MalformedError: a field is unknown, missing or of the wrong type, a tile unknown.
        """
        data = jsonform.an_object(
            given,
            "",
            (
                "ruleset",
                "options",
                "seat",
                "round",
                "winner",
                "concealed",
                "melds",
                "bonus",
                "win",
                "flags",
                "count",
            ),
        )
        options = data.get("options", {})
        if not isinstance(options, Mapping):
            raise jsonform.FieldWrongError("options", "an object")
        win = data.get("win")
        count = data.get("count")
        return cls(
            ruleset=jsonform.a_text(data.get("ruleset", "harr"), "ruleset"),
            seat=jsonform.one_of(data.get("seat", "E"), "seat", SEATS),  # type: ignore[arg-type]
            round=jsonform.one_of(data.get("round", "E"), "round", SEATS),  # type: ignore[arg-type]
            winner=jsonform.a_bool(data.get("winner", False), "winner"),
            concealed=_tiles(data.get("concealed", []), "concealed"),
            melds=jsonform.a_list(data.get("melds", []), "melds", Meld.from_json),
            bonus=_tiles(data.get("bonus", []), "bonus"),
            win=None if win is None else Win.from_json(win),
            options=dict(options),
            flags=jsonform.a_list(data.get("flags", []), "flags", _flag),
            count=None if count is None else jsonform.one_of(count, "count", get_args(Count)),  # type: ignore[arg-type]
        )

    def all_tiles(self) -> tuple[str, ...]:
        """Every tile of the 34 kinds, standing and laid down."""
        return self.concealed + tuple(tile for meld in self.melds for tile in meld.tiles)

    def check(self) -> tuple[Problem, ...]:
        """Everything the game does not allow; empty where the hand may be scored."""
        problems = [*_check_places(self), *_check_melds(self), *_check_count(self)]
        for tile, count in Counter(self.all_tiles()).items():
            if count > 4 and tile != tiles.FACE_DOWN:
                problems.append(
                    Problem(
                        f"There are {count} of the {tiles.words(tile)}, and the game has four;"
                        " change or remove one.",
                        "concealed" if tile in self.concealed else "melds",
                    )
                )
        for tile, count in Counter(self.bonus).items():
            if count > 1:
                problems.append(
                    Problem(
                        f"There are {count} of {tiles.words(tile)}, and the game has one;"
                        " remove one.",
                        "bonus",
                    )
                )
        problems += _check_win(self)
        return tuple(problems)


def _flag(given: object, path: str) -> Flag:
    return jsonform.one_of(given, path, get_args(Flag))  # type: ignore[return-value]


def _tiles(given: object, path: str) -> tuple[str, ...]:
    if not isinstance(given, str | list | tuple):
        raise jsonform.FieldWrongError(path, "a list of tile codes")
    if len(given) > 200:
        raise jsonform.FieldWrongError(path, "a hand's tiles, not hundreds of them")
    return tiles.parse(given, path)


def _check_places(hand: Hand) -> list[Problem]:
    """Bonus tiles lie apart, and nothing else does; no tile is unknown."""
    problems = []
    for name, codes in (
        ("concealed", hand.concealed),
        *((f"melds[{n}].tiles", meld.tiles) for n, meld in enumerate(hand.melds)),
    ):
        for tile in dict.fromkeys(codes):
            if tile == tiles.FACE_DOWN:
                problems.append(Problem("A tile lies face down; say which it is.", name))
            elif tile in tiles.BONUS:
                problems.append(
                    Problem(f"The {tiles.words(tile)} is a bonus tile; put it under bonus.", name)
                )
    for tile in dict.fromkeys(hand.bonus):
        if tile not in tiles.BONUS:
            problems.append(
                Problem(f"The {tiles.words(tile)} is no bonus tile; put it into the hand.", "bonus")
            )
    return problems


def _check_melds(hand: Hand) -> list[Problem]:
    problems = []
    if len(hand.melds) > 4 + any(meld.kind == "pair" for meld in hand.melds):
        problems.append(Problem("More than four sets lie on the table; a hand has four.", "melds"))
    for place, meld in enumerate(hand.melds):
        path = f"melds[{place}]"
        wanted = {"chow": 3, "pung": 3, "kong": 4, "pair": 2}[meld.kind]
        if len(meld.tiles) != wanted:
            problems.append(
                Problem(
                    f"A {meld.kind} has {wanted} tiles, and here are {len(meld.tiles)}.",
                    f"{path}.tiles",
                )
            )
        elif meld.kind == "chow" and not is_run(meld.tiles):
            names = ", ".join(tiles.words(tile) for tile in meld.tiles)
            problems.append(
                Problem(
                    f"A chow is a run of three in one suit, and {names} is none.", f"{path}.tiles"
                )
            )
        elif meld.kind != "chow" and len(set(meld.tiles)) > 1:
            names = ", ".join(tiles.words(tile) for tile in meld.tiles)
            problems.append(
                Problem(
                    f"A {meld.kind} is {wanted} tiles alike, and {names} are not.", f"{path}.tiles"
                )
            )
        if meld.concealed and meld.kind in ("chow", "pair"):
            problems.append(
                Problem(
                    "Of the sets on the table only a kong can be concealed.", f"{path}.concealed"
                )
            )
    return problems


def _check_count(hand: Hand) -> list[Problem]:
    """14 tiles for a winner, 13 for a loser, kongs on the table counted as three (Harr p. 25)."""
    if "dead" in hand.flags:
        return []
    laid = sum({"pair": 2}.get(meld.kind, 3) for meld in hand.melds)
    have, wanted = len(hand.concealed) + laid, 14 if hand.winner else 13
    if have == wanted:
        return []
    which = "A winner's hand" if hand.winner else "A hand that did not win"
    return [
        Problem(
            f"{which} has {wanted} tiles, a kong on the table counted as three, and here are"
            f" {have}; add or remove tiles, or mark the hand as dead.",
            "concealed",
        )
    ]


def _check_win(hand: Hand) -> list[Problem]:
    if not hand.winner:
        if hand.win is not None:
            return [Problem("A hand that did not win has no `win`; leave it out.", "win")]
        return []
    if hand.win is None:
        return [Problem("Say how the hand was won.", "win")]
    problems = []
    win = hand.win
    if win.meld is not None and not 0 <= win.meld < len(hand.melds):
        problems.append(Problem(f"There is no set {win.meld} on the table.", "win.meld"))
    elif win.tile is not None:
        where = hand.all_tiles() if win.meld is None else hand.melds[win.meld].tiles
        if win.tile not in where:
            problems.append(
                Problem(
                    f"The winning tile, {tiles.words(win.tile)}, is not in the hand.", "win.tile"
                )
            )
    if len(set(win.circumstances)) != len(win.circumstances):
        problems.append(Problem("A circumstance is given twice.", "win.circumstances"))
    return problems


def is_run(codes: tuple[str, ...]) -> bool:
    """Whether three tiles are a run of one suit, in any order."""
    suits = {tiles.suit_of(code) for code in codes}
    numbers = sorted(tiles.number_of(code) for code in codes)
    return (
        len(codes) == 3
        and len(suits) == 1
        and None not in suits
        and numbers == list(range(numbers[0], numbers[0] + 3))
    )
