"""A person names one tile of a photograph, and the rest of the hand is read again with that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.game.tiles import Tile
from companion.seen.reading import Overlooked, Reading
from companion.vision.pipeline import Reader
from tests.vision.layout.laid import ELEVEN, Row
from tests.vision.test_read_again import TAKEN, reading_of
from tests.web.browser.browsing import Browser, serving

MISREAD = 11
"""The place of a white dragon's neighbour that the eye took for a nine of bamboos."""
FOUR = 3
LAST = 13


def misread(*images: bytes, table: bool | None = False, **_: object) -> Reading:
    tiles = Row(f"{ELEVEN} 9s 2z 2z").tiles()
    likely = (("9s", 0.7), ("8s", 0.3))
    tiles[MISREAD] = replace(tiles[MISREAD], confidence=0.7, alternatives=likely, sure=False)
    return replace(reading_of(tiles), id="remembered")


WARNING = "With what you said, look at the hand once more."
ASKED: list[tuple[Mapping[int, Tile | None], Sequence[Overlooked]]] = []


def asked() -> object:
    """What the page told last, of found tiles and of others."""
    return ASKED[-1]


def again(
    reading: str, said: Mapping[int, Tile | None], overlooked: Sequence[Overlooked]
) -> Reading:
    ASKED.append((said, overlooked))
    seen = Reader().again(misread(), TAKEN, said, overlooked)
    return replace(seen, warnings=(*seen.warnings, WARNING))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("data"), misread, again=again) as address:
        yield address


def test_the_hand_is_parted_anew_with_what_was_said_of_one_tile(
    tablet: Browser, picture: Path
) -> None:
    tablet.open("/photo")
    tablet.choose('input[type="file"]:not([capture])', picture)
    tablet.sees(".overlay .seen", 14)
    tablet.lacks('.meld[data-kind="pair"]')
    tablet.click(".editor-rack [data-tile].unsure")
    tablet.click('dialog [data-code="2z"]')
    tablet.sees('.meld[data-kind="pung"] [data-code="2z"]', 3)
    tablet.sees('.meld[data-kind="pair"] [data-code="3p"]', 2)
    tablet.lacks(".editor-rack .unsure")
    tablet.says(".editor-photo .warning", WARNING)


def test_one_step_takes_the_word_and_what_followed_from_it_back(tablet: Browser) -> None:
    tablet.click('[data-key="undo-hand"]')
    tablet.lacks('.meld[data-kind="pair"]')
    tablet.sees(".editor-rack [data-tile].unsure", 1)
    assert WARNING not in tablet.words(".editor-photo")
    tablet.driver.refresh()
    tablet.sees(".editor-rack [data-tile].unsure", 1)
    assert WARNING not in tablet.words(".editor-photo")


def test_a_hand_that_a_person_has_parted_stays_as_they_put_it(tablet: Browser) -> None:
    tablet.click('[data-key="join"]')
    for tile in ('[data-code="7s"]', '[data-code="8s"]', '[data-code="9s"]:not(.unsure)'):
        tablet.click(f".editor-rack {tile}")
    tablet.click(".editor-rack button.primary")
    tablet.sees('.meld[data-kind="chow"][data-exposed="true"]', 1)
    times = len(ASKED)
    tablet.click(".editor-rack [data-tile].unsure")
    tablet.click('dialog [data-code="2z"]')
    tablet.lacks(".editor-rack .unsure")
    tablet.sees('.meld[data-kind="chow"][data-exposed="true"]', 1)
    assert len(ASKED) == times


def test_what_is_no_tile_and_what_was_overlooked_count_in_the_rest_of_the_hand(
    tablet: Browser, picture: Path
) -> None:
    tablet.open_anew("/photo")
    tablet.choose('input[type="file"]:not([capture])', picture)
    tablet.click(".editor-rack [data-tile].unsure")
    tablet.click('[data-key="tile-none"]')
    tablet.says(".editor-photo .warning", WARNING)
    assert asked() == ({MISREAD: None}, ())
    tablet.lacks('.meld[data-kind="pair"]')
    tablet.click('.editor-rack [data-code="2z"]')
    tablet.click('[data-key="tile-another"]')
    tablet.click('dialog [data-code="2z"]')
    tablet.sees('.meld[data-kind="pung"] [data-code="2z"]', 3)
    tablet.sees('.meld[data-kind="pair"] [data-code="3p"]', 2)
    assert asked() == ({MISREAD: None}, (Overlooked(LAST, "2z"),))
    tablet.sees(".overlay .seen", 14)  # no outline where nothing was seen
    tablet.driver.refresh()
    tablet.sees('.meld[data-kind="pung"] [data-code="2z"]', 3)
    tablet.click('.editor-rack [data-code="4m"]')
    tablet.click('dialog [data-code="5m"]')  # and what was said before is told with it
    said = {MISREAD: None, FOUR: "5m"}
    tablet.becomes(asked, (said, (Overlooked(LAST, "2z"),)))


def test_one_step_brings_back_what_was_said_to_be_no_tile(tablet: Browser, picture: Path) -> None:
    tablet.open_anew("/photo")
    tablet.choose('input[type="file"]:not([capture])', picture)
    tablet.click(".editor-rack [data-tile].unsure")
    tablet.click('[data-key="tile-none"]')
    tablet.says(".editor-photo .warning", WARNING)
    tablet.click('[data-key="undo-hand"]')
    tablet.sees(".editor-rack [data-tile].unsure", 1)
    assert WARNING not in tablet.words(".editor-photo")


