"""Files in a ZIP."""

from __future__ import annotations

import time
import zipfile
from typing import Final

_FIRST: Final = (1980, 1, 1, 0, 0, 0)
"""The first moment that a ZIP can hold; a small computer's clock may start in 1970."""


def member(name: str) -> zipfile.ZipInfo:
    """A file of this moment that only its owner may read, as `ZipFile.writestr` makes it."""
    info = zipfile.ZipInfo(name, max(time.localtime(time.time())[:6], _FIRST))
    info.external_attr = 0o600 << 16
    return info
