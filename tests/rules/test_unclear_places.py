"""Where the books are unclear: the reading that docs/rules.md gives under the same number."""

from __future__ import annotations

from typing import Any

import pytest

from companion.game.hand import Hand
from companion.game.legality import HandNotAllowedError
from companion.game.seats import Seat
from companion.rules.books.ruleset import as_played
from companion.rules.scoring.answer import score_hand
from companion.rules.table.counters import Exchange, pay
from companion.rules.table.questions import play
from companion.rules.table.rotation import RotationRule, after, opening
from companion.rules.table.settle import Table, TableNotAllowedError, settle
from tests.rules.winning import PLAIN, lines, scored


def net(ruleset: str, winner: str | None, *events: Any, **options: Any) -> dict[Seat, int]:
    scores = {"E": 40, "S": 20, "W": 10, "N": 100}
    form = {
        "ruleset": ruleset, "options": options, "winner": winner, "scores": scores,
        "events": list(events),
    }  # fmt: skip
    return dict(settle(Table.from_json(form)).net)


def dead(seat: str, count: str | None = None) -> dict[str, Any]:
    return {"kind": "dead_hand", "seat": seat} | ({"count": count} if count else {})


# --- Pung Chow, Part I ---


def test_a19_a_kind_of_which_the_player_holds_all_four_is_no_place() -> None:
    # 5-6-6-5-4 waits for a 7, and for a fourth run's 4, of which none is left.
    assert "only_place 2" in lines(scored("harr", "455667m99p123s", "444m", last="7m"))
    assert "only_place 2" not in lines(scored("harr", "455667m99p123s", "111m", last="7m"))


def test_a19_the_end_of_a_run_may_be_the_only_place_and_a_pair_may_be_none() -> None:
    assert "only_place 2" in lines(scored("harr", PLAIN.replace("456m", "123m"), last="3m"))
    assert "only_place 2" not in lines(scored("harr", "456777m234p99s", "123s", last="7m"))


@pytest.mark.parametrize("ruleset", ["harr", "international"])
def test_a68_an_original_hand_may_have_had_its_kong_or_flower_replaced(ruleset: str) -> None:
    kong = scored(ruleset, "456m234p789s88p", "1111m*", by="loose", told="original", seat="E")
    flower = scored("harr", PLAIN, by="loose", told="original", seat="E", bonus="2f")
    both = {"mah_jongg 20", "loose_tile 10", "double_original_hand x3"}
    assert set(lines(kong)) == {*both, "kong 32"}
    assert set(lines(flower)) == both


def test_a69_a_run_that_stands_in_the_hand_may_cost_the_only_place() -> None:
    held = scored("harr", "456m77m123p789s111z", last="7m")
    laid = scored("harr", "77m123p789s111z", "456m", last="7m")
    assert (held.total, laid.total) == (28, 30)


@pytest.mark.parametrize("ruleset", ["harr", "harr-limit", "international", "traditional"])
@pytest.mark.parametrize(("held", "pung", "kong"), [("5555s", 4, 16), ("9999s", 8, 32)])
def test_a83_a_kong_that_was_never_laid_down_is_a_pung_unless_a_house_says_otherwise(
    ruleset: str, held: str, pung: int, kong: int
) -> None:
    form = {
        "ruleset": ruleset, "seat": "S", "round": "W", "winner": False,
        "concealed": held + "147p369m24z8m",
    }  # fmt: skip
    assert score_hand(Hand.from_json(form)).total == pung
    counts = score_hand(Hand.from_json(form | {"options": {"kong_in_hand": True}}))
    assert counts.total == kong
    assert [(line.id, line.concealed) for line in counts.lines] == [("kong", True)]


def test_a87_two_are_east_and_west_and_a_round_is_over_when_both_have_lost_as_east() -> None:
    first = opening(2, RotationRule())
    assert first.seats == {"E": 0, "W": 1}
    second = after(first, "win", "W", RotationRule())
    assert (second.seats, second.round) == ({"E": 1, "W": 0}, "E")
    assert after(second, "win", "W", RotationRule()).round == "S"


def test_a88_change_comes_from_the_receiver_then_another_player_then_the_box() -> None:
    from_receiver = pay({500: 1}, {100: 2}, 300)
    assert (from_receiver.given, from_receiver.change) == ({500: 1}, {100: 2})
    hundreds = {500: 1}, {100: 5}
    assert pay({500: 1}, {}, 300, {2: {100: 5}}).exchange == Exchange(2, *hundreds)
    assert pay({500: 1}, {100: 1}, 300, {2: {100: 1}}).exchange == Exchange(None, *hundreds)
    assert pay({100: 2}, {}, 300).owed == 100


