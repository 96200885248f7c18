"""A whole evening at the table: sixteen hands on a tablet, a second device, undo, reload, print."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from companion.seen.reading import Reading
from companion.vision.pipeline import Reader
from tests.web.browser.browsing import PHONE, Browser, serving
from tests.web.browser.conftest import photographed

NAMES = ("Ann", "Bo", "Cy", "Di")
# Winner's seat and the four typed scores; None is a drawn hand.
TYPED: tuple[tuple[str | None, dict[str, int]], ...] = (
    ("E", {"E": 480, "S": 64, "W": 272, "N": 16}),
    ("S", {"E": 8, "S": 96, "W": 0, "N": 4}),
    (None, {}),
    ("N", {"E": 2, "S": 24, "W": 8, "N": 1376}),
    ("W", {"E": 0, "S": 0, "W": 22, "N": 0}),
    ("E", {"E": 44, "S": 16, "W": 4, "N": 2}),
    ("N", {"E": 12, "S": 8, "W": 64, "N": 26}),
    ("S", {"E": 128, "S": 52, "W": 8, "N": 0}),
    (None, {}),
    ("W", {"E": 4, "S": 4, "W": 34, "N": 32}),
    ("E", {"E": 22, "S": 2, "W": 8, "N": 4}),
)


SAMPLE = Path(str(files("companion") / "samples" / "sample.jpg"))


EYES = Reader()


def reader(image: bytes, table: bool | None = False, **_: object) -> Reading:
    """The program's own eyes for the sample; any other picture shows a hand with one doubt."""
    return EYES.read(image, table=table) if image == SAMPLE.read_bytes() else photographed(image)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("data"), reader) as address:
        yield address


def enter_scores(tablet: Browser, scores: dict[str, int]) -> None:
    for seat, score in scores.items():
        tablet.type(f'input[data-seat="{seat}"]', str(score))


def settle(tablet: Browser, number: int) -> None:
    """The one tap, and the table page shows the next hand."""
    tablet.click("dialog .dialog-foot .primary")
    tablet.says('[data-key="enter"]', f"{number + 1}")
    tablet.lacks("dialog")


def use_tiles(tablet: Browser, *, won_with: str) -> None:
    """Tell which tile won, see that the hand scores, and take it over."""
    tablet.click('[data-key="win-tile"]')
    tablet.click(f'.meld-tiles [data-code="{won_with}"]')
    tablet.sees("[data-total]:not([data-total='0'])")
    tablet.click('[data-key="use"]')
    tablet.sees("dialog", 1)


def type_hand(tablet: Browser, number: int, winner: str | None, scores: dict[str, int]) -> None:
    tablet.click('[data-key="enter"]')
    if winner is None:
        tablet.click('[data-key="result:draw"]')
    else:
        tablet.click(f'[data-key="won-{winner}"]')
        enter_scores(tablet, scores)
    settle(tablet, number)


def tap_hand(tablet: Browser, number: int) -> None:
    """South wins with four sets and a pair tapped in; the losers' scores are typed."""
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-S"]')
    tablet.click('[data-key="tiles-S"]')
    for kind, codes in (
        ("pung", ["7z", "2m"]),
        ("chow", ["3p"]),
        ("tile", ["9s"] * 3 + ["4s"] * 2),
    ):
        tablet.click(f'[data-key="as:{kind}"]')
        for code in codes:
            tablet.click(f'.add-panel [data-code="{code}"]')
    tablet.click('[data-key="by:draw"]')
    use_tiles(tablet, won_with="4s")
    enter_scores(tablet, {"E": 8, "W": 4, "N": 0})
    settle(tablet, number)


def choose_picture_of_east(tablet: Browser, picture: Path) -> None:
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-E"]')
    tablet.click('[data-key="tiles-E"]')
    tablet.choose('dialog input[type="file"]:not([capture])', picture)


def photograph_hand(tablet: Browser, number: int, picture: Path) -> None:
    """East wins with a photographed hand; the tile in doubt is put right with one tap."""
    choose_picture_of_east(tablet, picture)
    tablet.sees("dialog:last-of-type .overlay .seen", 15)
    tablet.sees("dialog:last-of-type .overlay .seen.unsure", 1)
    tablet.click(".meld-tiles .unsure")
    tablet.click('.likely [data-code="9p"]')
    tablet.lacks(".overlay .seen.unsure")
    use_tiles(tablet, won_with="9p")
    enter_scores(tablet, {"S": 2, "W": 0, "N": 16})
    settle(tablet, number)


def photograph_sample(tablet: Browser, number: int) -> None:
    """East wins with the drawn sample, which is read without a doubt."""
    choose_picture_of_east(tablet, SAMPLE)
    tablet.sees(".meld-tiles .tile")
    tablet.click('[data-key="by:draw"]')
    use_tiles(tablet, won_with="5p")
    enter_scores(tablet, {"S": 4, "W": 0, "N": 8})
    settle(tablet, number)


