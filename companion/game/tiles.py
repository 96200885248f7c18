"""The tiles: codes, names, Unicode, order. Three notations go in, codes come out.

A code is two characters: `1m`–`9m` characters, `1p`–`9p` dots, `1s`–`9s` bamboo, `1z`–`4z` winds
(East, South, West, North), `5z`–`7z` dragons (white, green, red), `1f`–`4f` flowers, `5f`–`8f`
seasons, `1x`–`8x` special tiles, `9x` a tile of no game of ours (a joker, an
advertisement), `0z` a tile that lies face down.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Final, Literal

from msgspec import Meta

from companion.base.errors import MalformedError
from companion.base.forms import READ, FieldWrongError, shown

Code = str

CHARACTERS: Final = tuple(f"{n}m" for n in range(1, 10))
DOTS: Final = tuple(f"{n}p" for n in range(1, 10))
BAMBOO: Final = tuple(f"{n}s" for n in range(1, 10))
WINDS: Final = ("1z", "2z", "3z", "4z")
DRAGONS: Final = ("5z", "6z", "7z")
HONOURS: Final = WINDS + DRAGONS
FLOWERS: Final = ("1f", "2f", "3f", "4f")
SEASONS: Final = ("5f", "6f", "7f", "8f")
SPECIALS: Final = tuple(f"{n}x" for n in range(1, 9))
STRANGER: Final = "9x"
"""A tile of no game of ours, such as a joker: only ever seen in a photograph, never in a hand."""
BACK: Final = "0z"
WHITE: Final = "5z"
"""The white dragon, which may be blank: the only face that looks like a back."""

KINDS: Final = CHARACTERS + DOTS + BAMBOO + HONOURS
"""The 34 kinds that sets are made of, four tiles each (Harr p. 11)."""
BONUS: Final = FLOWERS + SEASONS + SPECIALS
"""Tiles that are laid out beside the hand, one of each."""
HAND_TILES: Final = 13
"""Tiles of a player who has not won, a kong counting three (Harr p. 16)."""
WINNING_TILES: Final = 14
"""Tiles of a finished hand, counted so."""
ALL: Final = KINDS + BONUS

ORDER: Final[dict[Code, int]] = {code: place for place, code in enumerate((*ALL, STRANGER, BACK))}
"""The place of a code in a sorted hand."""
KIND_SET: Final = frozenset(KINDS)
BONUS_SET: Final = frozenset(BONUS)
TERMINALS: Final = frozenset(f"{n}{suit}" for n in "19" for suit in "mps")
HEADS: Final = TERMINALS | frozenset(HONOURS)
"""Ones, nines, winds and dragons: thirteen kinds (Harr p. 61)."""
GREEN: Final = frozenset(("2s", "3s", "4s", "6s", "8s", "6z"))
"""Tiles with no other colour than green (American page, Special Limit Hands, no. 4)."""

SAME_ANY_WAY_UP: Final = frozenset((BACK, "1p", WHITE))
"""Look the same after any quarter turn."""
SAME_UPSIDE_DOWN: Final = SAME_ANY_WAY_UP | frozenset(
    ("2p", "3p", "4p", "5p", "8p", "9p", "2s", "4s", "5s", "6s", "8s", "9s")
)
"""Look the same, or nearly the same, upside down, unless a corner carries a number."""

BITS: Final = 5
"""Bits of a tally that count one kind: up to 31, where no hand has more than four of a kind."""
WEIGHT: Final[dict[Code, int]] = {code: 1 << BITS * place for place, code in enumerate(KINDS)}
"""What one tile adds to a tally.

