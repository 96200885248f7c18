"""The pages ask for nothing newer than Safari 15, the last one that tablets of 2015 get."""

from __future__ import annotations

import re

import pytest

from tests.web.older_css import CSS, OLDER, older

NEWER_UNITS = re.compile(
    r"\d(?:[dls]v[hwib]|[dls]vmin|[dls]vmax|cq\w+)\b|color-mix|light-dark|:dir\("
)
NEWER_WORDS = (
    r"AbortSignal\.(timeout|any)",
    r"(Object|Map)\.groupBy",
    r"\.(toSorted|toReversed|toSpliced|with|isWellFormed|union|intersection|difference)\(",
    r"Array\.fromAsync",
    r"Promise\.(withResolvers|try)",
    r"\(\?<[=!]",
    r"/[dgimsuy]*v[dgimsuy]*\b[.,;)]",
    r"startViewTransition|OffscreenCanvas|CompressionStream|requestIdleCallback|importmap",
)
"""What Safari 15.4 lacks and others know since."""


def test_the_styles_of_narrow_boxes_are_also_those_of_narrow_windows() -> None:
    assert OLDER.read_text("utf-8") == older(), "run: python -m tests.web.older_css"
    assert "@media (max-width: 34rem), (max-height: 30rem) {\n  .plate {" in older()


@pytest.mark.parametrize("name", sorted(path.name for path in CSS.glob("*.css")))
def test_newer_units_and_colours_stand_only_where_older_ones_stand_in(name: str) -> None:
    text = (CSS / name).read_text("utf-8")
    without = re.sub(r"@supports (?:not )?\([^{]*\) \{\n(  .*\n)*\}\n", "", text)
    assert NEWER_UNITS.findall(without) == []


@pytest.mark.parametrize("newer", NEWER_WORDS)
def test_scripts_use_nothing_newer(newer: str) -> None:
    scripts = [CSS.parent / "sw.js", *sorted((CSS.parent / "js").rglob("*.js"))]
    code = {
        path.name: re.sub(r"/\*.*?\*/|//.*", "", path.read_text("utf-8"), flags=re.DOTALL)
        for path in scripts
    }
    assert [name for name, text in code.items() if re.search(newer, text)] == []