def test_a_tile_that_no_hand_has_room_for_stays_where_a_person_put_it(
    tablet: Browser, picture: Path
) -> None:
    tablet.open_anew("/photo")
    tablet.choose('input[type="file"]:not([capture])', picture)
    tablet.click(".editor-rack [data-tile].unsure")
    tablet.click('dialog [data-code="2z"]')
    tablet.sees('.meld[data-kind="pung"] [data-code="2z"]', 3)
    times = len(ASKED)
    tablet.click('.meld[data-kind="pung"] [data-code="2z"]')
    tablet.click('[data-key="tile-another"]')
    tablet.click('dialog .likely [data-code="1z"]')
    tablet.becomes(lambda: len(ASKED), times + 1)
    tablet.sees('.editor-rack [data-code="1z"]', 1)


def photograph_for_east(tablet: Browser, picture: Path) -> None:
    """On the sheet of a new evening."""
    tablet.sign_in()
    form = {"players": [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")], "ruleset": "harr"}
    tablet.open(f"/table/{tablet.call('POST', '/api/evenings', form)['id']}")
    tablet.click('[data-key="enter"]')
    tablet.choose('.entry input[type="file"]:not([capture])', picture)
    tablet.click('[data-key="whose-E"]')


LATE = """
    const asked = window.fetch;
    window.late = 0;
    window.fetch = async (url, options) => {
      const answer = await asked(url, options);
      if (!String(url).endsWith("/again")) return answer;
      window.fetch = asked;
      await new Promise((resolve) => { window.release = resolve; window.late = 1; });
      setTimeout(() => { window.late = 2; }, 200);
      return answer;
    };
"""
"""The next answer to reading again is held back until the page calls `release`. `late` is 1 while
it is held, and 2 when the page has had it for a while."""


def test_a_word_that_was_taken_back_meanwhile_does_not_come_back(
    tablet: Browser, picture: Path
) -> None:
    tablet.open_anew("/photo")
    tablet.choose('input[type="file"]:not([capture])', picture)
    tablet.sees(".editor-rack [data-tile].unsure", 1)
    tablet.driver.execute_script(LATE)
    tablet.click(".editor-rack [data-tile].unsure")
    tablet.click("dialog button.primary")  # it is right as it was read
    tablet.becomes(lambda: tablet.driver.execute_script("return window.late"), 1)
    tablet.lacks(".editor-rack .unsure")
    tablet.click('[data-key="undo-hand"]')
    tablet.sees(".editor-rack [data-tile].unsure", 1)
    tablet.driver.execute_script("window.release()")
    tablet.becomes(lambda: tablet.driver.execute_script("return window.late"), 2)
    tablet.sees(".editor-rack [data-tile].unsure", 1)


def test_on_the_sheet_the_hand_is_read_again_as_well(tablet: Browser, picture: Path) -> None:
    photograph_for_east(tablet, picture)
    tablet.click('.question [data-key^="none-"]')
    tablet.becomes(asked, ({MISREAD: None}, ()))
    tablet.says(".shot .warning", WARNING)
    tablet.sees('.seat-row[data-seat="E"] .tile', 13)
    tablet.click(f'[data-key="seen-{MISREAD + 1}"]')
    tablet.click('[data-key="tile-another"]')
    tablet.click('dialog .likely [data-code="2z"]')
    tablet.becomes(asked, ({MISREAD: None}, (Overlooked(MISREAD + 1, "2z"),)))
    tablet.sees('.seat-row[data-seat="E"] .set', 1)
    tablet.sees('.seat-row[data-seat="E"] [data-total]:not([data-total=""])')


def test_a_tile_that_is_asked_about_while_the_hand_is_read_again_takes_the_word(
    tablet: Browser, picture: Path
) -> None:
    tablet.open_anew("/photo")
    tablet.choose('input[type="file"]:not([capture])', picture)
    tablet.slows_the_answer("/again", 1000)
    tablet.click(".editor-rack [data-tile].unsure")
    tablet.click('dialog [data-code="2z"]')
    tablet.click('.editor-rack [data-code="4m"]')
    tablet.says(".editor-photo .warning", WARNING)  # the answer is here, and the dialog, too
    tablet.click('dialog [data-code="5m"]')
    tablet.becomes(asked, ({MISREAD: "2z", FOUR: "5m"}, ()))


def test_what_was_tapped_while_a_photograph_was_read_is_one_step_back(
    tablet: Browser, picture: Path
) -> None:
    tablet.open_anew("/photo")
    tablet.driver.execute_script(
        """
        const sent = XMLHttpRequest.prototype.send;
        XMLHttpRequest.prototype.send = function (form) {
          XMLHttpRequest.prototype.send = sent;
          setTimeout(() => sent.call(this, form), 1500);
        };
        """
    )
    tablet.choose('input[type="file"]:not([capture])', picture)
    tablet.click('[data-key="adding"]')
    tablet.click('.add-panel [data-code="9p"]')
    tablet.sees(".overlay .seen", 14)
    tablet.click('[data-key="undo-hand"]')
    tablet.sees(".editor-rack [data-tile]", 1)
