"""What follows from the journal: undo, corrections, seats, counters; whatever happens, replay
gives the stored state and nothing is won or lost in the adding up."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.base.errors import CompanionError, NotAllowedError
from companion.game.seats import WIND_WORDS, Seat
from companion.ledger import Evening, Event, Ledger
from companion.ledger import commands as asked
from companion.ledger.evening import HandMissingError
from companion.ledger.events import (
    CountersCounted,
    Ended,
    Entry,
    HandCorrected,
    HandRemoved,
    HandSettled,
    Keep,
    PenaltyTakenBack,
    Recorded,
    Redone,
    Resumed,
    RoundMarked,
    Undone,
    event_from_json,
)
from companion.ledger.locked_rules import Rulebook
from companion.ledger.replay import (
    EveningEndedError,
    EveningNotEndedError,
    NothingToRedoError,
    NothingToUndoError,
    SeatsUnfitError,
    replay,
    step,
)
from companion.ledger.rulebooks import Rulebooks
from companion.ledger.settling_up import fewest_transfers
from companion.ledger.shown import evening_text
from companion.rules.books.ruleset import BOOKS

PLAYERS = [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")]


class Table:
    """An evening in memory: events go in, the state comes out."""

    def __init__(self, players: int = 4, ruleset: str = "harr-limit") -> None:
        plan, self.rules = asked.plan(
            {"players": PLAYERS[:players], "ruleset": ruleset}, Rulebooks(Path("none")).open
        )
        self.journal = [Recorded(1, plan, "")]
        self.evening = replay(self.rules, self.journal)

    def add(self, event: Event) -> Evening:
        recorded = Recorded(len(self.journal) + 1, event, "")
        self.evening = step(self.rules, self.evening, recorded)
        self.journal.append(recorded)
        return self.evening

    def settle(self, winner: str | None, *scores: int) -> Evening:
        return self.add(HandSettled(self.evening.next_hand, self.entry(winner, *scores)))

    def correct(self, n: int, winner: str | None, *scores: int, keep: Keep = "seats") -> Evening:
        entry = asked.entry(
            asked.HandAsked.from_json(_typed(self.evening.hand(n).turn.seats, winner, scores)),
            self.rules,
            self.evening.hand(n).turn,
        )
        return self.add(HandCorrected(n, entry, keep))

    def entry(self, winner: str | None, *scores: int) -> Any:
        turn = self.evening.position.turn
        hand = asked.HandAsked.from_json(_typed(turn.seats, winner, scores))
        return asked.entry(hand, self.rules, turn)

    @property
    def seats(self) -> dict[Seat, int]:
        return dict(self.evening.position.turn.seats)

    @property
    def totals(self) -> tuple[int, ...]:
        return self.evening.position.totals

    @property
    def winners(self) -> list[int | None]:
        """By hand, the player who won it."""
        return [
            None if hand.entry.winner is None else hand.turn.seats[hand.entry.winner]
            for hand in self.evening.hands
        ]


def _typed(seats: Any, winner: str | None, scores: tuple[int, ...]) -> dict[str, Any]:
    return {"winner": winner, "scores": dict(zip(seats, scores, strict=False))}


def _same(one: Evening, other: Evening, rules: Rulebook) -> bool:
    """The evening as programs see it, and as it is inside."""
    return evening_text(one, rules) == evening_text(other, rules) and one == other


def test_a_dead_hand_is_told_by_the_event_or_by_the_tiles() -> None:
    """Booklet Rule 12: too few tiles deduct their own score and collect nothing."""
    table = Table(4, "international")
    turn = table.evening.position.turn
    tiles = {"concealed": ["1z", "1z", "1z", "2z", "2z", "2z", "9m", "5p", "5p", "5p"]}
    event = {"kind": "dead_hand", "seat": "S", "count": "few"}
    paid = []
    for hand, events in ((tiles, [event]), (tiles | {"flags": ["dead"]}, [])):
        form = {"winner": "N", "scores": {"E": 10, "W": 200, "N": 40}, "hands": {"S": hand}}
        given = asked.HandAsked.from_json(form | {"events": events})
        settled = table.rules.settle(asked.entry(given, table.rules, turn), turn, WIND_WORDS)
        assert settled.scores["S"] == 80
        paid.append({(each.payer, each.payee): each.points for each in settled.payments})
    assert paid[0] == paid[1]
    assert paid[0]["S", "W"] == 120
    assert ("E", "S") not in paid[0]


def test_a_hand_entered_with_the_right_number_of_tiles_has_not_too_few() -> None:
    table = Table()
    tiles = {"concealed": "777z55z3579p2467s"}
    form = {
        "winner": "N", "scores": {"E": 0, "W": 0, "N": 40}, "hands": {"S": tiles},
        "events": [{"kind": "dead_hand", "seat": "S", "count": "few"}],
    }  # fmt: skip
    given = asked.HandAsked.from_json(form)
    turn = table.evening.position.turn
    with pytest.raises(NotAllowedError, match="13 would be right") as refused:
        asked.entry(given, table.rules, turn)
    assert refused.value.field == "hands.S.count"
    # One that stands in an evening since before this was refused stays there.
    stored = Entry("N", given.scores, given.hands, events=given.events)
    assert table.add(HandSettled(1, stored)).position.totals == (-80, -40, -40, 160)


def test_nobody_is_entered_who_discarded_a_tile_that_was_drawn() -> None:
    table = Table()
    drawn = {"concealed": "456m234p789s88p123m", "win": {"tile": "6m", "by": "draw"}}
    form = {
        "winner": "N", "scores": {"E": 0, "S": 0, "W": 0}, "hands": {"N": drawn}, "discarder": "S",
        "pays_for_all": True,
    }  # fmt: skip
    given = asked.HandAsked.from_json(form)
    with pytest.raises(NotAllowedError, match="was drawn") as refused:
        asked.entry(given, table.rules, table.evening.position.turn)
    assert refused.value.field == "discarder"


WASH: dict[str, Any] = {"kind": "wash", "seat": "S", "heads": 10}
FALSE: dict[str, Any] = {"kind": "false_mah_jongg", "seat": "W"}


@pytest.mark.parametrize(
    ("result", "events", "follows"),
    [
        ("wash", [], "draw"),
        ("false_mah_jongg", [], "draw"),
        ("draw", [WASH], "wash"),
        ("draw", [FALSE], "false mah jongg"),
        ("false_mah_jongg", [WASH], "wash"),
        ("wash", [{"kind": "dead_hand", "seat": "E"}], "draw"),
    ],
)
def test_a_hand_ends_as_its_events_say(
    result: str, events: list[dict[str, Any]], follows: str
) -> None:
    """Without washing nobody may shuffle the tiles anew (Harr p. 61), and East would stay."""
    table = Table()
    turn = table.evening.position.turn
    form = {"winner": None, "events": events}
    assert asked.entry(asked.HandAsked.from_json(form), table.rules, turn)
    with pytest.raises(asked.ResultUnfitError, match=f"as {follows}, not"):
        asked.entry(asked.HandAsked.from_json(form | {"result": result}), table.rules, turn)


@pytest.mark.parametrize("events", [[WASH, FALSE], [FALSE, WASH]])
@pytest.mark.parametrize("result", [None, "wash", "false_mah_jongg"])
def test_a_hand_that_was_washed_has_no_false_mah_jongg(
    events: list[dict[str, Any]], result: str | None
) -> None:
    """Washed tiles are shuffled again (Harr p. 61), so what follows is another hand."""
    table = Table()
    form = asked.HandAsked.from_json({"winner": None, "events": events, "result": result})
    with pytest.raises(asked.TwoEndsError, match="dealt anew"):
        asked.entry(form, table.rules, table.evening.position.turn)


@pytest.mark.parametrize("ruleset", ["harr", "international", "traditional"])
@pytest.mark.parametrize("result", ["wash", "false_mah_jongg"])
def test_no_hand_ends_in_a_way_that_its_book_does_not_know(ruleset: str, result: str) -> None:
    table = Table(ruleset=ruleset)
    for events in ([], [WASH | {"kind": result}]):
        form = {"winner": None, "events": events, "result": result}
        before = table.evening

        def settle(form: dict[str, Any] = form) -> None:
            hand = asked.HandAsked.from_json(form)
            entry = asked.entry(hand, table.rules, table.evening.position.turn)
            table.add(HandSettled(1, entry))

        with pytest.raises(NotAllowedError):
            settle()
        assert table.evening is before


# --- undo, redo, end ---


def test_undo_takes_back_one_change_after_another_and_redo_brings_them_back() -> None:
    table = Table()
    before = [table.totals]
    for winner in ("E", "S", "W"):
        table.settle(winner, 20, 30, 40, 50)
        before.append(table.totals)
    for totals in reversed(before[:-1]):
        assert table.add(Undone()).position.totals == totals
    with pytest.raises(NothingToUndoError):
        table.add(Undone())
    for totals in before[1:]:
        assert table.add(Redone()).position.totals == totals
    with pytest.raises(NothingToRedoError):
        table.add(Redone())


def test_a_new_hand_forgets_what_could_be_brought_back() -> None:
    table = Table()
    table.settle("E", 20, 0, 0, 0)
    table.add(Undone())
    table.settle("S", 0, 22, 0, 0)
    with pytest.raises(NothingToRedoError):
        table.add(Redone())


def test_the_end_of_the_evening_can_be_undone() -> None:
    table = Table()
    table.settle("E", 20, 0, 0, 0)
    assert table.add(Ended()).ended
    with pytest.raises(EveningEndedError):
        table.settle("E", 20, 0, 0, 0)
    assert not table.add(Undone()).ended
    assert len(table.settle("E", 20, 0, 0, 0).hands) == 2


def test_an_evening_that_has_ended_goes_on_with_all_that_was_paid_since() -> None:
    table = Table()
    with pytest.raises(EveningNotEndedError):
        table.add(Resumed())
    table.settle("E", 20, 0, 0, 0)
    table.add(Ended())
    paid = {"payments": [{"from": 0, "to": 1, "points": 50}]}
    table.add(asked.penalty(paid)(table.evening))
    totals = table.totals
    assert not table.add(Resumed()).ended
    assert table.totals == totals
    assert len(table.settle("E", 20, 0, 0, 0).hands) == 2
    table.add(Undone())
    assert table.add(Undone()).ended


def test_a_hand_may_be_corrected_after_the_end() -> None:
    table = Table()
    table.settle("E", 20, 0, 0, 0)
    table.add(Ended())
    assert table.correct(1, "E", 40, 0, 0, 0).position.totals == (240, -80, -80, -80)
    assert table.evening.ended


# --- corrections ---


def test_a_correction_moves_the_winds_of_all_hands_after_it() -> None:
    table = Table()
    table.settle("E", 20, 0, 0, 0)
    table.settle("E", 20, 0, 0, 0)
    table.correct(1, "S", 0, 22, 0, 0)
    assert dict(table.evening.hand(2).turn.seats) == {"E": 1, "S": 2, "W": 3, "N": 0}
    assert table.totals[1] > 0


def test_a_correction_may_leave_later_hands_with_their_players() -> None:
    table = Table()
    table.settle("E", 20, 0, 0, 0)
    table.settle("E", 20, 0, 0, 0)
    table.correct(1, "S", 0, 22, 0, 0, keep="players")
    second = table.evening.hand(2)
    assert second.turn.seats[second.entry.winner or "E"] == 0
    assert second.entry.winner == "N"


def test_with_three_players_later_hands_always_stay_with_their_players() -> None:
    table = Table(players=3)
    table.settle("E", 20, 0, 0)
    table.settle("S", 0, 22, 4)
    table.correct(1, "S", 0, 22, 0)
    assert set(table.evening.hand(2).turn.seats) == {"E", "S", "N"}
    assert table.evening.hand(2).turn.seats[table.evening.hand(2).entry.winner or "E"] == 1


def test_a_removed_hand_moves_the_later_ones_up() -> None:
    table = Table()
    for score in (20, 40, 80):
        table.settle("E", score, 0, 0, 0)
    table.add(HandRemoved(2))
    assert [hand.outcome.scores["E"] for hand in table.evening.hands] == [20, 80]
    assert [hand.n for hand in table.evening.hands] == [1, 2]
    with pytest.raises(HandMissingError):
        table.add(HandRemoved(3))


def test_wrong_seats_are_put_right_hands_later_in_one_step() -> None:
    table = Table()
    for _ in range(3):
        table.settle("E", 20, 0, 0, 0)
    right = {"E": 1, "S": 0, "W": 2, "N": 3}
    table.add(asked.reseat({"seats": right, "from_hand": 2, "keep": "seats"})(table.evening))
    assert [dict(hand.turn.seats)["E"] for hand in table.evening.hands] == [0, 1, 1]
    assert table.totals == (120 - 40 - 40, -40 + 120 + 120, -120, -120)
    table.add(Undone())
    table.add(asked.reseat({"seats": right, "from_hand": 2})(table.evening))
    assert [hand.entry.winner for hand in table.evening.hands] == ["E", "S", "E"]


def _bound_to_the_players() -> Table:
    """East wins three hands, all Ann's; a removal has left the later ones with their players."""
    table = Table()
    for _ in range(4):
        table.settle("E", 20, 0, 0, 0)
    table.add(HandRemoved(1, "players"))
    return table


