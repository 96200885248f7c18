"""What people tell of an evening: lines, shares and payments, which all have to add up."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.base.errors import CompanionError
from companion.ledger import Evening
from companion.ledger import commands as asked
from companion.ledger.between import between
from companion.ledger.events import HandRemoved, HandSettled, Player, Renamed, Undone
from companion.ledger.statistics import Statistics, statistics
from companion.ledger.story import Story, story
from companion.ledger.summary import Summary, summarise
from tests.ledger.test_evening import EVENTS, Table, event_of

ALL_HONOURS: dict[str, Any] = {
    "concealed": ["1z", "1z", "1z", "2z", "2z", "2z", "3z", "3z", "3z", "5z", "5z"],
    "melds": [{"kind": "pung", "tiles": ["6z"] * 3, "concealed": False}],
    "bonus": [],
    "win": {"tile": "5z", "by": "draw", "circumstances": []},
}
GREEN_PUNG: dict[str, Any] = {
    "concealed": ["3p", "4p", "5p", "9s", "9s", "9s", "4s", "4s"],
    "melds": [
        {"kind": "pung", "tiles": ["6z"] * 3, "concealed": False},
        {"kind": "pung", "tiles": ["2m"] * 3, "concealed": False},
    ],
    "bonus": [],
    "win": {"tile": "4s", "by": "draw", "circumstances": []},
}


def told(table: Table) -> Story:
    return story(table.evening, table.rules)


def with_tiles(table: Table, seat: str, hand: dict[str, Any], photos: tuple[str, ...] = ()) -> None:
    """The next hand, won by this seat with these tiles."""
    others = dict.fromkeys((each for each in table.seats if each != seat), 0)
    form = {"winner": seat, "hands": {seat: hand}, "scores": others, "photos": list(photos)}
    turn = table.evening.position.turn
    entry = asked.entry(asked.HandAsked.from_json(form), table.rules, turn)
    table.add(HandSettled(table.evening.next_hand, entry))


def pay(table: Table, payer: int, payee: int, points: int) -> None:
    paid = {"payments": [{"from": payer, "to": payee, "points": points}], "why": "a bet"}
    table.add(asked.penalty(paid)(table.evening))


# --- one evening ---


def test_the_line_tells_hands_and_payments_in_the_order_of_play() -> None:
    table = Table(ruleset="international")
    table.settle("E", 20, 0, 0, 0)
    pay(table, 3, 0, 50)
    table.settle("S", 0, 32, 0, 8)
    lines = told(table).lines
    assert [(line.hand, line.result, line.winner, line.score) for line in lines] == [
        (1, "win", 0, 20),
        (None, "payment", None, None),
        (2, "win", 1, 32),
    ]
    assert [line.totals for line in lines][1] == (120 + 50, -40, -40, -40 - 50)
    assert lines[1].note == "a bet"
    assert lines[0].winds == ("E", "S", "W", "N")
    assert [lines[1].pays, lines[1].receives] == [(0, 0, 0, 50), (50, 0, 0, 0)]


@pytest.mark.parametrize(("ruleset", "round_"), [("harr", None), ("international", "E")])
def test_a_round_is_told_only_where_rounds_are_counted(ruleset: str, round_: str | None) -> None:
    table = Table(ruleset=ruleset)
    table.settle("E", 20, 0, 0, 0)
    assert told(table).counts_rounds is (round_ is not None)
    assert [line.round for line in told(table).lines] == [round_]


def test_what_made_a_hand_high_leaves_out_what_every_winner_scores() -> None:
    table = Table()
    with_tiles(table, "E", GREEN_PUNG)
    table.settle("S", 0, 500, 0, 0)
    tiles, typed = told(table).lines
    assert tiles.why[0] == "Three or four green dragons"
    assert "Mah-Jongg" not in tiles.why
    assert typed.why == ()


def test_a_limit_hand_is_told_by_its_name() -> None:
    table = Table()
    with_tiles(table, "S", ALL_HONOURS)
    (line,) = told(table).lines
    assert line.limit_hands
    assert line.why == line.limit_hands
    assert told(table).players[1].limit_hands == 1


def test_the_highest_hand_is_one_that_the_player_won() -> None:
    table = Table()
    table.settle("E", 20, 480, 0, 0)
    table.settle("E", 64, 0, 0, 0)
    east, south = told(table).players[:2]
    assert (east.highest, east.highest_hand) == (64, 2)
    assert (south.highest, south.highest_hand) == (None, None)


def test_hands_in_a_row_end_with_another_winner_and_with_a_draw() -> None:
    table = Table()
    for winner in ("E", "E", None, "E", "E", "E", "S"):
        table.settle(winner, 20, 20, 0, 0)
    assert [player.in_a_row for player in told(table).players] == [3, 1, 0, 0]


def test_a_corrected_hand_is_told_as_it_counts_and_an_undone_one_not_at_all() -> None:
    table = Table()
    table.settle("E", 20, 0, 0, 0)
    table.settle("E", 400, 0, 0, 0)
    table.add(Undone())
    table.correct(1, "S", 0, 64, 0, 0)
    (line,) = told(table).lines
    assert (line.winner, line.score, line.corrected) == (1, 64, True)
    assert told(table).players[0].won == 0
    assert {(pair.payer, pair.payee) for pair in told(table).between} == {(0, 1), (2, 1), (3, 1)}


def test_a_removed_hand_is_not_told() -> None:
    table = Table()
    for score in (20, 480, 60):
        table.settle("E", score, 0, 0, 0)
    table.add(HandRemoved(2))
    assert [(line.hand, line.score) for line in told(table).lines] == [(1, 20), (2, 60)]
    assert told(table).players[0].highest == 60


def test_who_paid_whom_counts_both_ways_and_the_most_comes_first() -> None:
    table = Table()
    pay(table, 0, 1, 100)
    pay(table, 1, 0, 30)
    pay(table, 2, 3, 500)
    first, second = told(table).between
    assert (first.payer, first.payee, first.points) == (2, 3, 500)
    assert second.to_json() == {"from": 0, "to": 1, "points": 70, "gave": 100, "got": 30}


# --- over many evenings ---


def played(table: Table, number: int) -> Summary:
    summary = summarise(table.evening)
    return replace(summary, id=f"evening{number}", started=f"2026-0{number + 1}-05T20:00:00+00:00")


def named(table: Table, *names: str) -> None:
    table.add(Renamed(tuple(Player(name) for name in names)))


def test_statistics_follow_names_from_seat_to_seat_and_evening_to_evening() -> None:
    first, second = Table(), Table(3)
    first.settle("E", 20, 0, 0, 0)
    second.settle("E", 50, 0, 0)
    named(second, "Di", "Eve", "Ann")
    found = statistics([played(second, 1), played(first, 0)])
    assert [player.name for player in found.players] == ["Di", "Eve", "Ann", "Bo", "Cy"]
    lines = {player.name: player.line for player in found.players}
    di = second.totals[0]
    assert lines["Di"] == (-40, -40 + di)
    assert lines["Eve"] == (None, second.totals[1])
    assert lines["Bo"] == (-40, None)
    ann = next(player for player in found.players if player.name == "Ann")
    assert (ann.evenings, ann.hands, ann.won, ann.won_share) == (2, 2, 1, 0.5)


def test_evenings_stand_in_the_order_of_time_however_they_were_read_in() -> None:
    tables = [Table() for _ in range(3)]
    for table in tables:
        table.settle("E", 20, 0, 0, 0)
    summaries = [played(table, number) for number, table in enumerate(tables)]
    read_in = replace(summaries[0], started="by no clock")
    found = statistics([summaries[1], read_in, summaries[2]])
    assert [one.id for one in found.evenings] == ["evening0", "evening1", "evening2"]


def test_an_evening_whose_clock_said_1970_stands_behind_the_one_before_it() -> None:
    tables = [Table() for _ in range(4)]
    for table in tables:
        table.settle("E", 20, 0, 0, 0)
    first, second, third, read_in = (played(table, n) for n, table in enumerate(tables))
    second = replace(second, started="1970-01-01T00:00:12+00:00")
    read_in = replace(read_in, started="2026-01-02T20:00:00+00:00")  # older, of another computer
    found = statistics([read_in, third, second, first])
    assert [one.id for one in found.evenings] == [
        "evening3", "evening0", "evening1", "evening2",
    ]  # fmt: skip


def test_a_limit_hand_is_kept_with_its_evening_and_photographs() -> None:
    photo = "0" * 32 + ".jpg"
    table = Table()
    table.settle("S", 0, 20, 0, 0)
    winner = table.seats["W"]
    with_tiles(table, "W", ALL_HONOURS, (photo,))
    (limit_hand,) = statistics([played(table, 3)]).limit_hands
    assert (limit_hand.evening, limit_hand.n, limit_hand.photos) == ("evening3", 2, (photo,))
    assert limit_hand.player == table.evening.setup.players[winner].name
    assert limit_hand.hand["win"]["tile"] == "5z"


# --- laws ---


def happened(happenings: list[tuple[str, int]], players: int, ruleset: str) -> Table:
    table = Table(players, ruleset)
    for what, number in happenings:
        try:
            table.add(event_of(table, what, number)())
        except CompanionError:
            continue
    return table


def adds_up(told: Story, evening: Evening) -> None:
    totals = evening.position.totals
    assert [player.total for player in told.players] == list(totals)
    if told.lines:
        assert told.lines[-1].totals == totals
    assert sum(player.won for player in told.players) + told.nobody_won == told.hands
    shares = sum(player.won_share for player in told.players)
    if told.hands:
        assert shares + told.nobody_won / told.hands == pytest.approx(1, abs=4e-4)
    owed = [0] * len(totals)
    for pair in told.between:
        assert pair.points == pair.gave - pair.got >= 0
        owed[pair.payer] -= pair.points
        owed[pair.payee] += pair.points
    assert owed == list(totals)


@given(EVENTS, st.integers(2, 4), st.sampled_from(["harr", "harr-limit", "international"]))
@settings(max_examples=60, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_happens_the_story_adds_up(
    happenings: list[tuple[str, int]], players: int, ruleset: str
) -> None:
    table = happened(happenings, players, ruleset)
    adds_up(told(table), table.evening)


NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gil")
"""All who may sit down, so that each may be another's name of another evening."""


