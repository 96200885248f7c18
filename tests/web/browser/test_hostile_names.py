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
    for path in (
        f"/table/{id}",
        f"/table/{id}/sheet",
        "/",
        "/evenings",
        "/evenings/new",
        "/statistics",
    ):
        tablet.open(path)
        tablet.wait(lambda: tablet.all("main h1"))
        tablet.driver.execute_async_script("setTimeout(arguments[0], 150)")
        assert tablet.driver.execute_script("return window.caught") is None, path
        assert not tablet.all('img[src="x"], main b'), path
        assert tablet.complaints() == [], path
    tablet.open(f"/table/{id}")
    assert tablet.text('[data-place="0"] .plate-name').startswith("<img src=x")


def test_every_text_of_the_pages_is_there(tablet: Any) -> None:
    """A missing text shows itself as its key in brackets."""
    for path in ("/", "/photo", "/evenings", "/evenings/new", "/rules", "/statistics", "/join"):
        tablet.open(path)
        tablet.wait(lambda: tablet.all("main h1"))
        assert "[" not in tablet.text("main"), path