TURNED: dict[str, Any] = {"seats": {"E": 1, "S": 0, "W": 2, "N": 3}, "from_hand": 2}


def test_hands_follow_the_seats_though_an_earlier_change_left_them_with_their_players() -> None:
    table = _bound_to_the_players()
    table.add(asked.reseat(TURNED | {"keep": "seats"})(table.evening))
    assert table.winners == [0, 1, 1]
    assert table.totals == (120 - 40 - 40, -40 + 120 + 120, -120, -120)
    table.add(asked.reseat(TURNED | {"seats": {"E": 3, "S": 2, "W": 1, "N": 0}})(table.evening))
    assert table.winners == [0, 1, 1], "and then they stay with the players again"


def test_a_stored_change_that_left_them_with_their_players_still_does() -> None:
    table = _bound_to_the_players()
    stored = event_from_json("reseated", TURNED | {"keep": "seats"})
    table.add(stored)
    assert table.winners == [0, 0, 0]
    assert "unpin" not in stored.to_json()


def test_seats_need_every_player_once() -> None:
    table = Table()
    with pytest.raises(SeatsUnfitError):
        table.add(asked.reseat({"seats": {"E": 0, "S": 0, "W": 1, "N": 2}})(table.evening))


def test_of_three_one_is_always_east_wherever_the_empty_place_is() -> None:
    """Booklet, Three-Handed: the dummy is never East."""
    table = Table(3)
    with pytest.raises(SeatsUnfitError):
        table.add(asked.reseat({"seats": {"S": 0, "W": 1, "N": 2}})(table.evening))
    moved = {"E": 0, "W": 1, "N": 2}
    assert table.add(asked.reseat({"seats": moved})(table.evening)).position.turn.seats == moved