@pytest.fixture(scope="module")
def evening(tablet: Browser) -> str:
    """Set up through the page, as a person would; the id of the evening."""
    tablet.open("/evenings/new")
    for place, name in enumerate(NAMES):
        tablet.type(f'[data-key="name-{place}"]', name)
    tablet.click('form .primary[type="submit"]')
    tablet.enter_pin()
    tablet.wait(lambda: "/table/" in tablet.driver.current_url)
    return str(tablet.driver.current_url).rsplit("/", 1)[1]


@pytest.fixture(scope="module")
def played(
    tablet: Browser, evening: str, device: Callable[[], Browser], picture: Path
) -> tuple[Browser, Any]:
    """All sixteen hands with a watching phone beside; the phone and the evening as stored."""
    phone = device()
    phone.size(*PHONE)
    phone.open(f"/table/{evening}")
    for number, (winner, scores) in enumerate(TYPED, start=1):
        type_hand(tablet, number, winner, scores)
    for number in (12, 13, 14):
        tap_hand(tablet, number)
    photograph_hand(tablet, 15, picture)
    photograph_sample(tablet, 16)
    return phone, tablet.call("GET", f"/api/evenings/{evening}")


def test_all_sixteen_hands_are_settled(played: tuple[Browser, Any]) -> None:
    _, stored = played
    assert [hand["n"] for hand in stored["hands"]] == list(range(1, 17))
    assert sum(stored["totals"]) == 0


def test_typed_scores_arrive_as_typed(played: tuple[Browser, Any]) -> None:
    _, stored = played
    for hand, (winner, scores) in zip(stored["hands"], TYPED, strict=False):
        assert hand["winner"] == winner
        if winner:
            assert hand["scores"] == scores


def test_tapped_and_photographed_hands_are_explained(played: tuple[Browser, Any]) -> None:
    _, stored = played
    for hand in stored["hands"][11:]:
        lines = hand["explained"][hand["winner"]]["lines"]
        assert all(line["source"] for line in lines)
    assert [len(hand["photos"]) for hand in stored["hands"][-2:]] == [1, 1]


def totals(stored: Any) -> list[str]:
    """As the plates show them, in the order of the players."""
    return [f"{total:,}".replace("-", "−") for total in stored["totals"]]


def test_the_watching_phone_shows_the_same(played: tuple[Browser, Any]) -> None:
    phone, stored = played
    phone.says('[data-key="enter"]', "17")
    phone.reads(".plate-total", *totals(stored))


def test_a_reload_shows_the_same(tablet: Browser, played: tuple[Browser, Any]) -> None:
    _, stored = played
    tablet.driver.refresh()
    tablet.reads(".plate-total", *totals(stored))


def test_a_draft_survives_a_reload(tablet: Browser, played: tuple[Browser, Any]) -> None:
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-W"]')
    tablet.type('input[data-seat="W"]', "36")
    tablet.driver.refresh()
    tablet.click('[data-key="enter"]')
    tablet.holds('input[data-seat="W"]', "value", "36")
    tablet.holds('[data-key="won-W"]', "aria-pressed", "true")
    tablet.click("dialog .dialog-close")


def test_undo_takes_back_the_last_hand_and_redo_brings_it(
    tablet: Browser, played: tuple[Browser, Any], evening: str
) -> None:
    _, stored = played
    tablet.click('[data-key="undo"]')
    tablet.says('[data-key="enter"]', "16")
    tablet.click('[data-key="redo"]')
    tablet.says('[data-key="enter"]', "17")
    assert tablet.call("GET", f"/api/evenings/{evening}")["totals"] == stored["totals"]


def test_correcting_an_early_hand_shows_what_it_changes(
    tablet: Browser, played: tuple[Browser, Any], evening: str
) -> None:
    tablet.click('[data-key="hand-2"]')
    tablet.click("dialog .dialog-foot .primary")
    tablet.type('input[data-seat="S"]', "98")
    tablet.click("dialog .dialog-foot .primary")
    tablet.sees(".changes li", 15)
    tablet.click('[data-key="confirm-change"]')
    tablet.lacks("dialog")
    stored = tablet.call("GET", f"/api/evenings/{evening}")
    assert stored["hands"][1]["scores"]["S"] == 98
    assert stored["hands"][1]["corrected"]


def test_a_watcher_is_asked_for_the_pin_before_the_work(
    played: tuple[Browser, Any], tablet: Browser, evening: str
) -> None:
    phone, _ = played
    phone.click('[data-key="enter"]')
    phone.sees("dialog input[name=pin]")
    phone.click("dialog .dialog-close")
    phone.lacks("dialog")
    hands = tablet.call("GET", f"/api/evenings/{evening}")["hands"]
    assert len(hands) == 16


def test_the_score_sheet_prints(tablet: Browser, played: tuple[Browser, Any], evening: str) -> None:
    tablet.open(f"/table/{evening}/sheet")
    tablet.sees(".score-sheet tbody tr", 16)
    assert base64.b64decode(tablet.driver.print_page()).startswith(b"%PDF")


def test_nothing_was_refused_or_broken_in_the_console(
    tablet: Browser, played: tuple[Browser, Any]
) -> None:
    phone, _ = played
    assert tablet.complaints() == []
    assert phone.complaints() == []
