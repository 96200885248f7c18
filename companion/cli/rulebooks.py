"""The rule set that a command's input names: a book's, or one of the house's own."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import click

from companion.rules.house import HouseRules
from companion.rules.ruleset import Ruleset
from companion.settings import Settings

data_option = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    help="The data folder of `companion serve`, which holds the house's rule sets.",
)


def rulebooks(data: Path | None) -> Callable[[str], Ruleset]:
    """From a name to its rule set; a house's file is read once.

    The function raises RulesetUnknownError and RulesetWrongError.
    """
    folder = data or Settings.from_environment().data
    return cache(HouseRules(folder / "rulesets").ruleset)
