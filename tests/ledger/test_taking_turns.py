"""More than four in an evening: one leaves, another plays on, and may leave for the first again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.base.errors import CompanionError
from companion.ledger import Evening, Ledger
from companion.ledger import commands as asked
from companion.ledger.backup import read, write
from companion.ledger.commands import TextUnfitError
from companion.ledger.evening import HandMissingError, NobodyInPlaceError
from companion.ledger.events import CountersCounted, Ended, HandRemoved, SeatTaken, Undone
from companion.ledger.export import csv_text
from companion.ledger.replay import (
    MOST_PLAYERS,
    EveningEndedError,
    NoLongerFitsError,
    SeatElsewhereError,
    TooManyPlayersError,
)
from companion.ledger.settling_up import final_settlement
from companion.ledger.sheet import _Sheet
from companion.ledger.shown import changed_hands, history
from companion.ledger.statistics import statistics
from companion.ledger.story import story
from companion.ledger.summary import summarise
from tests.ledger.played import begin, settle
from tests.ledger.test_evening import Table

ANN, BO, CY, DI, EVE, FAY = range(6)


class Turns(Table):
    """An evening in which players take turns."""

    def sits(self, name: str, instead_of: int, **more: Any) -> Evening:
        body = {"name": name, "instead_of": instead_of, **more}
        return self.add(asked.seat_taken(asked.SeatTakenAsked.from_json(body))(self.evening))

    @property
    def names(self) -> list[str]:
        return [player.name for player in self.evening.setup.players]

    @property
    def counters(self) -> list[int]:
        """What everyone's counters are worth."""
        held = self.evening.position.counters
        return [sum(worth * count for worth, count in each.items()) for each in held]


def east_wins_two() -> Turns:
    """Ann wins two hands as East: 40 from each of the others, each time."""
    table = Turns()
    table.settle("E", 20, 0, 0, 0)
    table.settle("E", 20, 0, 0, 0)
    return table


def eve_plays_the_third_for_bo() -> Turns:
    """And Ann wins that one, too."""
    table = east_wins_two()
    table.sits("Eve", BO)
    table.settle("E", 20, 0, 0, 0)
    return table


def test_who_sits_down_begins_with_nothing_and_who_leaves_keeps_what_is_lost() -> None:
    table = east_wins_two()
    start = Turns().counters[0]
    table.sits("Eve", BO)
    assert table.names == ["Ann", "Bo", "Cy", "Di", "Eve"]
    assert table.seats == {"E": ANN, "S": EVE, "W": CY, "N": DI}
    assert table.totals == (240, -80, -80, -80, 0)
    assert table.counters[EVE] == start
    table.settle("E", 20, 0, 0, 0)
    assert table.totals == (360, -80, -120, -120, -40)
    assert table.counters == [start + total for total in table.totals]
    settled = final_settlement(table.evening).transfers
    assert {(one.payer, one.payee, one.points) for one in settled} == {
        *((BO, ANN, 80), (CY, ANN, 120), (DI, ANN, 120), (EVE, ANN, 40))
    }


def test_who_comes_back_goes_on_with_what_was_won_before() -> None:
    table = east_wins_two()
    table.sits("Eve", ANN)
    table.settle("E", 20, 0, 0, 0)
    assert table.totals == (240, -120, -120, -120, 120)
    table.sits(" ann ", BO)
    assert table.names == ["Ann", "Bo", "Cy", "Di", "Eve"], "the same name is the same player"
    assert table.seats == {"E": EVE, "S": ANN, "W": CY, "N": DI}
    table.settle("E", 20, 0, 0, 0)
    assert table.totals == (200, -120, -160, -160, 240)


def test_the_wind_passes_on_among_those_who_sit_there() -> None:
    """The round that Ann began ends when East comes back to who plays for her."""
    table = Turns()
    table.sits("Eve", ANN)
    rounds = []
    for _ in range(4):
        table.settle("S", 0, 20, 0, 0)
        rounds.append(table.evening.position.turn.round)
    assert rounds == ["E", "E", "E", "S"]
    assert table.evening.position.turn.east == EVE