# --- Pung Chow, Part II ---


def test_a29_three_laid_open_bring_the_double_that_three_held_do_not() -> None:
    laid = scored("harr-limit", "345m234p789s88p", "333m", last="3m")
    held = scored("harr-limit", "345m234p789s88p333m", last="3m")
    assert (laid.total, held.total) == (24, 16)


def test_a53_a_hand_void_by_a_false_mah_jongg_has_no_winner() -> None:
    false = {"kind": "false_mah_jongg", "seat": "W"}
    assert sum(net("harr-limit", None, false).values()) == 0
    with pytest.raises(TableNotAllowedError, match="leave the winner empty"):
        net("harr-limit", "N", false)


@pytest.mark.parametrize(
    ("ruleset", "limit"), [("harr-limit", 300), ("international", 600), ("traditional", 300)]
)
def test_a63_a_limit_hand_without_a_limit_scores_the_rule_sets_own(
    ruleset: str, limit: int
) -> None:
    heads = "19m19p19s1234567z" + "7z"
    score = scored(ruleset, heads, last="7z", limit=None)
    assert score.total == limit
    assert any("without a limit" in note for note in score.notes)


def test_a63_tiles_that_score_more_by_their_points_are_no_limit_hand() -> None:
    # Four concealed threes, a hidden treasure of 300; or three runs of one suit and honours.
    tiles = "666777888m22z555z"
    runs = scored("traditional", tiles, last="6m", by="draw", limit=None, bonus="2678f")
    assert (runs.limit_hands, runs.total) == ((), (20 + 2 + 8 + 2 + 4 * 4) * 2**4)
    assert runs.points << runs.doubles == runs.total
    assert scored("traditional", tiles, last="6m", by="draw").limit_hand == "hidden_treasure"


def test_a70_a_loose_tile_may_be_the_last_that_may_be_drawn() -> None:
    score = scored("harr-limit", PLAIN, last="6m", by="loose", told="last_tile", bonus="1f")
    assert {"double_loose_tile x1", "double_last_tile x1"} <= set(lines(score))
    moon = scored(
        "traditional", "123p" + PLAIN[4:], last="1p", by="loose", told="last_tile", bonus="1f"
    )
    assert moon.limit_hand == "moon_from_the_bottom_of_the_sea"


def test_a71_what_is_added_after_doubling_is_no_other_score() -> None:
    assert "no_other_score 10" in lines(
        scored("harr-limit", PLAIN, told="first_discard", last="6m")
    )
    standing = scored(
        "international", PLAIN, last="6m", told="standing", standing_before_doubling=False
    )
    assert set(lines(standing)) == {"mah_jongg 20", "no_other_score 10", "standing +100"}


def test_a72_half_of_an_odd_limit_is_rounded_down() -> None:
    assert scored("harr-limit", PLAIN, told="first_discard", last="6m", limit=301).total == 170
    false = {"kind": "false_mah_jongg", "seat": "W"}
    assert net("harr-limit", None, false, limit=301) == {"E": 301, "S": 150, "W": -601, "N": 150}


# --- the booklet ---


def test_a43_a_dead_hand_with_too_few_pays_the_winner_in_full_and_collects_nothing() -> None:
    # East's 40 less South's 20, doubled; West has less, and pays South nothing.
    assert net("international", "N", dead("S", "few"))["S"] == -100 - 40
    assert net("international", "N", dead("S", "few"), dead_too_few_collects=True)["S"] == (
        -100 - 40 + 10
    )


@pytest.mark.parametrize("deducts", [False, True])
def test_a43_a_house_may_settle_a_dead_hand_with_too_few_like_any_other(deducts: bool) -> None:
    """`dead_too_few_collects` says so by itself; Harr's book has both switches off."""
    options = {"dead_too_few_collects": True, "dead_too_few_deducts": deducts}
    assert net("harr", "N", dead("S", "few"), **options) == net("harr", "N")
    assert net("harr", "N", dead("S", "many"), **options) == net("harr", "N", dead("S", "many"))
    asked = play(as_played("harr", options)).dead_hand
    assert asked.few == "too few tiles: settles like any other, but cannot win"


