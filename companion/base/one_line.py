"""Names and titles that people give: one line that shows what it says."""

from __future__ import annotations

import re
import unicodedata

_SPACES = str.maketrans("\u00a0\u3000", "  ")
"""Spaces that some keyboards and programs write in place of the usual one."""
_JOINER = re.compile(r"(?<=\S)[\u200c\u200d](?=\S)")
"""Within a word: holds the letters of Persian and Indian words apart or together, and the parts of
some emoji. Elsewhere it does nothing that can be seen."""


def is_one_line(text: str, longest: int) -> bool:
    """Whether it has 1 to `longest` letters, and none that breaks the line or cannot be seen."""
    # `isprintable` refuses line breaks and the marks that turn text around, but not spaces.
    joined = without_joiners(text)
    return bool(text.strip()) and len(text) <= longest and joined.isprintable()


def tidied(text: str) -> str:
    """As it is kept: without what nobody sees, so that what looks the same is the same. A letter
    with its accent is one, whichever way the keyboard writes it, and no space stands at the ends.
    """
    return unicodedata.normalize("NFC", text.translate(_SPACES)).strip()


def without_joiners(text: str) -> str:
    return _JOINER.sub("", text)
