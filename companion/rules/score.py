"""A hand's score by its rule set: the way in for all who want one."""

from __future__ import annotations

from typing import Final

from companion.hand import Hand
from companion.rules.answer import Score
from companion.rules.ruleset import Ruleset, as_played
from companion.rules.scorer import Scorer

__all__ = ["Score", "Scorer", "score_hand", "scorer_for"]

_MOST_SCORERS: Final = 256
_SCORERS: Final[dict[tuple[Ruleset | str, str], Scorer]] = {}
"""By the rule set and a text that stands for the options."""


def score_hand(hand: Hand, ruleset: Ruleset | None = None) -> Score:
    """The hand's score by its own rule set, or by the one given, such as a house's.

    Raises HandNotAllowedError with all that is wrong with the tiles, OptionWrongError,
    RulesetUnknownError.
    """
    return scorer_for(hand, ruleset).score(hand)


def scorer_for(hand: Hand, ruleset: Ruleset | None = None) -> Scorer:
    """What scores such hands, kept for the next. Raises OptionWrongError, RulesetUnknownError."""
    options = hand.options
    key = (ruleset or hand.ruleset, repr(options) if options else "")
    scorer = _SCORERS.get(key)
    if scorer is None:
        if len(_SCORERS) >= _MOST_SCORERS:
            _SCORERS.clear()
        scorer = Scorer(as_played(key[0], options), "flowers" in options)
        _SCORERS[key] = scorer
    return scorer
