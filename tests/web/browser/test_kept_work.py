"""Work that is interrupted, by a reload or another device, is kept and offered again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.browser.browsing import OWN, TABLET, Browser

PLAYERS = [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")]
SCORES = {"winner": "E", "scores": {"E": 20, "S": 4, "W": 2, "N": 0}}


@pytest.fixture
def evening(tablet: Browser) -> str:
    """An evening with one hand, the table on the screen."""
    tablet.network(True)
    tablet.sign_in()
    form = {"players": PLAYERS, "ruleset": "harr-limit"}
    id = str(tablet.call("POST", "/api/evenings", form)["id"])
    tablet.call("POST", f"/api/evenings/{id}/hands", SCORES)
    tablet.open(f"/table/{id}")
    tablet.says('[data-key="enter"]', "hand 2")
    tablet.reads(".link-state", "live")
    return id


def photograph(tablet: Browser, picture: Path) -> None:
    tablet.choose('.enter-row input[type="file"]:not([capture])', picture)


def test_a_correction_outlives_a_reload(tablet: Browser, evening: str) -> None:
    tablet.click('[data-key="hand-1"]')
    tablet.click('[data-key="correct"]')
    tablet.type('input[data-seat="S"]', "44")
    tablet.driver.refresh()
    tablet.click('[data-key="correct-on"]')
    tablet.holds('input[data-seat="S"]', "value", "44")
    tablet.click('[data-key="settle"]')
    tablet.click('[data-key="confirm-change"]')
    tablet.lacks("dialog")
    tablet.lacks('[data-key="correct-on"]')
    assert tablet.call("GET", f"/api/evenings/{evening}")["hands"][0]["scores"]["S"] == 44


def test_what_is_begun_at_the_table_is_there_in_another_tab(tablet: Browser, evening: str) -> None:
    """A correction, and the next hand whose tiles are tapped in."""
    tablet.click('[data-key="hand-1"]')
    tablet.click('[data-key="correct"]')
    tablet.type('input[data-seat="S"]', "44")
    tablet.reopen(f"/table/{evening}")
    tablet.says(".warning p", "You were correcting hand 1")
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="tiles-S"]')
    tablet.click('.add-panel [data-code="4s"]')
    tablet.sees("dialog:last-of-type .melds [data-tile]", 1)
    tablet.reopen(f"/table/{evening}")
    tablet.says(".warning p", "You were correcting hand 1")
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="tiles-S"]')
    tablet.sees("dialog:last-of-type .melds [data-tile]", 1)


def test_a_correction_that_is_left_is_forgotten(tablet: Browser, evening: str) -> None:
    tablet.click('[data-key="hand-1"]')
    tablet.click('[data-key="correct"]')
    tablet.type('input[data-seat="S"]', "44")
    tablet.press_escape()
    tablet.sees("dialog", 2)
    tablet.click("dialog:last-of-type .primary")
    tablet.lacks("dialog")
    tablet.driver.refresh()
    tablet.says('[data-key="enter"]', "hand 2")
    tablet.lacks('[data-key="correct-on"]')


def test_a_payment_that_is_half_filled_in_outlives_a_reload(tablet: Browser, evening: str) -> None:
    tablet.click('[data-key="penalty"]')
    tablet.click('[data-key="from:2"]')
    tablet.click('[data-key="to:all"]')
    tablet.type("dialog input.figure", "50")
    tablet.driver.refresh()
    tablet.click('[data-key="penalty"]')
    tablet.holds('[data-key="from:2"]', "aria-checked", "true")
    tablet.holds("dialog input.figure", "value", "50")
    tablet.click("dialog .dialog-foot .primary")
    tablet.lacks("dialog")
    [paid] = tablet.call("GET", f"/api/evenings/{evening}")["penalties"]
    assert [(one["from"], one["points"]) for one in paid["payments"]] == [(2, 50)] * 3
    tablet.click('[data-key="penalty"]')
    tablet.holds("dialog input.figure", "value", "")


def pay_without_an_answer(tablet: Browser) -> None:
    """Everyone gets 50 from Cy, and the page is not told."""
    tablet.click('[data-key="penalty"]')
    tablet.click('[data-key="from:2"]')
    tablet.click('[data-key="to:all"]')
    tablet.type("dialog input.figure", "50")
    tablet.loses_the_answer("POST", "/penalties")
    tablet.click("dialog .dialog-foot .primary")
    tablet.sees(".toast")


def test_a_payment_whose_answer_was_lost_is_made_once(tablet: Browser, evening: str) -> None:
    pay_without_an_answer(tablet)
    tablet.click("dialog .dialog-foot .primary")
    tablet.lacks("dialog")
    assert len(tablet.call("GET", f"/api/evenings/{evening}")["penalties"]) == 1


def test_a_payment_whose_answer_was_lost_is_made_once_after_a_reload_too(
    tablet: Browser, evening: str
) -> None:
    pay_without_an_answer(tablet)
    tablet.driver.refresh()
    tablet.click('[data-key="penalty"]')
    tablet.says("dialog .note", "done once and not twice")
    tablet.click("dialog .dialog-foot .primary")
    tablet.lacks("dialog")
    assert len(tablet.call("GET", f"/api/evenings/{evening}")["penalties"]) == 1


def test_counters_whose_answer_was_lost_are_counted_once_and_taken_for_nobody_elses(
    tablet: Browser, evening: str
) -> None:
    more(tablet, "counters")
    tablet.type("dialog input.figure", "1")
    before = tablet.call("GET", f"/api/evenings/{evening}")["version"]
    tablet.loses_the_answer("PUT", "/counters")
    tablet.click("dialog .dialog-foot .primary")
    tablet.says("dialog .toast.bad", "the companion")
    tablet.click("dialog .dialog-foot .primary")
    tablet.lacks("dialog")
    tablet.says(".toast", "ounters counted")
    assert tablet.call("GET", f"/api/evenings/{evening}")["version"] == before + 1


def test_counters_that_were_counted_before_another_hand_are_not_put_over_it(
    tablet: Browser, evening: str
) -> None:
    more(tablet, "counters")
    tablet.type("dialog input.figure", "1")
    tablet.call("POST", f"/api/evenings/{evening}/hands", SCORES)
    tablet.says('[data-key="enter"]', "hand 3")
    held = tablet.call("GET", f"/api/evenings/{evening}")["counters"]
    tablet.click("dialog .dialog-foot .primary")
    tablet.lacks("dialog")
    tablet.says(".toast", "Another device was quicker")
    assert tablet.call("GET", f"/api/evenings/{evening}")["counters"] == held


def test_a_counter_field_that_is_emptied_is_refused_and_not_kept_as_none(
    tablet: Browser, evening: str
) -> None:
    more(tablet, "counters")
    held = tablet.call("GET", f"/api/evenings/{evening}")["counters"]
    tablet.type("dialog input.figure", "")
    tablet.click("dialog .dialog-foot .primary")
    tablet.says("dialog .toast.bad", "counters")
    assert tablet.call("GET", f"/api/evenings/{evening}")["counters"] == held


def test_who_keeps_the_score_is_known_though_the_page_asked_in_vain_at_first(
    tablet: Browser, evening: str
) -> None:
    lost = """
    const asked = window.fetch;
    window.fetch = (url, options) => {
      if (String(url) !== "/api/session") return asked(url, options);
      window.fetch = asked;
      return Promise.reject(new TypeError("lost"));
    };
    """
    add, remove = (f"Page.{what}ScriptToEvaluateOnNewDocument" for what in ("add", "remove"))
    script = tablet.cdp(add, {"source": lost})
    tablet.open(f"/table/{evening}")
    tablet.cdp(remove, script)
    tablet.click('[data-key="enter"]')
    tablet.sees("dialog")
    tablet.lacks("dialog input[name=pin]")
    tablet.sees("dialog .seat-row", 4)


def test_a_hand_that_is_begun_anew_asks_about_no_photograph_of_before(
    tablet: Browser, evening: str, picture: Path
) -> None:
    photograph(tablet, picture)
    tablet.sees('[data-key="whose-S"]')
    tablet.type('input[data-seat="E"]', "8")
    tablet.click('[data-key="start-over"]')
    tablet.lacks(".whose")
    tablet.click(".toast button")  # what is undone is undone with the photograph
    tablet.sees('[data-key="whose-S"]')
    tablet.holds('input[data-seat="E"]', "value", "8")
    tablet.click('[data-key="start-over"]')
    tablet.lacks(".whose")
    for again in (tablet.press_escape, tablet.driver.refresh):
        again()
        tablet.click('[data-key="enter"]')
        tablet.sees("dialog .seat-row", 4)
        tablet.lacks(".whose")


@pytest.mark.parametrize("page", ["/evenings", "/rules"])
def test_a_file_that_was_refused_can_be_chosen_again(
    tablet: Browser, tmp_path: Path, page: str
) -> None:
    tablet.sign_in()
    tablet.open(page)
    bad = tmp_path / "bad.json"
    bad.write_text("no file of this program")
    tablet.choose("main input[type=file]", bad)
    tablet.sees(".toast.bad")
    tablet.holds("main input[type=file]", "value", "")


def test_a_missed_hand_outlives_the_correction_of_another(tablet: Browser, evening: str) -> None:
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-E"]')
    tablet.type('input[data-seat="E"]', "44")
    tablet.call("POST", f"/api/evenings/{evening}/hands", SCORES)
    tablet.says("dialog [role=alert]:not([hidden])", "settled hand 2 first")
    tablet.press_escape()
    tablet.lacks("dialog")
    tablet.click('[data-key="hand-1"]')
    tablet.click('[data-key="correct"]')
    tablet.type('input[data-seat="S"]', "44")
    tablet.click('[data-key="settle"]')
    tablet.click('[data-key="confirm-change"]')
    tablet.lacks("dialog")
    tablet.says(".warning", "settled hand 2 first")


def test_a_photograph_that_is_nobodys_yet_outlives_a_reload(
    tablet: Browser, evening: str, picture: Path
) -> None:
    photograph(tablet, picture)
    tablet.sees('[data-key="whose-S"]')
    tablet.driver.refresh()
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="whose-S"]')
    tablet.sees('.seat-row[data-seat="S"] .seat-hand')
    tablet.sees(".shot .stage img")
    tablet.driver.refresh()
    tablet.click('[data-key="enter"]')
    tablet.sees('.seat-row[data-seat="S"] .seat-hand')
    tablet.lacks(".whose")


def more(tablet: Browser, what: str) -> None:
    tablet.click('[data-key="tool-more"]')
    tablet.click(f'[data-key="more-{what}"]')


def test_seats_that_are_half_chosen_outlive_a_reload(tablet: Browser, evening: str) -> None:
    more(tablet, "reseat")
    tablet.strike("dialog select", "hand 1 on")
    tablet.strike("dialog label:nth-of-type(2) select", "Cy")
    tablet.driver.refresh()
    more(tablet, "reseat")
    tablet.says("dialog .note", "You had begun to fill this in.")
    tablet.holds("dialog label:nth-of-type(2) select", "value", "2")
    tablet.holds("dialog label:nth-of-type(3) select", "value", "1")
    tablet.holds("dialog select", "value", "1")
    tablet.click("dialog .dialog-foot .primary")
    tablet.click('[data-key="confirm-change"]')
    tablet.lacks("dialog")
    [hand] = tablet.call("GET", f"/api/evenings/{evening}")["hands"]
    assert hand["seats"] == {"E": 0, "S": 2, "W": 1, "N": 3}
    more(tablet, "reseat")
    tablet.sees("dialog select", 5)
    tablet.lacks("dialog .note")


def test_names_that_are_half_typed_outlive_a_reload(tablet: Browser, evening: str) -> None:
    more(tablet, "names")
    tablet.type('dialog input[aria-label="Player 2"]', "Bob")
    tablet.press_escape()
    tablet.lacks("dialog")
    tablet.driver.refresh()
    more(tablet, "names")
    tablet.holds('dialog input[aria-label="Player 2"]', "value", "Bob")
    tablet.click('[data-key="ask-again"]')
    tablet.holds('dialog input[aria-label="Player 2"]', "value", "Bo")
    tablet.lacks("dialog .note")
    tablet.type('dialog input[aria-label="Player 3"]', "Cyril")
    tablet.click("dialog .dialog-foot .primary")
    tablet.lacks("dialog")
    players = tablet.call("GET", f"/api/evenings/{evening}")["players"]
    assert [one["name"] for one in players] == ["Ann", "Bo", "Cyril", "Di"]


def test_counters_that_are_half_counted_outlive_a_reload_but_no_hand(
    tablet: Browser, evening: str
) -> None:
    """What was counted before a hand is settled tells nothing of what people hold after it."""
    field = 'dialog tbody tr:first-child input[aria-label^="Bo"]'
    more(tablet, "counters")
    tablet.type(field, "77")
    tablet.driver.refresh()
    more(tablet, "counters")
    tablet.holds(field, "value", "77")
    tablet.press_escape()
    tablet.lacks("dialog")
    tablet.call("POST", f"/api/evenings/{evening}/hands", SCORES)
    tablet.says('[data-key="enter"]', "hand 3")
    more(tablet, "counters")
    tablet.sees(field)
    tablet.lacks("dialog .note")
    assert tablet.find(field).get_attribute("value") != "77"


def photographed_amid_a_correction(tablet: Browser, evening: str, picture: Path) -> None:
    """Of hand 1, whose winner has tiles: the photograph is nobody's yet."""
    won = {"concealed": "123456789m11122p", "win": {"tile": "2p", "by": "draw"}}
    hand = {"winner": "E", "scores": {"S": 4, "W": 2, "N": 0}, "hands": {"E": won}}
    assert "error" not in tablet.call("PUT", f"/api/evenings/{evening}/hands/1", hand)
    tablet.click('[data-key="hand-1"]')
    tablet.click('[data-key="correct"]')
    tablet.choose('dialog input[type="file"]:not([capture])', picture)
    tablet.sees('[data-key="whose-S"]')


