"""What msgspec refuses at first and the form layer reads all the same."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from companion import Table
from companion.base.forms import FieldWrongError
from companion.ledger.commands import EveningAsked

PLAYERS = [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")]


def test_counters_are_read_beside_a_field_that_is_null() -> None:
    asked = {"players": PLAYERS, "counters": {"500": 2}, "title": None}
    assert EveningAsked.from_json(asked).counters == {500: 2}


def test_a_name_of_counters_that_is_no_number_is_refused() -> None:
    asked = {"players": PLAYERS, "counters": {"many": 2}}
    with pytest.raises(FieldWrongError, match=r"counters\.many has to be a whole number"):
        EveningAsked.from_json(asked)


def test_what_is_no_object_at_all_has_no_field() -> None:
    with pytest.raises(FieldWrongError, match=r"^This has to be an object, not a list\.$"):
        EveningAsked.from_json([])


def test_a_value_that_looks_right_and_is_of_another_type_is_told_with_its_type() -> None:
    scores = {"E": np.int64(480), "S": 0, "W": 0, "N": 0}
    with pytest.raises(FieldWrongError, match=r"not 480 of the type int64\.$"):
        Table.from_json({"ruleset": "harr", "winner": "E", "scores": scores})


TWO_AT_ONCE = """
from __future__ import annotations
import threading, time
from companion.base.forms import Form, from_form

def late():
    time.sleep(0.3)
    return int

class Inner(Form, frozen=True):
    number: late()

class Outer(Form, frozen=True):
    inner: Inner
    name: str

def read():
    assert from_form(Outer, {"inner": {"number": 1}, "name": "x"}).inner.number == 1

first = threading.Thread(target=read)
first.start()
time.sleep(0.1)
read()
first.join()
"""


def test_two_requests_may_be_the_first_of_their_kind() -> None:
    """msgspec 0.22 ends the process if a type is used while another thread works it out."""
    done = subprocess.run([sys.executable, "-c", TWO_AT_ONCE], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
