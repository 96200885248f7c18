"""The shell: what a device keeps so that a page can still speak while the server is away."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from pathlib import Path

PAGES = ("/", "/photo", "/evenings", "/evenings/new", "/rules", "/statistics", "/away")
"""Kept from the first visit on; other pages once they were seen. `/away` stands for the rest."""
_WORKER = "sw.js"


@lru_cache(maxsize=1)
def worker_text(static: Path) -> str:
    """The service worker with the list of what it keeps.

    Its text changes whenever one of the files does, so that a browser fetches all of them
    again: pages and scripts of two versions never meet.
    """
    files = sorted(
        path
        for path in static.rglob("*")
        if path.is_file() and path.name != _WORKER and not path.name.startswith("LICENSE")
    )
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.name.encode() + path.read_bytes())
    names = [f"/static/{path.relative_to(static).as_posix()}" for path in files]
    shell = {"name": f"shell-{digest.hexdigest()[:16]}", "files": [*PAGES, *names]}
    return f"self.SHELL = {json.dumps(shell)};\n" + (static / _WORKER).read_text("utf-8")