@pytest.mark.parametrize(
    ("ruleset", "name"),
    [("international", "calling_nine_tile_hand"), ("traditional", "nine_united_sons")],
)
def test_a48_only_the_set_that_the_last_tile_completed_may_lie_on_the_table(
    ruleset: str, name: str
) -> None:
    def laid(run: str, rest: str, **how: str) -> tuple[str, ...]:
        return scored(ruleset, rest, run, **how).limit_hands

    assert laid("345p", "11123678999p", last="3p") == (name,)
    assert laid("345p", "11123678999p", last="3p", by="rob") == (name,)
    # A run that was claimed before, and one that lies there though its tile was drawn.
    assert laid("345p", "11123678999p", last="2p") == ()
    assert laid("345p", "11123678999p", last="3p", by="draw") == ()
    # Two sets on the table: one of them lay there before.
    assert scored(ruleset, "11123999p", "345p", "678p", last="3p").limit_hands == ()


def test_a42_taken_to_the_letter_the_limit_cuts_the_double_too_and_the_reason_says_so() -> None:
    table = {"ruleset": "international", "winner": "S", "scores": {"E": 0, "S": 400, "W": 0}}

    def east_pays_south(**options: Any) -> tuple[int, str]:
        settled = settle(Table.from_json(table | {"options": options}))
        payment = next(each for each in settled.payments if each.payer == "E")
        return payment.points, payment.why

    doubled = "the winner's full score, doubled for East"
    assert east_pays_south() == (800, doubled)
    assert east_pays_south(limit_binds_east_too=True) == (
        600,
        f"{doubled}, limited from 800 to 600",
    )
    assert east_pays_south(limit_binds_east_too=True, limit=800) == (800, doubled)


def test_a84_two_losers_above_the_limit_settle_nothing_unless_the_difference_is_cut() -> None:
    table = {"ruleset": "international", "winner": "N", "scores": {"N": 20, "S": 1000, "W": 700}}

    def west_pays_south(**options: Any) -> int:
        settled = settle(Table.from_json(table | {"options": options}))
        between = [each for each in settled.payments if (each.payer, each.payee) == ("W", "S")]
        return sum(each.points for each in between)

    assert west_pays_south() == 0
    assert west_pays_south(limit_applies_to="differences") == 300
    assert west_pays_south(limit_applies_to="differences", limit=200) == 200


def test_a73_of_two_dead_hands_neither_collects_from_the_other() -> None:
    alone = net("international", "N", dead("W", "many"))
    both = net("international", "N", dead("W", "many"), dead("S", "few"))
    assert alone["W"] == -100 - 2 * 40 - 20
    assert both["W"] == -100 - 2 * 40


def test_a74_a_dead_hand_without_a_count_is_one_with_too_many() -> None:
    assert net("international", "N", dead("S")) == net("international", "N", dead("S", "many"))


# --- the American page ---


def test_a75_a_loose_tile_is_a_kongs_unless_a_flower_is_said() -> None:
    blossom = {"last": "5p", "by": "loose", "bonus": "1f"}
    hand = ("456m456p99s", "123m", "8888s")
    kong = scored("traditional", *hand, **blossom)
    flower = scored("traditional", *hand, told="loose_after_flower", **blossom)
    assert (kong.limit_hand, flower.limit_hand) == ("plum_blossom_on_the_roof", None)


def test_a75_a_plum_blossom_needs_a_kong() -> None:
    hand = ("456p99s", "345m", "678m", "567s")
    flower = scored("traditional", *hand, last="5p", by="loose", bonus="1f")
    assert flower.limit_hand is None
    # Mah-Jongg 20, the flower 4, drawn 2, a loose tile 10, and only a 5 would have won: 2.
    assert flower.total == 20 + 4 + 2 + 10 + 2


def test_a75_kong_on_kong_needs_two_kongs() -> None:
    two = scored(
        "traditional", "456m234p88p", "1111s", "9999m*", last="6m", by="loose", told="kong_on_kong"
    )
    one = scored(
        "traditional", "456m234p88p", "1111s", "999m", last="6m", by="loose", told="kong_on_kong"
    )
    assert (two.limit_hand, one.limit_hand) == ("kong_on_kong", None)


def test_a76_nine_united_sons_may_rob_their_last_tile() -> None:
    score = scored("traditional", "11123455678999m", last="5m", by="rob")
    assert score.limit_hand == "nine_united_sons"


