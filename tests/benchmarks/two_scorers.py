"""Hands and tables of which two scorers, written apart, have to say the same.

    python -m tests.benchmarks.two_scorers [HANDS] [TABLES] [SEED]

The other one is `tests.rules.by_the_book`, written from the rule catalogue alone. Half of the hands
are winners'. Of a winner anything may be told, also what cannot have been; of one in ten nobody
knows which tile won. Of the others, one in twenty kept a special tile back. Prints how many there
were of each rule set, and every difference.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from companion.game.circumstances import as_it_can_be
from companion.game.hand import Hand
from companion.rules.scoring.answer import Score, score_hand
from companion.rules.table.settle import Table, settle
from tests.rules import by_the_book
from tests.strategies import RULESETS, Form, any_winner, losing_hand, table

MOST_SHOWN = 5


def hands(rng: Random, ruleset: str, number: int) -> Iterator[Form]:
    """Of winners and of others, in turn."""
    for place in range(number):
        yield losing_hand(rng, ruleset) if place % 2 else any_winner(rng, ruleset)


def answer(score: Score) -> dict[str, Any]:
    """What both scorers say of a hand; the points of a limit hand are its limit."""
    said: dict[str, Any] = {"complete": score.complete, "total": score.total}
    if not score.limit_hands and (score.complete or score.lines):
        said |= {"points": score.points, "doubles": score.doubles}
    return said | {"limit_hands": list(score.limit_hands)}


def same(form: Form, counts: Counter[str]) -> bool:
    hand = Hand.from_json(form)
    score = score_hand(hand)
    counts["winners that are none"] += form["winner"] and not score.complete
    counts["limit hands"] += bool(score.limit_hands)
    if hand.win is not None:
        counts["winning tile unknown"] += hand.win.tile is None
        told = bool(as_it_can_be(hand, hand.win)[1])
        counts["something told that cannot have been"] += told
        counts["of which nothing is said"] += told and not score.notes
    expected = {"limit_hands": [], **by_the_book.score(form)}
    return all(expected[name] == said for name, said in answer(score).items())


def settled_alike(form: Form, counts: Counter[str]) -> bool:
    for event in form["events"]:
        counts[event["kind"]] += 1
    counts["the discarder pays for all"] += form.get("pays_for_all", False)
    return settle(Table.from_json(form)).net == by_the_book.net(form)


def compare(what: str, forms: Iterator[Form], alike: Callable[[Form, Counter[str]], bool]) -> int:
    """How many answers differ. The first few are printed."""
    counts: Counter[str] = Counter()
    number = different = 0
    for form in forms:
        number += 1
        if not alike(form, counts):
            different += 1
            if different <= MOST_SHOWN:
                print(f"  differs: {form}")
    told = ", ".join(f"{name} {count:,}" for name, count in counts.items())
    print(f"{what:24} {number:7,}, different {different:,} ({told})")
    return different


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("hands", type=int, nargs="?", default=100_000, help="100,000 unless told")
    ask.add_argument("tables", type=int, nargs="?", default=40_000, help="40,000 unless told")
    ask.add_argument("seed", type=int, nargs="?", default=1922, help="1922 unless told")
    asked = ask.parse_args()
    different = 0
    for ruleset in RULESETS:
        rng = Random(f"{asked.seed} {ruleset}")
        share, share_of_tables = asked.hands // len(RULESETS), asked.tables // len(RULESETS)
        different += compare(f"{ruleset} hands", hands(rng, ruleset, share), same)
        several = (table(rng, ruleset) for _ in range(share_of_tables))
        different += compare(f"{ruleset} tables", several, settled_alike)
    sys.exit(different > 0)


if __name__ == "__main__":
    main()
