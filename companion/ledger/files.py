"""Files written whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from companion.ledger.store import DiskFullError


def write_whole(path: Path, content: bytes) -> None:
    """Write beside and rename, so that no half file ever bears the name; synced to disk.

    Only its owner may read it. Raises DiskFullError.
    """
    try:
        descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=".new-")
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise DiskFullError from error
        raise
