"""House rules: a book's rule set under the house's own name, with what the house plays differently.

A house's file is a few lines of TOML: id, name, the book that it changes, and under [options] every
setting with another value, and every rule that is on, off, or worth something else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import field

from companion.base.errors import MalformedError, NotAllowedError, UnavailableError
from companion.base.forms import Form
from companion.base.one_line import is_one_line
from companion.base.toml_text import TomlUnfitError, toml_values
from companion.base.whole_files import fits_as_name, swap_in
from companion.game.tiles import HEADS
from companion.rules.books.ruleset import (
    BOOKS,
    OptionWrongError,
    Ruleset,
    RulesetUnknownError,
    RulesetWrongError,
    book,
    parse,
    problems_of_limit_hands,
)

_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
"""Its file bears it, too, so `_fits` refuses what is no file's name."""
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_LONGEST_NAME: Final = 60
"""Letters of a name."""
_ID_WANTED: Final = "The id of a rule set has 1 to 40 small letters, digits and hyphens"


class RulesetNameError(MalformedError):
    sentence = f"{_ID_WANTED}; choose another."
    field = "id"


class OtherRulesetError(NotAllowedError):
    def __init__(self, name: str, id: str) -> None:
        super().__init__(
            f"These are the rules of {id}, not of {name}; name them by their own id.", field="id"
        )


class BookKeptError(NotAllowedError):
    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} is a book's rule set and stays as it is; give the house's own another id.",
            field="id",
        )


class HouseRulesNotStoredError(UnavailableError):
    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(
            f"The house rules cannot be stored as {path} ({error.strerror}); "
            "make room or choose another folder."
        )


class House(Form, frozen=True):
    """A house's rule set before it is checked. options: only what differs from the base."""

    id: str
    name: str
    base: str
    about: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)

    def to_toml(self) -> str:
        """The small file. Raises RulesetWrongError for a value that no option has."""
        head = [("id", self.id), ("name", self.name), ("base", self.base)]
        if self.about:
            head.append(("about", self.about))
        lines = [f"{key} = {_toml(value)}" for key, value in head]
        options = [f"{_key(key)} = {_toml(value)}" for key, value in self.options.items()]
        return "\n".join([*lines, "", "[options]", *options]) + "\n"


def house_text(data: Any) -> str:
    """A house's file from the same as JSON.

    Raises FieldWrongError, FieldUnknownError, FieldMissingError, RulesetWrongError.
    """
    return House.from_json(data).to_toml()


def check(text: str, file: str) -> Ruleset:
    """The rule set in a house's file. Raises RulesetWrongError with every mistake in it."""
    own = dict(_own_problems(_read(text)))
    try:
        rules = parse(text, file, house=True)
    except RulesetWrongError as error:
        problems = tuple(dict.fromkeys((*error.problems, *own)))
        raise RulesetWrongError(file, problems, own.get(problems[0])) from None
    if own:
        raise RulesetWrongError(file, tuple(own), next(iter(own.values())))
    return rules


def _fits(id: str) -> bool:
    return _ID.fullmatch(id) is not None and fits_as_name(id)


class HouseRules:
    """The four books, and the house's files in a folder, `ID.toml`; the folder may be missing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self) -> list[str]:
        """The books first, then the house's own in alphabetical order."""
        house = sorted(path.stem for path in self.folder.glob("*.toml"))
        return [*BOOKS, *(name for name in house if name not in BOOKS and _ID.fullmatch(name))]

    def every(self) -> Iterator[Ruleset | RulesetWrongError]:
        """All of them in that order. For a damaged file, the error is in its place."""
        for name in self.names():
            try:
                yield self.ruleset(name)
            except RulesetWrongError as error:
                yield error

    def ruleset(self, name: str) -> Ruleset:
        """Raises RulesetUnknownError, RulesetWrongError."""
        if name in BOOKS:
            return book(name)
        rules = check(self.text(name), f"{name}.toml")
        if rules.id != name:
            raise RulesetWrongError(
                f"{name}.toml", (f"id has to be {name}, as the file is called.",)
            )
        return rules

    def keep(self, text: str, name: str | None = None) -> Ruleset:
        """Check and store a house's rule set. name: the id that it must have, if any.

        Raises RulesetWrongError, RulesetNameError, BookKeptError, OtherRulesetError,
        HouseRulesNotStoredError.
        """
        rules = check(text, f"{name or 'rules'}.toml")
        if name is not None and rules.id != name:
            raise OtherRulesetError(name, rules.id)
        self._write(self._path(rules.id), text)
        return rules

    def remove(self, name: str) -> None:
        """Evenings that were played by it keep it. Raises RulesetUnknownError, BookKeptError."""
        if name in BOOKS:
            raise BookKeptError(name)
        if not self._kept(name):
            raise RulesetUnknownError(name, self.names())
        self._path(name).unlink(missing_ok=True)

    def text(self, name: str) -> str:
        """The file of a house's rule set.

        Raises RulesetUnknownError, BookKeptError, and RulesetWrongError if it cannot be read.
        """
        if name in BOOKS:
            raise BookKeptError(name)
        if not self._kept(name):
            raise RulesetUnknownError(name, self.names())
        try:
            return self._path(name).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise RulesetWrongError(f"{name}.toml", (f"It cannot be read ({error}).",)) from None

    def _kept(self, name: str) -> bool:
        return _fits(name) and self._path(name).is_file()

    def _path(self, name: str) -> Path:
        if not _fits(name):
            raise RulesetNameError
        return self.folder / f"{name}.toml"

    def _write(self, path: Path, text: str) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            swap_in(path, text.encode())
        except OSError as error:
            raise HouseRulesNotStoredError(path, error) from error


