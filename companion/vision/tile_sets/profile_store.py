"""Where profiles are kept: one file each, `NAME.zip`, in the user's data folder.

The file holds `profile.json` and `faces/ID.png`. Export and import use the same file.

`NAME.features.npz` beside it keeps what the classifier makes of the faces, and
`_strangers.features.npz` the same of the strangers. These files may be deleted: they are made
again, as they are for every new classifier. `chosen.json` names the set that somebody chose to read
with.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import unicodedata
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from companion.base.errors import (
    CompanionError,
    ConflictError,
    MalformedError,
    NotAllowedError,
    NotFoundError,
    UnavailableError,
)
from companion.base.forms import Form, always
from companion.base.json_text import JsonUnfitError, parsed
from companion.base.whole_files import swap_in
from companion.game.tiles import parse
from companion.vision.arrays import FloatArray
from companion.vision.recognition.classify import Classifier
from companion.vision.tile_sets.choice import ChosenAmong, Strangers, sheet_sha256
from companion.vision.tile_sets.profile import EnrolledSet, Example, Profile, Source
from companion.vision.tile_sets.thumbnails import VIEWS, Looks, embed, from_png, name_of, to_png

P = TypeVar("P")

FORM = 1
"""Version of the file's form. A higher number comes from a later program."""

LARGEST = 32 * 1024 * 1024
"""Bytes of a profile's file, and of everything in it. A set of 160 tiles takes 3 MB."""
_LARGEST_PART = 256 * 1024
"""Bytes of one face; the description may have four times as many."""
_MOST_EXAMPLES = 4000
"""Examples of a set."""
_NO_FILE_NAME = '/\\:*?"<>|'
"""What cannot stand in a file's name on every system."""
_NAME = re.compile(rf"[^\W_][^{re.escape(_NO_FILE_NAME)}]{{0,39}}")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_ASIDE = ".zip.damaged"
"""How the name of a damaged profile's file ends."""
_DESCRIPTION = "profile.json"
_CHOSEN = "chosen.json"
_STRANGERS = "_strangers.features.npz"
"""No set's name begins so."""
_FEATURES_FORM = 2
"""Version of what is kept beside a profile."""
_UNREADABLE = (
    *(OSError, ValueError, KeyError, EOFError),
    *(RuntimeError, zipfile.BadZipFile, zlib.error),
)
"""What numpy and zipfile raise of a file with changed bytes. RuntimeError: where they say that it
is encrypted, or packed in a way that zipfile does not know."""


class ProfileNameError(MalformedError):
    def __init__(self, name: str) -> None:
        super().__init__(
            f"“{name[:60]}” cannot be a set's name; begin with a letter or a digit, and take up to"
            f" 40 characters without {' '.join(_NO_FILE_NAME)}.",
            "name",
        )


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


class _BrokenError(Exception):
    """A file that is not what it should be. The sentence around `why` depends on whose file it
    is."""


class _TooNewError(Exception):
    """A file with a later form."""


class _ExampleForm(Form, frozen=True):
    id: str
    code: str
    source: Source