def test_a_photograph_for_a_correction_outlives_a_reload_until_its_player_is_named(
    tablet: Browser, evening: str, picture: Path
) -> None:
    photographed_amid_a_correction(tablet, evening, picture)
    tablet.driver.refresh()
    tablet.says(".warning p", "You were correcting hand 1")
    tablet.click('[data-key="enter"]')  # the next hand knows nothing of it
    tablet.sees("dialog .seat-row", 4)
    tablet.lacks(".whose")
    tablet.press_escape()
    tablet.lacks("dialog")
    tablet.click('[data-key="correct-on"]')
    tablet.click('[data-key="whose-S"]')
    tablet.sees('.seat-row[data-seat="S"] .seat-hand')
    tablet.lacks(".whose")
    tablet.driver.refresh()
    tablet.click('[data-key="correct-on"]')
    tablet.sees('.seat-row[data-seat="S"] .seat-hand')
    tablet.lacks(".whose")


def test_a_correction_whose_photograph_is_left_out_is_none(
    tablet: Browser, evening: str, picture: Path
) -> None:
    photographed_amid_a_correction(tablet, evening, picture)
    tablet.press_escape()  # as long as it waits it would be lost
    tablet.says("dialog:last-of-type h2", "Leave this correction?")
    tablet.press_escape()
    tablet.click('[data-key="whose-none"]')
    tablet.lacks(".whose")
    tablet.press_escape()
    tablet.lacks("dialog")
    tablet.driver.refresh()
    tablet.says('[data-key="enter"]', "hand 2")
    tablet.lacks('[data-key="correct-on"]')


