"""What holds for any hand and any table, whatever the tiles."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.base.forms import json_text
from companion.game.hand import Hand
from companion.rules.books.ruleset import book
from companion.rules.scoring import answer as score
from companion.rules.scoring import memo as kept
from companion.rules.scoring import whole_hand as plan
from companion.rules.scoring.answer import Score, score_hand
from companion.rules.table.questions import play
from companion.rules.table.settle import Settlement, Table, settle
from tests.rules import by_the_book
from tests.rules.goldens import limit_hands
from tests.strategies import (
    RULESETS,
    Form,
    any_winner,
    hands,
    losers,
    losing_hand,
    part_of,
    tables,
    winners,
    winning_hand,
)
from tests.strategies import table as random_table

some = settings(max_examples=150, derandomize=True, database=None)


def scored(form: Form) -> Score:
    return score_hand(Hand.from_json(form))


def worth(score: Score) -> tuple[int, int, int, bool]:
    return score.points, score.doubles, score.total, score.complete


@some
@given(hands, st.randoms(use_true_random=False))
def test_the_order_of_tiles_and_sets_never_matters(form: Form, rng: random.Random) -> None:
    mixed = json.loads(json.dumps(form))
    order = list(range(len(form["melds"])))
    rng.shuffle(order)
    mixed["melds"] = [mixed["melds"][n] for n in order]
    for codes in (mixed["concealed"], mixed["bonus"], *(m["tiles"] for m in mixed["melds"])):
        rng.shuffle(codes)
    if form["winner"] and "meld" in form["win"]:
        mixed["win"]["meld"] = order.index(form["win"]["meld"])
    assert worth(scored(mixed)) == worth(scored(form))


@some
@given(hands, st.sampled_from("ESWN"))
def test_where_no_form_asks_for_the_round_it_changes_no_score(form: Form, wind: str) -> None:
    mine = {**form, "ruleset": "harr"}
    assert not play(book("harr")).round
    assert worth(scored({**mine, "round": wind})) == worth(scored(mine))


@some
@given(hands)
def test_a_concealed_kong_never_scores_less_than_an_exposed_one(form: Form) -> None:
    opened = json.loads(json.dumps(form))
    for meld in opened["melds"]:
        meld["concealed"] = False
    assert scored(opened).total <= scored(form).total


@some
@given(winners)
def test_a_drawn_tile_never_scores_less_than_the_same_tile_claimed(form: Form) -> None:
    """The hand without circumstances, because each belongs to only one way to win."""
    form["win"] |= {"by": "discard", "circumstances": []}
    drawn = form | {"win": form["win"] | {"by": "draw"}}
    claimed = scored(form)
    # The two points for drawing may take the ten for no other score away (Harr p. 30).
    forfeited = any(line.id == "no_other_score" for line in claimed.lines)
    assert forfeited or scored(drawn).total >= claimed.total


@some
@given(winners)
def test_where_nobody_knows_which_tile_won_the_least_counts(form: Form) -> None:
    known = scored(form)
    unknown = {"tile": None, "by": form["win"]["by"]}
    circumstances = {"circumstances": form["win"]["circumstances"]}
    score = scored(form | {"win": unknown | circumstances})
    if "meld" not in form["win"] and form["win"]["tile"] in form["concealed"]:
        assert score.total <= known.total
    assert score.complete
    assert any("not known" in note for note in score.notes)


@some
@given(hands)
def test_a_concealed_three_never_scores_less_than_the_same_laid_down(form: Form) -> None:
    """This holds for three alike that the winning tile did not complete. It does not hold for runs:
    holding one may cost the points for the only place to win."""
    for place, meld in enumerate(form["melds"]):
        completed = form["winner"] and form["win"]["tile"] in meld["tiles"]
        if meld["kind"] != "pung" or completed:
            continue
        held = json.loads(json.dumps(form))
        held["concealed"] += held["melds"].pop(place)["tiles"]
        if form["winner"] and form["win"].get("meld", -1) > place:
            held["win"]["meld"] -= 1
        assert scored(held).total >= scored(form).total


@pytest.mark.parametrize("ruleset", RULESETS)
@some
@given(whole=losers.filter(lambda form: "flags" not in form), rng=st.randoms(use_true_random=False))
def test_a_part_never_scores_more_than_its_whole_hand(
    ruleset: str, whole: Form, rng: random.Random
) -> None:
    whole = whole | {"ruleset": ruleset}
    part, all_of_it = scored(part_of(rng, whole)), scored(whole)
    assert part.total <= all_of_it.total
    assert part.uncapped <= all_of_it.uncapped
    assert scored(whole | {"flags": ["part"]}) == all_of_it


@some
@given(hands, st.sampled_from((100, 300, 600)))
def test_no_hand_scores_above_the_limit(form: Form, limit: int) -> None:
    assert scored(form | {"options": form["options"] | {"limit": limit}}).total <= limit


@some
@given(hands)
def test_the_lines_add_up(form: Form) -> None:
    score = scored(form)
    assert sum(line.points for line in score.lines) == score.points
    assert sum(line.doubles for line in score.lines) == score.doubles
    assert all(line.text and line.source for line in score.lines)


@some
@given(hands)
def test_a_hand_and_its_score_survive_json(form: Form) -> None:
    hand = Hand.from_json(form)
    assert Hand.from_json(json.loads(json.dumps(hand.to_json()))) == hand
    score = score_hand(hand)
    assert Score.from_json(json.loads(json.dumps(score.to_json()))) == score
    assert json.loads(json_text(score)) == score.to_json()


@some
@given(tables)
def test_net_payments_sum_to_zero(form: Form) -> None:
    settlement = settle(Table.from_json(form))
    assert sum(settlement.net.values()) == 0
    for seat, points in settlement.net.items():
        received = sum(p.points for p in settlement.payments if p.payee == seat)
        paid = sum(p.points for p in settlement.payments if p.payer == seat)
        assert points == received - paid
    assert all(payment.points > 0 for payment in settlement.payments)


@some
@given(tables)
def test_a_table_and_its_settlement_survive_json(form: Form) -> None:
    table = Table.from_json(form)
    assert Table.from_json(json.loads(json.dumps(table.to_json()))) == table
    settlement = settle(table)
    assert Settlement.from_json(json.loads(json.dumps(settlement.to_json()))) == settlement


def compare(form: Form) -> None:
    expected, score = by_the_book.score(form), scored(form)
    if not expected["complete"] and form["winner"]:
        assert not score.complete
        return
    got: dict[str, Any] = {"complete": score.complete, "total": score.total}
    if not expected.get("limit_hands"):
        got |= {"points": score.points, "doubles": score.doubles}
    assert got == {name: expected[name] for name in got}, form
    assert list(score.limit_hands) == expected.get("limit_hands", []), form


@pytest.mark.parametrize("ruleset", ["harr", "harr-limit", "international", "traditional"])
def test_winners_score_as_a_second_scorer_says(ruleset: str) -> None:
    rng = random.Random(1922)
    for _ in range(400):
        compare(any_winner(rng, ruleset))


@pytest.mark.parametrize("ruleset", ["harr", "harr-limit", "international", "traditional"])
def test_losers_score_as_a_second_scorer_says(ruleset: str) -> None:
    rng = random.Random(1922)
    for _ in range(400):
        compare(losing_hand(rng, ruleset))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_parts_score_as_a_second_scorer_says(ruleset: str) -> None:
    rng = random.Random(1922)
    for _ in range(400):
        compare(part_of(rng, losing_hand(rng, ruleset)))


@pytest.mark.parametrize("ruleset", ["harr", "harr-limit", "international", "traditional"])
def test_tables_settle_as_a_second_calculation_says(ruleset: str) -> None:
    rng = random.Random(1922)
    for _ in range(500):
        form = random_table(rng, ruleset)
        assert settle(Table.from_json(form)).net == by_the_book.net(form), form


def test_what_is_left_out_before_the_tiles_are_read_would_not_have_held(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`NEEDS` and `RUNS` repeat what the patterns ask: without them every score is the same."""
    rng = random.Random(11)
    forms = [winning_hand(rng) for _ in range(1500)] + [case["hand"] for case in limit_hands()]
    with_them = [scored(form).to_json() for form in forms]
    monkeypatch.setattr(plan, "NEEDS", {})
    monkeypatch.setattr(plan, "RUNS", {})
    monkeypatch.setattr(score, "_SCORERS", {})
    assert [scored(form).to_json() for form in forms] == with_them


def test_what_is_kept_may_be_forgotten_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A full dictionary is emptied, also while it works out an answer."""
    rng = random.Random(12)
    forms = [winning_hand(rng) for _ in range(200)]
    with_all_kept = [scored(form).to_json() for form in forms]
    monkeypatch.setattr(kept, "MOST", 3)
    monkeypatch.setattr(score, "_SCORERS", {})
    assert [scored(form).to_json() for form in forms] == with_all_kept
