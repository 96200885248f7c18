"""A person at random on the page where a hand is entered, and what that person has entered.

The walk does what people do at a table, in any order: type, tap, photograph, close, reload, lose
the network, be overtaken by a second device. It keeps its own account of what was entered. Whatever
happens, the account and the hand that everybody sees have to agree.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from selenium.webdriver.common.keys import Keys

from companion.game.melds import Meld
from companion.seen.reading import Group, ImageInfo, Reading, SeenHand, SeenTile, Side
from tests.web.browser.browsing import Browser
from tests.web.browser.test_whole_table import SUITS, Table

SEATS = "ESWN"
NAMES = {"Ann": "E", "Bo": "S", "Cy": "W", "Di": "N"}
PLAYERS = [{"name": name} for name in NAMES]
SHEET = "dialog.entry-sheet[open]"
READY = '[data-key="settle"]:not([aria-disabled])'
NEAR = 2
"""The place of the player who sits nearest to the device: Cy, who is West."""
SIDE_OF: dict[str, Side] = {"W": "near", "N": "right", "E": "far", "S": "left"}
"""Where everyone's tiles lie then."""
FOCUSED = "return document.activeElement.matches('input') && document.activeElement.dataset.seat"
"""The seat whose score is typed now, if one is."""
Shown = Literal["winner", "loser", "table"]

# No kind of tile is in two of these, so that no photograph makes another impossible.
WINNERS = (("9m",) * 3, ("7z",) * 3, ("9s",) * 3, ("8p", "8p", "7s", "8s", "9s"))
LOSERS = (("8m",) * 3, ("6z",) * 3, ("6s",) * 3, ("9p", "7p", "6p", "6p"))
TAPPED = ("6m", "7m", "4f", "5z")
DOUBT = ("9s", "6s")
"""The last tile of the winner's photograph is the first, and may be the second: either wins."""


def one_hand(sets: tuple[tuple[str, ...], ...], doubtful: bool) -> Reading:
    """A hand whose sets lie open and whose last tiles stand beside them."""
    tiles: list[SeenTile] = []
    groups: list[Group] = []
    for codes in sets:
        first = len(tiles)
        for code in codes:
            x, y = 20.0 + 66 * (len(tiles) % 15), 60.0
            quad = (x, y), (x + 60, y), (x + 60, y + 80), (x, y + 80)
            tiles.append(SeenTile(code, 0.99, quad, ((code, 0.99),)))
        laid = codes is not sets[-1]
        places = tuple(range(first, len(tiles)))
        groups.append(Group(places, "pung" if laid else "loose", concealed=not laid))
    if doubtful:
        either = ((DOUBT[0], 0.55), (DOUBT[1], 0.43))
        tiles[-1] = SeenTile(DOUBT[0], 0.55, tiles[-1].quad, either, sure=False)
    melds = tuple(Meld("pung", codes, concealed=False) for codes in sets[:-1])
    return Reading(
        image=ImageInfo(None, 1200, 400),
        tiles=tuple(tiles),
        groups=tuple(groups),
        hand=SeenHand(concealed=sets[-1], melds=melds),
    )


@dataclass
class Eyes:
    """What the reader sees in the next picture, whatever it shows."""

    shown: Shown = "winner"
    table: Table = field(default_factory=Table)

    def __call__(self, *images: bytes, table: bool | None = False, **_: object) -> Reading:
        if self.shown == "table":
            return self.table(*images)
        won = self.shown == "winner"
        return one_hand(WINNERS if won else LOSERS, doubtful=won)

    def codes(self, side: Side) -> list[str]:
        """The hand at one side of the whole table."""
        suit = SUITS[side]
        return [f"{rank}{suit}" for rank in (1, 2, 3, 4) for _ in range(3)] + [f"5{suit}"] * (
            2 if side == "near" else 1
        )


@dataclass
class Tiles:
    """codes: of one seat. whole: fourteen that win."""

    codes: list[str]
    whole: bool = False
    doubt: bool = False


