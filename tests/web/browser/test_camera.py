"""The viewfinder: nothing is sent while the table moves, and a certain hand is taken by itself."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from companion.game.melds import Meld
from companion.seen.reading import FaceDown, ReadHand, Reading, SeenHand
from tests.web.browser.browsing import Browser, serving
from tests.web.browser.test_accessible import violations

SAMPLE = Path(str(files("companion") / "samples" / "sample.jpg"))
FRAME = (640, 480)
DOUBTFUL = 5  # its place in the sample: 7 dots of the second chow; 4 dots would complete it, too


SEEN = SeenHand(
    ("3m", "4m", "5m", "5p", "6p", "7p", "8s", "8s"),
    (Meld("pung", ("7z",) * 3, False), Meld("kong", ("9s",) * 4, True)),
)


@dataclass
class Eyes:
    """A reader that knows the sample by heart. doubtful: one tile may be another, too. whole: a
    picture that has to tell shows a table."""

    doubtful: bool = False
    whole: bool = False
    looked: int = 0

    def of_table(self, *images: bytes) -> Reading:
        """The sample's hand before two players who sit opposite each other."""
        reading = self(*images)
        read = ReadHand(reading.groups, SEEN, face_down=reading.face_down)
        return replace(
            reading, hands={"near": SEEN, "far": SEEN}, sides={"near": read, "far": read}
        )

    def __call__(self, *images: bytes, table: bool | None = False, **_: object) -> Reading:
        if table or (table is None and self.whole):
            return self.of_table(*images)
        self.looked += 1
        truth = json.loads(SAMPLE.with_suffix(".json").read_text(encoding="utf-8"))
        picture = cv2.imdecode(np.frombuffer(images[0], np.uint8), cv2.IMREAD_COLOR)
        assert picture is not None
        height, width = picture.shape[:2]
        scale = width / truth["image"]["width"]
        truth["image"] |= {"width": width, "height": height}
        for tile in truth["tiles"]:
            tile.pop("visible", None)
            tile["quad"] = [[scale * x, scale * y] for x, y in tile["quad"]]
        reading = Reading.from_json({name: truth[name] for name in ("image", "tiles", "groups")})
        ends = [place for place in reading.groups[-1].tiles if reading.tiles[place].code == "0z"]
        reading = replace(reading, face_down=tuple(FaceDown(place, "9s") for place in ends))
        if not self.doubtful:
            return reading
        tiles = list(reading.tiles)
        either = (("7p", 0.6), ("4p", 0.39))
        tiles[DOUBTFUL] = replace(tiles[DOUBTFUL], alternatives=either, sure=False)
        return replace(reading, tiles=tuple(tiles))


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return Eyes()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, eyes: Eyes) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("data"), eyes) as address:
        yield address


def film(path: Path, frames: list[Any]) -> str:
    """What Chromium's camera shows, over and over: JPEG pictures one after the other."""
    path.write_bytes(b"".join(cv2.imencode(".jpg", frame)[1].tobytes() for frame in frames))
    return f"--use-file-for-fake-video-capture={path}"


CAMERA = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")


@pytest.fixture(scope="module")
def table() -> Any:
    """The sample as a camera above the table sees it."""
    picture = cv2.imread(str(SAMPLE))
    assert picture is not None
    return cv2.resize(picture, FRAME, interpolation=cv2.INTER_AREA)


@pytest.fixture(scope="module")
def watching(
    device: Callable[..., Browser], table: Any, tmp_path_factory: pytest.TempPathFactory
) -> Browser:
    """A tablet whose camera looks at a table that lies still."""
    return device(*CAMERA, film(tmp_path_factory.mktemp("film") / "still.mjpeg", [table] * 2))


@pytest.fixture
def viewfinder(watching: Browser, eyes: Eyes) -> Browser:
    eyes.doubtful = False
    watching.open("/photo")
    watching.driver.execute_script("localStorage.removeItem('camera-auto')")
    return watching


def looks(browser: Browser, state: str) -> None:
    """Wait until the viewfinder says this about what it sees."""
    browser.holds("dialog", "data-state", state)


def goes_on(browser: Browser, seconds: float) -> None:
    """Let the camera show so many more frames of its film."""

    def played() -> float:
        return float(str(browser.find("dialog video").get_property("currentTime")))

    begun = played()
    browser.wait(lambda: played() > begun + seconds)


HAND = Counter(["3m", "4m", "5m", "5p", "6p", "7p", "8s", "8s", *["7z"] * 3, *["9s"] * 4])


def lays_out(browser: Browser, hand: Counter[str]) -> None:
    browser.becomes(lambda: Counter(browser.each(".melds [data-tile]", "data-code")), hand)


def test_a_certain_hand_is_photographed_by_itself_and_scored(viewfinder: Browser) -> None:
    viewfinder.click('[data-key="take"]')
    viewfinder.sees("[data-total]:not([data-total='0'])")
    viewfinder.lacks("dialog")
    lays_out(viewfinder, HAND)


