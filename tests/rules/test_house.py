"""House rules: what a house may change, every mistake named at once, one small file to pass on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.base.errors import CompanionError
from companion.base.forms import FieldUnknownError
from companion.game.hand import Hand
from companion.rules.books.house import (
    BookKeptError,
    House,
    HouseRules,
    HouseRulesNotStoredError,
    OtherRulesetError,
    check,
    house_text,
)
from companion.rules.books.ruleset import (
    BOOKS,
    OptionWrongError,
    Ruleset,
    RulesetUnknownError,
    RulesetWrongError,
    book,
)
from companion.rules.scoring.answer import score_hand
from companion.rules.scoring.scorer import NO_ROBBING
from companion.rules.table.questions import play
from companion.rules.table.settle import Table, settle
from tests.rules.goldens import golden

BROKEN = sorted((Path(__file__).parent / "broken").glob("*.toml"))
OURS = House("our-house", "Our house", "harr", options={"limit": 500, "no_sequences": False})


@pytest.fixture
def kept(tmp_path: Path) -> HouseRules:
    return HouseRules(tmp_path / "rulesets")


def house(base: str, **options: Any) -> Ruleset:
    return check(House("our-house", "Our house", base, options=options).to_toml(), "ours.toml")


def example(id: str) -> Hand:
    case = next(each for each in golden("harr_part1_examples")["cases"] if each["id"] == id)
    return Hand.from_json(case["hand"])


# --- mistakes ---


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_broken_file_is_refused_in_these_words(path: Path) -> None:
    text = path.read_text("utf-8")
    words = text.splitlines()[0].removeprefix("# must say: ")
    with pytest.raises(RulesetWrongError) as raised:
        check(text, path.name)
    assert words in str(raised.value)
    assert str(raised.value).startswith(path.name)
    assert len(raised.value.problems) == 1


def test_all_mistakes_are_named_at_once() -> None:
    text = """
    id = "Our House"
    name = ""
    base = "harr"
    author = "Ann"
    [options]
    limit = 0
    limits = 500
    rounds = "no"
    """
    with pytest.raises(RulesetWrongError) as raised:
        check(text, "ours.toml")
    assert len(raised.value.problems) == 6


# --- what a house may change ---


def test_a_house_changes_what_it_says_and_nothing_else() -> None:
    ours, harr = house("harr", limit=500, no_sequences=False), book("harr")
    assert (ours.id, ours.name, ours.base, ours.house) == ("our-house", "Our house", "harr", True)
    assert ours.value("limit") == 500
    assert not ours.rules["no_sequences"].on
    changed = {key for key, rule in ours.rules.items() if rule != harr.rules[key]}
    changed |= {name for name, each in ours.settings.items() if each != harr.settings[name]}
    assert changed == {"limit", "no_sequences"}


def test_what_the_house_changed_is_marked_as_its_own() -> None:
    ours = house("harr", mah_jongg=30)
    score = score_hand(example("H1-ex01"), ours)
    line = next(line for line in score.lines if line.id == "mah_jongg")
    assert (line.points, line.status, line.source) == (30, "house", "Our house (house rule)")


def test_a_bonus_turned_off_is_not_scored() -> None:
    by_the_book = score_hand(example("H1-ex06"))
    without = {line.id: False for line in by_the_book.lines if line.id in ("drawing_winner",)}
    assert without
    ours = score_hand(example("H1-ex06"), house("harr", **without))
    assert ours.points == by_the_book.points - 2


def test_a_double_that_is_worth_nothing_is_still_a_double() -> None:
    """A table that plays it again says how often it doubles, and not how many points it brings."""
    dragons = "234m222p55s777z123s"
    none = house("harr", double_red_dragons=0)
    hand = Hand.from_json(
        {
            "ruleset": "harr", "seat": "S", "round": "E", "winner": True, "concealed": dragons,
            "win": {"tile": "2p", "by": "discard"}, "options": {"double_red_dragons": 1},
        }
    )  # fmt: skip
    assert score_hand(hand, none) == score_hand(hand, house("harr", double_red_dragons=1))
    with pytest.raises(OptionWrongError, match="from 0 to 20"):
        none.with_options({"double_red_dragons": 21})
    assert none.rules["double_red_dragons"].entry()["doubles"] == 0


def test_what_is_added_after_doubling_is_so_however_often_a_house_changes_it() -> None:
    none = house("harr-limit", first_discard=0)
    assert none.with_options({"first_discard": 150}).rules["first_discard"].added == 150


def test_a_limit_set_by_the_house_cuts_what_is_paid() -> None:
    table = Table("our-house", {"E": 2000, "S": 0, "W": 0, "N": 0}, winner="E")
    assert settle(table, house("harr", limit=500)).net["E"] == 3000


def test_a_limit_hand_turned_off_is_none() -> None:
    twins = ["1m", "1m", "2m", "2m", "3m", "3m", "4m", "4m", "5m", "5m", "7m", "7m", "8m", "8m"]
    hand = Hand(
        "traditional", "S", "E", True, tuple(twins), win=Hand.from_json(
            {
                "ruleset": "traditional", "seat": "S", "round": "E", "winner": True,
                "concealed": twins, "win": {"tile": "8m", "by": "draw"},
            }
        ).win,
    )  # fmt: skip
    assert score_hand(hand).limit_hand == "heavenly_twins"
    assert not score_hand(hand, house("traditional", heavenly_twins=False)).complete


def test_where_all_honours_are_no_limit_hand_the_winner_doubles_for_them_as_losers_do() -> None:
    """Harr's card gives "all honor pieces 3 times" to everybody (p. 31)."""
    honours = "11122233355577z"
    won: dict[str, Any] = {"winner": True, "win": {"tile": "7z", "by": "discard"}}
    form = {"ruleset": "traditional", "seat": "S", "round": "E", "concealed": honours}
    winner = Hand.from_json(form | won)
    assert score_hand(winner).limit_hand == "all_honors"
    score = score_hand(winner, house("traditional", all_honors=False))
    # White dragons, South's own wind, and three times for honours only.
    assert (score.limit_hand, score.doubles) == (None, 1 + 1 + 3)
    loser = Hand.from_json(form | {"winner": False, "concealed": honours[:-2] + "z"})
    assert score_hand(loser).doubles == 1 + 1 + 3