@dataclass
class Walk:
    """typed, tiles, winner, drawn: what was entered so far, as the settled hand has to have it."""

    browser: Browser
    evening: str
    dice: random.Random
    eyes: Eyes
    picture: Path
    hand: int = 1
    typed: dict[str, str] = field(default_factory=dict)
    tiles: dict[str, Tiles] = field(default_factory=dict)
    winner: str | None = None
    drawn: bool = False
    theirs: dict[str, str] = field(default_factory=dict)
    """What a second device has typed, by seat."""
    offline: bool = False
    steps: list[str] = field(default_factory=list)

    # Steps that enter something.

    def open(self) -> None:
        if not self.browser.shows(SHEET):
            self.browser.click('[data-key="enter"]')
            self.browser.sees(SHEET)

    def open_won(self) -> None:
        """The sheet of a hand that somebody won; a drawn one has no scores."""
        self.open()
        if self.drawn:
            self.browser.click('[data-key="result:win"]')
            self.browser.sees(".seat-row")
            self.drawn = False

    def _seats(self, untyped: bool = False) -> list[str]:
        """Seats without tiles."""
        return [
            seat
            for seat in SEATS
            if seat not in self.tiles and not (untyped and seat in self.typed)
        ]

    def type_score(self) -> None:
        self.open_won()
        if free := self._seats():
            seat, score = self.dice.choice(free), str(self.dice.randrange(0, 300))
            self.browser.type(f'input[data-seat="{seat}"]', score)
            self.typed[seat] = score

    def type_and_press_enter(self) -> None:
        """Enter goes on to the next field, and digits go where the focus is."""
        self.open_won()
        if not (free := self._seats()):
            return
        seat, score = self.dice.choice(free), str(self.dice.randrange(10, 99))
        self.browser.type(f'input[data-seat="{seat}"]', score)
        self.typed[seat] = score
        self.browser.strike(f'input[data-seat="{seat}"]', Keys.ENTER)
        if after := self.browser.driver.execute_script(FOCUSED):
            self.browser.press("3", "5")
            self.typed[after] = "35"

    def press_keys(self) -> None:
        self.open_won()
        if free := self._seats():
            seat = self.dice.choice(free)
            self.browser.click(f'input[data-seat="{seat}"]')
            self._press(seat)

    def press_the_keys_that_are_there(self) -> None:
        """The keypad opens by itself where a score is missing."""
        self.open_won()
        if name := self.browser.words(".keypad-head strong"):
            seat = NAMES[name]
            self.browser.click(f'input[data-seat="{seat}"]')  # the next key begins a new number
            self._press(seat)

    def _press(self, seat: str) -> None:
        often = '[data-key="key-score-16"]'
        if self.dice.random() < 0.3 and self.browser.shows(often):
            self.browser.click(often)
            self.typed[seat] = "16"
            return
        score = str(self.dice.randrange(10, 99))
        for digit in score:
            self.browser.click(f'[data-key="key-{digit}"]')
        self.typed[seat] = score
        if self.dice.random() < 0.5:
            self.browser.click('[data-key="key-next"]')

    def name_winner(self) -> None:
        self.open_won()
        seat = self.dice.choice(SEATS)
        gone = seat == self.winner
        self.browser.click(f'[data-key="won-{seat}"]')
        self.browser.holds(f'[data-key="won-{seat}"]', "aria-pressed", str(not gone).lower())
        self.winner = None if gone else seat

    def all_others_nothing(self) -> None:
        self.open_won()
        if self.winner and self.browser.shows('[data-key="others-0"]'):
            self.browser.click('[data-key="others-0"]')
            for seat in self._seats(untyped=True):
                if seat != self.winner:
                    self.typed[seat] = "0"

    def tap_tiles(self) -> None:
        """Some tiles one by one; then away from them in any way there is."""
        self.open_won()
        seat = self.dice.choice(SEATS)
        held = self.tiles.get(seat)
        if held and (held.whole or len(held.codes) >= 12):
            return
        used = Counter(code for one in self.tiles.values() for code in one.codes)
        free = [code for code in TAPPED if used[code] < (1 if code.endswith("f") else 4)]
        self.browser.click(f'[data-key="tiles-{seat}"]')
        if held:
            self.browser.click('dialog:last-of-type [data-key="adding"]')
        for _ in range(self.dice.randrange(1, 4)):
            code = self.dice.choice(free)
            used[code] += 1
            free = [code for code in free if used[code] < (1 if code.endswith("f") else 4)]
            self.browser.click(f'dialog:last-of-type [data-key="pick-{code}"]')
            held = self.tiles.setdefault(seat, Tiles([]))
            held.codes.append(code)
            self.typed.pop(seat, None)
            if not free:
                break
        self._leave_the_tiles()

    def _leave_the_tiles(self) -> None:
        way = self.dice.choice(("use", "escape", "close", "reload"))
        if way == "use":
            self.browser.click('[data-key="use"]')
        elif way == "escape":
            self.browser.press_escape()
        elif way == "close":
            self.browser.click("dialog:last-of-type .dialog-close")
        else:
            self.reload()
            return
        self.browser.sees("dialog", 1)

    def change_a_tile(self) -> None:
        """One tile of a hand is tapped, and said to be another."""
        self.open_won()
        if not self.tiles:
            return
        seat = self.dice.choice(sorted(self.tiles))
        held = self.tiles[seat]
        used = Counter(code for one in self.tiles.values() for code in one.codes)
        plain = [code for code in TAPPED if not code.endswith("f") and used[code] < 4]
        known = [code for code in held.codes if code in (*LOSERS[-1], *TAPPED[:2])]
        if not plain or not known:
            return
        before, after = self.dice.choice(known), self.dice.choice(plain)
        self.browser.click(f'[data-key="tiles-{seat}"]')
        rack = "dialog:last-of-type .editor-rack .melds"
        self.browser.click(f'{rack} [data-code="{before}"]')
        self.browser.sees("dialog", 3)
        self.browser.click(f'dialog:last-of-type [data-key="pick-{after}"]')
        self.browser.sees("dialog", 2)
        held.codes.remove(before)
        held.codes.append(after)
        held.whole = held.whole and before == after
        held.doubt = False
        self._leave_the_tiles()

    def drop_tiles(self) -> None:
        self.open_won()
        if not self.tiles:
            return
        seat = self.dice.choice(sorted(self.tiles))
        self._drop(seat)
        if self.dice.random() < 0.5:
            self.browser.click(".toast button")
            self.browser.sees(f'.seat-row[data-seat="{seat}"] .seat-hand')
            self.tiles[seat] = self._dropped

    def _drop(self, seat: str) -> None:
        self.browser.click(f'[data-key="drop-{seat}"]')
        self.browser.sees(f'input[data-seat="{seat}"]')
        self._dropped = self.tiles.pop(seat)

    def photograph_winner(self) -> None:
        self._photograph("winner", Tiles([c for codes in WINNERS for c in codes], True, True))

    def photograph_loser(self) -> None:
        self._photograph("loser", Tiles([c for codes in LOSERS for c in codes]))

    def _photograph(self, shown: Shown, found: Tiles) -> None:
        """One hand, from the table or on the sheet; whose it is may be said after a while."""
        if any(set(one.codes) & set(found.codes) for one in self.tiles.values()):
            return  # nobody photographs the same hand for two players
        self._choose(shown)
        if found.whole and self.winner and self.winner not in self.tiles:
            seat = self.winner
        else:
            self.browser.sees(".whose")
            if self.dice.random() < 0.4:
                self._away()
                self.open()
            seat = self.dice.choice(SEATS)
            self.browser.click(f'[data-key="whose-{seat}"]')
            self.winner = seat if found.whole else self.winner
        self.browser.sees(f'.seat-row[data-seat="{seat}"] .seat-hand')
        self.typed.pop(seat, None)
        self.tiles[seat] = found

    def photograph_table(self) -> None:
        self._choose("table")
        for seat, side in SIDE_OF.items():
            self.browser.sees(
                f'.seat-row[data-seat="{seat}"] .seat-hand img[src$="1{SUITS[side]}.svg"]'
            )
            self.tiles[seat] = Tiles(self.eyes.codes(side), side == "near", side == "far")
        self.typed = {}
        self.winner = "W"

    def _choose(self, shown: Shown) -> None:
        self.eyes.shown = shown
        if self.drawn or self.dice.random() < 0.5:
            self.open_won()
        field = 'input[type="file"]:not([capture])'
        opened = self.browser.shows(SHEET)
        self.browser.choose(f"{SHEET} {field}" if opened else f".enter-row {field}", self.picture)
        self.browser.sees(SHEET)

    def answer_a_doubt(self) -> None:
        self.open_won()
        doubtful = [seat for seat, one in self.tiles.items() if one.doubt]
        if not doubtful:
            return
        seat = self.dice.choice(doubtful)
        code = "6s" if self.tiles[seat].codes[0] == "1s" else DOUBT[0]
        self.browser.click(f'.questions[data-seat="{seat}"] [data-code="{code}"]')
        self.browser.lacks(f'.questions[data-seat="{seat}"]')
        if code == "6s":
            self.tiles[seat].codes.remove("5s")
            self.tiles[seat].codes.append("6s")
        self.tiles[seat].doubt = False

    def drawn_and_back(self) -> None:
        self.open()
        self.browser.click(f'[data-key="result:{"win" if self.drawn else "draw"}"]')
        self.drawn = not self.drawn

    # Steps that could lose it.

    def escape(self) -> None:
        self.open()
        self.browser.press_escape()
        self.browser.lacks("dialog")

    def press_enter(self) -> None:
        """Enter on whatever has the focus when the sheet opens settles nothing by itself."""
        self.escape()
        self.open_won()
        if free := self._seats():
            self.browser.strike(f'input[data-seat="{free[0]}"]', Keys.ENTER)

    def reload(self) -> None:
        self.browser.driver.refresh()
        if self.offline:  # the page says so
            self.browser.sees("main [role=alert]")
            self._network(True)
            self.browser.driver.refresh()
        self.browser.sees('[data-key="enter"]')

    def back(self) -> None:
        """The device's own button leaves the page, with an open sheet too."""
        self.browser.driver.back()
        self.browser.driver.forward()
        self.browser.sees('[data-key="enter"]')

    def another_page(self) -> None:
        self.browser.open("/evenings")
        self.browser.open(f"/table/{self.evening}")
        self.browser.sees('[data-key="enter"]')

    def _away(self) -> None:
        self.dice.choice((self.escape, self.reload, self.another_page))()

    def network_gone(self) -> None:
        """Something is entered while the network is gone; sometimes the page is reloaded too."""
        self.open()
        self._network(False)
        self.dice.choice((self.type_score, self.tap_tiles, self.name_winner, self.press_keys))()
        self._network(True)
        if self.dice.random() < 0.5:
            self.reload()

    def _network(self, there: bool) -> None:
        self.browser.network(there)
        self.offline = not there

    def start_over(self) -> None:
        """By mistake: it is undone."""
        self.open()
        button = '[data-key="start-over"]'
        if self.browser.shows(button):
            self.browser.click(button)
            self.browser.click(".toast button")
            self.browser.sees(button)

    def renamed_elsewhere(self) -> None:
        """A second device changes something else meanwhile."""
        title = {"title": f"Evening {self.dice.randrange(1000)}"}
        self.browser.call("PATCH", f"/api/evenings/{self.evening}", title)

    def filled_elsewhere(self) -> None:
        """A second device types the score of somebody who has none yet."""
        if free := self._seats(untyped=True):
            seat, score = self.dice.choice(free), str(self.dice.randrange(0, 300))
            parts = {f"score:{seat}": score}
            body = {"hand": self.hand, "parts": parts}
            self.browser.call("PATCH", f"/api/evenings/{self.evening}/draft", body)
            self.typed[seat] = score
            self.theirs[seat] = score

    def settled_elsewhere(self) -> None:
        """A second device settles another hand; what was entered here is used for the next.

        Where all that was entered here stands in that hand too, there is nothing to use."""
        self.agree()
        settled = {"E": 500, "S": 1, "W": 1, "N": 1}
        scores = {"winner": "E", "scores": settled}
        known = self.theirs.items() | {(seat, str(score)) for seat, score in settled.items()}
        mine = (
            self.typed.items() - known
            or self.tiles
            or self.winner not in (None, scores["winner"])
            or self.drawn
        )
        self.browser.call("POST", f"/api/evenings/{self.evening}/hands", scores)
        self.hand += 1
        # East has won, and stays.
        if self.dice.random() < 0.3:
            self.reload()
        if mine:
            self.browser.click('[data-key="missed-take-over"]')
            self.browser.says(f"{SHEET} .dialog-head h2", f"Hand {self.hand}")
        else:
            self.typed, self.winner = {}, None
        self.theirs = {}
        self.browser.lacks('[data-key="missed-take-over"]')

    def ways(self) -> list[Callable[[], None]]:
        return [
            *(self.type_score, self.type_and_press_enter, self.press_keys),
            *(self.press_the_keys_that_are_there, self.name_winner, self.all_others_nothing),
            *(self.tap_tiles, self.change_a_tile, self.drop_tiles, self.answer_a_doubt),
            *(self.photograph_winner, self.photograph_loser, self.photograph_table),
            *(self.drawn_and_back, self.escape, self.press_enter, self.reload, self.back),
            *(self.another_page, self.network_gone, self.start_over, self.renamed_elsewhere),
            *(self.filled_elsewhere, self.settled_elsewhere),
        ]

    def walk(self, steps: int) -> None:
        for _ in range(steps):
            step = self.dice.choice(self.ways())
            self.steps.append(step.__name__)
            step()

    # What has to be so.

    def account(self) -> dict[str, Any]:
        """What this person has entered, as `drafted` tells it."""
        return {
            "winner": self.winner,
            "drawn": self.drawn,
            "typed": {seat: str(int(score)) for seat, score in self.typed.items()},
            "tiles": {seat: sorted(held.codes) for seat, held in self.tiles.items()},
        }

    def drafted(self) -> dict[str, Any]:
        """What the server keeps of the hand that is being entered."""
        draft = self.browser.call("GET", f"/api/evenings/{self.evening}/draft")
        assert draft["hand"] == self.hand
        parts: dict[str, Any] = draft["parts"]

        def of(kind: str) -> dict[str, Any]:
            return {name[-1]: part for name, part in parts.items() if name.startswith(f"{kind}:")}

        return {
            "winner": parts.get("winner"),
            "drawn": parts.get("result") == "draw",
            "typed": {seat: str(int(score)) for seat, score in of("score").items()},
            "tiles": {seat: _codes(hand) for seat, hand in of("tiles").items()},
        }

    def agree(self) -> None:
        """Everything that was entered is known to everyone."""
        self.browser.becomes(self.drafted, self.account(), "what was entered")

    def settle(self) -> Any:
        """Fill what is missing, settle, and answer the hand as it is stored."""
        self.open_won()
        for seat, held in list(self.tiles.items()):
            if seat != self.winner and len(hand_of(held)) != 13:
                self._drop(seat)
        if self.winner is None:
            self.browser.click('[data-key="won-E"]')
            self.winner = "E"
        held_by_winner = self.tiles.get(self.winner)
        if held_by_winner and not held_by_winner.whole:
            self._drop(self.winner)
        for seat in self._seats(untyped=True):
            self.browser.type(f'input[data-seat="{seat}"]', "6")
            self.typed[seat] = "6"
        self.browser.sees(READY)
        self.browser.click('[data-key="settle"]')
        self.browser.lacks("dialog")
        hands = self.browser.call("GET", f"/api/evenings/{self.evening}")["hands"]
        assert len(hands) == self.hand
        return hands[-1]


def hand_of(held: Tiles) -> list[str]:
    """Without flowers. No kongs are tapped."""
    return [code for code in held.codes if not code.endswith("f")]


def _codes(hand: dict[str, Any]) -> list[str]:
    """The codes of a hand as the page keeps it."""
    tiles = [one for group in hand["groups"] for one in group["tiles"]] + hand["bonus"]
    return sorted(one["code"] for one in tiles)


def settled_codes(hand: dict[str, Any]) -> list[str]:
    """The codes of a hand as the evening keeps it."""
    laid = [code for meld in hand.get("melds", []) for code in meld["tiles"]]
    return sorted([*laid, *hand.get("concealed", []), *hand.get("bonus", [])])
