"""Where the program's own files are, installed or in a checkout."""

from __future__ import annotations

import base64
import hashlib
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources import files
from pathlib import Path
from typing import Literal

from companion.base.errors import UnavailableError

Kind = Literal["models", "calibration", "samples"]

_IN_CHECKOUT: dict[Kind, str] = {
    "models": "models/weights",
    "calibration": "calibration/profiles",
}


class ResourceMissingError(UnavailableError):
    def __init__(self, kind: Kind, name: str) -> None:
        super().__init__(
            f"The file {name} ({kind}) is missing from this installation;"
            " install the program again."
        )


def as_installed(path: Path) -> bool:
    """Whether a bundled file is still the one that was installed, by the installation's own record
    of digests. True in a checkout, which has none."""
    try:
        recorded = distribution("mah-jongg-table-companion").files or []
    except PackageNotFoundError:
        return True
    for file in recorded:
        if file.name == path.name and file.hash and Path(str(file.locate())) == path:
            digest = hashlib.new(file.hash.mode, path.read_bytes()).digest()
            return base64.urlsafe_b64encode(digest).decode().rstrip("=") == file.hash.value
    return True


def resource(kind: Kind, name: str = "") -> Path:
    """The path of a bundled file, or of its folder if `name` is empty.

    A wheel carries models and profiles under `companion/_bundled`. A checkout and an editable
    install have them in the repository's own folders. Raises ResourceMissingError if neither has
    it.
    """
    package = Path(str(files("companion")))
    places = [package / "samples"]
    if kind != "samples":
        places = [package / "_bundled" / kind, package.parent / _IN_CHECKOUT[kind]]
    for place in places:
        if (place / name).exists():
            return place / name
    raise ResourceMissingError(kind, name)
