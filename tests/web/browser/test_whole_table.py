"""All hands in one photograph: who sits where is said once, and each doubt stands with its hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.game.melds import Meld
from companion.seen.reading import Group, ImageInfo, ReadHand, Reading, SeenHand, SeenTile, Side
from tests.web.browser.browsing import Browser, serving
from tests.web.browser.test_accessible import violations

ANN, BO, CY, DI = range(4)
SUITS: dict[Side, str] = {"near": "m", "right": "p", "far": "s", "left": "z"}
"""Every hand of these tests is of one suit, so that it is known wherever it goes."""


@dataclass
class Table:
    """Pungs of 1 to 4 at every side, a fifth tile beside them; near, the winner has two of it."""

    sides: tuple[Side, ...] = tuple(SUITS)

    def __call__(self, *images: bytes, table: bool | None = False, **_: object) -> Reading:
        """At the far side the fifth tile may as well be a 6."""
        tiles: list[SeenTile] = []
        hands: dict[Side, ReadHand] = {}
        for row, side in enumerate(self.sides):
            codes = [f"{rank}{SUITS[side]}" for rank in (1, 2, 3, 4) for _ in range(3)]
            codes += [f"5{SUITS[side]}"] * (2 if side == "near" else 1)
            first = len(tiles)
            for place, code in enumerate(codes):
                x, y = 30.0 + 70 * place, 20.0 + 90 * row
                quad = (x, y), (x + 60, y), (x + 60, y + 80), (x, y + 80)
                tiles.append(SeenTile(code, 0.99, quad, ((code, 0.99),)))
            pungs = [
                Group(tuple(range(n, n + 3)), "pung", False) for n in range(first, first + 12, 3)
            ]
            rest = Group(tuple(range(first + 12, len(tiles))), "loose", True)
            melds = tuple(Meld("pung", (codes[n],) * 3, concealed=False) for n in (0, 3, 6, 9))
            hands[side] = ReadHand((*pungs, rest), SeenHand(tuple(codes[12:]), melds))
            if side == "far":
                either = (("5s", 0.6), ("6s", 0.39))
                tiles[-1] = SeenTile("5s", 0.6, tiles[-1].quad, either, sure=False)
        return Reading(
            image=ImageInfo(None, 1200, 400),
            tiles=tuple(tiles),
            hands={side: read.hand for side, read in hands.items()},
            sides=hands,
        )


@pytest.fixture(scope="module")
def laid() -> Table:
    return Table()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, laid: Table) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("data"), laid) as address:
        yield address


@pytest.fixture
def entry(tablet: Browser) -> Browser:
    """The entry of the first hand; Ann is East, and Bo, Cy and Di follow."""
    return begun(tablet, "Ann", "Bo", "Cy", "Di")


def begun(tablet: Browser, *names: str) -> Browser:
    tablet.sign_in()
    players = {"players": [{"name": name} for name in names]}
    tablet.open(f"/table/{tablet.call('POST', '/api/evenings', players)['id']}")
    tablet.click('[data-key="enter"]')
    return tablet


def photograph(entry: Browser, picture: Path) -> None:
    entry.choose('dialog:last-of-type input[type="file"]:not([capture])', picture)
    entry.sees("dialog", 1)
    entry.sees('[data-key^="near:"]')


def hold(entry: Browser, **suits: str) -> None:
    """Each of these seats has the hand of that suit."""
    for seat, suit in suits.items():
        entry.sees(f'[data-seat="{seat}"] .seat-hand img[src$="1{suit}.svg"]', 3)
    entry.sees(".seat-hand", len(suits))


def test_one_tap_says_who_sits_where_and_is_asked_once_an_evening(
    entry: Browser, picture: Path
) -> None:
    photograph(entry, picture)
    entry.sees('[data-key^="near:"]', 4)
    entry.lacks(".seat-hand")
    assert violations(entry) == []
    entry.click(f'[data-key="near:{CY}"]')
    hold(entry, W="m", N="p", E="s", S="z")
    table = str(entry.driver.current_url)
    evening = table.rsplit("/", 1)[1]
    drawn = {"winner": "S", "scores": {"E": 0, "S": 20, "W": 0, "N": 0}}
    assert "error" not in entry.call("POST", f"/api/evenings/{evening}/hands", drawn)
    entry.driver.get(table)
    entry.click('[data-key="enter"]')
    photograph(entry, picture)
    hold(entry, S="m", W="p", N="s", E="z")  # the deal has passed, and everyone sits as before
    entry.holds(f'[data-key="near:{CY}"]', "aria-checked", "true")


def test_another_tap_seats_everyone_anew(entry: Browser, picture: Path) -> None:
    photograph(entry, picture)
    entry.click(f'[data-key="near:{ANN}"]')
    hold(entry, E="m", S="p", W="s", N="z")
    entry.click(f'[data-key="near:{BO}"]')
    hold(entry, S="m", W="p", N="s", E="z")


@pytest.mark.parametrize(
    ("sides", "third"), [(("near", "right", "far"), "s"), (("near", "right", "left"), "z")]
)
def test_three_players_follow_each_other_around_whichever_sides_they_use(
    tablet: Browser, picture: Path, laid: Table, sides: tuple[Side, ...], third: str
) -> None:
    laid.sides = sides
    entry = begun(tablet, "Ann", "Bo", "Cy")
    photograph(entry, picture)
    entry.click(f'[data-key="near:{ANN}"]')
    hold(entry, E="m", S="p", W=third)
    laid.sides = tuple(SUITS)


def test_a_doubtful_tile_stands_with_its_hand_and_one_tap_puts_it_right(
    entry: Browser, picture: Path
) -> None:
    photograph(entry, picture)
    entry.click(f'[data-key="near:{CY}"]')
    entry.sees(".question", 1)
    entry.sees('[data-seat="E"] .question canvas')
    entry.sees('[data-seat="E"] .seat-hand .unsure img[src$="5s.svg"]', 1)
    assert violations(entry) == []
    entry.click('[data-seat="E"] .question [data-code="6s"]')
    entry.sees('[data-seat="E"] .seat-hand img[src$="6s.svg"]', 1)
    entry.lacks(".question")
    entry.holds('[data-key="won-W"]', "aria-pressed", "true")  # fourteen tiles are the winner's
    entry.click("dialog .dialog-foot .primary")
    entry.says('[data-key="enter"]', "hand 2")
    evening = str(entry.driver.current_url).rsplit("/", 1)[1]
    stored = entry.call("GET", f"/api/evenings/{evening}")["hands"][0]
    assert stored["hands"]["E"]["concealed"] == ["6s"]
    assert len(stored["photos"]) == 1, "one photograph of four hands"


def test_a_tile_that_is_none_of_those_offered_is_picked(entry: Browser, picture: Path) -> None:
    photograph(entry, picture)
    entry.click(f'[data-key="near:{CY}"]')
    entry.click('[data-seat="E"] .question [data-key^="more-"]')
    entry.click('dialog:last-of-type [data-key="pick-9p"]')
    entry.sees('[data-seat="E"] .seat-hand img[src$="9p.svg"]', 1)


def test_what_is_left_to_look_at_outlives_a_reload(entry: Browser, picture: Path) -> None:
    photograph(entry, picture)
    entry.click(f'[data-key="near:{CY}"]')
    entry.sees('[data-seat="E"] .question')
    entry.driver.refresh()
    entry.click('[data-key="enter"]')
    entry.click('[data-seat="E"] .question [data-code="6s"]')
    entry.sees('[data-seat="E"] .seat-hand img[src$="6s.svg"]', 1)


def test_the_hand_of_one_side_is_looked_at_in_the_picture_as_any_other(
    entry: Browser, picture: Path
) -> None:
    photograph(entry, picture)
    entry.click(f'[data-key="near:{CY}"]')
    entry.click('[data-key="tiles-E"]')
    entry.sees("dialog:last-of-type .overlay .seen:not(.other)", 13)
    entry.click("dialog:last-of-type .overlay .unsure")
    entry.click('.likely [data-code="6s"]')
    entry.lacks("dialog:last-of-type .unsure")
    entry.click('[data-key="use"]')
    entry.sees('[data-seat="E"] .seat-hand img[src$="6s.svg"]', 1)