def test_a82_heavenly_twins_that_are_also_runs_are_read_as_what_scores_more() -> None:
    tiles = "11223355667788s"
    twins = scored("traditional", tiles, last="7s")
    assert (twins.limit_hand, twins.shape, twins.total) == ("heavenly_twins", "seven_twins", 300)
    # Without a limit: four runs of one suit, a pair of 5, four special tiles with cat and mouse.
    runs = scored("traditional", tiles, last="7s", limit=None, bonus="1246x")
    assert (runs.limit_hands, runs.shape) == ((), "standard")
    assert runs.total == (20 + 4 * 4) * 2 ** (3 + 1)


def test_a82_heavenly_twins_have_no_run_on_the_table() -> None:
    score = scored("traditional", "11223344p", "678p", "678p", last="3p", by="draw")
    assert (score.limit_hands, score.shape) == ((), "standard")
    assert score.total == (20 + 2 + 2) * 2**3


@pytest.mark.parametrize("held", ["777z666z147m369p", "777z666z147m36p", "777z666z147m3699p"])
def test_a85_a_special_tile_that_was_kept_back_is_one_of_the_thirteen(held: str) -> None:
    """ "Being held in your hand", with no loose tile drawn for it: twelve others, or fewer."""
    form = {
        "ruleset": "traditional", "seat": "S", "round": "E", "winner": False, "concealed": held,
        "flags": ["unexposed_special"],
    }  # fmt: skip
    assert score_hand(Hand.from_json(form)).total == 0
    with pytest.raises(HandNotAllowedError):
        score_hand(Hand.from_json(form | {"concealed": held + "234s"}))


# --- what is entered ---


def test_a81_a_drawn_tile_nobody_knows_may_lie_in_a_run_on_the_table() -> None:
    """In Part II "a sequence filled by draw must immediately be set out face up" (p. 66-67)."""
    runs = ("345m", "678m", "567s", "123p")
    least = scored("harr-limit", "99p", *runs, last=None, by="draw")
    # Mah-Jongg 10, and 4 for the run; had the 9 been drawn, 6 for the pair.
    assert least.total == 10 + 4
    assert "up to 16" in least.notes[0]
    # In Part I nobody lays a drawn run out: the 9 was drawn, into the only place.
    assert scored("harr", "99p", *runs, last=None, by="draw").total == 20 + 2 + 2


@pytest.mark.parametrize(
    ("ruleset", "seat", "told", "most"),
    [
        ("traditional", "S", "first_discard", 300),
        ("harr-limit", "S", "first_discard", 10 + 2 + 150),
        ("international", "E", "standing", 20 + 2 + 100),
    ],
)
def test_a81_what_may_be_true_of_the_win_with_one_of_the_tiles_is_not_denied(
    ruleset: str, seat: str, told: str, most: int
) -> None:
    """Only with the 6 characters were the three on the table not claimed before."""
    hand = ("234m567p55s789s", "666m")
    unknown = scored(ruleset, *hand, last=None, seat=seat, told=told)
    assert len(unknown.notes) == 1
    assert f"it can be up to {most}" in unknown.notes[0]
    # With two sets laid out before, it is true with no tile.
    before = ("567p55s789s", "666m", "234m")
    refuted = scored(ruleset, *before, last=None, seat=seat, told=told)
    assert len(refuted.notes) == 2


@pytest.mark.parametrize("ruleset", ["harr", "international", "traditional"])
def test_a86_a_part_claims_nothing_that_the_rest_of_the_hand_could_break(ruleset: str) -> None:
    form = {
        "ruleset": ruleset, "seat": "S", "round": "E", "winner": False, "concealed": "777z222p",
        "flags": ["part"], "bonus": "1f",
    }  # fmt: skip
    score = score_hand(Hand.from_json(form))
    flower = 0 if ruleset == "harr" else 4
    assert (score.points, score.doubles) == (8 + 4 + flower, 1)
    assert score.notes == ("Only the tiles entered count; the rest of the hand is not known.",)
    flowers = score_hand(Hand.from_json(form | {"concealed": "", "bonus": "1234f"}))
    assert flowers.doubles == (1 if ruleset == "harr" else 4)
    whole = score_hand(Hand.from_json(form | {"concealed": "777z222p3456789p", "bonus": ""}))
    assert (whole.points, whole.doubles, whole.notes) == (8 + 4, 1 + 1, ())
    with pytest.raises(HandNotAllowedError):
        score_hand(Hand.from_json(form | {"flags": []}))


