"""What a hand missed by one set, one tile, or one set laid down."""

from __future__ import annotations

from typing import Any

from companion.game.hand import Hand
from companion.rules.scoring.answer import score_hand
from companion.rules.scoring.hints import Missed, near_misses


def missed(**hand: Any) -> dict[str, Missed]:
    form: dict[str, Any] = {"ruleset": "traditional", "seat": "N", "round": "E", "winner": True}
    given = Hand.from_json(form | hand)
    return {each.id: each for each in near_misses(given, score_hand(given))}


def pung(tiles: str) -> dict[str, Any]:
    return {"kind": "pung", "tiles": tiles, "concealed": False}


def test_one_run_in_a_hand_of_threes() -> None:
    found = missed(
        concealed="222p55s",
        melds=[pung("333p"), pung("777m"), {"kind": "chow", "tiles": "123s"}],
        win={"tile": "5s", "by": "discard"},
    )
    assert "chow 1-2-3 of bamboo" in found["no_sequences"].text
    assert found["no_sequences"].gain >= 10
    assert found["concealed"].gain == 2


def test_one_set_away_from_a_limit_hand() -> None:
    found = missed(
        concealed="666z55m",
        melds=[pung("555z"), pung("333p"), pung("888m")],
        win={"tile": "6z", "by": "discard"},
    )
    assert found["three_great_scholars"].source.endswith("no. 5")
    assert found["three_great_scholars"].text.startswith("But for the pung of ")


def test_one_more_concealed_pung() -> None:
    found = missed(
        concealed="222p444s777m33z", melds=[pung("333p")], win={"tile": "3z", "by": "draw"}
    )
    assert found["hidden_treasure"].text.startswith("With the pung of 3 dots concealed")
    # Mah-Jongg 20, no sequences 10, drawn 2, the only place 2, threes 4 + 4 + 4 + 2.
    assert found["hidden_treasure"].gain == 300 - 48


def test_one_tile_mistaken() -> None:
    found = missed(concealed="223p55s111m777s999m", win={"tile": "5s", "by": "discard"})
    assert "in place of" in found["complete"].text


def test_what_is_at_the_limit_or_did_not_win_missed_nothing() -> None:
    assert not missed(concealed="19m19p19s12345677z", win={"tile": "7z", "by": "draw"})
    assert not missed(winner=False, concealed="223p55s111m777s99m")
