"""The order in which a set is laid out to be enrolled: rows of codes, picture after picture."""

from __future__ import annotations

from typing import TypeAlias

from companion.base.errors import MalformedError
from companion.game.tiles import (
    BACK,
    BAMBOO,
    CHARACTERS,
    DOTS,
    DRAGONS,
    FLOWERS,
    ORDER,
    SEASONS,
    WINDS,
)

OrderRow: TypeAlias = tuple[str | None, ...]
"""Codes from left to right; None for a tile that is skipped."""
Picture: TypeAlias = tuple[OrderRow, ...]
"""Rows from top to bottom."""

PASS_OVER = "-"
LONGEST = 64 * 1024
"""Characters of an order; a whole set takes 500."""

STANDARD: Picture = (
    CHARACTERS,
    DOTS,
    BAMBOO,
    (*WINDS, *DRAGONS, BACK),
    (*FLOWERS, *SEASONS),
)
"""What the program asks for if no order is given. A set without flowers leaves their row out. A
set with special tiles needs an order that names them."""


class OrderUnreadableError(MalformedError):
    def __init__(self, line: int, given: str) -> None:
        super().__init__(
            f"Line {line} of the order has “{given[:20]}”, which is not a tile; write codes such as"
            " 5p with spaces between, and - for a tile to skip.",
            "order",
        )


class OrderEmptyError(MalformedError):
    sentence = "The order names no tile; write the codes of a row on one line, a row a line."
    field = "order"


class OrderTooLongError(MalformedError):
    sentence = "The order is longer than any set of tiles; a line is one row of the photograph."
    field = "order"


def parse_order(text: str) -> tuple[Picture, ...]:
    """The pictures of an order. A line is a row, a blank line separates pictures, # begins a
    comment.

    Raises OrderUnreadableError, OrderEmptyError, OrderTooLongError.
    """
    if len(text) > LONGEST:
        raise OrderTooLongError
    pictures: list[list[OrderRow]] = [[]]
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        words, remark, _ = line.partition("#")
        row = tuple(_code(word, number) for word in words.split())
        if row:
            pictures[-1].append(row)
        elif not remark and pictures[-1]:
            pictures.append([])
    found = tuple(tuple(rows) for rows in pictures if rows)
    if not any(code for picture in found for row in picture for code in row):
        raise OrderEmptyError
    return found


def order_text(pictures: tuple[Picture, ...]) -> str:
    """The order as a person writes it. `parse_order` gives the same pictures back."""
    return "\n".join(
        "".join(" ".join(code or PASS_OVER for code in row) + "\n" for row in picture)
        for picture in pictures
    )


def _code(word: str, line: int) -> str | None:
    if word == PASS_OVER:
        return None
    if word not in ORDER:
        raise OrderUnreadableError(line, word)
    return word
