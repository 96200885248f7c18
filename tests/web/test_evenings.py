"""An evening over HTTP: started, played, corrected, ended."""

from __future__ import annotations

from scorekeeper import Scorekeeper, typed


def test_the_first_player_is_east_and_the_others_follow_to_the_right(keeper: Scorekeeper) -> None:
    evening = keeper.evening(keeper.start())
    assert evening["seats"] == {"E": 0, "S": 1, "W": 2, "N": 3}
    assert (evening["round"], evening["hand"], evening["version"]) == ("E", 1, 1)
    assert evening["totals"] == [0, 0, 0, 0]


def test_a_settled_hand_moves_points_and_winds(keeper: Scorekeeper) -> None:
    id = keeper.start()
    answer = keeper.settle(id, typed("S", 4, 32, 0, 8))
    assert answer.status_code == 201, answer.text
    evening = keeper.evening(id)
    assert answer.get_json()["version"] == evening["version"] == 2
    assert evening["seats"] == {"E": 1, "S": 2, "W": 3, "N": 0}
    assert sum(evening["totals"]) == 0
    assert evening["hands"][0]["net"] == {"E": -64, "S": 128, "W": -48, "N": -16}
