"""How commands show things: the terminal's width, colour, progress.

Colour goes only to terminals, and never if NO_COLOR is set (see `companion.cli.group`).
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

import click

T = TypeVar("T")

WIDEST: Final = 100
"""Columns. Longer lines are hard to read on any screen."""


def width() -> int:
    """Columns to fill: the terminal's, or what COLUMNS says, up to the widest."""
    return min(shutil.get_terminal_size((WIDEST, 24)).columns, WIDEST)


def bold(text: str) -> str:
    return click.style(text, bold=True)


def faint(text: str) -> str:
    return click.style(text, dim=True)


def signed(points: int, columns: int = 0) -> str:
    """What somebody wins, in green with a plus, or loses, in red."""
    text = f"{format(points, '+,') if points else '0':>{columns}}"
    if not points:
        return text
    return click.style(text, fg="green" if points > 0 else "red")


@contextmanager
def working(what: str) -> Iterator[None]:
    """Say on a terminal what is being done, until it is done."""
    if not sys.stderr.isatty():
        yield
        return
    click.echo(f"{what} …", err=True, nl=False)
    try:
        yield
    finally:
        click.echo("\r\033[K", err=True, nl=False)


def progress(items: Iterable[T], what: str, count: int | None = None) -> Iterator[T]:
    """The items one by one, with a bar on standard error if a person is looking at it.

    what: what is being done, such as “Reading photographs”. count: the number of items, if they do
    not know it.
    """
    if not sys.stderr.isatty():
        yield from items
        return
    with click.progressbar(items, length=count, label=what, file=sys.stderr) as bar:
        yield from bar