def test_a_photograph_without_a_network_is_read_later(
    tablet: Browser, evening: str, picture: Path
) -> None:
    tablet.network(False)
    photograph(tablet, picture)
    tablet.sees('[data-key="read-again"]')
    tablet.network(True)
    tablet.driver.refresh()
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="whose-S"]')
    tablet.sees('.seat-row[data-seat="S"] .seat-hand')


def test_what_was_entered_without_a_network_can_be_settled_when_it_is_back(
    tablet: Browser, evening: str
) -> None:
    """Nothing else has to be entered for the payments to be asked for again."""
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-S"]')
    for seat in "ESW":
        tablet.type(f'input[data-seat="{seat}"]', "20")
    tablet.network(False)
    tablet.type('input[data-seat="N"]', "4")
    tablet.says(".entry-preview .note", "cannot be reached")
    tablet.network(True)
    tablet.click('[data-key="settle"]')
    tablet.lacks("dialog")
    assert tablet.call("GET", f"/api/evenings/{evening}")["hands"][1]["scores"]["N"] == 4


def test_a_typed_score_that_tiles_replace_comes_back_with_one_tap(
    tablet: Browser, evening: str, picture: Path
) -> None:
    tablet.click('[data-key="enter"]')
    tablet.type('input[data-seat="S"]', "31")
    tablet.choose('dialog input[type="file"]:not([capture])', picture)
    tablet.click('[data-key="whose-S"]')
    tablet.says(".toast", "score of Bo")
    tablet.click(".toast button")
    tablet.holds('input[data-seat="S"]', "value", "31")


