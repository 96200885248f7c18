"""Photographs of an evening: files in the data folder, each named by its content."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from collections.abc import Container
from pathlib import Path

from companion.base.errors import MalformedError, NotAllowedError, NotFoundError
from companion.base.whole_files import write_whole

_NAME = re.compile(r"[0-9a-f]{32}\.(?:jpg|png|webp)")
MEDIA_TYPES = {"jpg": "image/jpeg", "png": "image/png", "webp": "image/webp"}


class PhotoMissingError(NotFoundError):
    sentence = "This photograph is not kept here; it may have been left out of a backup."


class NoPhotoError(MalformedError):
    sentence = "This file is no JPEG, PNG or WebP picture; choose a photograph."
    field = "photo"


class PhotosNotKeptError(NotAllowedError):
    sentence = (
        "This evening keeps no photographs, so nothing was stored; settle the hand without, "
        "or let the evening keep them."
    )
    field = "photo"


class PhotoNameError(MalformedError):
    def __init__(self, field: str) -> None:
        super().__init__(
            "This is not the name of a photograph; send the picture first and use the name "
            "that comes back.",
            field=field,
        )


class PhotoElsewhereError(MalformedError):
    def __init__(self, field: str) -> None:
        super().__init__(
            "This photograph is not one of the hand's own; name it among them too.", field=field
        )


def is_photo_name(name: str) -> bool:
    return _NAME.fullmatch(name) is not None


def names_in(text: str) -> set[str]:
    """Every name of a photograph that the text holds."""
    return set(_NAME.findall(text))


def holds(name: str, image: bytes) -> bool:
    """Whether the name was made from this picture."""
    return is_photo_name(name) and name == f"{_digest(image)}.{name.rpartition('.')[2]}"


class Photos:
    """folder: made when the first photograph is stored; it holds one folder for each evening."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, evening: str, image: bytes) -> str:
        """Store the picture, and return its name once it is on disk.

        The same picture twice is one file, as young as the later one. Raises NoPhotoError,
        DiskFullError, FolderReadOnlyError.
        """
        name = f"{_digest(image)}.{_suffix(image)}"
        folder = self._folder / evening
        if (folder / name).exists():
            with contextlib.suppress(OSError):  # where it cannot be changed, nobody clears it
                os.utime(folder / name)
        else:
            write_whole(folder / name, image)
        return name

    def evenings(self) -> list[str]:
        """Of which evenings there are any."""
        if not self._folder.is_dir():
            return []
        return sorted(path.name for path in self._folder.iterdir() if path.is_dir())

    def clear(self, evening: str, needed: Container[str], before: float) -> int:
        """Remove what is not needed and was stored before this moment, in seconds since 1970.

        Returns how many there were.
        """
        gone = [
            path
            for path in (self._folder / evening).iterdir()
            if is_photo_name(path.name)
            and path.name not in needed
            and path.stat().st_mtime < before
        ]
        for path in gone:
            path.unlink(missing_ok=True)
        return len(gone)

    def path(self, evening: str, name: str) -> Path:
        """Where the picture is. Raises PhotoMissingError, also if the name cannot be a
        picture's."""
        path = self._folder / evening / name
        if not is_photo_name(name) or not path.is_file():
            raise PhotoMissingError
        return path


def _digest(image: bytes) -> str:
    return hashlib.sha256(image).hexdigest()[:32]


def _suffix(image: bytes) -> str:
    if image.startswith(b"\xff\xd8\xff"):
        return "jpg"
    if image.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if image.startswith(b"RIFF") and image[8:12] == b"WEBP":
        return "webp"
    raise NoPhotoError
