"""What a hand missed: rules of whole hands that would hold if one thing about the hand changed.

Each change is scored like any other hand, so a hint follows from the rule set alone and names the
rule's own source. This takes a few hundred scores, and is done only when somebody asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from companion.base.forms import Form
from companion.game import tiles as t
from companion.game.hand import Hand
from companion.game.legality import problems
from companion.game.melds import Meld, Win
from companion.rules.books.ruleset import Ruleset
from companion.rules.scoring.answer import Score, Scorer, scorer_for
from companion.rules.scoring.divide import PART_OF, Part
from companion.rules.scoring.score import ScoredSet

COMPLETE: Final = "complete"
CONCEALED: Final = "concealed"
_MOST: Final = 6
"""The hints that are given, the best first; nobody reads more."""


class Missed(Form, frozen=True):
    """id: of the rule; `complete` for a hand that does not win, `concealed` for an exposed set.

    gain: points, at least.
    """

    id: str
    text: str
    gain: int
    source: str


def near_misses(hand: Hand, score: Score, ruleset: Ruleset | None = None) -> tuple[Missed, ...]:
    """What one more concealed set, another set or pair, or another tile would have brought.

    score: the hand's own. Nothing for a loser, or for a hand at the limit. Raises OptionWrongError,
    RulesetUnknownError.
    """
    if not hand.winner or hand.win is None or hand.win.tile is None:
        return ()
    scorer = scorer_for(hand, ruleset)
    changes = _other_sets(hand, score) if score.complete else _other_tiles(hand)
    found: dict[str, Missed] = {}
    for changed, words in changes:
        for missed in _gained(scorer, score, changed, words):
            # Several changes may bring the same rule. The smallest gain among them is certain.
            key = missed.text if missed.id == CONCEALED else missed.id
            known = found.get(key)
            if known is None or missed.gain < known.gain:
                found[key] = missed
    return tuple(sorted(found.values(), key=lambda each: -each.gain)[:_MOST])


def _gained(scorer: Scorer, score: Score, changed: Hand, words: str) -> Iterator[Missed]:
    """The rules of whole hands by which the changed hand gains, in the rule set's words."""
    if problems(changed):
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
    """The hand with a set held that lies on the table, or with another set or pair."""
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
    """The hand with one tile changed, which a camera or a person may have mistaken."""
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


def _renumbered(hand: Hand, gone: int) -> Win | None:
    """The win of a hand with one set less on the table."""
    named = _named(hand)
    if named is None or named < gone or hand.win is None:
        return hand.win
    return replace(hand.win, meld=named - 1)


def _with(hand: Hand, old: ScoredSet, new: Part) -> Hand | None:
    """The hand with a set changed into a pung, or a pair into another, held or on the table."""
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
