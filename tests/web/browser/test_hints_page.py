"""Under a score stands, folded away, what the hand missed by little."""

from __future__ import annotations

from tests.web.browser.browsing import Browser


def test_one_run_in_a_hand_of_threes(tablet: Browser) -> None:
    tablet.open("/photo")
    tablet.driver.execute_script(
        "localStorage.setItem('photo', JSON.stringify({ ruleset: 'traditional', seat: 'N' }))"
    )
    tablet.open("/photo")
    tablet.click('[data-key="adding"]')
    for kind, codes in (("pung", ("3p", "7m")), ("chow", ("1s",)), ("tile", ("2p",) * 3)):
        tablet.click(f'[data-key="as:{kind}"]')
        for code in codes:
            tablet.click(f'.add-panel [data-code="{code}"]')
    for _ in range(2):
        tablet.click('.add-panel [data-code="5s"]')
    tablet.says(".editor-score", "not known")
    tablet.click('[data-key="win-tile"]')
    tablet.click('.meld-tiles [data-code="5s"]')
    tablet.wait(lambda: "not known" not in tablet.find(".editor-score").text)
    tablet.click("details.missed summary")
    tablet.says("details.missed", "But for the chow 1-2-3 of bamboo")