@given(st.lists(st.tuples(EVENTS, st.permutations(NAMES)), max_size=4))
@settings(max_examples=30, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
def test_whoever_plays_the_statistics_add_up(
    evenings: list[tuple[list[tuple[str, int]], list[str]]],
) -> None:
    tables = [happened(happenings, 4, "harr-limit") for happenings, _ in evenings]
    for table, (_, names) in zip(tables, evenings, strict=True):
        named(table, *names[: len(table.evening.setup.players)])
    found = statistics(reversed([played(table, n) for n, table in enumerate(tables)]))
    ends_at_the_totals(found)
    assert sum(player.points for player in found.players) == 0
    assert sum(player.won for player in found.players) + found.nobody_won == found.hands
    owed = [0] * len(found.players)
    for pair in found.between:
        owed[pair.payer] -= pair.points
        owed[pair.payee] += pair.points
    assert owed == [player.points for player in found.players]


def ends_at_the_totals(found: Statistics) -> None:
    for player in found.players:
        shown = [points for points in player.line if points is not None]
        assert len(shown) == player.evenings
        assert shown[-1] == player.points


@given(st.integers(2, 5).flatmap(lambda n: st.lists(
    st.lists(st.integers(0, 999), min_size=n, max_size=n), min_size=n, max_size=n)))  # fmt: skip
def test_who_pays_whom_is_the_same_from_both_sides(sums: list[list[int]]) -> None:
    """What one player gives, the other gets: seen from the other side, only the names change."""
    turned = [[sums[j][i] for j in range(len(sums))] for i in range(len(sums))]
    one = {(pair.payer, pair.payee): pair.points for pair in between(sums) if pair.points}
    other = {(pair.payee, pair.payer): pair.points for pair in between(turned) if pair.points}
    assert one == other