@pytest.mark.parametrize("base", ["harr-limit", "international"])
@pytest.mark.parametrize("held", ["456m456m234p789s{}", "456m234p789s88p{}"], ids=["pair", "three"])
def test_where_no_rounds_are_counted_no_wind_is_that_of_the_round(base: str, held: str) -> None:
    """An evening without rounds would else play in East's for ever (Harr p. 58-59, Rule 14)."""
    ours = house(base, rounds=False)

    def score(seat: str, wind: str, round: str) -> int:
        tiles = held.format(wind * (2 if held.count("456m") == 2 else 3) + "z")
        form = {
            "ruleset": base, "seat": seat, "round": round, "winner": True, "concealed": tiles,
            "win": {"tile": "6m", "by": "discard"},
        }  # fmt: skip
        return score_hand(Hand.from_json(form), ours).total

    assert score("E", "1", "E") == score("S", "2", "E") == score("S", "2", "S")
    assert score("S", "1", "E") == score("S", "1", "W") == score("S", "3", "E")
    assert play(book(base)).round
    assert not play(ours).round


def test_without_robbing_there_is_no_limit_hand_for_it() -> None:
    """Scratching a carrying pole is a kong of the 2 bamboo robbed (American page, no. 14)."""
    hand = Hand.from_json(
        {
            "ruleset": "traditional", "seat": "S", "round": "E", "winner": True,
            "concealed": "123m456m234s789s88p", "win": {"tile": "2s", "by": "rob"},
        }
    )  # fmt: skip
    assert score_hand(hand).limit_hand == "scratching_a_carrying_pole"
    ours = house("traditional", robbed=False)
    score = score_hand(hand, ours)
    assert (score.limit_hands, score.total) == ((), 30)
    assert score.notes == (NO_ROBBING,)
    assert "rob" in play(book("traditional")).win_by
    assert "rob" not in play(ours).win_by


