"""Draw the program's icon: the red dragon's tile on felt. Writes companion/web/static/icon.svg.

Run after draw_tiles.py. The PNG files beside it are this picture at 192 and 512 pixels.
"""

from __future__ import annotations

import re
from pathlib import Path

STATIC = Path(__file__).resolve().parents[2] / "companion" / "web" / "static"


def main() -> None:
    tile = (STATIC / "tiles" / "7z.svg").read_text(encoding="utf-8")
    art = re.search(r'<g id="art">(.*)</g>', tile, re.DOTALL)
    assert art is not None
    # The tile stands in the middle four fifths, so that a round mask cuts only felt.
    (STATIC / "icon.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 144 144" width="144" height="144">'
        '<rect width="144" height="144" fill="#1d4d3b"/>'
        '<circle cx="72" cy="66" r="62" fill="#2b6b52"/>'
        '<rect x="37" y="30" width="70" height="94" rx="8" fill="#8a6830"/>'
        '<rect x="37" y="26" width="70" height="94" rx="8" fill="#b58b47"/>'
        '<rect x="37" y="22" width="70" height="92" rx="8" fill="#f7f0df" stroke="#d8c9a6"/>'
        f'<g transform="translate(36 20)">{art[1]}</g></svg>\n',
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
