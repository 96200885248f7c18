"""How much of a request has arrived, by its first bytes. The server's own parser reads it again."""

from __future__ import annotations

import re
from enum import Enum, auto

MOST_HEAD = 64 * 1024
"""Bytes of the request line and the headers."""
MOST_SMALL = 64 * 1024
"""Bytes of a body that is received whole before a thread is taken: for every call but uploads."""

_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,15})[ \t]*\r\n", re.IGNORECASE)
_PIECES = re.compile(rb"\r\n(?:transfer-encoding|expect):", re.IGNORECASE)


class Heard(Enum):
    """PART: more must come. WHOLE: a request is there, or something that can only be refused.
    UPLOAD: the head is there, and a body that a thread must receive."""

    PART = auto()
    WHOLE = auto()
    UPLOAD = auto()


def heard(data: bytes | bytearray) -> Heard:
    """data: what was received on a connection since its last request."""
    end = data.find(b"\r\n\r\n")
    if end < 0:
        return Heard.WHOLE if len(data) > MOST_HEAD else Heard.PART
    head = bytes(data[: end + 4])
    if _PIECES.search(head):
        return Heard.UPLOAD
    length = _LENGTH.search(head)
    size = int(length[1]) if length else 0
    if size > MOST_SMALL:
        return Heard.UPLOAD
    return Heard.WHOLE if len(data) >= len(head) + size else Heard.PART
