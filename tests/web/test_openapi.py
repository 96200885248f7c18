"""`/api/openapi.json` says what the server does: every call is in it, and takes what it says."""

from __future__ import annotations

import json
import re
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import web
from companion.base.forms import Form
from companion.game.tiles import Tile, Tiles
from companion.web import api_aids, api_drafts, api_evenings, api_rules, api_server, api_sets
from companion.web.openapi import KEY, VERSION, Header, needs_scorekeeper, taken
from tests.scorekeeper import Scorekeeper

VIEWS: list[Callable[..., Any]] = [
    *(api_server.open_session, api_server.read_again, api_rules.score, api_rules.settle_on_paper),
    *(
        api_rules.keep_ruleset,
        api_aids.first_east,
        api_aids.seats_by_wind_box,
        api_aids.who_goes_first,
        api_aids.washing,
    ),
    *(api_aids.reckless, api_drafts.change, api_evenings.start, api_evenings.preview),
    *(api_evenings.settle, api_evenings.correct, api_evenings.reseat, api_evenings.take_seat),
    *(
        api_evenings.mark_round,
        api_evenings.penalise,
        api_evenings.count_counters,
        api_evenings.rename,
        api_sets.choose,
    ),
    *(api_sets.rename, api_sets.learn, api_sets.correct, api_sets.enrol),
]
BODIES = {
    f"{view.__module__}.{view.__name__}".removeprefix("companion.web."): view for view in VIEWS
}


@pytest.fixture
def described(watcher: FlaskClient) -> dict[str, Any]:
    answer = watcher.get("/api/openapi.json")
    assert answer.status_code == 200
    document: dict[str, Any] = answer.get_json()
    return document


def test_every_call_is_described_and_nothing_else(app: Flask, described: dict[str, Any]) -> None:
    calls = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert described["openapi"] == "3.1.0"
    assert {(path, m) for path, of in described["paths"].items() for m in of} == calls


def test_every_reference_leads_somewhere(described: dict[str, Any]) -> None:
    for name in re.findall(r'"#/components/schemas/(\w+)"', json.dumps(described)):
        assert name in described["components"]["schemas"]


def test_a_call_that_changes_something_says_what_it_takes(described: dict[str, Any]) -> None:
    """But for those that take nothing, a file of any kind, or a rule set as its own text."""
    bare = re.compile(r"/(undo|redo|end|resume|import|copies|restore)$")
    for path, calls in described["paths"].items():
        for method in calls.keys() & {"post", "put", "patch"}:
            assert "requestBody" in calls[method] or bare.search(path), f"{method} {path}"


def test_the_bodies_tested_here_are_all_there_are(app: Flask) -> None:
    with_form = {view for view in app.view_functions.values() if taken(view).body}
    assert with_form == set(VIEWS)


# --- who may call, names in the address, headers ---


def calls(app: Flask, evening: str) -> Iterator[tuple[str, str, Callable[..., Any]]]:
    """Every call but for signing out: its method, an address, and its function."""
    for route in app.url_map.iter_rules():
        if route.rule.startswith("/api/"):
            address = re.sub(r"<int:\w+>", "1", route.rule.replace("<id>", evening))
            address = re.sub(r"<\w+>", "abc", address)
            for method in sorted((route.methods or set()) - {"HEAD", "OPTIONS"}):
                view = app.view_functions[route.endpoint]
                if view is not api_server.close_session:
                    yield method, address, view


def test_who_may_call_is_as_described(
    app: Flask, keeper: Scorekeeper, described: dict[str, Any]
) -> None:
    every = [call for calls in described["paths"].values() for call in calls.values()]
    assert len([call for call in every if "security" in call]) > 30
    watcher = app.test_client()
    for method, address, view in calls(app, keeper.start()):
        if method == "GET":
            assert not needs_scorekeeper(method, view)
        else:
            refused = watcher.open(address, method=method).status_code == 401
            assert refused is needs_scorekeeper(method, view), f"{method} {address}"


def test_each_name_in_an_address_is_looked_at(app: Flask, keeper: Scorekeeper) -> None:
    tried = 0
    for method, address, view in calls(app, keeper.start()):
        query, body = taken(view).query, taken(view).body
        fields = msgspec.structs.fields(query) if query else ()
        good = {each.encode_name: "2" for each in fields if each.required}
        for each in fields:
            if each.type not in (str, str | None):
                bad = {**good, each.encode_name: "{" if each.encode_name == "options" else "?"}
                given = urlencode(bad)
                answer = keeper.call(method, f"{address}?{given}", sample(body) if body else None)
                problem = answer.get_json()
                assert answer.status_code in (400, 404), (address, problem)
                assert problem["field"] in (each.encode_name, None), (address, problem)
                tried += 1
    assert tried >= 10


def test_no_call_reads_its_address_another_way() -> None:
    for file in Path(web.__file__).parent.glob("*.py"):
        if file.name != "services.py":
            assert "request.args" not in file.read_text("utf-8"), file.name


