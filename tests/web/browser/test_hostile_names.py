"""A name is text, whatever it holds; and the pages need nothing that the policy refuses."""

from __future__ import annotations

from typing import Any

NAME = '<img src=x onerror="window.caught=1">'
TITLE = "</title><script>window.caught=1</script>"


def test_script_in_a_name_is_shown_and_never_run(tablet: Any) -> None:
    tablet.sign_in()
    players = [{"name": NAME}, {"name": "<b>Bo</b>"}, {"name": "Cy"}, {"name": "Di"}]
    id = tablet.call("POST", "/api/evenings", {"players": players, "title": TITLE[:80]})["id"]
    tablet.call(
        "POST",
        f"/api/evenings/{id}/hands",
        {"winner": "E", "scores": {"E": 22, "S": 0, "W": 0, "N": 0}},
    )
    for path, named in (
        (f"/table/{id}", '[data-place="0"] .plate-name'),
        (f"/table/{id}/sheet", ".score-sheet thead"),
        ("/", ".evening-card .standing"),
        ("/evenings", ".evening-card .standing"),
        ("/statistics", ".player-cards"),
    ):
        tablet.open(path)
        tablet.says(named, NAME)
        has_run_nothing(tablet)
    tablet.open("/evenings/new")
    tablet.wait(lambda: NAME in tablet.each("form .new-seat input", "value"))
    has_run_nothing(tablet)


def has_run_nothing(tablet: Any) -> None:
    tablet.lacks('img[src="x"], main b')
    assert tablet.driver.execute_script("return window.caught") is None
    assert tablet.complaints() == []


def test_every_text_of_the_pages_is_there(tablet: Any) -> None:
    """A missing text shows itself as its key in brackets."""
    for path in ("/", "/photo", "/evenings", "/evenings/new", "/rules", "/statistics", "/join"):
        tablet.open(path)
        tablet.sees("main h1")
        assert "[" not in tablet.find("main").text, path
