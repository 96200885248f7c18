"""The viewfinder: nothing is sent while the table moves, and a certain hand is taken by itself."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from browsing import Browser, serving
from test_accessible import violations

from companion.hand import Meld
from companion.reading import FaceDown, Reading, SeenHand

SAMPLE = Path(str(files("companion") / "samples" / "sample.jpg"))
FRAME = (640, 480)
DOUBTFUL = 5  # its place in the sample: 7 dots of the second chow; 4 dots would complete it, too


SEEN = SeenHand(
    ("3m", "4m", "5m", "5p", "6p", "7p", "8s", "8s"),
    (Meld("pung", ("7z",) * 3, False), Meld("kong", ("9s",) * 4, True)),
)


@dataclass
class Eyes:
    """A reader that knows the sample by heart. doubtful: one tile may be another, too."""

    doubtful: bool = False
    looked: int = 0

    def table(self, *images: bytes) -> Reading:
        """The sample's hand before two players who sit opposite each other."""
        reading = self(*images)
        return replace(reading, hands={"near": SEEN, "far": SEEN})

    def __call__(self, *images: bytes) -> Reading:
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
    with serving(tmp_path_factory.mktemp("data"), eyes, table_reader=eyes.table) as address:
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


def state(browser: Browser) -> str:
    return str(browser.find("dialog").get_attribute("data-state"))


def laid_out(browser: Browser) -> Counter[str]:
    tiles = browser.all(".melds [data-tile]")
    return Counter(str(tile.get_attribute("data-code")) for tile in tiles)


HAND = Counter(["3m", "4m", "5m", "5p", "6p", "7p", "8s", "8s", *["7z"] * 3, *["9s"] * 4])


def test_a_certain_hand_is_photographed_by_itself_and_scored(viewfinder: Browser) -> None:
    viewfinder.click('[data-key="take"]')
    viewfinder.wait(lambda: int(viewfinder.find("[data-total]").get_attribute("data-total") or 0))
    assert not viewfinder.all("dialog")
    assert laid_out(viewfinder) == HAND


def test_a_doubtful_tile_is_shown_until_it_is_sure(viewfinder: Browser, eyes: Eyes) -> None:
    eyes.doubtful = True
    viewfinder.click('[data-key="take"]')
    viewfinder.wait(lambda: state(viewfinder) == "doubtful")
    assert "One tile" in viewfinder.text(".camera-words")
    assert len(viewfinder.all(".camera-marks .unsure")) == 1
    assert violations(viewfinder) == []
    eyes.doubtful = False
    viewfinder.wait(lambda: not viewfinder.all("dialog"))
    viewfinder.wait(lambda: laid_out(viewfinder) == HAND)


def test_the_picture_waits_for_a_hand_where_that_is_wished(viewfinder: Browser, eyes: Eyes) -> None:
    eyes.doubtful = True
    viewfinder.click('[data-key="take"]')
    viewfinder.click('dialog [data-key="auto"]')
    eyes.doubtful = False
    viewfinder.wait(lambda: state(viewfinder) == "certain")
    viewfinder.driver.execute_async_script("setTimeout(arguments[0], 1500)")
    assert state(viewfinder) == "certain"
    viewfinder.click("dialog .shutter")
    viewfinder.wait(lambda: laid_out(viewfinder) == HAND)


def test_a_second_shot_is_read_together_with_the_first(viewfinder: Browser) -> None:
    viewfinder.find('input[type="file"]:not([capture])').send_keys(str(SAMPLE))
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
    viewfinder.wait(lambda: laid_out(viewfinder) == HAND)


def test_a_whole_table_is_taken_when_every_hand_is_sure(viewfinder: Browser, eyes: Eyes) -> None:
    viewfinder.sign_in()
    players = {"players": [{"name": "Ann"}, {"name": "Bo"}]}
    evening = viewfinder.call("POST", "/api/evenings", players)["id"]
    viewfinder.open(f"/table/{evening}")
    viewfinder.click('[data-key="enter"]')
    eyes.doubtful = True
    viewfinder.click('[data-key="whole"]')
    viewfinder.click('dialog:last-of-type [data-key="take"]')
    viewfinder.wait(lambda: state(viewfinder) == "doubtful")
    viewfinder.click("dialog .shutter")
    assert "7 dots" in viewfinder.text("dialog p.warning"), "a person is asked to compare"
    viewfinder.click('[data-key="looked"]')
    eyes.doubtful = False
    viewfinder.click('[data-key="whole"]')
    viewfinder.click('dialog:last-of-type [data-key="take"]')
    viewfinder.wait(lambda: len(viewfinder.all("dialog")) == 1)
    assert not viewfinder.all("dialog p.warning")
    assert len(viewfinder.all(".seat-hand")) == 2


def test_nothing_is_sent_while_the_table_moves(
    device: Callable[..., Browser], table: Any, tmp_path: Path, eyes: Eyes
) -> None:
    frames = [np.roll(table, 40 * place, axis=1) for place in range(16)]
    moving = device(*CAMERA, film(tmp_path / "moving.mjpeg", frames))
    moving.open("/photo")
    before = eyes.looked
    moving.click('[data-key="take"]')
    moving.wait(lambda: state(moving) == "moving")
    moving.driver.execute_async_script("setTimeout(arguments[0], 2000)")
    assert state(moving) == "moving"
    assert eyes.looked == before
    assert "Hold still" in moving.text(".camera-words")


def remember_clicks(browser: Browser, secure: bool = True) -> None:
    """Every file dialog that is asked for is written down in place of opened."""
    script = "window.asked = []; HTMLInputElement.prototype.click = function () {"
    script += " window.asked.push(this.getAttribute('capture')); };"
    if not secure:
        script += " Object.defineProperty(window, 'isSecureContext', { value: false });"
    browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})


def test_without_a_camera_one_sentence_says_so_and_the_camera_app_opens(tablet: Browser) -> None:
    remember_clicks(tablet)
    tablet.open("/photo")
    tablet.click('[data-key="take"]')
    tablet.wait(lambda: tablet.driver.execute_script("return window.asked") == ["environment"])
    assert "no camera" in tablet.text(".toast")


def test_over_plain_http_the_camera_app_takes_the_picture(tablet: Browser) -> None:
    remember_clicks(tablet, secure=False)
    tablet.open("/photo")
    assert "https" in tablet.text(".editor-photo")
    tablet.click('[data-key="take"]')
    tablet.wait(lambda: tablet.driver.execute_script("return window.asked") == ["environment"])
