"""Where profiles are kept: one file each, `NAME.zip`, in the user's data folder.

`NAME.features.npz` beside it keeps what the classifier makes of the faces, and
`_strangers.features.npz` the same of the strangers. `chosen.json` names the set that somebody chose
to read with.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from companion.base.errors import (
    CompanionError,
    ConflictError,
    MalformedError,
    NotAllowedError,
    NotFoundError,
    UnavailableError,
)
from companion.base.whole_files import swap_in
from companion.vision.recognition.classify import Classifier
from companion.vision.tile_sets.choice import ChosenAmong
from companion.vision.tile_sets.kept_looks import looks_of, strangers_of
from companion.vision.tile_sets.profile import EnrolledSet, Profile
from companion.vision.tile_sets.profile_file import (
    BrokenFileError,
    TooNewFileError,
    checked_name,
    one_spelling,
    pack,
    unpack,
)

P = TypeVar("P")

_ASIDE = ".zip.damaged"
"""How the name of a damaged profile's file ends."""
_CHOSEN = "chosen.json"
_STRANGERS = "_strangers.features.npz"
"""No set's name begins so."""


class ProfileMissingError(NotFoundError):
    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        there = (
            f"there are {', '.join(known)}"
            if known
            else "none is enrolled yet; `companion enrol` enrols one"
        )
        super().__init__(f"There is no profile {name}; {there}.", "profile")


class ProfileDamagedError(UnavailableError):
    def __init__(self, name: str, why: str) -> None:
        super().__init__(
            f"The set “{name}” is damaged ({why}) and was set aside; import a copy of it, enrol it"
            " again, or remove it (`companion profiles remove`).",
            "profile",
        )


class ProfileUnreadableError(UnavailableError):
    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(
            f"{path} cannot be read ({error.strerror}); check who may read the file, and the disk.",
            "profile",
        )


class ProfileTooNewError(NotAllowedError):
    def __init__(self, name: str) -> None:
        super().__init__(
            f"The set “{name}” was made by a later version of this program; update the program.",
            "profile",
        )


class NotAProfileError(MalformedError):
    def __init__(self, what: str, why: str) -> None:
        super().__init__(
            f"{what} is not a profile ({why}); give a file that was exported as one.", "file"
        )


class ProfileExistsError(ConflictError):
    def __init__(self, name: str) -> None:
        super().__init__(
            f"There is a set “{name}” already; take another name, or remove that one first.",
            "name",
        )


class ProfileUnfitError(NotAllowedError):
    def __init__(self, name: str, why: str) -> None:
        super().__init__(
            f"The set “{name}” cannot be kept ({why}); enrol it under another name, from fewer"
            " photographs, taken from above."
        )


class ProfileNotWrittenError(UnavailableError):
    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(
            f"{path} cannot be written ({error.strerror}); check the folder and the space left."
        )