A tally counts tiles in one number: five bits for each of the 34 kinds, in the order of `KINDS`. The
tally of all tiles is the sum of the tallies of some and of the rest.
"""
_WEIGHT_OF: Final = WEIGHT.__getitem__
ROOM: Final[dict[Code, int]] = {code: 31 * weight for code, weight in WEIGHT.items()}
"""The bits of a tally that count a kind."""
_MOST_TILES: Final = (1 << BITS) - 1
_EACH: Final = sum(WEIGHT.values())
_ELEVEN_EACH: Final = 11 * _EACH
_FIFTEEN_EACH: Final = 15 * _EACH
_HIGHEST_OF_EACH: Final = 16 * _EACH
SUIT_ROOM: Final = (1 << 9 * BITS) - 1
"""The bits of a tally that count the characters."""
SHIFTS: Final = tuple(BITS * KINDS.index(first) for first in ("1m", "1p", "1s", "1z"))
"""By how many bits a suit lies above the characters in a tally. Shifted down by that, dots and
bamboo look like characters, so that what is known about one suit holds for all three."""
_HIGHEST: Final = [1 << shift + 9 * BITS - 1 for shift in SHIFTS]
EVERY_SUIT: Final = sum(_HIGHEST)
"""The bits of `suits` of a hand that has all of them."""
SUIT_BITS: Final = dict(zip("mpsz", _HIGHEST, strict=True))
"""The bit of `suits`, by the letter of the suit."""
_TO_HIGHEST: Final = EVERY_SUIT - sum(1 << shift for shift in SHIFTS)

_SUIT_WORDS: Final = {"m": "characters", "p": "dots", "s": "bamboo"}
_SINGLE: Final = {"m": "character", "p": "dot", "s": "bamboo"}
_NAMES: Final = {
    "1z": "East wind",
    "2z": "South wind",
    "3z": "West wind",
    "4z": "North wind",
    "5z": "white dragon",
    "6z": "green dragon",
    "7z": "red dragon",
    "1f": "flower 1",
    "2f": "flower 2",
    "3f": "flower 3",
    "4f": "flower 4",
    "5f": "season 1",
    "6f": "season 2",
    "7f": "season 3",
    "8f": "season 4",
    "1x": "cat",
    "2x": "mouse",
    "3x": "cock",
    "4x": "worm",
    "5x": "man",
    "6x": "bag of gold",
    "7x": "fisherman",
    "8x": "fish",
    STRANGER: "joker",
    BACK: "tile lying face down",
}


def _unicode_table() -> dict[Code, str]:
    starts = {0x1F007: CHARACTERS, 0x1F010: BAMBOO, 0x1F019: DOTS, 0x1F000: WINDS}
    table = {
        code: chr(start + place)
        for start, codes in starts.items()
        for place, code in enumerate(codes)
    }
    table |= {
        "5z": "\U0001f006",
        "6z": "\U0001f005",
        "7z": "\U0001f004",
        BACK: "\U0001f02b",
        STRANGER: "\U0001f02a",
    }
    # Unicode gives its flowers no numbers that the books share, so the codes follow in turn.
    return table | {code: chr(0x1F022 + n) for n, code in enumerate(FLOWERS + SEASONS)}


UNICODE: Final = _unicode_table()
_FROM_UNICODE: Final = {sign: code for code, sign in UNICODE.items()}
_CODE_OF: Final = {code: code for code in ORDER} | _FROM_UNICODE
"""The code of one tile, from the code itself or from its Unicode sign."""
_VARIATION_SELECTORS: Final = "\ufe0e\ufe0f"
_RUN: Final = re.compile(r"([0-9]+)([mpszfx])")


class TileCodeUnknownError(MalformedError):
    def __init__(self, given: object, field: str | None = None) -> None:
        said = shown(given)
        super().__init__(
            f"{said[:1].upper()}{said[1:]} is not a tile; write codes such as 5p, text such as"
            " 123m55z, or Unicode tiles.",
            field,
        )


def words(code: Code) -> str:
    """What people call one tile: `5 dots`, `1 character`, `red dragon`."""
    if code in _NAMES:
        return _NAMES[code]
    names = _SINGLE if code[0] == "1" else _SUIT_WORDS
    return f"{code[0]} {names[code[1]]}"


def words_of_several(code: Code) -> str:
    """What people call several of a kind: `5 dots`, `1 characters`, `red dragons`."""
    return f"{_NAMES[code]}s" if code in _NAMES else f"{code[0]} {_SUIT_WORDS[code[1]]}"


def suit(code: Code) -> str:
    """The suit of a tile: `characters`, `winds`, `dragons`, `flowers`, `special`, `back`…"""
    if code == BACK:
        return "back"
    if code[1] == "z":
        return "winds" if code in WINDS else "dragons"
    if code[1] == "f":
        return "flowers" if code in FLOWERS else "seasons"
    return "special" if code[1] == "x" else _SUIT_WORDS[code[1]]


def in_order(codes: Iterable[Code]) -> tuple[Code, ...]:
    """Sorted as a player arranges them: characters, dots, bamboo, winds, dragons, bonus tiles."""
    return tuple(sorted(codes, key=ORDER.__getitem__))


def tally(codes: Iterable[Code]) -> int:
    """How many there are of each kind, as one number.

    Raises KeyError for a code outside the 34 kinds, TypeError for what cannot be a code.
    """
    return sum(map(_WEIGHT_OF, codes))


def suits(tally: int) -> int:
    """Which suits there are: a number with one bit for each, the highest bit of the suit."""
    return tally + _TO_HIGHEST & EVERY_SUIT


def count(tally: int, code: Code) -> int:
    """How many of a kind a tally counts."""
    return (tally >> BITS * ORDER[code]) & 31


def number_of_tiles(tally: int) -> int:
    """How many tiles there are, up to 30. Modulo 31, a number is the sum of its digits to base
    32."""
    return tally % _MOST_TILES


def five(tally: int) -> int:
    """Not 0 if there are five or more of a kind, up to twenty."""
    return tally + _ELEVEN_EACH & _HIGHEST_OF_EACH


def fours(tally: int) -> int:
    """A tally with one of each kind of which the given tally has all four."""
    return tally >> 2 & _EACH


def number_of_kinds(tally: int) -> int:
    """How many different kinds there are."""
    return (tally + _FIFTEEN_EACH & _HIGHEST_OF_EACH).bit_count()


def room(codes: Iterable[Code]) -> int:
    """The bits of a tally that count these kinds: a mask for their tiles."""
    return sum(map(ROOM.__getitem__, codes))


def three_of_each(codes: Iterable[Code]) -> tuple[int, int]:
    """Added to a tally, the first number sets the bits of the second for kinds with three or
    more."""
    weights = [WEIGHT[code] for code in codes]
    return 13 * sum(weights), 16 * sum(weights)


def parse(given: str | Sequence[str], field: str | None = None) -> tuple[Code, ...]:
    """Tiles in any of three notations, as codes in the order given.

    The notations are a list of codes (or of Unicode tiles), run-length text (`123m456p11z`), and
    Unicode tiles. Raises TileCodeUnknownError with `field`; for a list, with the place in it.
    """
    if isinstance(given, str):
        return _parse_text(given, field)
    try:
        return tuple([_CODE_OF[item] for item in given])
    except (KeyError, TypeError):
        place, item = next(
            (place, item)
            for place, item in enumerate(given)
            if not isinstance(item, str) or item not in _CODE_OF
        )
        raise TileCodeUnknownError(item, f"{field or ''}[{place}]") from None


def _parse_text(text: str, field: str | None) -> tuple[Code, ...]:
    codes: list[Code] = []
    place = 0
    while place < len(text):
        sign = text[place]
        if sign.isspace() or sign in _VARIATION_SELECTORS or sign == ",":
            place += 1
        elif sign in _FROM_UNICODE:
            codes.append(_FROM_UNICODE[sign])
            place += 1
        else:
            run = _RUN.match(text, place)
            if run is None:
                raise TileCodeUnknownError(text[place:], field)
            for number in run[1]:
                code = number + run[2]
                if code not in ORDER:
                    raise TileCodeUnknownError(code, field)
                codes.append(code)
            place = run.end()
    return tuple(codes)


def _tile(value: object, path: str) -> Code:
    """Raises FieldWrongError, TileCodeUnknownError."""
    found = parse(value, path) if isinstance(value, str) else ()
    if len(found) != 1:
        raise FieldWrongError(path, "one tile", value)
    return found[0]


def _tiles(value: object, path: str) -> tuple[Code, ...]:
    """Raises FieldWrongError, TileCodeUnknownError."""
    if not isinstance(value, list | tuple | str):
        raise FieldWrongError(path, "a list of tiles", value)
    return parse(value, path)


if TYPE_CHECKING:
    Tile = Code
    Tiles = tuple[Code, ...]
else:
    Tile = Annotated[
        Literal[tuple(ORDER)],
        Meta(title="Tile", extra={READ: _tile}),
    ]
    """One tile in a form: a code. Where it comes in, it may be a Unicode tile."""
    Tiles = Annotated[
        tuple[Tile, ...],
        Meta(title="Tiles", extra={READ: _tiles}),
    ]
    """Tiles in a form: a list of codes. Where they come in, they may have any of the notations."""
