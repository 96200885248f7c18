"""Handwriting of many kinds: fonts from packages of the npm registry, unpacked in `art/`.

Such a package holds a font in pieces, each with some hundred signs; which piece holds a sign stands
in its `unicode.json`. Without the packages there is no such writing.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

_ROOT = Path(__file__).parent / "art" / "node_modules" / "@fontsource"

CHINESE: tuple[str, ...] = (
    "dela-gothic-one",
    "kaisei-opti",
    "kiwi-maru",
    "liu-jian-mao-cao",
    "long-cang",
    "m-plus-rounded-1c",
    "ma-shan-zheng",
    "mochiy-pop-one",
    "noto-serif-tc",
    "sawarabi-gothic",
    "shippori-mincho-b1",
    "yusei-magic",
    "zcool-kuaile",
    "zcool-qingke-huangyou",
    "zcool-xiaowei",
    "zen-kurenaido",
    "zen-maru-gothic",
    "zen-old-mincho",
    "zhi-mang-xing",
)
WESTERN: tuple[str, ...] = (
    "abril-fatface",
    "alfa-slab-one",
    "anton",
    "archivo-black",
    "arvo",
    "barlow-condensed",
    "bebas-neue",
    "bree-serif",
    "caveat",
    "cinzel",
    "courier-prime",
    "fredoka",
    "lora",
    "old-standard-tt",
    "oswald",
    "patrick-hand",
    "permanent-marker",
    "playfair-display",
    "poppins",
    "righteous",
    "roboto",
    "roboto-slab",
    "rubik",
    "special-elite",
)


def _ranges(text: str) -> list[tuple[int, int]]:
    """Of "U+4e00,U+4e03-4e05", the numbers of the signs, both ends counted in."""
    ends = [part.strip().removeprefix("U+").split("-") for part in text.split(",") if part.strip()]
    return [(int(e[0], 16), int(e[-1], 16)) for e in ends]


@cache
def _pieces(family: str) -> tuple[tuple[str, list[tuple[int, int]]], ...]:
    table = _ROOT / family / "unicode.json"
    if not table.exists():
        return ()
    text: dict[str, str] = json.loads(table.read_text())
    return tuple((name.strip("[]"), _ranges(said)) for name, said in text.items())


@cache
def file_of(family: str, sign: str, bold: bool = False) -> str | None:
    """The file that should hold a sign (one letter). None if the family is not installed."""
    for piece, ranges in _pieces(family):
        if any(first <= ord(sign) <= last for first, last in ranges):
            for weight in ("700", "400") if bold else ("400", "700"):
                path = _ROOT / family / "files" / f"{family}-{piece}-{weight}-normal.woff2"
                if path.exists():
                    return str(path)
    return None


if __name__ == "__main__":
    print(*(f"@fontsource/{name}" for name in CHINESE + WESTERN))
