"""Hands scored a second, from JSON, beside the PyPI package `mahjong` in the same run.

    pip install mahjong && python -m tests.benchmarks.score_speed [HANDS]

Both get as many ordinary winning hands (four sets and a pair, some sets laid down), each its own
and each scored once. Ours starts from the JSON text of each hand and ends with the total, or with
the answer as JSON text. The peer scores Japanese rules from tiles that are already in its own form,
which flatters it.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from companion.base.forms import json_bytes
from companion.base.json_text import parsed
from companion.game.hand import Hand
from companion.rules.scoring.answer import score_hand
from tests.strategies import KINDS, Form, winning_hand

_OFFSET = {"m": 0, "p": 36, "s": 72, "z": 108}


def ordinary_hands(number: int) -> list[Form]:
    """Different winning hands of any tiles, by discard or draw, without kongs and bonus tiles."""
    rng = Random(1922)
    hands: list[Form] = []
    while len(hands) < number:
        hand = winning_hand(rng, "harr", KINDS)
        held = hand["win"]["tile"] in hand["concealed"]
        kongs = any(meld["kind"] == "kong" for meld in hand["melds"])
        if hand["win"]["by"] in ("discard", "draw") and held and not kongs:
            hand["win"] = {"tile": hand["win"]["tile"], "by": hand["win"]["by"]}
            hands.append(hand | {"bonus": [], "options": {}})
    return hands


def totals(texts: list[bytes]) -> int:
    return sum(score_hand(Hand.from_json(parsed(text, "It"))).total for text in texts)


def answers(texts: list[bytes]) -> int:
    return sum(len(json_bytes(score_hand(Hand.from_json(parsed(text, "It"))))) for text in texts)


def peer(hands: list[Form]) -> Callable[[], int]:
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig
    from mahjong.meld import Meld

    kinds = {"chow": Meld.CHI, "pung": Meld.PON, "kong": Meld.KAN}

    def as_tiles(hand: Form) -> tuple[list[int], int, list[Any], Any]:
        left = {
            f"{n}{suit}": [_OFFSET[suit] + (n - 1) * 4 + copy for copy in range(4)]
            for suit in "mpsz"
            for n in range(1, 10)
        }
        held = [left[code].pop(0) for code in hand["concealed"]]
        melds = []
        for meld in hand["melds"]:
            numbers = [left[code].pop(0) for code in meld["tiles"]]
            melds.append(Meld(kinds[meld["kind"]], numbers, opened=not meld["concealed"]))
        every = held + [number for meld in melds for number in meld.tiles]
        tile = hand["win"]["tile"]
        first = _OFFSET[tile[1]] + (int(tile[0]) - 1) * 4
        winning = next(number for number in every if number // 4 == first // 4)
        config = HandConfig(is_tsumo=hand["win"]["by"] == "draw", is_riichi=not melds)
        return every, winning, melds, config

    given = [as_tiles(hand) for hand in hands]
    calculator = HandCalculator()

    def run() -> int:
        return sum(
            calculator.estimate_hand_value(tiles, tile, melds, config=config).han is not None
            for tiles, tile, melds, config in given
        )

    return run


def seconds(run: Callable[[], int]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    hands = ordinary_hands(number)
    texts = [json.dumps(hand).encode() for hand in hands]
    # Time of this process alone, turn about in small parts, so that what else the machine does
    # weighs on both alike. The parts for totals and for answers are different hands, all new.
    part = max(number // 20, 1)
    spent: dict[str, float] = {"total": 0, "answer": 0, "peer": 0}
    parts = [slice(start, start + part) for start in range(0, number, part)]
    totals(texts[:1])  # loads the rule set
    # Nobody's time: to look through the benchmark's own hands for what could be thrown away.
    gc.freeze()
    for place, chunk in enumerate(parts):
        run_peer = peer(hands[chunk])
        name, ours = ("total", totals) if place % 2 else ("answer", answers)
        spent[name] += seconds(partial(ours, texts[chunk]))
        spent["peer"] += seconds(run_peer)
    half = number / 2
    theirs = number / spent["peer"]
    print(f"{number:,} winning hands, each scored once: mahjong {theirs:,.0f}/s")
    for name, words in (("total", "JSON to total"), ("answer", "JSON to JSON")):
        mine = half / spent[name]
        print(f"ours, {words}: {mine:,.0f}/s, {mine / theirs:.1f} times as many")


if __name__ == "__main__":
    main()
