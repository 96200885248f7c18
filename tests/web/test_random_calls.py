"""Random calls over HTTP, with the evening kept on paper beside them: whatever is sent, everything
adds up, undo gives back what was, a key acts once, and the disk holds what is shown.

Each evening prints its seed; `COMPANION_EVENINGS=2000` plays so many, `COMPANION_SEED=N` begins
there.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.base.settings import Settings
from companion.ledger import Ledger, backup
from companion.ledger.shown import evening_text
from companion.rules.books.ruleset import BOOKS
from tests.scorekeeper import Scorekeeper
from tests.web.paper_ledger import Json, check, seated_after, worth

EVENINGS = int(os.environ.get("COMPANION_EVENINGS", "25"))
FIRST_SEED = int(os.environ.get("COMPANION_SEED", "1"))
CALLS = 14
WINS = {
    "concealed": "111222333z55z",
    "melds": [{"kind": "pung", "tiles": "666z"}],
    "win": {"tile": "1z", "by": "draw"},
}
TOLD_OF_UNDO = ("version", "undo", "redo", "undo_words", "redo_words")
NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "=1+1", "Zoë", "Eve", "Fay"]


Moment = tuple[Json, int]


class Walk:
    """One evening. counted: the points of all counters when they were last counted. past, future:
    what undo and redo have to give, each with that number. sent: calls that were taken, with their
    answers."""

    def __init__(self, keeper: Scorekeeper, dice: random.Random) -> None:
        self.keeper, self.dice = keeper, dice
        self.players = dice.choice((2, 3, 4, 4))
        setup: Json = {
            "players": [{"name": name} for name in NAMES[: self.players]],
            "ruleset": dice.choice((*BOOKS, "our-house")),
            "options": dice.choice(({}, {}, {"limit": 301}, {"limit": None})),
        }
        if dice.random() < 0.3:
            setup["counters"] = dice.choice(({"100": 3}, {"500": 1, "25": 4}, {"7": 9, "3": 5}, {}))
        self.id = keeper.start(**setup)
        self.shown = self.look()
        self.counted = worth(self.shown["counters"])
        self.past: list[Moment] = []
        self.future: list[Moment] = []
        self.sent: list[tuple[tuple[str, str, Any, dict[str, str]], int, Json]] = []
        self.keys = 0

    def look(self) -> Json:
        evening: Json = self.keeper.evening(self.id)
        return evening

    @property
    def seats(self) -> list[str]:
        return list(self.shown["seats"])

    # What may be sent.

    def settle(self) -> None:
        before = len(self.shown["hands"])
        drafted = {"hand": self.shown["hand"], "parts": {"note": self.next_key}, "anew": True}
        assert self.call("PATCH", "draft", drafted).status_code == 200
        self.change("POST", "hands", self.hand())
        if len(self.shown["hands"]) > before:
            follows = seated_after(self.shown["ruleset"], self.shown["hands"][-1])
            assert self.shown["seats"] == follows

    def correct(self) -> None:
        body = self.hand() | {"keep": self.dice.choice(("seats", "players"))}
        self.change("PUT", f"hands/{self.number()}", body)

    def remove(self) -> None:
        keep = self.dice.choice(("seats", "players"))
        self.change("DELETE", f"hands/{self.number()}?keep={keep}")

    def preview(self) -> None:
        body = self.hand()
        seen = self.call("POST", "preview", body).get_json()
        assert self.look() == self.shown, "a preview changes nothing"
        if "error" not in seen:
            self.change("POST", "hands", body)
            after = self.shown["version"], self.shown["totals"], self.shown["counters"]
            if after[0] > seen["version"]:
                assert after[1:] == (seen["after"]["totals"], seen["after"]["counters"])

    def undo(self) -> None:
        self.back("undo", self.past, self.future)

    def redo(self) -> None:
        self.back("redo", self.future, self.past)

    def end(self) -> None:
        self.change("POST", "end")

    def resume(self) -> None:
        self.change("POST", "resume")

    def reseat(self) -> None:
        places = list(range(self.players))
        self.dice.shuffle(places)
        winds = self.seats if self.dice.random() < 0.8 else self.dice.sample("ESWN", self.players)
        body: Json = {"seats": dict(zip(winds, places, strict=True))}
        if self.dice.random() < 0.4:
            body |= {"from_hand": self.number(), "keep": self.dice.choice(("seats", "players"))}
        self.change("POST", "reseat", body)

    def take_seat(self) -> None:
        names = [player["name"] for player in self.shown["players"]]
        leaves = self.dice.randrange(len(names) + (self.dice.random() < 0.1))
        body: Json = {"name": self.dice.choice([*names, "Eve", "Fay"]), "instead_of": leaves}
        if self.dice.random() < 0.3:
            body["from_hand"] = self.number()
        self.change("POST", "players", body)

    def sit_as_now(self) -> None:
        self.change("POST", "reseat", {"seats": self.shown["seats"]})

    def mark_round(self) -> None:
        self.change("POST", "round", {"round": self.dice.choice("ESWN")})

    def pay(self) -> None:
        points = self.dice.choice((1, 7, 50, 333, 10_000))
        places = [self.dice.randrange(self.players + (self.dice.random() < 0.1)) for _ in "12"]
        payment = {"from": places[0], "to": places[1], "points": points}
        self.change("POST", "penalties", {"payments": [payment], "why": "a bet"})

    def take_back(self) -> None:
        paid = [each["id"] for each in self.shown["penalties"]] or [99]
        self.change("DELETE", f"penalties/{self.dice.choice(paid)}")

    def count(self) -> None:
        pile = {"500": self.dice.randrange(3), "10": self.dice.randrange(30)}
        self.change("PUT", "counters", {"counters": [pile] * len(self.shown["players"])})

    def rename(self) -> None:
        names = self.dice.sample(NAMES, len(self.shown["players"]))
        body = self.dice.choice(
            ({"title": "At home"}, {"players": [{"name": name} for name in names]}, {})
        )
        self.change("PATCH", "", body)

    def new_house_rules(self) -> None:
        """An evening keeps its rules."""
        house_rules(self.keeper, self.dice.choice((2, 8, 50)))
        assert self.look() == self.shown

    def send_again(self) -> None:
        """With its key, and a version that is long past: the same answer, and nothing more."""
        if self.sent:
            (method, path, body, key), status, answer = self.dice.choice(self.sent)
            again = self.call(method, path, body, key | {"If-Match": "1"})
            assert (again.status_code, again.get_json()) == (status, answer)
            assert self.look() == self.shown

    def send_late(self) -> None:
        """Somebody else was quicker."""
        late = {"If-Match": str(self.shown["version"] - 1), "Idempotency-Key": "late"}
        assert self.call("POST", "penalties", {"payments": []}, late).status_code in (400, 409)
        assert self.call("POST", "undo", None, late).status_code == 409
        assert self.look() == self.shown

    # How it is sent, and what has to follow.

    def hand(self) -> Json:
        """The end of a hand; now and then one that cannot be."""
        dice, seats = self.dice, self.seats
        winner = dice.choice([*seats, None])
        some = (0, 2, 22, 64, 300, 302, 640, dice.randrange(5000))
        scores = {seat: dice.choice(some) for seat in seats if dice.random() < 0.97}
        body: Json = {"winner": winner, "scores": scores, "events": []}
        if winner is None and dice.random() < 0.4:
            kind = dice.choice(("wash", "false_mah_jongg"))
            heads = {"heads": dice.randrange(9, 14)} if kind == "wash" else {}
            body["events"] = [{"kind": kind, "seat": dice.choice(seats), **heads}]
        elif dice.random() < 0.25:
            count = dice.choice(({}, {"count": "many"}, {"count": "few"}))
            body["events"] = [{"kind": "dead_hand", "seat": dice.choice(seats), **count}]
        if dice.random() < 0.2:
            body |= {"discarder": dice.choice(seats), "pays_for_all": dice.random() < 0.5}
        if winner in scores and dice.random() < 0.2:
            del scores[winner]
            body["hands"] = {winner: WINS}
        return body

    @property
    def next_key(self) -> str:
        """Of the next call that changes something."""
        return f"key {self.keys + 1}"

    def number(self) -> int:
        return self.dice.randrange(1, len(self.shown["hands"]) + 2)

    def call(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> TestResponse:
        where = f"/api/evenings/{self.id}" + (f"/{path}" if path else "")
        answer = self.keeper.call(method, where, body, headers)
        assert answer.status_code < 500, (method, path, body, answer.text)
        return answer

    def change(self, method: str, path: str, body: Any = None) -> None:
        """A change is taken whole, or refused and nothing is changed."""
        before = self.shown
        if self.taken(method, path, body) and self.shown["version"] > before["version"]:
            self.past.append((without_undo(before), self.counted))
            self.future.clear()
            if path == "counters":
                self.counted = worth(body["counters"])
            elif path == "players" and "from_hand" in body:
                self.counted = worth(self.shown["counters"])  # of whom others have counted before
            else:
                came = len(self.shown["players"]) - len(before["players"])
                self.counted += came * worth([self.shown["counters_start"]])
            check(self.shown, self.players, self.counted)
        else:
            assert self.shown == before

    def back(self, path: str, there: list[Moment], here: list[Moment]) -> None:
        """Undo and redo give exactly what was."""
        before = self.shown
        assert self.taken("POST", path) is bool(there)
        if there:
            here.append((without_undo(before), self.counted))
            was, self.counted = there.pop()
            assert without_undo(self.shown) == was
            check(self.shown, self.players, self.counted)
        else:
            assert self.shown == before

    def taken(self, method: str, path: str, body: Any = None) -> bool:
        key = {"Idempotency-Key": self.next_key}
        self.keys += 1
        answer = self.call(method, path, body, key)
        self.shown = self.look()
        draft = self.call("GET", "draft").get_json()
        assert draft["hand"] == self.shown["hand"]
        stand = [hand["key"] for hand in self.shown["hands"]]
        assert draft["parts"].get("note") not in stand, "what is settled is no draft"
        if answer.status_code < 300:
            self.sent.append(((method, path, body, key), answer.status_code, answer.get_json()))
        return answer.status_code < 300


def without_undo(evening: Json) -> Json:
    return {name: value for name, value in evening.items() if name not in TOLD_OF_UNDO}


def house_rules(keeper: Scorekeeper, pung: int) -> None:
    options = {"pung_simple_exposed": pung}
    rules = {"id": "our-house", "name": "Ours", "base": "harr", "options": options}
    assert keeper.call("PUT", "/api/rulesets/our-house", rules).status_code == 200


DO: list[Callable[[Walk], None]] = [
    *[Walk.settle] * 6, *[Walk.undo] * 3, *[Walk.redo] * 2, *[Walk.correct] * 2, Walk.remove,
    Walk.preview, Walk.end, Walk.resume, Walk.reseat, Walk.sit_as_now, Walk.take_seat,
    Walk.mark_round, Walk.pay, Walk.take_back, Walk.count, Walk.rename, Walk.new_house_rules,
    *[Walk.send_again] * 2, Walk.send_late,
]  # fmt: skip


@pytest.fixture
def keeper(app: Flask) -> Scorekeeper:
    keeper = Scorekeeper(app.test_client())
    house_rules(keeper, 4)
    return keeper


def test_whatever_is_sent_the_evening_is_as_on_paper(
    keeper: Scorekeeper, settings: Settings, tmp_path: Path
) -> None:
    elsewhere = Ledger(tmp_path / "elsewhere")
    for seed in range(FIRST_SEED, FIRST_SEED + EVENINGS):
        print(f"seed {seed}")
        dice = random.Random(seed)
        walk = Walk(keeper, dice)
        for _ in range(CALLS):
            dice.choice(DO)(walk)
        shown = keeper.client.get(f"/api/evenings/{walk.id}").get_data(as_text=True)
        again = Ledger(settings.data, read_only=True)
        assert evening_text(*again.evening_and_rules(walk.id)) == shown, "what is on disk"
        again.close()
        export = keeper.call("GET", f"/api/evenings/{walk.id}/export.json").get_json()
        elsewhere.restore(*backup.read(export))
        assert evening_text(*elsewhere.evening_and_rules(walk.id)) == shown, "what is exported"