@pytest.mark.parametrize("winner", ["E", "W"])
def test_hands_that_name_an_empty_seat_do_not_follow_the_seats(winner: str) -> None:
    table = Table(2)
    table.settle(winner, 22, 30)
    before = table.evening
    moved = {"seats": {"E": 0, "S": 1}, "from_hand": 1}
    with pytest.raises(SeatsUnfitError):
        table.add(asked.reseat(moved | {"keep": "seats"})(table.evening))
    assert table.evening is before
    table.add(asked.reseat(moved)(table.evening))
    assert table.totals == before.position.totals


def test_the_round_marker_is_repaired_alone() -> None:
    table = Table()
    before = table.seats
    assert table.add(RoundMarked("W")).position.turn.round == "W"
    assert table.seats == before


# --- penalties and counters ---


def test_a_penalty_between_hands_counts_and_can_be_taken_back() -> None:
    table = Table()
    table.settle("E", 20, 0, 0, 0)
    paid = {"payments": [{"from": 0, "to": 3, "points": 50}], "why": "a wall knocked over"}
    table.add(asked.penalty(paid)(table.evening))
    table.settle("E", 20, 0, 0, 0)
    assert table.totals == (240 - 50, -80, -80, -80 + 50)
    assert table.evening.penalties[0].after_hand == 1
    table.add(PenaltyTakenBack(table.evening.penalties[0].penalty.version))
    assert table.totals == (240, -80, -80, -80)


