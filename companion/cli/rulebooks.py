"""The rule set that a command's input names: a book's, or one of the house's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from companion.base.errors import NotFoundError
from companion.rules.books.house import HouseRules
from companion.rules.books.ruleset import Ruleset, RulesetUnknownError


class NoSuchRulesError(NotFoundError):
    def __init__(self, error: RulesetUnknownError, folder: Path) -> None:
        super().__init__(
            f"{str(error).rstrip('.')}. A house's own are looked for in {folder}; name another data"
            " folder with --data.",
            error.field,
        )


def house_rules(data: Path) -> HouseRules:
    """The rule sets of a data folder."""
    return HouseRules(data / "rulesets")


@contextmanager
def looking_in(kept: HouseRules) -> Iterator[None]:
    """If a rule set is missing, say which folder was searched. Raises NoSuchRulesError."""
    try:
        yield
    except RulesetUnknownError as error:
        raise NoSuchRulesError(error, kept.folder) from None


def rulebooks(data: Path) -> Callable[[str], Ruleset]:
    """From a name to its rule set. A house's file is read once.

    The function raises NoSuchRulesError and RulesetWrongError.
    """
    kept = house_rules(data)

    @cache
    def ruleset(name: str) -> Ruleset:
        with looking_in(kept):
            return kept.ruleset(name)

    return ruleset


def ruleset_names(ctx: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    """The names of rule sets with which a shell can complete a word."""
    names = house_rules(ctx.params["data"]).names()
    return [CompletionItem(name) for name in names if name.startswith(begun)]
