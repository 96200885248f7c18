"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def swap_in(path: Path, content: bytes) -> None:
    """Write beside the file, onto the disk, then take its place in one step.

    Only its owner may read it. Raises OSError.
    """
    handle, new = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".new")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(new)
        raise