def test_counters_follow_the_points_and_none_is_lost() -> None:
    table = Table()
    start = table.evening.position.counters
    table.settle("S", 64, 128, 0, 26)
    held = table.evening.position.counters
    worth = [sum(value * count for value, count in each.items()) for each in held]
    began = [sum(value * count for value, count in each.items()) for each in start]
    assert [now - then for now, then in zip(worth, began, strict=True)] == list(table.totals)
    assert all(count >= 0 for each in held for count in each.values())


def test_what_was_counted_at_the_table_goes_before_what_was_worked_out() -> None:
    table = Table()
    counted = [{"100": 4}, {"100": 3}, {"100": 2}, {"100": 1}]
    table.add(asked.as_sent(CountersCounted, {"counters": counted})(table.evening))
    assert [each[100] for each in table.evening.position.counters] == [4, 3, 2, 1]


@given(st.lists(st.integers(-500, 500), min_size=1, max_size=3))
@settings(max_examples=60, derandomize=True)
def test_the_final_settlement_clears_all_debts_with_fewest_payments(some: list[int]) -> None:
    totals = [*some, -sum(some)]
    transfers = fewest_transfers(totals)
    for transfer in transfers:
        totals[transfer.payer] += transfer.points
        totals[transfer.payee] -= transfer.points
    assert not any(totals)
    assert len(transfers) <= 3


