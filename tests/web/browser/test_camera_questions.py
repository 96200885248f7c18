"""What a photograph leaves open is asked, and one tap answers it; tiles are dragged."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from selenium.webdriver.common.action_chains import ActionChains

from companion.seen.reading import Decided, FaceDown, Group, HandReading, Reading, SeenTile
from tests.web.browser.browsing import OWN, Browser, serving
from tests.web.browser.conftest import photographed
from tests.web.browser.test_accessible import violations


def undecided(*images: bytes, table: bool | None = False, **_: object) -> Reading:
    """The hand of these tests, with a question of each kind.

    Nothing forces the left end of its kong; its 3 bamboo was named by rule; the last 9 dots lies
    apart; and the two pungs are exposed, or all is held.
    """
    reading = photographed(*images)
    tiles = list(reading.tiles)
    tiles[12] = replace(  # as the layout names it: what the rules say, nobody has seen surely
        tiles[12], by_rule=True, sure=False, alternatives=(("2s", 0.6), ("3s", 0.37))
    )
    tiles[14] = SeenTile("9p", 0.99, tiles[14].quad, (("9p", 0.99),))
    kong, *pungs, _last = reading.groups
    held = (Group((10, 11, 12), "chow", True), Group((13, 14), "pair", True))
    exposed = (kong, *pungs, *held)
    concealed = (kong, *(replace(pung, concealed=True) for pung in pungs), *held)
    return replace(
        reading,
        tiles=tuple(tiles),
        groups=exposed,
        readings=(
            HandReading(exposed, reading.hand, 0.7, (0, 3, 4)),
            HandReading(concealed, reading.hand, 0.3, (0, 3, 4)),
        ),
        proposed_win=14,
        face_down=(FaceDown(0, None, ("5p", "1z")), FaceDown(3, "5p")),
        decided=(Decided(12, "2s", "Only as 3 bamboo it fits a set of this hand."),),
    )


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("data"), undecided) as address:
        yield address


@pytest.fixture(scope="module")
def photo(tablet: Browser, picture: Path) -> Browser:
    tablet.open("/photo")
    tablet.choose('input[type="file"]:not([capture])', picture)
    tablet.sees(".question", 3)
    return tablet


def lies(browser: Browser, count: int, kind: str, exposed: bool) -> None:
    """So many sets of a kind lie there, exposed or concealed."""
    browser.sees(f'.meld[data-kind="{kind}"][data-exposed="{str(exposed).lower()}"]', count)


def test_questions_are_open_to_everybody(photo: Browser) -> None:
    assert violations(photo) == []


def test_what_nothing_forces_is_asked_of_a_person(photo: Browser) -> None:
    lies(photo, 0, "kong", exposed=False)
    photo.click('.question [data-code="5p"]')
    lies(photo, 1, "kong", exposed=False)


def test_the_tile_that_lies_apart_is_proposed_as_the_winning_one(photo: Browser) -> None:
    photo.click('[data-key="won-yes"]')
    photo.holds(".melds .winning", "data-code", "9p")
    photo.lacks('[data-key="won-yes"]')


def test_what_was_decided_by_rule_is_marked_until_a_person_agrees(photo: Browser) -> None:
    photo.holds(".melds .by-rule", "data-code", "3s")
    photo.says('.question:has([data-key^="rule-"]) p', "Only as 3 bamboo")
    photo.holds('.question [data-key^="seen-"]', "data-code", "2s")
    photo.click('.question [data-key^="rule-"]')
    photo.lacks(".melds .by-rule, .overlay .by-rule")


def test_another_reading_is_one_tap_away_and_keeps_what_was_said(photo: Browser) -> None:
    lies(photo, 2, "pung", exposed=True)
    photo.click('[data-key="way-1"]')
    lies(photo, 2, "pung", exposed=False)
    photo.holds(".melds .winning", "data-code", "9p")
    lies(photo, 1, "kong", exposed=False)
    photo.lacks('.question [data-code="5p"]')


def test_each_way_to_read_the_tiles_says_what_the_hand_would_score(photo: Browser) -> None:
    photo.says('[data-key="way-0"] small', " points, 70 %")
    photo.says('[data-key="way-1"] small', " points, 30 %")


def test_a_tile_is_dragged_to_another_group_and_undo_brings_it_back(photo: Browser) -> None:
    tile = photo.find('.meld[data-kind="pair"] [data-tile]')
    chow = photo.find('.meld[data-kind="chow"]')
    photo.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", chow)
    mouse = ActionChains(photo.driver)
    mouse.click_and_hold(tile).move_by_offset(12, 0).move_to_element(chow).release().perform()
    photo.lacks('.meld[data-kind="pair"], .meld[data-kind="chow"]')
    photo.lacks("dialog")
    photo.click('[data-key="undo-hand"]')
    photo.sees('.meld[data-kind="pair"]')
    lies(photo, 1, "chow", exposed=False)


ASKED = (
    OWN
    + """
const [alternatives, done] = arguments;
own("hand-questions").then(({ openQuestions }) => {
  const asIs = { seen: 0, sure: false, byRule: false, couldBe: [] };
  const tile = { id: "t1", code: "5p", alternatives, ...asIs };
  const hand = { groups: [{ tiles: [tile] }], bonus: [] };
  const [card] = openQuestions(hand, undefined, { look: () => null });
  done([card.querySelector("p").innerText, card.querySelector("button").textContent]);
});
"""
)
"""What is asked of a doubtful 5 dots, and the first answer."""


def test_what_a_tile_is_is_asked_only_where_it_may_be_another(tablet: Browser) -> None:
    """One with a single name is in doubt because it is cut off, say, or the fifth of its kind."""

    def asked(*alternatives: tuple[str, float]) -> list[str]:
        return list(tablet.driver.execute_async_script(ASKED, alternatives))

    tablet.open("/photo")
    assert asked(("5p", 0.6), ("6p", 0.4))[0] == "What is this?"
    assert asked(("5p", 0.998), ("6p", 0.002)) == ["Is this right?", "Yes, 5 dots"]