@pytest.mark.parametrize("header", [KEY, VERSION], ids=lambda each: str(each.name))
def test_a_header_is_looked_at_where_it_is_described(
    app: Flask, keeper: Scorekeeper, header: Header
) -> None:
    for method, address, view in calls(app, keeper.start()):
        about = taken(view)
        described = header.name in [each.name for each in about.headers]
        given = {KEY.name: "any", header.name: "\u00a0" * 300}
        body = sample(about.body) if about.body else None
        if method != "GET":
            problem = keeper.call(method, address, body, given).get_json()
            assert (problem.get("field") == header.name) is described, f"{method} {address}"


# --- a bad body for each field of each form ---


def sample(kind: Any) -> Any:
    """A value of the type, as plain JSON; of a form only what it needs."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is Annotated:
        return sample(arguments[0])
    if origin in (types.UnionType, typing.Union):
        return sample(arguments[0])
    if origin is Literal:
        return arguments[0]
    if origin is tuple:
        every = arguments[:1] if arguments[-1] is Ellipsis else arguments
        return [sample(each) for each in every]
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {}
    if isinstance(kind, type) and issubclass(kind, Form):
        fields = msgspec.structs.fields(kind)
        return {each.encode_name: sample(each.type) for each in fields if each.required}
    known = {int: 1, float: 1.5, str: "x", bool: True, Decimal: "1", Tile: "5p", Tiles: ["5p"]}
    return known.get(kind, {})


def wrong(kind: Any) -> Iterator[tuple[Any, str]]:
    """Values that are not of the type, each with the path of what is wrong in it."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind is Any:
        return
    if origin is Annotated or origin in (types.UnionType, typing.Union):
        yield from wrong(arguments[0])
    elif kind in (int, float, bool, Decimal):
        yield "no", ""
    elif origin is tuple:
        yield 17, ""
        for value, path in wrong(arguments[0]):
            rest = [] if arguments[-1] is Ellipsis else [sample(each) for each in arguments[1:]]
            yield [value, *rest], f"[0]{path}"
    elif isinstance(origin, type) and issubclass(origin, Mapping):
        yield 17, ""
        name = "5" if arguments[0] is int else sample(arguments[0])
        for value, path in wrong(arguments[1]):
            yield {name: value}, f".{name}{path}"
    elif isinstance(kind, type) and issubclass(kind, Form):
        yield 17, ""
        yield sample(kind) | {"nonsense": 1}, ".nonsense"
        for each in msgspec.structs.fields(kind):
            name = each.encode_name
            if each.required:
                yield {n: v for n, v in sample(kind).items() if n != name}, f".{name}"
            for value, path in wrong(each.type):
                yield sample(kind) | {name: value}, f".{name}{path}"
    else:
        yield 17, ""


def is_one_sentence(text: str) -> bool:
    return text.endswith(".") and "\n" not in text


@pytest.mark.parametrize("name", BODIES)
def test_a_bad_field_is_refused_with_its_path(app: Flask, keeper: Scorekeeper, name: str) -> None:
    view = BODIES[name]
    ((method, address),) = [
        (method, address) for method, address, each in calls(app, keeper.start()) if each is view
    ]
    form = taken(view).body
    assert form is not None
    tried = 0
    for value, path in wrong(form):
        answer = keeper.call(method, address, value, {"Idempotency-Key": "any"})
        problem = answer.get_json()
        field = path.removeprefix(".") or None
        assert (answer.status_code, problem["field"]) == (400, field), (value, problem)
        assert is_one_sentence(problem["error"])
        tried += 1
    assert tried > len(msgspec.structs.fields(form))


TEXTS = {
    "a field that stands twice": ('{"winner": "E", "winner": "S"}', "winner"),
    "one deep inside": (
        '{"winner": "E", "hands": {"E": {"bonus": [], "bonus": []}}}',
        "hands.E.bonus",
    ),
    "half of a sign": ('{"winner": "E", "note": "\\ud83d"}', "note"),
    "half of a sign in a name": ('{"winner": "E", "hands": {"\\ud83d": {}}}', "hands.?"),
    "a number too large": ('{"winner": "E", "scores": {"E": 9' + "9" * 400 + "}}", "scores.E"),
    "a number beyond any": ('{"winner": "E", "scores": {"E": 1e999}}', "scores.E"),
    "no number": ('{"winner": "E", "scores": {"E": NaN}}', "scores.E"),
    "too deep": (
        '{"winner": "E", "hands": {"E": {"options": ' + "[" * 40 + "]" * 40 + "}}}",
        "hands.E.options" + "[0]" * 30,
    ),
    "much too deep": ("[" * 100_000, None),
    "no UTF-8": (b'{"winner": "\xff"}', None),
    "no JSON": ("{winner: E}", None),
}


@pytest.mark.parametrize("what", TEXTS)
def test_json_is_read_strictly(keeper: Scorekeeper, what: str) -> None:
    text, field = TEXTS[what]
    headers = {**keeper.headers, "Idempotency-Key": "any"}
    address = f"/api/evenings/{keeper.start()}/hands"
    answer = keeper.client.post(address, data=text, headers=headers)
    problem = answer.get_json()
    assert (answer.status_code, problem["field"]) == (400, field), problem
    assert is_one_sentence(problem["error"])
