"""JSON text from outside: the program refuses what other readers drop, guess at or cut short."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.base.json_text import DEEPEST, LARGEST, JsonUnfitError, parsed

_PLAIN: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-LARGEST, LARGEST)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8") | st.sampled_from(':"\\')),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.sampled_from('ab:"\\'), max_size=3), inner, max_size=4)
    ),
    max_leaves=DEEPEST // 2,
)


@given(_PLAIN, st.booleans())
def test_what_was_written_is_read(value: Any, escaped: bool) -> None:
    text = json.dumps(value, ensure_ascii=escaped).encode()
    assert parsed(text, "It") == value


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ('{"a": 1, "a": 1}', "a"),
        ('{"list": [{"a": 1}, {"a": 1, "b": 2, "a": 3}]}', "list[1].a"),
        ('{"a": ":", "a": ""}', "a"),
        ('{"a": {"b:": 1}, "c": {"b:": 1, "b:": 2}}', "c.b:"),
        # Written again, the escaped colon counts once more, and the doubled field once less.
        ('{"a": "\\u003a", "a": "\\u003a"}', "a"),
        (f'{{"n": {LARGEST + 1}}}', "n"),
        (f'{{"n": -{LARGEST + 1}}}', "n"),
        ('{"n": [1e999]}', "n[0]"),
        ('{"n": NaN}', "n"),
        ('{"t": "\\ud800"}', "t"),
    ],
)
def test_what_cannot_be_used_is_refused_with_its_path(text: str, field: str) -> None:
    with pytest.raises(JsonUnfitError) as refused:
        parsed(text.encode(), "It")
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1, ', "it breaks off after column 8; add the rest."),
        ('{"a": [1,\n  2\n', "it breaks off after line 2, column 3; add the rest."),
        ('{"a": "South', "it breaks off after column 12; add the rest."),
        ('{"a": tr\n', "it breaks off after column 8; add the rest."),
        ("  ", "it is empty; give some there."),
        ('{"a": 1 "b": 2}', '“"b": 2}” at column 9 cannot stand there; correct it there.'),
        ('{"a": 1,\n"b": "x\n"}', "a line break at line 2, column 8 cannot stand there; …"),
        ('{"a": "\t"}', "a sign that cannot be seen at column 8 cannot stand there; …"),
    ],
)
def test_where_a_text_is_no_json_is_said_in_plain_words(text: str, said: str) -> None:
    with pytest.raises(JsonUnfitError) as refused:
        parsed(text.encode(), "It")
    words = said.replace("…", "correct it there.")
    assert str(refused.value) == f"It is no JSON that can be used: {words}"


def test_values_that_lie_too_deep_are_refused() -> None:
    levels = DEEPEST + 1  # the outermost is not counted
    assert str(parsed(b"[" * levels + b"]" * levels, "It")).count("[") == levels
    with pytest.raises(JsonUnfitError, match=f"more than {DEEPEST} deep"):
        parsed(b"[" * (levels + 1) + b"]" * (levels + 1), "It")
