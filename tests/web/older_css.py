"""Writes `older.css`, for browsers without container queries: Safari before 16, Chrome before 105.

    python -m tests.web.older_css

Their phones get what is said of narrow boxes once the whole window is as narrow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import companion.web

CSS = Path(companion.web.__file__).with_name("static") / "css"
OLDER = CSS / "older.css"
_HEAD = """\
/* For browsers without container queries. Written by `python -m tests.web.older_css`. */
"""
_NARROW = re.compile(r"@container (\(max-[^{]*?) \{\n(.*?)\n\}\n", re.DOTALL)
"""A block about narrow boxes, as Prettier lays it out: its condition, and its rules."""


def older() -> str:
    """What `older.css` has to be."""
    return _HEAD + "\n".join(_blocks())


def _blocks() -> Iterator[str]:
    for path in sorted(CSS.glob("*.css")):
        if path != OLDER:
            for narrow, rules in _NARROW.findall(path.read_text("utf-8")):
                condition = narrow.replace(") or (", "), (")
                yield f"@media {condition} {{\n{rules}\n}}\n"


if __name__ == "__main__":
    OLDER.write_text(older(), "utf-8")