def test_a_second_tap_while_the_camera_opens_opens_no_second_viewfinder(
    viewfinder: Browser, eyes: Eyes
) -> None:
    eyes.doubtful = True
    viewfinder.driver.execute_script("""
        const devices = navigator.mediaDevices;
        const open = devices.getUserMedia.bind(devices);
        window.opened = 0;
        devices.getUserMedia = async (wanted) => {
          await new Promise((wait) => setTimeout(wait, 1000));
          window.opened += 1;
          return open(wanted);
        };
        const button = document.querySelector('[data-key="take"]');
        button.click();
        setTimeout(() => button.click(), 500);
    """)
    viewfinder.sees(".viewfinder")
    looks(viewfinder, "doubtful")  # by then a second camera would be open
    viewfinder.sees(".viewfinder", 1)
    assert viewfinder.driver.execute_script("return window.opened") == 1
    viewfinder.press_escape()
    viewfinder.lacks("dialog")
    viewfinder.click('[data-key="take"]')
    viewfinder.sees(".viewfinder", 1)


def test_a_doubtful_tile_is_shown_until_it_is_sure(viewfinder: Browser, eyes: Eyes) -> None:
    eyes.doubtful = True
    viewfinder.click('[data-key="take"]')
    looks(viewfinder, "doubtful")
    viewfinder.says(".camera-words", "One tile")
    viewfinder.sees(".camera-marks .unsure", 1)
    assert violations(viewfinder) == []
    eyes.doubtful = False
    viewfinder.lacks("dialog")
    lays_out(viewfinder, HAND)


def test_the_picture_waits_for_a_hand_where_that_is_wished(viewfinder: Browser, eyes: Eyes) -> None:
    eyes.doubtful = True
    viewfinder.click('[data-key="take"]')
    viewfinder.click('dialog [data-key="auto"]')
    eyes.doubtful = False
    looks(viewfinder, "certain")
    goes_on(viewfinder, seconds=1.5)
    looks(viewfinder, "certain")
    viewfinder.click("dialog .shutter")
    lays_out(viewfinder, HAND)


def test_a_second_shot_is_read_together_with_the_first(viewfinder: Browser) -> None:
    viewfinder.choose('input[type="file"]:not([capture])', SAMPLE)
    viewfinder.click('[data-key="another-shot"]')
    sent = viewfinder.driver.execute_async_script(
        """
        const done = arguments[0];
        const send = XMLHttpRequest.prototype.send;
        XMLHttpRequest.prototype.send = function (form) {
          send.call(this, form);
          done(form.getAll("photo").length);
        };
        document.querySelector('dialog [data-key="take"]').click();
        const shutter = () => {
          const button = document.querySelector("dialog .shutter");
          const video = document.querySelector("dialog video");
          if (video?.videoWidth) button.click(); else setTimeout(shutter, 50);
        };
        shutter();
        """
    )
    assert sent == 2
    lays_out(viewfinder, HAND)


def test_a_whole_table_is_taken_when_every_hand_is_sure(viewfinder: Browser, eyes: Eyes) -> None:
    viewfinder.sign_in()
    players = {"players": [{"name": "Ann"}, {"name": "Bo"}]}
    evening = viewfinder.call("POST", "/api/evenings", players)["id"]
    viewfinder.open(f"/table/{evening}")
    viewfinder.click('[data-key="enter"]')
    eyes.doubtful = eyes.whole = True
    viewfinder.click('dialog [data-key="take"]')
    looks(viewfinder, "doubtful")
    viewfinder.click("dialog .shutter")
    viewfinder.click('[data-key="near:0"]')
    viewfinder.sees(".entry .question", 2)  # a person is asked, once for each hand
    eyes.doubtful = False
    viewfinder.click('dialog [data-key="take"]')
    viewfinder.sees("dialog", 1)
    viewfinder.sees(".seat-hand", 2)
    viewfinder.lacks(".entry .question")
    eyes.whole = False


def test_nothing_is_sent_while_the_table_moves(
    device: Callable[..., Browser], table: Any, tmp_path: Path, eyes: Eyes
) -> None:
    frames = [np.roll(table, 40 * place, axis=1) for place in range(16)]
    moving = device(*CAMERA, film(tmp_path / "moving.mjpeg", frames))
    moving.open("/photo")
    before = eyes.looked
    moving.click('[data-key="take"]')
    looks(moving, "moving")
    goes_on(moving, seconds=2)
    looks(moving, "moving")
    moving.says(".camera-words", "Hold still")
    assert eyes.looked == before


def remember_clicks(browser: Browser, secure: bool = True) -> None:
    """Note every file dialog that the page asks for; none is opened."""
    script = "window.asked = []; HTMLInputElement.prototype.click = function () {"
    script += " window.asked.push(this.getAttribute('capture')); };"
    if not secure:
        script += " Object.defineProperty(window, 'isSecureContext', { value: false });"
    browser.cdp("Page.addScriptToEvaluateOnNewDocument", {"source": script})


def asks_for_the_camera_app(browser: Browser) -> None:
    look = "return window.asked"
    browser.becomes(lambda: browser.driver.execute_script(look), ["environment"], "what is asked")


def test_without_a_camera_one_sentence_says_so_and_the_camera_app_opens(tablet: Browser) -> None:
    remember_clicks(tablet)
    tablet.open("/photo")
    tablet.click('[data-key="take"]')
    asks_for_the_camera_app(tablet)
    tablet.says(".toast", "no camera")


def test_over_plain_http_the_camera_app_takes_the_picture(tablet: Browser) -> None:
    remember_clicks(tablet, secure=False)
    tablet.open("/photo")
    tablet.says(".editor-photo", "https")
    tablet.click('[data-key="take"]')
    asks_for_the_camera_app(tablet)