def test_two_pairs_that_cancel_out_settle_in_two_payments() -> None:
    assert len(fewest_transfers([100, -40, 40, -100])) == 2


# --- laws ---

EVENTS = st.lists(
    st.tuples(
        st.sampled_from(
            [
                *("settle", "settle", "settle", "correct", "remove", "undo", "redo", "reseat"),
                *("penalty", "end", "resume", "takes_seat", "takes_seat"),
            ]
        ),
        st.integers(0, 1_000_000),
    ),
    max_size=14,
)


def event_of(table: Table, what: str, number: int) -> Callable[[], Event]:
    seats = list(table.seats)
    winner = [*seats, None][number % (len(seats) + 1)]
    scores = tuple((number >> shift) % 64 * 2 for shift in range(len(seats)))
    n = number % 5 + 1
    keep: Keep = "players" if number % 2 else "seats"
    unpin = keep == "seats" and number % 3 > 0  # else as earlier versions stored it
    shift = number % len(seats)
    places = list(table.seats.values())
    turned = dict(zip(seats, places[shift:] + places[:shift], strict=True))
    paid = {"payments": [{"from": 0, "to": 1, "points": number % 100 + 1}]}
    name = ("Ann", "Bo", "Eve", "Fay", "Gil")[number % 5]
    sits = asked.SeatTakenAsked(name, number % 6, from_hand=None if number % 3 else n)
    events: dict[str, Callable[[], Event]] = {
        "settle": lambda: HandSettled(table.evening.next_hand, table.entry(winner, *scores)),
        "correct": lambda: HandCorrected(n, table.entry(winner, *scores), keep, unpin),
        "remove": lambda: HandRemoved(n, keep, unpin),
        "undo": Undone,
        "redo": Redone,
        "reseat": lambda: asked.reseat({"seats": turned, "from_hand": n, "keep": keep})(
            table.evening
        ),
        "takes_seat": lambda: asked.seat_taken(sits)(table.evening),
        "penalty": lambda: asked.penalty(paid)(table.evening),
        "end": Ended,
        "resume": Resumed,
    }
    return events[what]


