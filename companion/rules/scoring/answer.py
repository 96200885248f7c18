"""A hand's score by its rule set: the one way in."""

from __future__ import annotations

from typing import Final

from companion.base.forms import check_form
from companion.game.hand import Hand
from companion.rules.books.ruleset import Ruleset, as_played
from companion.rules.scoring.score import Score
from companion.rules.scoring.scorer import Scorer

__all__ = ["Score", "Scorer", "score_hand", "scorer_for"]

_MOST_SCORERS: Final = 256
"""Rule sets with options that are kept ready to score."""
_SCORERS: Final[dict[tuple[Ruleset | str, str], Scorer]] = {}
"""By the rule set and a text that stands for the options."""


def score_hand(hand: Hand, ruleset: Ruleset | None = None) -> Score:
    """The hand's score by its own rule set, or by the one given, such as a house's.

    Raises HandNotAllowedError with everything that is wrong with the tiles, OptionWrongError,
    RulesetUnknownError, and FieldWrongError if `hand` is none.
    """
    check_form(Hand, hand)
    return scorer_for(hand, ruleset).score(hand)


def scorer_for(hand: Hand, ruleset: Ruleset | None) -> Scorer:
    """What scores such hands, kept for the next one. Raises OptionWrongError,
    RulesetUnknownError."""
    options = hand.options
    key = (ruleset or hand.ruleset, repr(options) if options else "")
    scorer = _SCORERS.get(key)
    if scorer is None:
        if len(_SCORERS) >= _MOST_SCORERS:
            _SCORERS.clear()
        scorer = Scorer(as_played(key[0], options), "flowers" in options)
        _SCORERS[key] = scorer
    return scorer
