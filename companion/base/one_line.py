"""Names and titles that people give: one line that shows what it says."""

from __future__ import annotations


def is_one_line(text: str, longest: int) -> bool:
    """Whether it has 1 to `longest` letters, and none that breaks the line or cannot be seen."""
    # `isprintable` refuses line breaks and the marks that turn text around, but not spaces.
    joined = text.replace("\u200d", "")  # holds the parts of some emoji together
    return bool(text.strip()) and len(text) <= longest and joined.isprintable()
