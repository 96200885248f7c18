"""A winner's hand in short, its score, and what each line brings."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.game.hand import Hand
from companion.game.tiles import parse
from companion.rules.scoring.answer import Score, score_hand

# Four runs and a worthless pair, won with the 9 bamboo: Mah-Jongg and nothing else but what the
# last tile brings.
PLAIN = "123m456m234p789s88p"


def scored(
    ruleset: str,
    held: str,
    *laid: str,
    last: str | None = "9s",
    by: str = "discard",
    told: str = "",
    seat: str = "S",
    round: str = "W",
    bonus: str = "",
    **options: Any,
) -> Score:
    """A winner's score. laid: sets on the table, a kong with tiles turned over with a star."""
    hand: dict[str, Any] = {
        "ruleset": ruleset, "seat": seat, "round": round, "winner": True, "concealed": held,
        "melds": [meld(text) for text in laid], "bonus": bonus, "options": options,
        "win": {"tile": last, "by": by, "circumstances": told.split()},
    }  # fmt: skip
    score = score_hand(Hand.from_json(hand))
    assert score.complete, score.reason
    return score


def meld(text: str) -> dict[str, Any]:
    tiles = text.removesuffix("*")
    ranks = tiles[:-1]
    kind = "chow" if len(set(ranks)) == 3 else "kong" if len(ranks) == 4 else "pung"
    return {"kind": kind, "tiles": list(parse(tiles)), "concealed": text.endswith("*")}


def lines(score: Score) -> Counter[str]:
    """What the lines bring by id: points, doubles as `x1`, points after doubling as `+150`."""
    found: Counter[str] = Counter()
    for line in score.lines:
        worth = (
            f"x{line.doubles}" if line.doubles else f"+{line.added}" if line.added else line.points
        )
        found[f"{line.id} {worth}"] += 1
    return found
