"""TOML text from outside, with one sort of error for all that can be wrong with it."""

from __future__ import annotations

import tomllib
from typing import Any


class TomlUnfitError(ValueError):
    """What is wrong, as words for the sentence of who reads the text."""


def toml_values(text: str) -> dict[str, Any]:
    """Plain values. Raises TomlUnfitError."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TomlUnfitError(str(error)) from None
    except ValueError:  # Python reads no number of more than 4,300 digits
        raise TomlUnfitError("a number in it has too many digits") from None
    except RecursionError:
        raise TomlUnfitError("it is nested too deeply") from None
