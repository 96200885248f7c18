"""The kinds of refusals, which the server names and the page has words for."""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module
from importlib.resources import files

import companion
from companion.base.errors import CompanionError
from companion.web.problems import KIND_HEADER, kind_of
from tests.scorekeeper import Scorekeeper


def _kinds(family: type[CompanionError]) -> set[str]:
    return {kind_of(family)}.union(*(_kinds(each) for each in family.__subclasses__()))


def test_every_kind_that_the_page_has_words_for_exists() -> None:
    for module in pkgutil.walk_packages(companion.__path__, "companion."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    texts = (files("companion.web") / "static" / "texts.en.js").read_text(encoding="utf-8")
    worded = set(re.findall(r'"refused\.([a-z][a-z-]*)"', texts))
    assert worded, "the page has no words of its own"
    assert worded - _kinds(CompanionError) == set()


def test_a_refusal_names_its_kind_beside_its_json(keeper: Scorekeeper) -> None:
    answer = keeper.call("POST", f"/api/evenings/{keeper.start()}/penalties", {"payments": 1})
    assert answer.headers[KIND_HEADER] == "field-wrong"
    assert set(answer.get_json()) == {"error", "field"}


def test_a_refused_hand_is_told_with_the_name_of_its_player(keeper: Scorekeeper) -> None:
    """At the table everybody knows Bo; that Bo is South, they would have to look up."""
    evening = keeper.start()
    tiles = {
        "concealed": [f"{rank}{suit}" for suit in "mps" for rank in (1, 4, 7, 9)] + ["1z", "2z"]
    }
    won = {**tiles, "win": {"tile": "2z", "by": "draw", "circumstances": []}}
    others = {"E": 0, "W": 0, "N": 0}
    for hand, sentence in (
        ({"winner": "S", "hands": {"S": won}, "scores": others}, "Bo's tiles do not win: "),
        (
            {"winner": "S", "discarder": "S", "scores": {"S": 20, **others}},
            "Bo cannot both discard and win; ",
        ),
    ):
        answer = keeper.call("POST", f"/api/evenings/{evening}/preview", hand)
        assert answer.status_code == 422
        assert answer.get_json()["error"].startswith(sentence), answer.get_json()
