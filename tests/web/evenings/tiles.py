"""Hands that are entered in these tests, and a picture."""

from __future__ import annotations

WINNING = {
    "concealed": ["2m", "3m", "4m", "2p", "2p", "2p", "5s", "5s"],
    "melds": [
        {"kind": "chow", "tiles": ["1s", "2s", "3s"]},
        {"kind": "pung", "tiles": ["6m", "6m", "6m"]},
    ],
    "win": {"tile": "2p", "by": "discard"},
}
IN_TEXT = {
    "concealed": "111222333z55z",
    "melds": [{"kind": "pung", "tiles": "666z"}],
    "bonus": "12f",
    "win": {"tile": "🀀", "by": "draw"},
}
LOSING = {"concealed": "112233m445566p1z"}
PNG = b"\x89PNG\r\n\x1a\n" + b"picture"
