"""The four hands of a whole table."""

from __future__ import annotations

from companion.seen.game import Game
from companion.vision.layout import arrange
from tests.vision.layout.laid import ELEVEN, HEIGHT, Row, drawn_on_two, melds


def test_four_hands_lie_at_the_sides_that_they_face() -> None:
    """Harr p. 46-54: all four hands laid down."""
    tiles = [
        *Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9p 9p", left=580, foot=1450).tiles(),
        *Row("1p 2p 3p 4p 5m 6m 7m 1z 1z 2z 4z 9m 9m", left=1700, foot=1200, turn=-90).tiles(),
        *Row("1s 2s 3s 4p 5m 6m 7m 1z 3z 2z 4z 6m 9m", left=1400, foot=180, turn=180).tiles(),
        *Row("5z 5z 6s 6s 8s 8s 3m 4m 6m 9m 9m 2p 2p", left=300, foot=350, turn=90).tiles(),
    ]
    layout = arrange(tiles, HEIGHT, table=True)
    assert layout.hands is not None
    firsts = {side: hand.concealed[0] for side, hand in layout.hands.items()}
    assert firsts == {"near": "1m", "right": "1p", "far": "1s", "left": "5z"}
    assert all(len(hand.concealed) in (13, 14) for hand in layout.hands.values())
    assert layout.hand == layout.hands["near"]
    assert layout.sides is not None
    assert layout.sides["near"].groups == layout.groups
    assert {layout.tiles[g.tiles[0]].code for g in layout.sides["far"].groups} == {"1s"}


def test_the_winner_of_a_whole_table_may_have_drawn_on_a_run() -> None:
    losers = [
        *Row("1p 2p 3p 4p 5m 6m 7m 1z 1z 2z 4z 9m 9m", left=1700, foot=1200, turn=-90).tiles(),
        *Row("1s 2s 3s 4p 5p 6p 7p 1z 3z 2z 4z 8m 9m", left=1400, foot=180, turn=180).tiles(),
        *Row("5z 5z 6s 6s 8s 8s 3m 4m 6m 9m 9m 2p 2p", left=300, foot=350, turn=90).tiles(),
    ]
    layout = arrange([*losers, *drawn_on_two("2s", "5s", "6s")], HEIGHT, table=True)
    assert melds(layout) == [("chow", "4s5s6s", False)]


def test_a_side_without_a_hand_is_said() -> None:
    layout = arrange(Row(ELEVEN).tiles(), HEIGHT, table=True)
    assert "No hand was found on the far side." in layout.warnings


def test_a_table_of_three_lacks_no_fourth_hand() -> None:
    hands = [
        *Row("1p 1p 1p 5m 6m 7m 1z 1z 1z 2z 2z 2z 9m 9m").tiles(),
        *Row("1s 2s 3s 4p 5p 6p 7p 1z 3z 2z 4z 8m 9m", left=1400, foot=180, turn=180).tiles(),
        *Row("5z 5z 6s 6s 8s 8s 3m 4m 6m 9m 9m 2p 2p", left=300, foot=350, turn=90).tiles(),
    ]
    assert arrange(hands, HEIGHT, table=True).warnings == ("No hand was found on the right side.",)
    assert arrange(hands, HEIGHT, table=True, game=Game(players=3)).warnings == ()
