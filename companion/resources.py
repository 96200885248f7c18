"""Where the files that travel with the program are, installed or in a checkout."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Literal

from companion.errors import UnavailableError

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


def resource(kind: Kind, name: str = "") -> Path:
    """The path of a bundled file, or of the folder where `name` is empty.

    A wheel carries models and profiles under `companion/_bundled`; a checkout and an editable
    install have them in the repository's own folders.

    Raises ResourceMissingError where neither place has it.
    """
    package = Path(str(files("companion")))
    places = [package / "samples"]
    if kind != "samples":
        places = [package / "_bundled" / kind, package.parent / _IN_CHECKOUT[kind]]
    for place in places:
        if (place / name).exists():
            return place / name
    raise ResourceMissingError(kind, name)
