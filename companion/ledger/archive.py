"""A backup with its photographs: one ZIP file that can be read back.

It holds `export.json`, as `companion.ledger.backup` writes it, and `photos/NAME` for every picture
that the journal names and that still exists.
"""

from __future__ import annotations

import lzma
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import IO

from companion.base.errors import MalformedError, UnavailableError
from companion.base.whole_files import DiskFullError, FolderReadOnlyError
from companion.base.zips import member
from companion.ledger.events import HandCorrected, HandSettled, Recorded
from companion.ledger.photos import PhotoMissingError, Photos, holds

_JOURNAL = "export.json"
_FOLDER = "photos/"
# What `zipfile` also raises: bad offsets, unknown methods, encryption, bad bzip2 data.
_NO_ZIP = (ValueError, OSError, RuntimeError)
_LARGEST_JOURNAL = 64 * 1024 * 1024
"""Bytes of `export.json` in an archive."""


class NotAnArchiveError(MalformedError):
    def __init__(self, reason: str) -> None:
        super().__init__(
            f"This backup cannot be read in: {reason}; choose an export.zip of this program."
        )


class PhotosLeftOutError(UnavailableError):
    sentence = (
        "The evening is stored, but not all of its photographs, because there is no room or no "
        "right to write them; mend that and import it again."
    )


def photos_of(journal: Iterable[Recorded]) -> list[str]:
    """The pictures of all hands, each once, also of corrected and undone hands."""
    names: dict[str, None] = {}
    for recorded in journal:
        if isinstance(recorded.event, HandSettled | HandCorrected):
            names.update(dict.fromkeys(recorded.event.entry.photos))
    return list(names)


def write(to: IO[bytes], text: str, evening: str, journal: Sequence[Recorded], at: Photos) -> None:
    """text: the evening as `backup.write` gives it. evening: its id. to: a file to write into."""
    with zipfile.ZipFile(to, "w", strict_timestamps=False) as archive:
        archive.writestr(member(_JOURNAL), text, zipfile.ZIP_DEFLATED)
        for name in photos_of(journal):
            try:
                archive.write(at.path(evening, name), _FOLDER + name)  # compressed already
            except PhotoMissingError:
                continue


class Archive:
    """An archive that somebody sent. All of it is checked, and no name in it becomes a path.

    file: seekable. largest_photo: bytes of one picture. Raises NotAnArchiveError.
    """

    def __init__(self, file: IO[bytes], largest_photo: int) -> None:
        self._largest_photo = largest_photo
        try:
            self._archive = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, *_NO_ZIP):
            raise NotAnArchiveError("it is damaged, or no ZIP file") from None
        self._names = self._archive.namelist()
        if self._names.count(_JOURNAL) != 1:
            raise NotAnArchiveError(f"it holds no {_JOURNAL}")

    def text(self) -> bytes:
        return self._member(_JOURNAL, _LARGEST_JOURNAL)

    def check_photos(self, journal: Iterable[Recorded]) -> None:
        """Raises NotAnArchiveError if a picture that the journal names is damaged."""
        for _ in self._photos(journal):
            pass

    def keep_photos(self, evening: str, journal: Iterable[Recorded], at: Photos) -> int:
        """Store the pictures that the journal names, and return how many there are.

        The evening is in the ledger already, because it matters more. Raises NotAnArchiveError,
        PhotosLeftOutError.
        """
        try:
            return len([at.keep(evening, image) for image in self._photos(journal)])
        except (DiskFullError, FolderReadOnlyError) as error:
            raise PhotosLeftOutError from error

    def _photos(self, journal: Iterable[Recorded]) -> Iterator[bytes]:
        """One at a time, because each may be large."""
        for name in photos_of(journal):
            if _FOLDER + name in self._names:
                image = self._member(_FOLDER + name, self._largest_photo)
                if not holds(name, image):
                    raise NotAnArchiveError(f"the photograph {name} in it is damaged")
                yield image

    def _member(self, name: str, largest: int) -> bytes:
        """What a file in the archive holds. No more than `largest` bytes are unpacked."""
        try:
            with self._archive.open(name) as file:
                content = file.read(largest + 1)
        except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, *_NO_ZIP) as error:
            raise NotAnArchiveError(f"{name} in it is damaged") from error
        if len(content) > largest:
            raise NotAnArchiveError(f"{name} in it is too large")
        return content
