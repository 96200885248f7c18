"""What a hand missed: rules of whole hands that hold when one thing about the hand is changed.

Each change is scored like any other hand, so that a hint follows from the rule set alone and names
the rule's own source. It takes a few hundred scores and is worked out only when asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from companion import tiles as t
from companion.hand import Hand, Meld
from companion.rules.divide import PART_OF, Part
from companion.rules.lines import ScoredSet
from companion.rules.ruleset import Ruleset
from companion.rules.score import Score, Scorer, scorer_for

COMPLETE: Final = "complete"
CONCEALED: Final = "concealed"
_MOST: Final = 6
"""So many hints are read; the best are given."""


@dataclass(frozen=True)
class Missed:
    """id: of the rule; `complete` for a hand that is none, `concealed` for a set laid down.

    gain: points, at least.
    """

    id: str
    text: str
    gain: int
    source: str

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "text": self.text, "gain": self.gain, "source": self.source}


def near_misses(hand: Hand, score: Score, ruleset: Ruleset | None = None) -> tuple[Missed, ...]:
    """What one more concealed set, another set or pair, or another tile would have brought.

    score: the hand's own. Nothing for a loser, and nothing for a hand at the limit.
    Raises OptionWrongError, RulesetUnknownError.
    """
    if not hand.winner or hand.win is None or hand.win.tile is None:
        return ()
    scorer = scorer_for(hand, ruleset)
    changes = _other_sets(hand, score) if score.complete else _other_tiles(hand)
    found: dict[str, Missed] = {}
    for changed, words in changes:
        for missed in _gained(scorer, score, changed, words):
            # Several changes may make up for the same rule; what the least of them gains is sure.
            key = missed.text if missed.id == CONCEALED else missed.id
            known = found.get(key)
            if known is None or missed.gain < known.gain:
                found[key] = missed
    return tuple(sorted(found.values(), key=lambda each: -each.gain)[:_MOST])


def _gained(scorer: Scorer, score: Score, changed: Hand, words: str) -> Iterator[Missed]:
    """The rules of whole hands by which the changed hand gains, in the rule set's words."""
    if changed.check():
        return
    other = scorer.score(changed)
    gain = other.total - score.total
    if not other.complete or gain <= 0:
        return
    if not score.complete:
        yield Missed(COMPLETE, f"{words} it would win.", gain, other.lines[0].source)
        return
    held = {line.id for line in score.lines}
    new = [line for line in other.lines if line.tile is None and line.id not in held]
    for line in new:
        yield Missed(line.id, f"{words}: {line.text}.", gain, line.source)
    if not new and words.endswith(CONCEALED):
        line = next(line for line in other.lines if line not in score.lines)
        yield Missed(CONCEALED, f"{words}: {line.text}.", gain, line.source)


def _other_sets(hand: Hand, score: Score) -> Iterator[tuple[Hand, str]]:
    """The hand with a set held in place of laid down, or with another set or pair."""
    for place, meld in enumerate(hand.melds):
        if meld.kind != "kong" and place != _named(hand):
            held = replace(
                hand,
                concealed=hand.concealed + meld.tiles,
                melds=hand.melds[:place] + hand.melds[place + 1 :],
                win=_renumbered(hand, place),
            )
            shown = _shown(ScoredSet(meld.kind, meld.tiles, False))
            yield held, f"With the {shown} {CONCEALED}"
    assert hand.win is not None
    for each in score.sets:
        if hand.win.tile in each.tiles or each.kind == "kong":
            continue
        for part in PART_OF.values():
            alike = part.kind == "pair" if each.kind == "pair" else part.kind == "pung"
            if alike and part.tiles != each.tiles:
                changed = _with(hand, each, part)
                if changed is not None:
                    yield changed, f"But for the {_shown(each)}"


def _other_tiles(hand: Hand) -> Iterator[tuple[Hand, str]]:
    """The hand with one tile changed, which a camera or an eye may have mistaken."""
    assert hand.win is not None
    for place, code in enumerate(hand.concealed):
        if code in hand.concealed[:place]:
            continue
        for other in t.KINDS:
            if other != code:
                tiles = (*hand.concealed[:place], other, *hand.concealed[place + 1 :])
                win = hand.win if hand.win.tile != code else replace(hand.win, tile=other)
                words = f"With {t.words(other)} in place of {t.words(code)}"
                yield replace(hand, concealed=tiles, win=win), words


def _named(hand: Hand) -> int | None:
    return hand.win.meld if hand.win is not None else None


def _renumbered(hand: Hand, gone: int) -> Any:
    """The win of a hand with one set less on the table."""
    named = _named(hand)
    if named is None or named < gone or hand.win is None:
        return hand.win
    return replace(hand.win, meld=named - 1)


def _with(hand: Hand, old: ScoredSet, new: Part) -> Hand | None:
    """The hand with a set exchanged for a pung, or a pair for another, where it lies or stands."""
    for place, meld in enumerate(hand.melds):
        if sorted(meld.tiles) == sorted(old.tiles):
            melds = list(hand.melds)
            melds[place] = Meld("pung", new.tiles)
            return replace(hand, melds=tuple(melds))
    tiles = list(hand.concealed)
    for code in old.tiles:
        if code not in tiles:
            return None
        tiles.remove(code)
    return replace(hand, concealed=(*tiles, *new.tiles))


def _shown(scored: ScoredSet) -> str:
    if scored.kind == "chow":
        ranks = "-".join(code[0] for code in sorted(scored.tiles))
        return f"chow {ranks} of {t.suit(scored.tiles[0])}"
    return f"{scored.kind} of {t.words_of_several(scored.tiles[0])}"
