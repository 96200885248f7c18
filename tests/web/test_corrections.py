"""An old hand is corrected or removed: every later hand stays with the people who played it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.scorekeeper import Scorekeeper

ANN, BO, CY, DI = range(4)
WON_BY = (ANN, BO, DI, None, BO, DI, BO, ANN)
"""Who wins each hand; the fourth is drawn."""


def played(keeper: Scorekeeper, won_by: tuple[int | None, ...] = WON_BY) -> str:
    """The winner of hand n has 20 + 2n, everyone else their place at the table."""
    id = keeper.start(ruleset="harr-limit")
    for n, winner in enumerate(won_by, 1):
        assert (
            keeper.settle(id, hand(keeper.evening(id)["seats"], winner, 20 + 2 * n)).status_code
            == 201
        )
    return id


def hand(seats: dict[str, int], winner: int | None, score: int) -> dict[str, Any]:
    if winner is None:
        return {"winner": None}
    scores = {seat: score if place == winner else 2 * place for seat, place in seats.items()}
    return {"winner": next(s for s, place in seats.items() if place == winner), "scores": scores}


def people(evening: Any) -> list[tuple[int | None, dict[int, int]]]:
    """Who won each hand, and everyone's score in it, by player."""
    return [
        (
            None if one["winner"] is None else one["seats"][one["winner"]],
            {one["seats"][seat]: score for seat, score in one["scores"].items()},
        )
        for one in evening["hands"]
    ]


def test_a_corrected_first_hand_leaves_every_later_one_with_its_winner(keeper: Scorekeeper) -> None:
    id = played(keeper)
    before = keeper.evening(id)
    first = hand(before["hands"][0]["seats"], BO, 30)
    answer = keeper.call("PUT", f"/api/evenings/{id}/hands/1", first)
    assert answer.status_code == 200, answer.text
    after = keeper.evening(id)
    assert people(after)[0][0] == BO
    assert people(after)[1:] == people(before)[1:]
    assert after["hands"][1]["seats"] != before["hands"][1]["seats"], "the deal passed at hand 1"


@pytest.mark.parametrize("n", range(1, len(WON_BY) + 1))
def test_a_removed_hand_leaves_every_later_one_with_its_winner(keeper: Scorekeeper, n: int) -> None:
    id = played(keeper)
    before = people(keeper.evening(id))
    assert keeper.call("DELETE", f"/api/evenings/{id}/hands/{n}").status_code == 200
    assert people(keeper.evening(id)) == before[: n - 1] + before[n:]


def test_later_hands_follow_the_seats_where_that_is_asked_for(keeper: Scorekeeper) -> None:
    """Bo wins as South, then as East; without the first win East is Ann."""
    id = played(keeper, (BO, BO))
    first = hand(keeper.evening(id)["hands"][0]["seats"], ANN, 30)
    keeper.call("PUT", f"/api/evenings/{id}/hands/1", first | {"keep": "seats"})
    assert people(keeper.evening(id))[1][0] == ANN
    keeper.call("POST", f"/api/evenings/{id}/undo")
    keeper.call("DELETE", f"/api/evenings/{id}/hands/1?keep=seats")
    assert people(keeper.evening(id))[0][0] == ANN


@pytest.mark.parametrize("how", ["corrected", "removed"])
def test_they_follow_the_seats_also_after_an_earlier_correction(
    keeper: Scorekeeper, how: str
) -> None:
    """The correction of hand 1 leaves the later hands with their players, and changes no seat."""
    id = played(keeper, (ANN, BO, BO))
    first = keeper.evening(id)["hands"][0]["seats"]
    keeper.call("PUT", f"/api/evenings/{id}/hands/1", hand(first, ANN, 30))
    url, preview = f"/api/evenings/{id}/hands/2", f"/api/evenings/{id}/preview"
    if how == "corrected":
        body = hand(first, ANN, 24) | {"keep": "seats"}
        seen = keeper.call("POST", preview, body | {"replaces": 2}).get_json()
        answer = keeper.call("PUT", url, body).get_json()
    else:
        seen = keeper.call("POST", preview, {"removes": 2, "keep": "seats"}).get_json()
        answer = keeper.call("DELETE", f"{url}?keep=seats").get_json()
    assert people(keeper.evening(id))[-1][0] == ANN, "Bo won as East, which is Ann now"
    assert (answer["totals"], answer["changed"]) == (seen["after"]["totals"], seen["changed"])
    keeper.call("POST", f"/api/evenings/{id}/undo")
    assert [winner for winner, _ in people(keeper.evening(id))] == [ANN, BO, BO]