class ProfileStore:
    """The profiles of one data folder."""

    def __init__(self, folder: Path, classifier: Callable[[], Classifier]) -> None:
        """folder: where the files are. It is made when the first profile is saved. classifier:
        returns the classifier in use; called only when features are needed."""
        self._folder = folder
        self._classifier = classifier

    def names(self) -> tuple[str, ...]:
        """The names of all profiles, sorted. No file is opened."""
        try:
            return tuple(sorted(path.stem for path in self._folder.glob("*.zip")))
        except OSError:
            return ()

    def load(self, name: str) -> Profile:
        """A profile by its name.

        Raises ProfileNameError, ProfileMissingError, ProfileUnreadableError, ProfileTooNewError,
        and ProfileDamagedError after the file was renamed to `NAME.zip.damaged`.
        """
        name = one_spelling(name)
        path = self._path(name)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            if _aside(path).exists():
                raise _set_aside(name) from None
            raise ProfileMissingError(name, self.names()) from None
        except OSError as error:
            raise ProfileUnreadableError(path, error) from None
        try:
            return unpack(data, name)
        except TooNewFileError:
            raise ProfileTooNewError(name) from None
        except BrokenFileError as error:
            with contextlib.suppress(OSError):
                path.replace(_aside(path))
            raise ProfileDamagedError(name, str(error)) from None

    def known(self, name: str) -> Profile | None:
        """The same; None if there is no profile of that name. Where the disk takes large and small
        letters for the same, so does this."""
        found = one_spelling(name) in self.names() or self._path(name).exists()
        return self.load(name) if found else None

    def ready(self, name: str) -> EnrolledSet:
        """A profile that is ready to help with reading. Raises what `load` raises."""
        profile = self.load(name)
        looks = looks_of(profile.examples, self._classifier(), self._features(name))
        return EnrolledSet(profile, looks)

    def all_ready(self) -> tuple[tuple[EnrolledSet, ...], tuple[CompanionError, ...]]:
        """Every profile that can be used, and what is wrong with the others."""
        return self._each(self.ready)

    def every(self) -> tuple[tuple[Profile, ...], tuple[CompanionError, ...]]:
        """The same, not yet ready to help with reading."""
        return self._each(self.load)

    def _each(self, get: Callable[[str], P]) -> tuple[tuple[P, ...], tuple[CompanionError, ...]]:
        found: list[P] = []
        problems: list[CompanionError] = [*map(_set_aside, self._not_replaced())]
        for name in self.names():
            try:
                found.append(get(name))
            except CompanionError as error:
                problems.append(error)
        return tuple(found), tuple(problems)

    def _not_replaced(self) -> list[str]:
        """The names of damaged sets that were set aside, where no other set has the name now."""
        try:
            aside = [each.name.removesuffix(_ASIDE) for each in self._folder.glob(f"*{_ASIDE}")]
        except OSError:
            return []
        return sorted({*aside} - {*self.names()})

    def stage(self, name: str | None = None) -> EnrolledSet | ChosenAmong | None:
        """What helps with reading: the set with that name, or the chosen one, or the set that
        the picture shows. None if no set is enrolled. Raises what `load` raises if a name is
        given."""
        if name is not None:
            return self.ready(name)
        chosen = self.chosen()
        if chosen is not None:
            with contextlib.suppress(CompanionError):  # damaged: it is reported in the list
                return self.ready(chosen)
        sets, _ = self.all_ready()
        if not sets:
            return None
        return ChosenAmong(sets, strangers_of(self._classifier(), self._folder / _STRANGERS))

    def chosen(self) -> str | None:
        """The set to read with. None: the one that the picture shows."""
        try:
            name = json.loads((self._folder / _CHOSEN).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return None
        return name if isinstance(name, str) and name in self.names() else None

    def choose(self, name: str | None) -> None:
        """Raises ProfileMissingError, ProfileNotWrittenError."""
        name = name and one_spelling(name)
        if name is not None and name not in self.names():
            raise ProfileMissingError(name, self.names())
        _write(self._folder / _CHOSEN, json.dumps(name, ensure_ascii=False).encode())

    def state(self) -> tuple[tuple[str, int, int], ...]:
        """Stays equal until a profile changes or another set is chosen."""
        found = []
        for path in (*sorted(self._folder.glob("*.zip")), self._folder / _CHOSEN):
            with contextlib.suppress(OSError):
                facts = path.stat()
                found.append((path.name, facts.st_mtime_ns, facts.st_size))
        return tuple(found)

    def save(self, profile: Profile) -> None:
        """Write a profile, whole or not at all.

        Raises ProfileNameError, ProfileUnfitError if `load` could not read it again, and
        ProfileNotWrittenError.
        """
        path, data = self._path(profile.name), pack(profile)
        try:
            unpack(data)
        except BrokenFileError as error:
            raise ProfileUnfitError(profile.name, str(error)) from None
        _write(path, data)

    def remove(self, name: str) -> None:
        """Remove a profile, or what was set aside of it if it is damaged.

        Raises ProfileNameError, ProfileMissingError, ProfileNotWrittenError.
        """
        path = self._path(name)
        path = path if path.exists() else _aside(path)
        try:
            path.unlink()
            self._features(name).unlink(missing_ok=True)
        except FileNotFoundError:
            raise ProfileMissingError(name, self.names()) from None
        except OSError as error:
            raise ProfileNotWrittenError(path, error) from error

    def rename(self, name: str, new: str) -> Profile:
        """Raises what `load` raises, ProfileExistsError, ProfileNotWrittenError."""
        name = one_spelling(name)
        profile = replace(self.load(name), name=checked_name(new))
        if profile.name == name:
            return profile
        there = self._path(new)
        # Where the disk takes large and small letters for the same, it may be the file itself.
        itself = there.exists() and there.samefile(self._path(name))
        if there.exists() and not itself:
            raise ProfileExistsError(new)
        was_chosen = self.chosen() == name
        self.save(profile)
        if not itself:
            self.remove(name)
        if was_chosen:
            self.choose(profile.name)
        return profile

    def take_in(self, data: bytes, name: str | None = None, what: str = "The file") -> Profile:
        """Take in the content of an exported profile, under another name if one is given.

        what: the word for it in messages. Raises NotAProfileError, ProfileTooNewError,
        ProfileExistsError, ProfileNameError, ProfileNotWrittenError.
        """
        try:
            profile = unpack(data, name)
        except TooNewFileError:
            raise ProfileTooNewError(what) from None
        except BrokenFileError as error:
            raise NotAProfileError(what, str(error)) from None
        if self._path(profile.name).exists():
            raise ProfileExistsError(profile.name)
        self.save(profile)
        return profile

    def _features(self, name: str) -> Path:
        """The file beside the profile that remembers what the classifier made of its faces."""
        return self._folder / f"{one_spelling(name)}.features.npz"

    def _path(self, name: str) -> Path:
        return self._folder / f"{checked_name(name)}.zip"


def _aside(path: Path) -> Path:
    """Where the file of a damaged profile is kept."""
    return path.with_suffix(_ASIDE)


def _set_aside(name: str) -> ProfileDamagedError:
    return ProfileDamagedError(name, f"its file is now {name}{_ASIDE}")


def _write(path: Path, data: bytes) -> None:
    """Write a file of the folder, whole or not at all. Raises ProfileNotWrittenError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        swap_in(path, data)
    except OSError as error:
        raise ProfileNotWrittenError(path, error) from error