def test_five_take_turns_and_each_hand_is_theirs_who_played_it() -> None:
    table = Turns()
    out = EVE
    table.sits("Eve", ANN)
    for leaves in (BO, CY, DI, EVE):
        back = table.names[ANN if out == EVE else out]
        table.settle("E", 20, 0, 0, 0)
        table.sits(back, leaves)
        out = leaves
    assert [sorted(hand.turn.seats.values()) for hand in table.evening.hands] == [
        *([1, 2, 3, 4], [0, 2, 3, 4], [0, 1, 3, 4], [0, 1, 2, 4])
    ]
    assert sum(table.totals) == 0
    told = story(table.evening, table.rules).players
    assert [player.hands for player in told] == [3, 3, 3, 3, 4]
    assert [player.won_share for player in told] == [0, 0, 0, 0, 1]
    assert [player.wind for player in told] == ["S", "S", "W", "N", "E"]


@pytest.mark.parametrize("players", [2, 3])
def test_two_and_three_take_turns_too(players: int) -> None:
    table = Turns(players)
    table.settle("E", *[20] + [0] * (players - 1))
    table.sits("Eve", BO)
    assert table.seats["W" if players == 2 else "S"] == players
    table.settle("E", *[20] + [0] * (players - 1))
    assert table.totals[BO] == table.totals[players] == -40


def test_a_change_of_players_noticed_later_is_put_right_in_one_step() -> None:
    """Eve has played since hand 2, and paid a penalty that was put down to Bo."""
    table = east_wins_two()
    paid = {"payments": [{"from": BO, "to": CY, "points": 50}]}
    table.add(asked.penalty(paid)(table.evening))
    right = {"E": BO, "S": ANN, "W": CY, "N": DI}
    table.add(asked.reseat({"seats": right})(table.evening))
    before = table.evening
    after = table.sits("Eve", BO, from_hand=2)
    assert [dict(hand.turn.seats)["S"] for hand in after.hands] == [BO, EVE]
    assert table.seats == {"E": EVE, "S": ANN, "W": CY, "N": DI}
    assert table.totals == (240, -40, -30, -80, -90)
    assert [(each.n, each.before, each.after) for each in changed_hands(before, after)] == [
        (2, (120, -40, -40, -40, 0), (120, 0, -40, -40, -40))
    ]


def test_hands_that_stay_with_their_players_go_to_who_played_them() -> None:
    table = east_wins_two()
    table.settle("S", 0, 20, 0, 0)
    table.add(HandRemoved(1, "players"))
    table.sits("Eve", ANN, from_hand=1)
    assert table.winners == [EVE, BO]


def test_an_earlier_hand_that_is_removed_leaves_the_players_as_they_were() -> None:
    table = eve_plays_the_third_for_bo()
    table.add(HandRemoved(1))
    assert [sorted(hand.turn.seats.values()) for hand in table.evening.hands] == [
        *([ANN, BO, CY, DI], [ANN, CY, DI, EVE])
    ]


def test_seats_are_changed_among_those_who_sit_there() -> None:
    table = eve_plays_the_third_for_bo()
    turned = {"E": EVE, "S": ANN, "W": CY, "N": DI}
    table.add(asked.reseat({"seats": turned})(table.evening))
    assert table.seats == turned
    first = {"E": BO, "S": ANN, "W": CY, "N": DI}
    table.add(asked.reseat({"seats": first, "from_hand": 1})(table.evening))
    assert table.winners == [ANN, ANN, ANN]
    for from_hand, seats in ((None, first), (1, turned)):
        with pytest.raises(CompanionError, match="Each player needs a seat"):
            table.add(asked.reseat({"seats": seats, "from_hand": from_hand})(table.evening))


