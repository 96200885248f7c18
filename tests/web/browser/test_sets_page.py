"""The page for sets and the camera, and learning from a correction."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict, replace

from companion.base.errors import NotFoundError
from companion.seen.camera import CameraShown, LensShown, TableShown, WhiteShown
from companion.seen.reading import Reading
from companion.vision.tile_sets.profile_store import ProfileExistsError
from companion.web.learning import (
    DraftChanges,
    Enrolment,
    ExampleLearnt,
    FaceShown,
    SetHead,
    SetShown,
    SetsListed,
)
from tests.web.browser.browsing import OWN, PHONE, TABLET, Browser, serving
from tests.web.browser.conftest import photographed
from tests.web.browser.test_accessible import violations

Json = dict[str, Any]
DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)
ORDER = tuple(tuple(f"{rank}{suit}" for rank in range(1, 10)) for suit in "mps")
ROW_BY_ROW = "\n\n".join(" ".join(row) for row in ORDER).splitlines()


@dataclass
class Remembered:
    """Sets that only remember. In an enrolment 4 characters and 4 dots look changed over.

    alike: the set that tiles look like in a photograph that no set is surely in.
    corrected: tiles whose pictures are of corrections, in every set.
    """

    sets: dict[str, SetHead] = field(default_factory=dict)
    chosen: str | None = None
    alike: str | None = None
    orders: list[str] = field(default_factory=list)
    learnt: list[tuple[str, int, str]] = field(default_factory=list)
    corrected: list[str] = field(default_factory=list)
    draft: Json = field(default_factory=dict)

    def listed(self) -> SetsListed:
        return SetsListed(tuple(self.sets.values()), self.chosen, ORDER, ())

    def choose(self, name: str | None) -> None:
        self.chosen = name

    def shown(self, name: str) -> SetShown:
        faces = tuple(
            FaceShown(f"{n:012x}", code, "corrected" if code in self.corrected else "enrolled")
            for n, code in enumerate(ORDER[0])
        )
        return SetShown(**asdict(self.sets[name]), faces=faces)

    def face(self, name: str, example: str) -> bytes:
        return DOT

    def rename(self, name: str, new: str) -> SetHead:
        if new in self.sets:
            raise ProfileExistsError(new)
        self.sets[new] = replace(self.sets.pop(name), name=new)
        return self.sets[new]

    def remove(self, name: str) -> None:
        del self.sets[name]

    def file(self, name: str) -> bytes:
        return b""

    def take_in(self, file: bytes, name: str | None) -> SetHead:
        return self._keep(name or "brought")

    def learn(self, name: str, reading: str, tile: int, code: str) -> ExampleLearnt:
        self.learnt.append((name, tile, code))
        return ExampleLearnt("0" * 12, self._keep(name))

    def forget_example(self, name: str, example: str) -> SetHead | None:
        if self.corrected:
            self.corrected.remove(ORDER[0][int(example, 16)])
        else:
            self.learnt.pop()
        return self.sets[name]

    def propose(self, name: str, photos: Sequence[bytes], order: str | None) -> Enrolment:
        self.orders.append(order or "")
        codes = [code for line in self.orders[-1].splitlines() for code in line.split()]
        places: list[Json] = [
            {"n": n, "photo": 0, "row": n // 9, "column": n % 9, "code": code, "seen": code}
            | {"face": f"/api/enrolments/e/faces/{n}.png", "quad": [], "confidence": 0.99}
            | {"doubt": "", "changed_over": None, "kept": True}
            for n, code in enumerate(codes)
        ]
        if len(places) > 12:
            places[3] |= {"seen": "4p", "doubt": "and it looks like 4 dots", "changed_over": 12}
            places[12] |= {"seen": "4m", "doubt": "and it looks like it", "changed_over": 3}
            places[1] |= {"seen": "3m", "doubt": "and it looks like 3 characters"}
        self.draft = {"id": "e", "name": name, "adds_to": None, "places": places, "missing": ["1f"]}
        self.draft |= {"extra": 0, "questions": ["Two look changed over."] * (len(places) > 12)}
        return self.proposed("e")

    def proposed(self, draft: str) -> Enrolment:
        return Enrolment.from_json(self.draft)

    def proposed_face(self, draft: str, number: int) -> bytes:
        return DOT

    def correct(self, draft: str, changes: DraftChanges) -> Enrolment:
        places = self.draft["places"]
        for one, two in changes.swap:
            places[one]["code"], places[two]["code"] = places[two]["code"], places[one]["code"]
            for place in (places[one], places[two]):
                place |= {"doubt": "", "changed_over": None}
        for change in changes.places:
            places[change.n] |= change.to_json() | {"doubt": "", "changed_over": None}
        if not any(place["doubt"] for place in places):
            self.draft["questions"] = []
        return self.proposed(draft)

    def enrol(self, draft: str, although: bool) -> SetHead:
        if not self.draft:
            raise NotFoundError(draft)
        assert although or not self.draft["questions"]
        kept = self._keep(self.draft["name"])
        self.drop(draft)
        return kept

    def drop(self, draft: str) -> None:
        self.draft = {}

    def _keep(self, name: str) -> SetHead:
        self.sets[name] = SetHead(name, ORDER[0], ("1f",), 9, 0, "#2f6b4a")
        return self.sets[name]


@dataclass
class Known:
    """A camera whose measurements always succeed."""

    parts: CameraShown = field(default_factory=lambda: CameraShown(None, None, None, None))
    corners: Any = None

    def known(self) -> CameraShown:
        return self.parts

    def page(self, form: str, paper: str) -> bytes:
        return b"<svg xmlns='http://www.w3.org/2000/svg'/>"

    def learn_lens(self, photos: Sequence[bytes]) -> None:
        lens = LensShown(1200, 400, (900, 900), (600, 200), (0, 0, 0, 0, 0), 0.21, len(photos))
        self.parts = replace(self.parts, lens=lens)

    def learn_table(self, photo: bytes, corners: Any) -> None:
        self.corners = corners
        self.parts = replace(self.parts, table=TableShown(tuple(map(tuple, corners))))

    def learn_white(self, photo: bytes) -> None:
        self.parts = replace(self.parts, white=WhiteShown((1.1, 1, 1.4)))

    def picture(self, part: str) -> bytes:
        return DOT

    def forget(self, part: str) -> None:
        self.parts = replace(self.parts, **{part: None})


@pytest.fixture(scope="module")
def kept() -> Remembered:
    return Remembered()


@pytest.fixture(scope="module")
def camera() -> Known:
    return Known()


@pytest.fixture(scope="module")
def address(
    tmp_path_factory: pytest.TempPathFactory, kept: Remembered, camera: Known
) -> Iterator[str]:
    def remembered(*images: bytes, table: bool | None = False, **_: object) -> Reading:
        """A reading that the server can be asked about again."""
        nearest = None if kept.chosen else kept.alike
        return replace(photographed(*images), id="r1", profile=kept.chosen, nearest=nearest)

    data = tmp_path_factory.mktemp("data")
    with serving(data, remembered, sets=kept, camera=camera) as address:
        yield address


@pytest.fixture(scope="module")
def keeper(tablet: Browser) -> Browser:
    tablet.sign_in()
    return tablet


def begin_enrolling(browser: Browser, name: str) -> None:
    """Whatever a test before has left begun is forgotten."""
    browser.open("/sets")
    browser.forget_begun()
    browser.click('[data-key="enrol"]')
    browser.type('[data-key="set-name"]', name)


def choose_picture(browser: Browser, picture: Path, where: str) -> None:
    browser.choose(f'{where} input[type="file"]:not([capture])', picture)


def test_a_set_is_enrolled_and_tiles_that_changed_places_are_asked_about(
    keeper: Browser, picture: Path, kept: Remembered
) -> None:
    begin_enrolling(keeper, "bone")
    choose_picture(keeper, picture, "dialog")
    keeper.sees(".enrol-shots figure", 1)
    assert violations(keeper) == []
    keeper.click('[data-key="look"]')
    keeper.sees(".enrol-cell", 27)
    assert kept.orders[-1].splitlines() == [" ".join(row) for row in ORDER]
    keeper.sees(".question", 2)
    assert violations(keeper) == []
    keeper.click('[data-key="swap-3"]')
    keeper.holds('[data-key="cell-3"]', "data-code", "4p")
    keeper.click('[data-key="seen-1"]')
    keeper.lacks(".question")
    keeper.click('[data-key="cell-26"]')
    keeper.click('dialog:last-of-type [data-key="pick-0z"]')
    keeper.holds('[data-key="cell-26"]', "data-code", "0z")
    keeper.click('[data-key="keep-set"]')
    keeper.sees('[data-set="bone"]')
    assert "bone" in kept.sets


SLOW = """
const [path, done] = arguments;
const send = XMLHttpRequest.prototype.send;
const open = XMLHttpRequest.prototype.open;
XMLHttpRequest.prototype.open = function (...asked) {
  this.slow = String(asked[1]).endsWith(path);
  open.apply(this, asked);
};
window.sent = 0;
XMLHttpRequest.prototype.send = function (form) {
  window.sent += this.slow ? 1 : 0;
  setTimeout(() => send.call(this, form), this.slow ? 500 : 0);
};
document.querySelector('[data-key="look"]').click();
setTimeout(() => document.querySelector('[data-key="look"]').click(), 200);
setTimeout(done, 1500);
"""


def test_a_second_tap_while_the_photographs_are_looked_at_looks_no_second_time(
    keeper: Browser, picture: Path
) -> None:
    begin_enrolling(keeper, "twice")
    choose_picture(keeper, picture, "dialog")
    keeper.sees('[data-key="look"]:not([aria-disabled])')
    keeper.driver.execute_async_script(SLOW, "/enrolments")
    keeper.sees(".enrol-cell", 27)
    assert keeper.driver.execute_script("return window.sent") == 1


def test_a_set_that_is_kept_and_whose_answer_was_lost_is_known_to_be_kept(
    keeper: Browser, picture: Path, kept: Remembered
) -> None:
    begin_enrolling(keeper, "answered")
    choose_picture(keeper, picture, "dialog")
    keeper.click('[data-key="look"]')
    keeper.sees(".enrol-cell", 27)
    keeper.loses_the_answer("POST", "/save")
    keeper.click('[data-key="keep-set"]')
    keeper.says(".toast", "cannot be reached")
    keeper.click('[data-key="keep-set"]')
    keeper.lacks("dialog")
    keeper.sees('[data-set="answered"]')
    keeper.says('[data-key="enrol"]', "Learn a set")


def test_rows_can_be_photographed_one_by_one(
    keeper: Browser, picture: Path, kept: Remembered
) -> None:
    begin_enrolling(keeper, "second")
    keeper.click('[data-key="row-2"]')
    keeper.click('[data-key="how:false"]')
    choose_picture(keeper, picture, "dialog")
    keeper.sees(".enrol-shots figure", 1)
    keeper.holds('[data-key="look"]', "aria-disabled", "true")
    choose_picture(keeper, picture, "dialog")
    keeper.click('[data-key="look"]')
    keeper.sees(".enrol-cell")
    assert kept.orders[-1].splitlines() == [" ".join(ORDER[0]), "", " ".join(ORDER[1])]
    keeper.click(".dialog-close")


def pictures_of_rows(browser: Browser) -> list[str]:
    """The rows whose pictures are shown, as the page calls them."""
    script = (
        "return [...document.querySelectorAll('.enrol-shots figcaption')].map((e) => e.innerText)"
    )
    return list(browser.driver.execute_script(script))


def test_a_set_that_is_begun_is_still_there_when_the_dialog_is_opened_again(
    keeper: Browser, picture: Path
) -> None:
    begin_enrolling(keeper, "third")
    keeper.click('[data-key="row-2"]')
    for _ in range(2):
        choose_picture(keeper, picture, "dialog")
    keeper.sees(".enrol-shots figure", 2)
    keeper.press_escape()
    keeper.says(".toast", "is kept")
    keeper.driver.refresh()  # as a telephone does that runs short of memory
    keeper.click('[data-key="enrol"]')
    keeper.holds('[data-key="set-name"]', "value", "third")
    keeper.sees(".enrol-shots figure", 2)
    keeper.click('[data-key="look"]')
    keeper.sees(".enrol-cell", 36)  # two rows in each of two pictures
    keeper.click('[data-key="cell-8"]')
    keeper.click('dialog:last-of-type [data-key="pick-0z"]')
    keeper.holds('[data-key="cell-8"]', "data-code", "0z")
    keeper.click(".dialog-close")
    keeper.lacks("dialog")
    keeper.click('[data-key="enrol"]')
    keeper.holds('[data-key="cell-8"]', "data-code", "0z")


def test_a_set_and_a_lens_that_are_begun_are_still_there_in_another_tab(
    keeper: Browser, picture: Path
) -> None:
    begin_enrolling(keeper, "third")
    choose_picture(keeper, picture, "dialog")
    keeper.sees(".enrol-shots figure", 1)
    keeper.press_escape()
    keeper.says('[data-key="enrol"]', "Go on with the set you began")
    lens = ".camera-part:nth-child(1)"
    choose_picture(keeper, picture, lens)
    keeper.says(f"{lens} span.muted", "1 of at least 6")
    keeper.reopen("/sets")
    keeper.says(f"{lens} span.muted", "1 of at least 6")
    keeper.click('[data-key="enrol"]')
    keeper.holds('[data-key="set-name"]', "value", "third")
    keeper.sees(".enrol-shots figure", 1)
    keeper.click('[data-key="start-over"]')
    keeper.click("dialog:last-of-type .primary")
    keeper.lacks(".enrol-shots figure")
    keeper.press_escape()
    keeper.says('[data-key="enrol"]', "Learn a set")


def test_photographing_again_keeps_the_name_the_ticks_and_the_good_photographs(
    keeper: Browser, picture: Path, kept: Remembered
) -> None:
    begin_enrolling(keeper, "fourth")
    keeper.click('[data-key="how:false"]')
    for _ in ORDER:
        choose_picture(keeper, picture, "dialog")
    keeper.click('[data-key="look"]')
    keeper.click('[data-key="photograph-again"]')
    keeper.becomes(lambda: pictures_of_rows(keeper), ["Row 1", "Row 2", "Row 3"], "the pictures")
    keeper.holds('[data-key="set-name"]', "value", "fourth")
    keeper.click(".enrol-shots figure:nth-child(2) button")
    choose_picture(keeper, picture, "dialog")
    assert violations(keeper) == []
    keeper.click('[data-key="found"]')
    keeper.sees(".enrol-cell", 27)
    keeper.click('[data-key="photograph-again"]')
    keeper.click('[data-key="look"]')
    keeper.sees(".enrol-cell", 27)
    assert kept.orders[-1].splitlines() == ROW_BY_ROW


def test_no_tick_and_no_other_way_to_photograph_takes_a_picture_away(
    keeper: Browser, picture: Path
) -> None:
    begin_enrolling(keeper, "fifth")
    keeper.click('[data-key="how:false"]')
    for _ in ORDER:
        choose_picture(keeper, picture, "dialog")
    keeper.click('[data-key="row-1"]')
    keeper.sees(".enrol-shots figure", 2)
    keeper.click('[data-key="how:true"]')
    keeper.lacks(".enrol-shots figure")
    keeper.click('[data-key="how:false"]')
    keeper.click('[data-key="row-1"]')
    keeper.sees(".enrol-shots figure", 3)


def test_the_row_whose_picture_is_taken_away_is_asked_for_again(
    keeper: Browser, picture: Path, kept: Remembered
) -> None:
    begin_enrolling(keeper, "sixth")
    keeper.click('[data-key="how:false"]')
    for _ in ORDER[:2]:
        choose_picture(keeper, picture, "dialog")
    keeper.click(".enrol-shots figure:first-child button")
    keeper.says("dialog section p", "Row 1 of 3")
    choose_picture(keeper, picture, "dialog")
    keeper.says("dialog section p", "Row 3 of 3")
    keeper.holds('[data-key="look"]', "aria-disabled", "true")
    choose_picture(keeper, picture, "dialog")
    keeper.says("dialog section p", "Each row has its picture")
    keeper.click('[data-key="look"]')
    keeper.sees(".enrol-cell", 27)
    assert kept.orders[-1].splitlines() == ROW_BY_ROW


def test_a_file_that_is_no_picture_is_named_at_once(
    keeper: Browser, picture: Path, tmp_path: Path
) -> None:
    notes = tmp_path / "notes.jpg"
    notes.write_text("no picture")
    begin_enrolling(keeper, "eighth")
    choose_picture(keeper, Path(f"{picture}\n{notes}"), "dialog")
    keeper.says(".toast", "“notes.jpg” is not a picture")
    keeper.sees(".enrol-shots figure", 1)


def test_what_is_begun_goes_only_when_somebody_says_so(keeper: Browser, picture: Path) -> None:
    begin_enrolling(keeper, "seventh")
    choose_picture(keeper, picture, "dialog")
    keeper.click('[data-key="start-over"]')
    keeper.click("dialog:last-of-type .primary")
    keeper.lacks(".enrol-shots figure")
    keeper.holds('[data-key="set-name"]', "value", "")


def test_sets_are_chosen_renamed_and_removed(keeper: Browser, kept: Remembered) -> None:
    kept._keep("bone")
    kept._keep("old")
    keeper.open("/sets")
    keeper.click('[data-key="chosen:bone"]')
    keeper.becomes(lambda: kept.chosen, "bone", "the chosen set")
    keeper.click('[data-key="chosen:"]')
    keeper.becomes(lambda: kept.chosen, None, "the chosen set")
    keeper.click('[data-key="rename-bone"]')
    keeper.type("dialog input", "ivory")
    keeper.click('dialog button[type="submit"]')
    keeper.sees('[data-set="ivory"]')
    keeper.click('[data-key="remove-old"]')
    keeper.click("dialog .primary")
    keeper.lacks('[data-set="old"]')
    assert "ivory" in kept.sets
    assert "old" not in kept.sets
    assert violations(keeper) == []


def test_a_name_that_is_not_taken_is_told_at_its_field_and_stays(
    keeper: Browser, picture: Path, kept: Remembered
) -> None:
    kept._keep("bone")
    kept._keep("old ivory")
    begin_enrolling(keeper, "Mum: & Dad")
    keeper.says("dialog .problem", "Leave out")
    keeper.type('[data-key="set-name"]', "Mum & Dad's")
    keeper.holds("dialog .problem", "hidden", "true")
    choose_picture(keeper, picture, "dialog")
    keeper.click('[data-key="look"]')
    keeper.sees(".enrol-cell")
    keeper.click(".dialog-close")
    keeper.click('[data-key="rename-bone"]')
    keeper.type("dialog input", "old ivory")
    keeper.click('dialog button[type="submit"]')
    keeper.says("dialog .problem", "There is a set “old ivory” already")
    keeper.type("dialog input", "Grandmother's")
    keeper.click('dialog button[type="submit"]')
    keeper.sees('[data-set="Grandmother\'s"]')
    assert "Grandmother's" in kept.sets
    assert violations(keeper) == []


@pytest.mark.parametrize(
    ("name", "why"),
    [("", "Give the set a name"), ("Mum: & Dad", "Leave out")],
    ids=["none", "unfit"],
)
def test_who_looks_for_the_tiles_without_a_name_is_taken_to_its_field(
    keeper: Browser, picture: Path, name: str, why: str
) -> None:
    keeper.size(*PHONE)
    begin_enrolling(keeper, name)
    choose_picture(keeper, picture, "dialog")
    keeper.sees(".enrol-shots figure", 1)
    keeper.click('[data-key="look"]')
    keeper.says("dialog .problem", why)
    keeper.becomes(lambda: keeper.in_view("dialog .problem"), True, "the reason in view")
    keeper.sees('[data-key="set-name"]:focus')
    keeper.type('[data-key="set-name"]', "Mum and Dad")
    keeper.click('[data-key="look"]')
    keeper.sees(".enrol-cell")
    keeper.click(".dialog-close")
    keeper.size(*TABLET)


def test_a_set_stays_unfolded_while_its_pictures_are_forgotten(
    keeper: Browser, kept: Remembered
) -> None:
    kept.sets.clear()
    kept._keep("bone")
    kept._keep("ivory")
    kept.corrected = ["2m", "5m"]
    forget = '[data-set="bone"] .set-faces button'
    keeper.open("/sets")
    keeper.click('[data-set="bone"] summary')
    keeper.sees(forget, 2)
    below = "return document.querySelector('[data-set=ivory]').getBoundingClientRect().top"
    before = keeper.driver.execute_script(below)
    keeper.driver.execute_script("""
        window.tops = [];
        const look = () => {
          window.tops.push(document.querySelector("[data-set=ivory]").getBoundingClientRect().top);
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
        document.querySelector('[data-set="bone"] .set-faces button').click();
    """)
    keeper.sees(forget, 1)
    tops = keeper.driver.execute_script("return window.tops")
    assert max(abs(top - before) for top in tops) < 5
    keeper.click(forget)
    keeper.lacks(forget)
    keeper.sees('[data-set="bone"] .set-faces figure', 9)
    keeper.click('[data-set="bone"] summary')
    keeper.click('[data-key="chosen:ivory"]')
    keeper.becomes(lambda: kept.chosen, "ivory", "the chosen set")
    keeper.holds('[data-set="bone"] details', "open", None)
    kept.chosen = None


def test_the_hand_stays_where_it_is_while_it_is_asked_whether_to_learn(
    keeper: Browser, picture: Path, kept: Remembered
) -> None:
    kept.sets.clear()
    kept.learnt.clear()
    kept.chosen = None
    keeper.open_anew("/photo")
    choose_picture(keeper, picture, "main")
    keeper.click('.question [data-code="9p"]')
    keeper.sees('[data-key="learn-no"]')
    tops = keeper.driver.execute_async_script("""
        const [done] = arguments;
        const asked = window.fetch;
        window.fetch = async (url, options) => {
          if (String(url).includes("/api/sets")) await new Promise((wait) => setTimeout(wait, 300));
          return asked(url, options);
        };
        const rack = () => document.querySelector(".editor-rack");
        const top = () => Math.round(rack().getBoundingClientRect().top + scrollY);
        const before = top();
        document.querySelector('[data-key^="by:"]:not([aria-checked=true])').click();
        const after = top();
        setTimeout(() => done([before, after, top()]), 800);
    """)
    assert len(set(tops)) == 1
    keeper.click('[data-key="learn-no"]')
    keeper.lacks('[data-key="learn-no"]')


def test_a_set_of_a_long_name_fits_the_smallest_phone(keeper: Browser, kept: Remembered) -> None:
    name = "Bambusknochenspielsteine"
    kept.sets.clear()
    kept._keep(name)
    keeper.size(320, 640)
    keeper.open("/sets")
    keeper.says(".set-card h3", name)
    spills = """
    const names = [...document.querySelectorAll(".set-card h3, [data-key^='chosen:']")];
    return names.filter((one) => one.scrollWidth > one.clientWidth + 1
      || one.getBoundingClientRect().right > innerWidth).map((one) => one.outerHTML.slice(0, 90));
    """
    assert keeper.driver.execute_script(spills) == []
    assert keeper.driver.execute_script("return document.documentElement.scrollWidth") <= 320
    keeper.size(*TABLET)


def teach_nine_dots(keeper: Browser, picture: Path, kept: Remembered) -> None:
    """The last tile of a photograph is corrected, and a set that knows nothing yet learns it."""
    kept.sets.clear()
    kept.learnt.clear()
    kept.chosen = kept._keep("bone").name
    keeper.open_anew("/photo")
    choose_picture(keeper, picture, "main")
    keeper.click('.question [data-code="9p"]')
    keeper.click('[data-key="learn-yes"]')
    keeper.becomes(lambda: kept.learnt, [("bone", 14, "9p")], "what is learnt")
    keeper.says(".toast", "knows this tile better")


def test_a_correction_is_learnt_when_asked_for_and_taken_back(
    keeper: Browser, picture: Path, kept: Remembered
) -> None:
    teach_nine_dots(keeper, picture, kept)
    keeper.click(".toast button")
    keeper.becomes(lambda: kept.learnt, [], "what is learnt")
    keeper.lacks('[data-key="learn-yes"]')


def test_who_undoes_a_correction_undoes_what_was_learnt_from_it(
    keeper: Browser, picture: Path, kept: Remembered
) -> None:
    teach_nine_dots(keeper, picture, kept)
    keeper.click('[data-key="undo-hand"]')
    keeper.becomes(lambda: kept.learnt, [], "what is learnt")
    keeper.says(".toast", "“bone” has forgotten it again")
    keeper.click('.question [data-code="9p"]')
    keeper.sees('[data-key="learn-yes"]')


def test_a_tile_that_is_corrected_once_more_after_a_reload_is_learnt_anew(
    keeper: Browser, picture: Path, kept: Remembered
) -> None:
    teach_nine_dots(keeper, picture, kept)
    keeper.driver.refresh()
    keeper.click('.editor-rack .melds [data-code="9p"]:has(+ [data-code="9p"])')
    keeper.click('dialog [data-key="pick-7p"]')
    keeper.becomes(lambda: kept.learnt, [], "what is learnt")
    keeper.click('[data-key="learn-yes"]')
    keeper.becomes(lambda: kept.learnt, [("bone", 14, "7p")], "what is learnt")


def test_no_set_is_taught_that_the_picture_may_not_show(keeper: Browser, kept: Remembered) -> None:
    """It is not certain of any of the sets, and nobody has chosen one."""
    ask = (
        OWN
        + """
    const [done] = arguments;
    own("learning")
      .then(({ learnQuestion }) =>
        learnQuestion([{}], { profile: null }, { look: () => document.createElement("i") }))
      .then((question) => done(question?.textContent ?? null));
    """
    )
    kept.sets.clear()
    kept.chosen = None
    kept._keep("bone")
    keeper.open("/photo")
    assert keeper.driver.execute_async_script(ask) is None
    kept.chosen = "bone"
    assert "“bone”" in keeper.driver.execute_async_script(ask)


def test_the_set_that_tiles_look_most_like_is_used_with_one_tap(
    keeper: Browser, picture: Path, kept: Remembered
) -> None:
    kept.chosen, kept.alike = None, "bone"
    keeper.open("/photo")
    choose_picture(keeper, picture, "main")
    keeper.says(".set-offer", "“bone”")
    assert violations(keeper) == []
    keeper.click('[data-key="use-set"]')
    keeper.becomes(lambda: kept.chosen, "bone", "the chosen set")
    keeper.sees(".overlay .seen", 15)
    keeper.lacks(".set-offer")
    keeper.click(".toast button")
    keeper.becomes(lambda: kept.chosen, None, "the chosen set")


def test_the_camera_is_measured_and_shows_whether_it_worked(
    keeper: Browser, picture: Path, camera: Known
) -> None:
    keeper.open("/sets")
    keeper.sees(".camera-part", 3)
    lens, table, white = (f".camera-part:nth-child({place})" for place in (1, 2, 3))
    for _ in range(6):
        choose_picture(keeper, picture, lens)
    keeper.click('[data-key="measure"]')
    keeper.says(f"{lens} [role=status]", "0.21 pixels")
    choose_picture(keeper, picture, white)
    keeper.sees(f"{white} .proof img")
    choose_picture(keeper, picture, table)
    for x, y in ((-0.4, 0.4), (0.4, 0.4), (0.3, -0.3), (-0.3, -0.3)):
        tap(keeper, ".corner-picture", x, y)
    keeper.click('[data-key="keep-table"]')
    keeper.sees(f"{table} .proof img")
    near_left, _, far_right, _ = camera.corners
    assert near_left == pytest.approx([120, 360], abs=6)
    assert far_right == pytest.approx([960, 80], abs=6)
    assert violations(keeper) == []


def tap(browser: Browser, css: str, x: float, y: float) -> None:
    """x, y: shares of the element's size, from its middle."""
    from selenium.webdriver.common.action_chains import ActionChains

    loaded = "return arguments[0].querySelector('img').complete"
    element = browser.find(css)
    browser.wait(lambda: browser.driver.execute_script(loaded, element))
    browser.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
    width, height = element.size["width"], element.size["height"]
    offset = round(x * width), round(y * height)
    ActionChains(browser.driver).move_to_element_with_offset(element, *offset).click().perform()
