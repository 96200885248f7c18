"""The checksum that each row carries."""

from __future__ import annotations

import hashlib
import json
from typing import Any

_DIGITS = 32
"""Hexadecimal digits that are kept of a SHA-256: 128 bits."""


def checksum(*values: Any) -> str:
    """Of a row's values and their borders. If the disk changes one digit, the checksum changes."""
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