def test_a65_a_winning_tile_in_the_hand_and_on_the_table_fills_the_better_place() -> None:
    # The 2 may have filled the run, which leaves the three in the hand concealed.
    hand = ("222p456m99s", "234p", "789s")
    in_hand_only = scored("harr", "222p456m99s", "345p", "789s", last="2p")
    assert "pung 4" in lines(scored("harr", *hand, last="2p"))
    assert "pung 2" in lines(in_hand_only)


def test_a66_any_tile_of_an_original_hand_may_be_named() -> None:
    tiles = {
        scored("harr", PLAIN, seat="E", by="draw", told="original", last=tile).total
        for tile in ("1m", "5m", "9s", "8p")
    }
    assert len(tiles) == 1


def test_a66_no_tile_of_an_original_hand_came_last() -> None:
    """Whichever is named, the hand was not called for nine tiles before it."""
    for tile in ("5m", "2m"):
        score = scored(
            "traditional", "11123455678999m", seat="E", by="draw", told="original", last=tile
        )
        assert score.limit_hands == ("heavenly_peace",)


def test_a65_a_drawn_tile_fills_a_run_on_the_table_only_where_it_is_laid_out_with_it() -> None:
    """The booklet: a run made by a draw stays in the hand."""
    hand = ("11s", "234m", "234p", "123s", "789m")
    drawn = {"last": "1s", "by": "draw"}
    held = scored("international", *hand, drawing_winner=0, **drawn)
    assert "only_place 2" in lines(held)
    assert "no_other_score 10" not in lines(held)
    shown = scored("harr-limit", *hand, drawing_winner=0, **drawn)
    assert "only_place 2" not in lines(shown)


def test_a77_nobody_is_standing_where_the_rules_do_not_know_it() -> None:
    """The booklet's declaration says nothing of where a claimed tile went by other books."""
    hand = ("11334455m3m24m", "234m")
    plain = scored("harr-limit", *hand, last="3m", seat="E", round="N")
    told = scored("harr-limit", *hand, last="3m", seat="E", round="N", told="standing")
    assert told.to_json() == plain.to_json()
    dealt = scored("harr-limit", PLAIN, seat="E", by="draw", told="original standing")
    assert "declared standing only after" in dealt.notes[0]


@pytest.mark.parametrize(
    ("ruleset", "seat", "by", "told"),
    [
        ("harr", "S", "draw", "original"),
        ("harr", "E", "discard", "original"),
        ("harr", "E", "draw", "loose_after_flower"),
        ("harr-limit", "E", "discard", "first_discard"),
        ("harr-limit", "S", "draw", "first_discard"),
        ("harr-limit", "S", "discard", "last_tile"),
        ("harr-limit", "E", "draw", "kong_on_kong"),
        ("traditional", "W", "draw", "original"),
        ("traditional", "E", "discard", "first_discard"),
    ],
)
def test_a77_circumstances_that_cannot_be_bring_nothing_and_are_said(
    ruleset: str, seat: str, by: str, told: str
) -> None:
    plain = scored(ruleset, PLAIN, last="6m", seat=seat, by=by)
    score = scored(ruleset, PLAIN, last="6m", seat=seat, by=by, told=told)
    assert lines(score) == lines(plain)
    assert len(score.notes) == 1


@pytest.mark.parametrize(
    ("ruleset", "seat", "by", "told"),
    [
        ("harr", "E", "draw", "original"),
        ("international", "E", "draw", "original"),
        ("traditional", "E", "draw", "original"),
        ("harr-limit", "S", "discard", "first_discard"),
        ("traditional", "N", "discard", "first_discard"),
    ],
)
def test_a77_who_has_claimed_a_tile_has_no_original_hand_and_no_first_discard(
    ruleset: str, seat: str, by: str, told: str
) -> None:
    claimed = ("123m456m789s88p", "234p")
    score = scored(ruleset, *claimed, last="6m", seat=seat, by=by, told=told)
    assert lines(score) == lines(scored(ruleset, *claimed, last="6m", seat=seat, by=by))
    assert "no tile claimed" in score.notes[0]


def test_a77_the_set_that_the_first_discard_completed_may_lie_on_the_table() -> None:
    held = scored("harr-limit", PLAIN, last="6m", told="first_discard")
    laid = scored("harr-limit", "123m234p789s88p", "456m", last="6m", told="first_discard")
    assert lines(laid) == lines(held)
    assert "first_discard +150" in lines(laid)