def test_undone_nobody_has_come() -> None:
    table = east_wins_two()
    before = table.evening
    table.sits("Eve", BO)
    assert changed_hands(before, table.evening) == ()
    with_eve = table.evening
    table.add(Undone())
    assert table.names == ["Ann", "Bo", "Cy", "Di"]
    assert table.evening.position == before.position
    assert changed_hands(with_eve, table.evening) == ()
    assert [line.what for line in history(table.journal, table.evening)][-2:] == [
        *("Eve plays for Bo from hand 3 on", "Bo plays again from hand 3 on")
    ]


def test_what_was_counted_before_somebody_came_still_counts() -> None:
    table = Turns()
    counted = [{"100": 4}, {"100": 3}, {"100": 2}, {"100": 1}]
    table.add(asked.as_sent(CountersCounted, {"counters": counted})(table.evening))
    start = Turns().counters[0]
    table.sits("Eve", BO)
    assert table.counters == [400, 300, 200, 100, start]


@pytest.mark.parametrize(
    ("name", "instead_of", "more", "wrong", "field", "says"),
    [
        ("Cy", BO, {}, SeatElsewhereError, "name", "Cy already sits at the table in hand 3"),
        ("Eve", 4, {}, NobodyInPlaceError, "instead_of", "0 to 3"),
        ("Eve", -1, {}, NobodyInPlaceError, "instead_of", "0 to 3"),
        ("Eve", BO, {"from_hand": 9}, HandMissingError, "from_hand", "no hand 9"),
        ("Eve", BO, {"from_hand": 0}, HandMissingError, "from_hand", "no hand 0"),
        (" ", BO, {}, TextUnfitError, "name", "one line"),
        ("Eve", BO, {"colour": "red"}, CompanionError, "colour", "colour"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_field(
    name: str,
    instead_of: int,
    more: dict[str, Any],
    wrong: type[CompanionError],
    field: str,
    says: str,
) -> None:
    table = east_wins_two()
    before = table.evening
    with pytest.raises(wrong, match=says) as refused:
        table.sits(name, instead_of, **more)
    assert refused.value.field == field
    assert table.evening is before


def test_nobody_plays_for_one_who_has_left() -> None:
    table = east_wins_two()
    table.sits("Eve", BO)
    with pytest.raises(SeatElsewhereError, match="Bo does not sit at the table in hand 3"):
        table.sits("Fay", BO)


def seated_in_each(table: Turns) -> list[list[int]]:
    return [sorted(hand.turn.seats.values()) for hand in table.evening.hands]


def test_a_change_entered_late_stands_beside_later_ones_of_others() -> None:
    table = eve_plays_the_third_for_bo()
    table.sits("Fay", CY, from_hand=2)
    assert seated_in_each(table) == [[ANN, BO, CY, DI], [ANN, BO, DI, FAY], [ANN, DI, EVE, FAY]]
    assert table.totals == (360, -80, -40, -120, -40, -80)


def test_who_took_over_unnoticed_is_the_one_that_another_took_over_from_later() -> None:
    """Fay has played for Bo since hand 2; for hand 3 it says that Eve came in his place."""
    table = eve_plays_the_third_for_bo()
    table.sits("Bo", CY)
    table.settle("E", 20, 0, 0, 0)
    table.sits("Fay", BO, from_hand=2)
    assert seated_in_each(table) == [
        *([ANN, BO, CY, DI], [ANN, CY, DI, FAY], [ANN, CY, DI, EVE], [ANN, BO, DI, EVE])
    ]
    assert table.totals == (480, -80, -120, -160, -80, -40)
    assert [(taken.leaves, taken.comes, n) for n, taken in table.evening.seats_taken()] == [
        *((BO, FAY, 2), (FAY, EVE, 3), (CY, BO, 4))
    ]


def test_a_change_that_was_entered_a_hand_too_late_is_entered_earlier() -> None:
    table = eve_plays_the_third_for_bo()
    table.sits("Eve", BO, from_hand=2)
    assert seated_in_each(table) == [[ANN, BO, CY, DI], [ANN, CY, DI, EVE], [ANN, CY, DI, EVE]]
    assert table.totals == (360, -40, -120, -120, -80)
    assert [n for n, _ in table.evening.seats_taken()] == [2]


def test_nobody_sits_down_twice_because_of_a_change_before() -> None:
    table = Turns()
    table.settle("E", 20, 0, 0, 0)
    table.sits("Eve", BO)
    table.settle("E", 20, 0, 0, 0)
    with pytest.raises(NoLongerFitsError, match="Eve already sits at the table in hand 2"):
        table.sits("Eve", CY, from_hand=1)


def test_an_evening_that_has_ended_goes_on_before_anybody_sits_down() -> None:
    table = east_wins_two()
    table.add(Ended())
    with pytest.raises(EveningEndedError):
        table.sits("Eve", BO)


def test_no_more_than_two_tables_take_turns() -> None:
    table = Turns()
    for n in range(MOST_PLAYERS - 4):
        table.sits(f"Guest {n}", [BO, *range(4, MOST_PLAYERS)][n])
    with pytest.raises(TooManyPlayersError):
        table.sits("One more", ANN)
    table.sits("Bo", ANN)  # who has played may always come back


def test_a_place_that_no_player_has_is_refused_in_a_backup_too() -> None:
    table = Turns()
    players = table.evening.setup.players
    for leaves, comes in ((0, 9), (9, 1), (0, -1)):
        with pytest.raises(NobodyInPlaceError):
            table.add(SeatTaken(players[0], "Bo", leaves, comes, 1))


def test_a_backup_brings_everyone_back(tmp_path: Path) -> None:
    ledger, elsewhere = Ledger(tmp_path / "here"), Ledger(tmp_path / "there")
    id = begin(ledger)
    settle(ledger, id, 20, 0, 0, 0)
    ledger.change(id, asked.seat_taken(asked.SeatTakenAsked("Eve", BO)))
    settle(ledger, id, 20, 0, 0, 0)
    evening, rules = ledger.evening_and_rules(id)
    journal, _ = read(json.loads(write(ledger.journal(id), rules, evening)))
    elsewhere.restore(journal, rules)
    assert elsewhere.evening(id) == evening
    assert evening.position.totals == (240, -40, -80, -80, -40)


def test_the_table_for_spreadsheets_has_columns_for_everyone() -> None:
    table = eve_plays_the_third_for_bo()
    lines = csv_text(table.evening, table.rules).splitlines()
    assert lines[0].count("total") == 5
    assert lines[1].endswith(",,,0,0,0,"), "Eve sat nowhere in the first hand"
    assert lines[3].endswith("South,0,40,0,-40,")


def test_eight_have_room_on_the_sheet_and_a_line_from_the_hand_on_in_which_they_sat_down() -> None:
    table = east_wins_two()
    for leaves, name in zip((ANN, BO, CY), ("Eve", "Fay", "Gil"), strict=True):
        table.sits(name, leaves)
        table.settle("E", 20, 0, 0, 0)
    table.sits("Hal", DI)  # and plays no hand any more
    sheet = _Sheet(story(table.evening, table.rules))
    assert [run.begins for run in sheet._runs()] == [0, 0, 0, 0, 2, 3, 4, 5]
    columns = sum(column.width for column in sheet._columns())
    assert columns + 8 * sheet._pays == pytest.approx(sheet.epw)
    sheet.draw()
    assert sheet.pages_count == 1


def test_statistics_count_for_each_what_each_played() -> None:
    table = east_wins_two()
    table.sits("Eve", ANN)
    table.settle("E", 20, 0, 0, 0)
    told = {one.name: one for one in statistics([summarise(table.evening)]).players}
    assert (told["Ann"].hands, told["Ann"].won, told["Ann"].points) == (2, 2, 240)
    assert (told["Eve"].hands, told["Eve"].won, told["Eve"].points) == (1, 1, 120)
    assert told["Bo"].hands == 3
