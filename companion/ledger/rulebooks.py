"""The rule sets that an evening can be played by: the four books, and the house's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.ledger.locked_rules import Rulebook
from companion.rules.books.house import HouseRules
from companion.rules.books.ruleset import as_played


class Rulebooks(HouseRules):
    """The house's rule sets in a folder, together with the books."""

    def open(self, name: str, options: Mapping[str, Any]) -> Rulebook:
        """The rules of an evening. Raises RulesetUnknownError, OptionWrongError."""
        rules = as_played(self.ruleset(name), options)
        if "flowers" in options:
            # Said aloud, it holds also where flowers are laid out; the score looks for this mark.
            flowers = replace(rules.settings["flowers"], status="house", source="as agreed")
            rules = replace(rules, settings={**rules.settings, "flowers": flowers})
        return Rulebook(rules)