def test_a_hand_that_is_open_again_keeps_what_was_entered_for_the_next(
    tablet: Browser, evening: str
) -> None:
    tablet.click('[data-key="enter"]')
    tablet.type('input[data-seat="W"]', "12")
    tablet.press_escape()
    tablet.lacks("dialog")
    tablet.call("POST", f"/api/evenings/{evening}/undo")
    tablet.says('[data-key="enter"]', "hand 1")
    tablet.click('[data-key="missed-take-over"]')
    tablet.holds('input[data-seat="W"]', "value", "12")


def test_a_hand_settled_elsewhere_is_seen_where_the_sheet_was_scrolled(
    tablet: Browser, evening: str
) -> None:
    tablet.size(360, 640)
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-S"]')
    tablet.type('input[data-seat="N"]', "8")
    tablet.wait(lambda: tablet.in_view('.seat-row[data-seat="N"]'))
    scores = {"E": 0, "S": 20, "W": 0, "N": 0}
    tablet.call("POST", f"/api/evenings/{evening}/hands", {"winner": "S", "scores": scores})
    tablet.says("dialog [role=alert] p", "settled hand 2 first")
    tablet.wait(lambda: tablet.in_view("dialog [role=alert] p"))
    tablet.click('[data-key="missed-drop"]')
    tablet.size(*TABLET)