@given(EVENTS, st.integers(2, 4), st.sampled_from(["harr", "harr-limit", "international"]))
@settings(max_examples=60, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_happens_replay_gives_the_same_state_and_totals_are_zero(
    happenings: list[tuple[str, int]], players: int, ruleset: str
) -> None:
    table = Table(players, ruleset)
    for what, number in happenings:
        before = table.evening
        try:
            table.add(event_of(table, what, number)())
        except CompanionError:
            assert table.evening is before
        assert sum(table.totals) == 0
        assert all(sum(hand.net) == 0 for hand in table.evening.hands)
    assert _same(replay(table.rules, table.journal), table.evening, table.rules)


@given(EVENTS, st.integers(0, 1_000_000))
@settings(max_examples=40, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
def test_any_change_undone_leaves_the_evening_as_it_was(
    happenings: list[tuple[str, int]], last: int
) -> None:
    table = Table()
    for what, number in happenings:
        try:
            table.add(event_of(table, what, number)())
        except CompanionError:
            continue
    before = table.add(Resumed()) if table.evening.ended else table.evening
    table.settle("E", last % 300 * 2, 4, 8, 0)
    table.add(Undone())
    assert table.evening.hands == before.hands
    assert table.evening.position == before.position


def test_a_correction_corrected_back_is_as_if_nothing_had_been() -> None:
    table = Table()
    for winner in ("S", "E", "N"):
        table.settle(winner, 20, 30, 40, 50)
    before = table.evening
    table.correct(2, "W", 2, 4, 60, 8)
    assert table.totals != before.position.totals
    table.correct(2, "E", 20, 30, 40, 50)
    assert table.evening.position == before.position
    assert table.evening.hands[1].played.corrected


# --- on disk ---


def test_a_clock_that_is_set_back_changes_nothing(tmp_path: Path) -> None:
    times = iter(
        datetime.datetime(2026, 11, 21, hour, tzinfo=datetime.UTC) for hour in (20, 19, 3, 21, 1)
    )
    ledger = Ledger(tmp_path, clock=lambda: next(times))
    plan, rules = asked.plan({"players": PLAYERS, "ruleset": "harr"}, ledger.rulebooks.open)
    id = ledger.start(plan, rules).setup.id
    for score in (20, 40, 80):
        body = asked.HandAsked.from_json(_typed("ESWN", "E", (score, 0, 0, 0)))
        ledger.change(
            id,
            lambda evening, body=body: HandSettled(  # type: ignore[misc]
                evening.next_hand, asked.entry(body, rules, evening.position.turn)
            ),
        )
    ledger.change(id, lambda _: Undone())
    ledger.close()
    again = Ledger(tmp_path).evening(id)
    assert [hand.outcome.scores["E"] for hand in again.hands] == [20, 40]
    assert [recorded.version for recorded in again.standing] == [2, 3]


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("house", [False, True], ids=["book", "house"])
def test_rules_that_are_read_again_are_the_same_and_in_the_same_order(
    tmp_path: Path, name: str, house: bool
) -> None:
    """The order is that of a score's lines, and of the limit hands of which the first counts."""
    rulebooks = Rulebooks(tmp_path)
    if house:
        changes = "limit = 500\nno_sequences = false\n"
        rulebooks.keep(f'id = "ours"\nname = "Ours"\nbase = "{name}"\n[options]\n{changes}')
    rules = rulebooks.open("ours" if house else name, {"flowers": True})
    again = Rulebook.from_document(rules.document)
    assert again.ruleset == rules.ruleset
    assert again.ruleset.book == name
    assert list(again.ruleset.rules) == list(rules.ruleset.rules)
    assert list(again.ruleset.settings) == list(rules.ruleset.settings)
    assert again.digest == rules.digest


def test_the_rules_are_locked_into_the_evening(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    text = 'id = "ours"\nname = "Ours"\nbase = "harr"\n[options]\nlimit = {}\n'
    ledger.rulebooks.keep(text.format(100))
    plan, rules = asked.plan({"players": PLAYERS, "ruleset": "ours"}, ledger.rulebooks.open)
    id = ledger.start(plan, rules).setup.id
    ledger.rulebooks.keep(text.format(500))
    ledger.rulebooks.remove("ours")
    ledger.close()
    evening, locked = Ledger(tmp_path).evening_and_rules(id)
    assert locked.limit == 100
    assert locked.digest == evening.setup.rulebook == rules.digest
    assert Rulebook.from_document(locked.document).document == locked.document
