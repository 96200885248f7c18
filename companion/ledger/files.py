"""Files of the data folder, written whole or not at all."""

from __future__ import annotations

import errno
from pathlib import Path

from companion.ledger.store import DiskFullError
from companion.swap import swap_in


def write_whole(path: Path, content: bytes) -> None:
    """Only its owner may read it. Raises DiskFullError."""
    try:
        swap_in(path, content)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise DiskFullError from error
        raise