def test_what_was_entered_stays_with_the_players_where_the_seats_go_round(
    tablet: Browser, evening: str
) -> None:
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-S"]')
    tablet.type('input[data-seat="S"]', "82")
    tablet.type('input[data-seat="N"]', "6")
    scores = {"E": 2, "S": 40, "W": 0, "N": 0}
    tablet.call("POST", f"/api/evenings/{evening}/hands", {"winner": "S", "scores": scores})
    tablet.click('[data-key="missed-take-over"]')
    tablet.says('.seat-row[data-seat="E"] .seat-name', "Bo")
    tablet.holds('[data-key="won-E"]', "aria-pressed", "true")
    tablet.holds('input[data-seat="E"]', "value", "82")
    tablet.says('.seat-row[data-seat="W"] .seat-name', "Di")
    tablet.holds('input[data-seat="W"]', "value", "6")
    tablet.holds('input[data-seat="S"]', "value", "")


def test_other_seats_are_taken_over_by_the_open_sheet(tablet: Browser, evening: str) -> None:
    tablet.click('[data-key="enter"]')
    tablet.type('input[data-seat="S"]', "8")
    seats = {"E": 3, "S": 1, "W": 2, "N": 0}
    tablet.call("POST", f"/api/evenings/{evening}/reseat", {"seats": seats})
    tablet.says('.seat-row[data-seat="E"] .seat-name', "Di")
    tablet.holds('input[data-seat="S"]', "value", "8")
    tablet.click('[data-key="won-S"]')
    tablet.click('[data-key="others-0"]')
    tablet.click('[data-key="settle"]')
    tablet.lacks("dialog")
    hand = tablet.call("GET", f"/api/evenings/{evening}")["hands"][-1]
    assert (hand["seats"], hand["scores"]["S"]) == (seats, 8)


def test_seats_that_changed_while_no_sheet_was_open_are_said_when_one_is(
    tablet: Browser, evening: str
) -> None:
    tablet.click('[data-key="enter"]')
    tablet.type('input[data-seat="S"]', "8")
    tablet.press_escape()
    tablet.lacks("dialog")
    seats = {"E": 3, "S": 1, "W": 2, "N": 0}
    tablet.call("POST", f"/api/evenings/{evening}/reseat", {"seats": seats})
    tablet.says(".plate.east .plate-name", "Di")
    tablet.click('[data-key="enter"]')
    tablet.says(".entry-main > .note", "Look whether each score is beside the right name")


