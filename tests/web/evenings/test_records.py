"""What is kept of evenings: exports, backups, the score sheet, statistics."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from companion.ledger import Ledger
from tests.scorekeeper import PLAYERS, Scorekeeper, typed


def test_what_is_exported_can_be_read_in_elsewhere(
    keeper: Scorekeeper, elsewhere: Scorekeeper
) -> None:
    id = keeper.start(title="Saturday")
    keeper.settle(id, typed("S", 4, 32, 0, 8))
    keeper.call("PUT", f"/api/evenings/{id}/hands/1", typed("S", 4, 64, 0, 8))
    backup = json.loads(keeper.client.get(f"/api/evenings/{id}/export.json").data)
    assert keeper.call("POST", "/api/evenings/import", backup).get_json()["already"]
    assert elsewhere.call("POST", "/api/evenings/import", backup).status_code == 201
    assert elsewhere.evening(id) == keeper.evening(id)
    keeper.settle(id, typed("E", 20, 0, 0, 0))
    longer = json.loads(keeper.client.get(f"/api/evenings/{id}/export.json").data)
    assert elsewhere.call("POST", "/api/evenings/import", longer).status_code == 201
    elsewhere.call("POST", f"/api/evenings/{id}/undo")
    keeper.settle(id, typed("E", 20, 0, 0, 0))
    parted = json.loads(keeper.client.get(f"/api/evenings/{id}/export.json").data)
    assert elsewhere.call("POST", "/api/evenings/import", parted).status_code == 409


@pytest.mark.parametrize("call", ["history", "export.json"])
def test_what_happens_while_an_evening_is_read_is_not_told_of_it(
    keeper: Scorekeeper, ledger: Ledger, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    id = keeper.start()
    keeper.settle(id, typed("E", 20, 0, 0, 0))
    read = ledger.journal

    def after_another_hand(*asked: Any) -> Any:
        keeper.settle(id, typed("E", 40, 0, 0, 0))
        return read(*asked)

    monkeypatch.setattr(ledger, "journal", after_another_hand)
    answer = keeper.client.get(f"/api/evenings/{id}/{call}").get_json()
    told = answer["events"] if call == "history" else answer["journal"]
    assert [each["version"] for each in told] == [1, 2]
    assert not any(each.get("undone") for each in told)


def _spoilt(backup: Any, spoil: str) -> Any:
    journal = backup["journal"]
    match spoil:
        case "format":
            backup["format"] = "diary"
        case "gap":
            del journal[1]
        case "path":
            journal[0]["body"]["id"] = "../../etc"
        case "seat":
            journal[1]["body"]["entry"]["winner"] = "Q"
        case "rules":
            backup["rules"]["rule"]["mah_jongg"]["points"] = 2000
        case "no rules" | "rules of nothing":
            backup["rules"] = None if spoil == "no rules" else {}
        case "page of rules":
            backup["rules"]["setting"]["limit"]["catalogue"] = 5
        case "players":
            journal[0]["body"]["players"] = []
        case "negative":
            journal[1]["body"]["entry"]["scores"]["E"] = -5
        case "place":
            journal[1]["body"]["entry"]["seated"] = {"E": 7, "S": 1, "W": 2, "N": 3}
    return backup


@pytest.mark.parametrize(
    "spoil",
    [
        "format", "gap", "path", "seat", "rules", "no rules", "rules of nothing", "page of rules",
        "players", "negative", "place",
    ],
)  # fmt: skip
def test_a_spoilt_backup_is_refused(
    keeper: Scorekeeper, elsewhere: Scorekeeper, spoil: str
) -> None:
    id = keeper.start()
    keeper.settle(id, typed("S", 4, 32, 0, 8))
    keeper.settle(id, typed("S", 4, 32, 0, 8))
    backup = json.loads(keeper.client.get(f"/api/evenings/{id}/export.json").data)
    answer = elsewhere.call("POST", "/api/evenings/import", _spoilt(backup, spoil))
    assert answer.status_code in (400, 422), answer.text
    assert elsewhere.client.get("/api/evenings").get_json()["total"] == 0
    if "rules" in spoil:
        assert answer.get_json()["error"].endswith("; choose an export.json.")


def test_the_table_for_spreadsheets_holds_no_formula(keeper: Scorekeeper) -> None:
    players = [{"name": '=HYPERLINK("http://evil")'}, *PLAYERS[1:]]
    id = keeper.start(players=players)
    keeper.settle(id, typed("S", 4, 32, 0, 8))
    text = keeper.client.get(f"/api/evenings/{id}/export.csv").data.decode("utf-8-sig")
    head, row = list(csv.reader(io.StringIO(text)))
    assert len(head) == len(row) == 5 + 4 * 5 + 1
    assert not any(cell.startswith("=") for cell in head)


@pytest.mark.parametrize(("ruleset", "round_"), [("harr", ""), ("international", "East")])
def test_the_table_for_spreadsheets_names_a_round_only_where_it_counts(
    keeper: Scorekeeper, ruleset: str, round_: str
) -> None:
    id = keeper.start(ruleset=ruleset)
    keeper.settle(id, typed("S", 4, 32, 0, 8))
    text = keeper.client.get(f"/api/evenings/{id}/export.csv").data.decode("utf-8-sig")
    row = next(csv.DictReader(io.StringIO(text)))
    assert row["round"] == round_


@pytest.mark.parametrize(
    "name", ["Ann", "Ольга", "王小明", "🀄👨‍👩‍👧", "نیک\u200cخواه", "Zoë €", "x" * 60]
)
def test_the_score_sheet_prints_whatever_the_names(keeper: Scorekeeper, name: str) -> None:
    id = keeper.start(players=[{"name": name}, *PLAYERS[1:]], title=name, ruleset="international")
    for _ in range(40):
        keeper.settle(id, typed("S", 4, 32, 0, 8))
    answer = keeper.client.get(f"/api/evenings/{id}/sheet.pdf")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    assert answer.data.startswith(b"%PDF-")


def test_evenings_are_found_by_name_title_and_rules(keeper: Scorekeeper) -> None:
    keeper.start(title="At the lake")
    keeper.start(players=[{"name": "Éva"}, *PLAYERS[1:]], ruleset="traditional")

    def found(search: str) -> int:
        answer = keeper.client.get("/api/evenings", query_string={"search": search})
        total: int = answer.get_json()["total"]
        return total

    assert [found(text) for text in ("", "LAKE", "éva", "traditional bo", "%", "nobody")] == [
        2, 1, 1, 1, 0, 0,
    ]  # fmt: skip


def test_statistics_add_up_over_evenings(keeper: Scorekeeper) -> None:
    for score in (20, 60):
        id = keeper.start()
        keeper.settle(id, typed("E", score, 4, 0, 0))
        keeper.settle(id, {"winner": None})
    ann = keeper.client.get("/api/statistics").get_json()["players"][0]
    assert (ann["name"], ann["evenings"], ann["hands"], ann["won"]) == ("Ann", 2, 4, 2)
    assert (ann["highest"], ann["average"], ann["won_share"]) == (60, 40.0, 0.5)
    assert ann["highest_evening"] == id
    assert ann["highest_rank"] == {"as_high": 1, "of_won": 2}
    names = [player["name"] for player in keeper.client.get("/api/players").get_json()["players"]]
    assert names == ["Ann", "Bo", "Cy", "Di"]


def test_an_evening_in_which_nothing_was_played_is_nobodys_best(keeper: Scorekeeper) -> None:
    lost = keeper.start()
    keeper.settle(lost, typed("E", 20, 0, 0, 0))
    keeper.start()
    told = keeper.client.get("/api/statistics").get_json()
    assert [one["id"] for one in told["evenings"]] == [lost]
    best = [(one["evenings"], one["best_evening"]) for one in told["players"]]
    assert best == [(1, 120), (1, -40), (1, -40), (1, -40)]