def _read(text: str) -> Mapping[str, Any]:
    try:
        return toml_values(text)
    except TomlUnfitError:
        return {}


def _own_problems(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What is wrong with a house's file beyond the form that every rule set has, and where."""
    yield from _problems_of_names(data.get("id"), data.get("name"))
    base, options = data.get("base"), data.get("options", {})
    if base not in BOOKS or not isinstance(options, dict):
        return
    try:
        rules = book(base).with_options(options)
    except OptionWrongError as error:
        yield from ((problem, error.field or "options") for problem in error.problems)
        return
    yield from problems_of_play(rules, options)


def problems_of_play(rules: Ruleset, options: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Why rules of the right form cannot be played, and the option. options: those just chosen."""
    yield from _problems_of_numbers(rules)
    yield from _problems_of_washing(rules)
    yield from _problems_of_counters(rules)
    yield from _problems_of_limit(rules, options)


def _problems_of_names(id: object, name: object) -> Iterator[tuple[str, str]]:
    if id in BOOKS:
        yield f"id {id} is a book's; give the house's own another.", "id"
    elif isinstance(id, str) and not _fits(id):
        why = "Windows keeps this word for a device" if _ID.fullmatch(id) else _ID_WANTED
        yield f"“{id[:40]}” cannot be an id. {why}.", "id"
    if isinstance(name, str) and not is_one_line(name.strip(), _LONGEST_NAME):
        yield f"name has to be one line of 1 to {_LONGEST_NAME} letters.", "name"


def _problems_of_numbers(rules: Ruleset) -> Iterator[tuple[str, str]]:
    for name, setting in rules.settings.items():
        if isinstance(setting.value, int) and setting.value > setting.form.most:
            yield f"The option {name} has to be {setting.form.wanted()}.", f"options.{name}"


def _problems_of_washing(rules: Ruleset) -> Iterator[tuple[str, str]]:
    for heads in rules.value("washing"):
        if not 1 <= int(heads) <= len(HEADS):
            told = f"washing counts 1 to {len(HEADS)} different heads, not {heads}."
            yield told, "options.washing"


def _problems_of_counters(rules: Ruleset) -> Iterator[tuple[str, str]]:
    if not rules.value("counters"):
        yield "counters has to have at least one kind.", "options.counters"
    for worth in rules.value("counters"):
        if int(worth) == 0:
            yield "counters has one worth nothing; take it out.", "options.counters"


def _problems_of_limit(rules: Ruleset, options: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if rules.value("limit") is not None:
        return
    if options.get("false_mah_jongg") is True:
        yield (
            "false_mah_jongg costs half the limit, and there is none: set a limit, or leave it "
            "off.",
            "options.false_mah_jongg",
        )
    yield from problems_of_limit_hands(rules)


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else _toml(name)


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        entries = (f"{_key(name)} = {_toml(each)}" for name, each in value.items())
        return f"{{ {', '.join(entries)} }}"
    if value is None:
        return '"none"'
    if isinstance(value, bool | int | str):
        # JSON's text, numbers and truth values are also TOML's.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    raise RulesetWrongError("options", ("A value has to be text, a whole number, true or false.",))