def test_tiles_are_named_by_keys(tablet: Browser, evening: str) -> None:
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="tiles-S"]')
    tablet.sees("dialog:last-of-type .add-panel")
    tablet.driver.execute_script("document.activeElement.blur()")
    tablet.press("5", "d", "9", "c", "3", "b", "e", "r", "x", "4", "f", "s")
    tablet.becomes(
        lambda: sorted(tablet.each("dialog:last-of-type .melds [data-code]", "data-code")),
        sorted(["5p", "9m", "3s", "1z", "7z", "5z", "4f", "2z"]),
        "the tiles",
    )


def test_the_keypad_begins_a_new_number_wherever_a_field_is_tapped(
    tablet: Browser, evening: str
) -> None:
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-E"]')
    for digits, score in (("108", "108"), ("20", "20")):
        tablet.click('input[data-seat="E"]')
        for digit in digits:
            tablet.click(f'[data-key="key-{digit}"]')
        tablet.holds('input[data-seat="E"]', "value", score)


def test_a_form_that_is_half_filled_in_outlives_its_tab(tablet: Browser) -> None:
    names = ["Eva", "Fay", "Gus", "Hal"]
    tablet.sign_in()
    tablet.open("/evenings/new")
    tablet.click('[data-key="count:4"]')
    for place, name in enumerate(names):
        tablet.type(f'[data-key="name-{place}"]', name)
    tablet.click('[data-key="count:3"]')
    tablet.reopen("/evenings/new")
    tablet.holds('[data-key="count:3"]', "aria-checked", "true")
    tablet.click('[data-key="count:4"]')
    look = '.new-seat input[data-key^="name-"]'
    tablet.becomes(lambda: tablet.each(look, "value"), names, "the names")
    tablet.click('form .primary[type="submit"]')
    tablet.sees('[data-key="enter"]')

    tablet.open("/rules/international")
    tablet.click('[data-key="edit"]')
    worth = 'input[aria-label="Worth of Mah-Jongg"]'
    tablet.type(worth, "35")
    tablet.reopen("/rules/international")
    tablet.holds(worth, "value", "35")
    tablet.says(".change-count", "1 change")
    tablet.click('[data-key="drop"]')
    tablet.click("dialog .dialog-foot .primary")
    tablet.holds('[data-key="edit"]', "aria-pressed", "false")
    tablet.click('[data-key="edit"]')
    tablet.holds(worth, "value", "20")


TAKE = (
    OWN
    + """
const [begun, more, done] = arguments;
(async () => {
  const { keepHalfFilled } = await own("half-filled");
  const { keepPicture, pictureOf } = await own("pictures");
  const take = (name) => keepPicture(name, pictureOf(new Blob([name])));
  await take(begun);
  keepHalfFilled("set-", { shots: [{ picture: begun }] });
  for (let n = 0; n < more; n += 1) await take(`later-${n}`);
})().then(done);
"""
)
STILL_THERE = (
    OWN
    + """
const [names, done] = arguments;
own("pictures").then(async ({ loadPictures, picture }) => {
  await loadPictures(names);
  done(names.filter(picture));
});
"""
)


def test_a_long_evening_pushes_no_picture_out_of_a_set_that_is_begun(tablet: Browser) -> None:
    tablet.open("/join")
    tablet.driver.execute_async_script(TAKE, "of-the-set", 30)
    tablet.open("/join")  # which knows only what outlives a page
    names = ["of-the-set", "later-0", "later-29"]
    there = tablet.driver.execute_async_script(STILL_THERE, names)
    tablet.forget_begun()
    assert there == ["of-the-set", "later-29"]


def test_a_photograph_is_kept_when_a_reload_can_no_longer_lose_it(tablet: Browser) -> None:
    """The database may answer before it has committed what it was given."""
    keep = (
        OWN
        + """
    const [done] = arguments;
    const order = [];
    const begin = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (...asked) {
      const transaction = begin.apply(this, asked);
      transaction.addEventListener("complete", () => order.push("committed"));
      return transaction;
    };
    own("pictures")
      .then(({ keepPicture, pictureOf }) => keepPicture("a hand", pictureOf(new Blob(["picture"]))))
      .then(() => order.push("kept"))
      .finally(() => (IDBDatabase.prototype.transaction = begin))
      .then(() => setTimeout(() => done(order), 500));
    """
    )
    tablet.open("/photo")
    assert tablet.driver.execute_async_script(keep) == ["committed", "kept"]
