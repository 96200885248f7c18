"""Every message a person can meet stands in one file, and none speaks of the programs inside."""

from __future__ import annotations

import ast
import inspect
import pkgutil
import re
import textwrap
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files

import companion
from companion.base.errors import CompanionError
from companion.web.problems import kind_of

STATIC = files("companion.web") / "static"
TEXTS = (STATIC / "texts.en.js").read_text(encoding="utf-8")
OWN_WORDS = "{sentence}"

BEFORE_ANY_PAGE = (
    "companion.cli.",
    "companion.web.server",
    "companion.web.session",
    "companion.base.settings",
    "companion.base.folder_lock",
    "companion.ledger.data_folder",
    "companion.ledger.whole_backup",
    "companion.ledger.copies",
)
"""Modules that refuse only the person who starts the program."""
ONLY_AT_THE_COMMAND_LINE = {"photo-file-missing"}
"""Kinds that no page can meet: a page sends the photograph, never its path."""

# A path into a form, a name with an underscore, a version, a decoder, and words of the trade.
INSIDE = re.compile(
    r"[a-z_]\.[a-z_]|\w\[|\w_\w|\b[Ff]ields?\b|\b[Vv]ersion|UTF-8|\bBOM\b|\bHTTP\b|\bJSON\b"
    r"|undefined|\bnull\b|\bNone\b|\b[Ii]nvalid\b|\b[Ff]ailed\b|\b[Ee]rror\b"
)


def refusals(family: type[CompanionError] = CompanionError) -> Iterator[type[CompanionError]]:
    for module in pkgutil.walk_packages(companion.__path__, "companion."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    for each in family.__subclasses__():
        own = each.__module__.split(".")[0] == "companion"  # tests have refusals, too
        if own and not each.__module__.startswith(BEFORE_ANY_PAGE):
            yield each
        yield from refusals(each)


def texts() -> dict[str, str]:
    """Every text by its key; one that stands on several lines is put together."""
    entry = re.compile(r'^  (?:"([^"]+)"|(\w+)):\s*((?:"(?:[^"\\]|\\.)*"[\s+]*)+),$', re.MULTILINE)
    found = {
        match[1] or match[2]: "".join(ast.literal_eval(f"({part})") for part in _strings(match[3]))
        for match in entry.finditer(TEXTS)
    }
    assert len(found) > 700
    return found


def _strings(source: str) -> list[str]:
    return re.findall(r'"(?:[^"\\]|\\.)*"', source)


def test_every_refusal_that_a_page_can_meet_is_in_the_table() -> None:
    worded = {key.removeprefix("refused.") for key in texts() if key.startswith("refused.")}
    kinds = {kind_of(each) for each in refusals()}
    assert kinds - worded == ONLY_AT_THE_COMMAND_LINE
    by_status_or_place = {name for name in worded if name.isdecimal() or name.startswith("at.")}
    assert worded - kinds - by_status_or_place == set(), "the table names no refusal that is none"


def test_no_text_speaks_of_the_programs_inside() -> None:
    told = {key: INSIDE.search(words) for key, words in texts().items()}
    assert {key: found[0] for key, found in told.items() if found} == {}


def test_every_refusal_says_what_is_wrong_and_what_to_do() -> None:
    said = {
        key: words
        for key, words in texts().items()
        if key.startswith(("refused.", "error.")) and words != OWN_WORDS and key != "error.again"
    }
    assert {key for key, words in said.items() if not words.endswith(".")} == {"error.offline"}
    assert {key for key, words in said.items() if len(words) > 130} == set(), "too long to read"


def test_a_refusal_in_its_own_words_speaks_of_the_game() -> None:
    table = texts()
    spoken = [each for each in refusals() if table.get(f"refused.{kind_of(each)}") == OWN_WORDS]
    assert len(spoken) > 10
    told = {
        each.__name__: words
        for each in spoken
        if "__init__" in vars(each)
        for words in _written(each)
        if INSIDE.search(words)
    }
    assert told == {}


def _written(refusal: type[CompanionError]) -> Iterator[str]:
    """The literal parts of the sentence that a class builds."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(refusal)))
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args)
    for call in calls:
        if isinstance(call.func, ast.Attribute) and call.func.attr == "__init__":
            for node in ast.walk(call.args[0]):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value


# Several words in a row, and no list of classes, keys of the keyboard or a selector.
SENTENCE = re.compile(r"[A-Za-z’']{2,} [a-z’']{2,} [a-z’']{2,}")


def test_no_message_is_written_outside_the_table() -> None:
    found: list[tuple[str, str]] = []
    for folder in (STATIC / "js", STATIC / "js" / "pages"):
        for file in folder.iterdir():
            if not file.name.endswith(".js"):
                continue
            code = re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", file.read_text("utf-8"), flags=re.DOTALL)
            written = re.findall(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', code)
            found += [(file.name, one) for pair in written for one in pair if SENTENCE.search(one)]
    assert found == []
