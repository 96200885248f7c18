"""Why a photograph is not read, each as one sentence for the person who sent it."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from companion.base.errors import CompanionError, MalformedError, NotAllowedError, NotFoundError

Refusal = TypeVar("Refusal", bound=CompanionError)


def of_file(refusal: Refusal, path: Path) -> Refusal:
    """The same refusal anew, which says of which file it is."""
    named = type(refusal).__new__(type(refusal))
    # Not its own constructor, which makes the sentence out of other things.
    CompanionError.__init__(named, f"{path}: {refusal}", refusal.field)
    return named


class PhotoFileMissingError(NotFoundError):
    def __init__(self, path: Path) -> None:
        super().__init__(f"There is no file {path}; give the path of a photograph.", "photo")


class PhotoUnreadableError(MalformedError):
    def __init__(self, what: str) -> None:
        super().__init__(f"{what}; give a photograph as JPEG, PNG, WebP, TIFF or BMP.", "photo")


class PhotoDamagedError(MalformedError):
    sentence = "The picture is damaged or was cut off on its way; take or send it again."
    field = "photo"


class PhotoTooLargeError(NotAllowedError):
    def __init__(self, what: str, limit: str) -> None:
        super().__init__(
            f"The picture is too large ({what}); send one of at most {limit}.", "photo"
        )


class PhotoTooSmallError(NotAllowedError):
    def __init__(self, width: int, height: int) -> None:
        super().__init__(
            f"The picture is only {width} × {height} pixels, too small to hold a tile;"
            " take a larger one.",
            "photo",
        )


class HeicUnsupportedError(MalformedError):
    sentence = (
        "The picture is HEIC, which this installation does not read; install pillow-heif"
        " (pip install pillow-heif), or set the phone's camera to JPEG"
        " (“most compatible”)."
    )
    field = "photo"


class PhotoTooCostlyError(NotAllowedError):
    def __init__(self, what: str) -> None:
        super().__init__(
            f"The picture is written in an unusual way that takes too long to read ({what});"
            " save it again as an ordinary JPEG.",
            "photo",
        )