@pytest.mark.parametrize(
    ("ruleset", "draws"), [("harr", "drawing_winner 2"), ("harr-limit", "sequence_completed 4")]
)
def test_a77_a_loose_tile_with_neither_kong_nor_flower_was_drawn_from_the_wall(
    ruleset: str, draws: str
) -> None:
    score = scored(ruleset, PLAIN, last="6m", by="loose")
    assert lines(score) == lines(scored(ruleset, PLAIN, last="6m", by="draw"))
    assert draws in lines(score)
    assert "neither lies there" in score.notes[0]


def test_a77_a_standing_hand_comes_after_ones_first_discard() -> None:
    dealt = scored("international", PLAIN, seat="E", by="draw", told="original standing")
    assert set(lines(dealt)) == {"mah_jongg 20", "no_other_score 10", "double_original_hand x3"}
    assert "declared standing only after" in dealt.notes[0]


@pytest.mark.parametrize(
    ("seat", "by", "laid", "stands"),
    [
        ("E", "draw", [], True),
        ("E", "draw", ["1111m*"], True),
        ("E", "draw", ["111m"], False),
        ("E", "discard", ["123m"], False),
        ("E", "discard", ["456m"], True),
        ("E", "discard", ["456m", "111m"], False),
        ("E", "rob", ["456m"], True),
        ("S", "draw", ["111m"], True),
    ],
)
def test_a77_east_declares_standing_before_anything_can_be_claimed(
    seat: str, by: str, laid: list[str], stands: bool
) -> None:
    """Booklet Rule 10: "East Wind may also do so if he is Calling after his first discard."""
    rest = ["456m", "234p", "789s", "123s"]
    held = "".join([each for each in rest if each not in laid][: 4 - len(laid)]) + "88p"
    last = "6m" if "456m" in laid or "456m" in held else "9s"
    score = scored("international", held, *laid, last=last, by=by, seat=seat, told="standing")
    assert ("standing 100" in lines(score)) == stands
    assert bool(score.notes) != stands


def test_a77_east_s_standing_hand_was_completed_by_its_only_claimed_set() -> None:
    """The fives on the table were claimed last, so they and not the run were completed."""
    hand = ("international", "456p123s789s88m", "555p")
    assert "only_place 2" not in lines(scored(*hand, last="5p", seat="E", told="standing"))
    assert "only_place 2" in lines(scored(*hand, last="5p", seat="S", told="standing"))


@pytest.mark.parametrize("ruleset", ["harr", "harr-limit"])
def test_a62_a_robbed_kong_is_noted_where_the_book_knows_none(ruleset: str) -> None:
    robbed = scored(ruleset, PLAIN, last="6m", by="rob")
    assert lines(robbed) == lines(scored(ruleset, PLAIN, last="6m"))
    assert "knows no robbing" in robbed.notes[0]
    assert not scored("international", PLAIN, last="6m", by="rob").notes
    assert not scored(ruleset, PLAIN, last="6m", by="rob", robbed=True).notes


def test_a78_a_robbed_tile_is_not_questioned() -> None:
    hand = "123m456m222p789s88p"
    robbed = scored("international", hand, last="2p", by="rob")
    assert lines(robbed) == lines(scored("international", hand, last="2p"))


@pytest.mark.parametrize("ruleset", ["harr", "harr-limit", "international"])
def test_a79_special_tiles_count_nothing_where_the_book_has_none(ruleset: str) -> None:
    assert lines(scored(ruleset, PLAIN, bonus="12x")) == lines(scored(ruleset, PLAIN))


def test_a79_others_flowers_count_nothing_for_a_loser_either() -> None:
    form = {"ruleset": "harr", "seat": "E", "round": "E", "winner": False, "bonus": "2f"}
    loser = form | {"concealed": "55m147p369s1234z7s"}
    assert score_hand(Hand.from_json(loser)).total == 0


def test_a80_a_table_may_agree_that_the_discarder_pays_for_all() -> None:
    form = {
        "ruleset": "harr", "winner": "N", "scores": {"E": 40, "S": 20, "W": 10, "N": 100},
        "discarder": "S", "pays_for_all": True,
    }  # fmt: skip
    assert settle(Table.from_json(form)).net == {"E": 0, "S": -400, "W": 0, "N": 400}