def test_pays_for_all_and_flowers_are_switches() -> None:
    ours = house("harr", pays_for_all=True, flowers=True)
    assert ours.value("pays_for_all") is True
    assert ours.value("flowers") is True


def test_no_more_tiles_stay_undrawn_than_the_wall_has() -> None:
    with pytest.raises(RulesetWrongError, match="from 0 to 83") as refused:
        check(House("ours", "Ours", "harr", options={"dead_wall": 84}).to_toml(), "ours.toml")
    assert refused.value.field == "options.dead_wall"


# --- one small file ---


def test_a_house_is_kept_listed_read_back_and_removed(kept: HouseRules) -> None:
    assert kept.names() == list(BOOKS)
    stored = kept.keep(OURS.to_toml())
    assert kept.names() == [*BOOKS, "our-house"]
    assert kept.ruleset("our-house") == stored
    assert kept.text("our-house") == OURS.to_toml()
    kept.remove("our-house")
    assert kept.names() == list(BOOKS)


@pytest.mark.parametrize("name", BOOKS)
def test_the_books_can_be_read_and_not_changed(kept: HouseRules, name: str) -> None:
    assert kept.ruleset(name) == book(name)
    for change in (kept.remove, kept.text):
        with pytest.raises(BookKeptError):
            change(name)


@pytest.mark.parametrize("name", ["nobodys", "../our-house", "", "Our House", "a/b"])
def test_an_unknown_name_is_answered_by_the_names_there_are(kept: HouseRules, name: str) -> None:
    for use in (kept.ruleset, kept.remove, kept.text):
        with pytest.raises(RulesetUnknownError, match="harr-limit"):
            use(name)


def test_a_file_goes_from_one_house_to_another_unchanged(kept: HouseRules, tmp_path: Path) -> None:
    kept.keep(OURS.to_toml())
    other = HouseRules(tmp_path / "elsewhere")
    assert other.keep(kept.text("our-house")) == kept.ruleset("our-house")


def test_rules_are_kept_under_their_own_id_only(kept: HouseRules) -> None:
    with pytest.raises(OtherRulesetError, match="not of grandmas"):
        kept.keep(OURS.to_toml(), "grandmas")
    assert kept.names() == list(BOOKS)


def test_a_file_that_bears_another_name_is_not_taken(kept: HouseRules, tmp_path: Path) -> None:
    kept.keep(OURS.to_toml())
    folder = tmp_path / "rulesets"
    (folder / "our-house.toml").rename(folder / "grandmas.toml")
    with pytest.raises(RulesetWrongError, match="id has to be grandmas"):
        kept.ruleset("grandmas")


def test_nothing_is_stored_of_a_wrong_file(kept: HouseRules, tmp_path: Path) -> None:
    with pytest.raises(RulesetWrongError):
        kept.keep(BROKEN[0].read_text("utf-8"))
    assert not (tmp_path / "rulesets").exists()


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(HouseRulesNotStoredError, match="choose another folder"):
        HouseRules(tmp_path / "file").keep(OURS.to_toml())


def test_the_file_says_in_json_what_it_says_in_toml() -> None:
    form = {
        "id": "our-house", "name": "Ann’s “rules” \\", "base": "harr-limit",
        "about": "Two\nlines \x7f",
        "options": {"limit": None, "washing": {"9": 60}, "seats_drawn_by": "highest throw"},
    }  # fmt: skip
    ours = check(house_text(form), "ours.toml")
    assert (ours.name, ours.about) == (form["name"], form["about"])
    assert ours.value("limit") is None
    assert ours.value("washing") == {"9": 60}
    assert ours.value("seats_drawn_by") == "highest throw"
    with pytest.raises(FieldUnknownError, match="author"):
        house_text({**form, "author": "Ann"})
    with pytest.raises(CompanionError, match="A value has to be"):
        house_text({**form, "options": {"limit": [1]}})
