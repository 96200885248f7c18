"""What the tools of `datasets` and `models` are given, for `argparse`: checked before any work."""

from __future__ import annotations

import argparse
from pathlib import Path

NO_PHOTOGRAPH = "no labelled photograph there; give a folder with images/ and labels/"
"""What a tool says where the folders hold nothing to measure."""


def existing_folder(path: str) -> Path:
    """A folder that exists. Raises ArgumentTypeError."""
    if not Path(path).is_dir():
        raise argparse.ArgumentTypeError(f"{path} is not a folder")
    return Path(path)


def file_to_write(path: str) -> Path:
    """A file in a folder that exists. Raises ArgumentTypeError."""
    if Path(path).is_dir() or not Path(path).parent.is_dir():
        raise argparse.ArgumentTypeError(f"{path} is not a file in a folder that exists")
    return Path(path)


def each_nth(number: str) -> int:
    """A whole number from 1. Raises ArgumentTypeError."""
    if not number.isdecimal() or int(number) < 1:
        raise argparse.ArgumentTypeError(f"{number} is not a whole number from 1")
    return int(number)