class _ProfileForm(Form, frozen=True):
    form: int
    name: str
    examples: tuple[_ExampleForm, ...]
    back: tuple[int, ...] | None = always(None)
    proportion: float | None = always(None)


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
        name = _one_spelling(name)
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
        except _TooNewError:
            raise ProfileTooNewError(name) from None
        except _BrokenError as error:
            with contextlib.suppress(OSError):
                path.replace(_aside(path))
            raise ProfileDamagedError(name, str(error)) from None

    def known(self, name: str) -> Profile | None:
        """The same; None if there is no profile of that name."""
        return self.load(name) if _one_spelling(name) in self.names() else None

    def ready(self, name: str) -> EnrolledSet:
        """A profile that is ready to help with reading. Raises what `load` raises."""
        profile = self.load(name)
        classifier = self._classifier()
        beside = self._features(name)
        model = f"{classifier.sha256} {VIEWS} {_FEATURES_FORM}"
        known = _kept_looks(beside, model)
        new = [example for example in profile.examples if example.id not in known]
        if new:
            learned = embed(classifier, [example.face for example in new])
            seen = zip(learned.features, learned.odds, strict=True)
            known |= {example.id: each for example, each in zip(new, seen, strict=True)}
        ids = [example.id for example in profile.examples]
        features, odds = (
            np.stack([known[id][part] for id in ids]) if ids else np.zeros((0, VIEWS, 1))
            for part in (0, 1)
        )
        if new:
            kept = io.BytesIO()
            np.savez(
                kept, model=np.array(model), ids=np.array(ids),
                features=features.astype(np.float16), odds=odds.astype(np.float16),
            )  # fmt: skip
            with contextlib.suppress(OSError):  # the next start makes them again
                swap_in(beside, kept.getvalue())
        return EnrolledSet(profile, Looks(classifier.codes, features, odds))

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
        return ChosenAmong(sets, self._strangers()) if sets else None

    def _strangers(self) -> Strangers:
        """The strangers as the classifier in use sees them. They are kept beside the profiles."""
        classifier = self._classifier()
        beside = self._folder / _STRANGERS
        model = f"{classifier.sha256} {sheet_sha256()}"
        kept = _kept_strangers(beside, model)
        if kept is not None:
            return Strangers(kept)
        strangers = Strangers.of(classifier)
        file = io.BytesIO()
        np.savez(file, model=np.array(model), features=strangers.features.astype(np.float16))
        with contextlib.suppress(OSError):  # the next start makes them again
            swap_in(beside, file.getvalue())
        return strangers

    def chosen(self) -> str | None:
        """The set to read with. None: the one that the picture shows."""
        try:
            name = json.loads((self._folder / _CHOSEN).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return None
        return name if isinstance(name, str) and name in self.names() else None

    def choose(self, name: str | None) -> None:
        """Raises ProfileMissingError, ProfileNotWrittenError."""
        name = name and _one_spelling(name)
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
        except _BrokenError as error:
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
        name = _one_spelling(name)
        profile = replace(self.load(name), name=checked_name(new))
        if profile.name == name:
            return profile
        if self._path(new).exists():
            raise ProfileExistsError(new)
        was_chosen = self.chosen() == name
        self.save(profile)
        self.remove(name)
        if was_chosen:
            self.choose(profile.name)
        return profile

    def export(self, name: str, to: Path) -> None:
        """Write a profile into a file of its own. Raises what `load` raises, and
        ProfileNotWrittenError."""
        try:
            swap_in(to, pack(self.load(name)))
        except OSError as error:
            raise ProfileNotWrittenError(to, error) from error

    def import_file(self, path: Path, name: str | None = None) -> Profile:
        """Take in an exported profile, under another name if one is given. Raises what `take_in`
        raises."""
        try:
            with path.open("rb") as file:
                data = file.read(LARGEST + 1)
        except OSError as error:
            raise NotAProfileError(str(path), error.strerror or "it cannot be read") from None
        return self.take_in(data, name, str(path))

    def take_in(self, data: bytes, name: str | None, what: str = "The file") -> Profile:
        """Take in the content of an exported profile. what: the word for it in messages.

        Raises NotAProfileError, ProfileTooNewError, ProfileExistsError, ProfileNameError,
        ProfileNotWrittenError.
        """
        try:
            profile = unpack(data, name)
        except _TooNewError:
            raise ProfileTooNewError(what) from None
        except _BrokenError as error:
            raise NotAProfileError(what, str(error)) from None
        if self._path(profile.name).exists():
            raise ProfileExistsError(profile.name)
        self.save(profile)
        return profile

    def _features(self, name: str) -> Path:
        """The file beside the profile that remembers what the classifier made of its faces."""
        return self._folder / f"{_one_spelling(name)}.features.npz"

    def _path(self, name: str) -> Path:
        return self._folder / f"{checked_name(name)}.zip"


def _aside(path: Path) -> Path:
    """Where the file of a damaged profile is kept."""
    return path.with_suffix(_ASIDE)


def _set_aside(name: str) -> ProfileDamagedError:
    return ProfileDamagedError(name, f"its file is now {name}{_ASIDE}")


def _one_spelling(name: str) -> str:
    """A letter with an accent may be written as one sign or as two, and looks the same."""
    return unicodedata.normalize("NFC", name)


def checked_name(name: str) -> str:
    """The name, if it can be a file's name on every system. Raises ProfileNameError."""
    plain = _one_spelling(name)
    fits = plain.isprintable() and not plain.endswith(" ") and _NAME.fullmatch(plain)
    if not fits or _RESERVED.fullmatch(plain):
        raise ProfileNameError(name)
    return plain


def pack(profile: Profile) -> bytes:
    """A profile as the bytes of its file. The same profile gives the same bytes."""
    form = _ProfileForm(
        FORM,
        profile.name,
        tuple(_ExampleForm(each.id, each.code, each.source) for each in profile.examples),
        profile.back,
        profile.proportion,
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:  # a PNG is compressed already
        text = json.dumps(form.to_json(), ensure_ascii=False, indent=1)
        archive.writestr(zipfile.ZipInfo(_DESCRIPTION), text)
        for example in profile.examples:
            archive.writestr(zipfile.ZipInfo(_face(example.id)), to_png(example.face))
    return file.getvalue()


def unpack(data: bytes, name: str | None = None) -> Profile:
    """The profile in a file's bytes, called `name` if one is given.

    Nothing is written to the disk. Only parts with the expected names are opened, and none is read
    beyond its limit, so that odd paths and compression bombs do no harm.
    """
    if len(data) > LARGEST:
        raise _BrokenError(f"it is larger than {LARGEST >> 20} MB")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _read(archive, name)
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, RuntimeError) as error:
        raise _BrokenError(f"the file is cut off or no zip file: {error}") from None


def _write(path: Path, data: bytes) -> None:
    """Write a file of the folder, whole or not at all. Raises ProfileNotWrittenError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        swap_in(path, data)
    except OSError as error:
        raise ProfileNotWrittenError(path, error) from error


def _read(archive: zipfile.ZipFile, name: str | None) -> Profile:
    try:
        described = parsed(_part(archive, _DESCRIPTION, 4 * _LARGEST_PART), f"its {_DESCRIPTION}")
    except JsonUnfitError as error:
        raise _BrokenError(str(error).rstrip(".")) from None
    version = described.get("form") if isinstance(described, dict) else None
    if isinstance(version, int) and version > FORM:
        raise _TooNewError
    try:
        form = _ProfileForm.from_json(described)
        codes = parse([each.code for each in form.examples], "examples")
        checked_name(form.name)
    except CompanionError as error:
        raise _BrokenError(f"in {_DESCRIPTION}: {str(error).rstrip('.')}") from None
    if len(form.examples) > _MOST_EXAMPLES:
        raise _BrokenError(f"it holds more than {_MOST_EXAMPLES} faces")
    examples = tuple(
        Example(code, _read_face(archive, each.id), each.source)
        for code, each in zip(codes, form.examples, strict=True)
    )
    if form.proportion is not None and not 0.5 < form.proportion < 3:
        raise _BrokenError(f"in {_DESCRIPTION}: no tile has that proportion")
    back = None
    if form.back is not None:
        if len(form.back) != 3 or not all(0 <= part <= 255 for part in form.back):
            raise _BrokenError(f"in {_DESCRIPTION}: back is not a colour")
        back = (form.back[0], form.back[1], form.back[2])
    return Profile(name or form.name, examples, back, form.proportion)


def _read_face(archive: zipfile.ZipFile, face_id: str) -> Any:
    face = from_png(_part(archive, _face(face_id), _LARGEST_PART))
    if face is None or name_of(face) != face_id:
        raise _BrokenError(f"the face {face_id[:20]} is not the one described")
    return face


def _part(archive: zipfile.ZipFile, part: str, limit: int) -> bytes:
    try:
        if archive.getinfo(part).compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise _BrokenError(f"{part} in it is packed in an unknown way")
        with archive.open(part) as file:
            content = file.read(limit + 1)
    except KeyError:
        raise _BrokenError(f"{part} is missing from it") from None
    if len(content) > limit:
        raise _BrokenError(f"{part} in it is too large")
    return content


def _face(face_id: str) -> str:
    return f"faces/{face_id}.png"


def _kept_looks(path: Path, model: str) -> dict[str, tuple[FloatArray, FloatArray]]:
    """Features and odds of each example, if they were kept for this classifier."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            if str(kept["model"]) != model:
                return {}
            ids = kept["ids"]
            features, odds = (kept[part].astype(np.float32) for part in ("features", "odds"))
    except _UNREADABLE:
        return {}
    sound = features.ndim == odds.ndim == 3 and len(ids) == len(features) == len(odds)
    if not sound or not np.isfinite(features).all() or not np.isfinite(odds).all():
        return {}
    return dict(zip(map(str, ids), zip(features, odds, strict=True), strict=True))


def _kept_strangers(path: Path, model: str) -> FloatArray | None:
    """The strangers' features (sets, kinds, F), if they were kept for this classifier."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            features = kept["features"].astype(np.float32)
            same = str(kept["model"]) == model
    except _UNREADABLE:
        return None
    return features if same and features.ndim == 3 and np.isfinite(features).all() else None