def test_before_confirming_everyone_sees_who_won_what(keeper: Scorekeeper) -> None:
    id = played(keeper)
    first = hand(keeper.evening(id)["hands"][0]["seats"], BO, 30)
    seen = keeper.call("POST", f"/api/evenings/{id}/preview", first | {"replaces": 1}).get_json()
    assert [one["n"] for one in seen["later"]] == list(range(1, 9))
    assert [one["won"]["after"]["winner"] for one in seen["later"]] == [BO, *WON_BY[1:]]
    assert [one["won"]["before"]["winner"] for one in seen["later"]] == list(WON_BY)
    answer = keeper.call("PUT", f"/api/evenings/{id}/hands/1", first).get_json()
    assert answer["totals"] == seen["after"]["totals"]
    assert answer["changed"] == seen["changed"]


def test_removing_is_seen_before_it_is_done(keeper: Scorekeeper) -> None:
    id = played(keeper)
    seen = keeper.call("POST", f"/api/evenings/{id}/preview", {"removes": 2}).get_json()
    assert seen["hand"] is None
    assert len(keeper.evening(id)["hands"]) == len(WON_BY), "nothing is stored"
    gone, *others = seen["later"]
    assert (gone["after"], gone["won"]["after"]) == (None, None)
    assert [(one["was"], one["n"]) for one in others] == [(n + 1, n) for n in range(2, 8)]
    answer = keeper.call("DELETE", f"/api/evenings/{id}/hands/2").get_json()
    assert answer["totals"] == seen["after"]["totals"]


@pytest.mark.parametrize("keep", ["players", "seats"])
def test_other_seats_are_seen_before_people_sit_so(keeper: Scorekeeper, keep: str) -> None:
    id = played(keeper)
    sat = keeper.evening(id)["hands"][1]["seats"]
    asked = {"seats": sat | {"W": sat["N"], "N": sat["W"]}, "from_hand": 2, "keep": keep}
    seen = keeper.call("POST", f"/api/evenings/{id}/preview", {"reseats": asked}).get_json()
    assert seen["hand"] is None
    assert keeper.evening(id)["hands"][1]["seats"] == sat, "nothing is stored"
    assert [one["n"] for one in seen["later"]] == list(range(2, 9))
    answer = keeper.call("POST", f"/api/evenings/{id}/reseat", asked).get_json()
    assert answer["totals"] == seen["after"]["totals"]
    assert answer["changed"] == seen["changed"]


def test_seats_that_fit_nobody_are_refused_before_and_when_people_sit_so(
    keeper: Scorekeeper,
) -> None:
    id = played(keeper)
    asked = {"seats": {"E": 0, "S": 0, "W": 2, "N": 3}}
    for path, body in (("preview", {"reseats": asked}), ("reseat", asked)):
        answer = keeper.call("POST", f"/api/evenings/{id}/{path}", body)
        assert answer.status_code == 422
        assert "seat of their own" in answer.get_json()["error"]


def test_no_hand_is_removed_that_is_not_there(keeper: Scorekeeper) -> None:
    id = played(keeper)
    answer = keeper.call("POST", f"/api/evenings/{id}/preview", {"removes": 9})
    assert answer.status_code == 404
    assert "hand 9" in answer.get_json()["error"]
