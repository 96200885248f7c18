"""The shell: what a device keeps so that a page can still speak while the server is away.

Every file has its version in its address. So a device that has it never asks for it again, and a
page that opens gets no script of another version.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

PAGES = ("/", "/photo", "/evenings", "/evenings/new", "/rules", "/statistics", "/away")
"""Kept from the first visit on; other pages once they were seen. `/away` stands for the rest."""
_WORKER = "sw.js"


@dataclass(frozen=True)
class Shell:
    """version: of all files together; it changes with each of them. files: their names below
    `static`."""

    version: str
    files: tuple[str, ...]

    @property
    def folder(self) -> str:
        """Where the files of this version are."""
        return f"/static/at-{self.version}"


@lru_cache(maxsize=1)
def shell(static: Path) -> Shell:
    """What is kept of the folder's files. They are looked at once, as the templates are."""
    files = sorted(
        path
        for path in static.rglob("*")
        if path.is_file() and path.name != _WORKER and not path.name.startswith("LICENSE")
    )
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.name.encode() + path.read_bytes())
    names = tuple(path.relative_to(static).as_posix() for path in files)
    return Shell(digest.hexdigest()[:16], names)


def worker_text(static: Path) -> str:
    """The service worker with the list of what it keeps.

    Its text changes whenever one of the files does, so that a browser fetches all of them
    again.
    """
    kept = shell(static)
    files = [f"{kept.folder}/{name}" for name in kept.files]
    told = {"name": f"shell-{kept.version}", "folder": f"{kept.folder}/", "files": [*PAGES, *files]}
    return f"self.SHELL = {json.dumps(told)};\n" + (static / _WORKER).read_text("utf-8")
