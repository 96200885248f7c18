"""The rule sets that an evening can be played by: the four books, and the house's own."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.base.errors import CompanionError
from companion.ledger.events import Started
from companion.ledger.locked_rules import Rulebook
from companion.rules.books.house import HouseRules, problems_of_play
from companion.rules.books.ruleset import OptionWrongError, as_played


class Rulebooks(HouseRules):
    """The house's rule sets in a folder, together with the books."""

    def open(self, name: str, options: Mapping[str, Any]) -> Rulebook:
        """The rules of a new evening. Raises RulesetUnknownError, OptionWrongError."""
        rules = self._with_options(name, options)
        problems = dict(problems_of_play(rules.ruleset, options))
        if problems:
            raise OptionWrongError(tuple(problems), next(iter(problems.values())))
        return rules

    def unchanged(self, started: Started) -> Rulebook | None:
        """The rules of an evening that has begun, if they are still the same.

        Its options may be such as a new evening is refused.
        """
        with contextlib.suppress(CompanionError):
            rules = self._with_options(started.ruleset, started.options)
            if rules.digest == started.rulebook:
                return rules
        return None

    def _with_options(self, name: str, options: Mapping[str, Any]) -> Rulebook:
        rules = as_played(self.ruleset(name), options)
        if "flowers" in options:
            # Said aloud, it holds also where flowers are laid out; the score looks for this mark.
            flowers = replace(rules.settings["flowers"], status="house", source="as agreed")
            rules = replace(rules, settings={**rules.settings, "flowers": flowers})
        return Rulebook(rules)
