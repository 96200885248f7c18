"""The calls as an OpenAPI 3.1 document, made of the routes and of the forms that they take.

A call says with `takes` what comes in and what goes out; the rest follows from its route and its
types.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

import msgspec
from flask import Flask
from msgspec import Struct
from msgspec.structs import fields, replace
from werkzeug.routing import Rule as Route

from companion.base.forms import Form, is_object
from companion.game import tiles as t
from companion.web.session import COOKIE, TOKEN_HEADER

V = TypeVar("V", bound=Callable[..., Any])
Json = dict[str, Any]

_REF: Final = "#/components/schemas/{name}"
_NOTATIONS: Final[dict[str, Json]] = {
    "Tile": {"type": "string", "enum": [*t.ORDER, *t.UNICODE.values()]},
    "Tiles": {
        "oneOf": [
            {"type": "array", "items": {"$ref": _REF.format(name="Tile")}},
            {"type": "string", "examples": ["123m456p11z"]},
        ]
    },
}
"""What may come in as a tile, or as tiles: more than the types say, which hold codes only."""
_PLACEHOLDER: Final = re.compile(r"<(?:\w+:)?(\w+)>")
_OWN_METHODS: Final = ("HEAD", "OPTIONS")
"""Methods that Flask answers by itself."""


class Problem(Form, frozen=True):
    """What every call answers that cannot do what was asked. field: the path in the input."""

    error: str
    field: str | None


class Header(Form, frozen=True):
    """A header that a call looks at."""

    name: str
    words: str
    required: bool = False


VERSION: Final = Header(
    "If-Match", "The version that is changed. Another one in the meantime is answered with 409."
)
KEY: Final = Header(
    "Idempotency-Key", "1 to 200 signs. The same key again answers the same and changes nothing."
)
KEY_NEEDED: Final = replace(KEY, required=True)
KNOWN: Final = Header("If-None-Match", "The version that is known. If it is the latest: 304.")
_TOKEN: Final = {
    "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
    "token": {"type": "apiKey", "in": "header", "name": TOKEN_HEADER},
}
"""What the scorekeeper sends with each change; `POST /api/session` gives both."""


class Taken(Struct, frozen=True):
    """What a call takes and answers; as a decorator, it says so of a function.

    body: JSON of this form. instead: other forms that it may have. query: the names in the
    address. headers: those that it looks at. files: form fields of a multipart body that hold
    files. answer: JSON of this type. to_all: people without the PIN may call it, though it is not a
    GET.
    """

    body: type[Form] | None = None
    instead: tuple[type[Form], ...] = ()
    query: type[Form] | None = None
    headers: tuple[Header, ...] = ()
    files: tuple[str, ...] = ()
    answer: type | None = None
    to_all: bool = False

    def __call__(self, view: V) -> V:
        view.__dict__["taken"] = self
        return view


takes: Final = Taken


def taken(view: Callable[..., Any]) -> Taken:
    found: Taken = view.__dict__.get("taken", Taken())
    return found


def needs_scorekeeper(method: str, view: Callable[..., Any]) -> bool:
    """Whatever may change something does, if it is not said to be open to all."""
    return method not in ("GET", *_OWN_METHODS) and not taken(view).to_all


def document(app: Flask, version: str) -> Json:
    """The whole document, as plain values."""
    paths: dict[str, Json] = {}
    types: set[type] = {Problem}
    for route in app.url_map.iter_rules():
        if route.rule.startswith("/api/"):
            view = app.view_functions[route.endpoint]
            about = taken(view)
            types |= {kind for kind in (about.body, *about.instead, about.answer) if kind}
            for method in sorted((route.methods or set()).difference(_OWN_METHODS)):
                call = _call(route, view, needs_scorekeeper(method, view))
                paths.setdefault(_PLACEHOLDER.sub(r"{\1}", route.rule), {})[method.lower()] = call
    _, schemas = msgspec.json.schema_components(types, ref_template=_REF)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Mah-Jongg Table Companion", "version": version},
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": _in_any_notation(schemas) | _NOTATIONS,
            "securitySchemes": _TOKEN,
        },
    }


def _call(route: Route, view: Callable[..., Any], keeper: bool) -> Json:
    about = taken(view)
    call: Json = {
        "operationId": route.endpoint,
        "summary": view.__name__.replace("_", " "),
        "parameters": [*_in_path(route), *_in_address(about), *_in_head(about)],
        "responses": {
            "2XX": {"description": "Done.", **(_json(about.answer) if about.answer else {})},
            "default": {"description": "One sentence on what to put right.", **_json(Problem)},
        },
    }
    if keeper:
        call["security"] = [{name: [] for name in _TOKEN}]
    if about.body is not None:
        call["requestBody"] = {"required": True, **_json(about.body, *about.instead)}
    elif about.files:
        each = {"type": "array", "items": {"type": "string", "format": "binary"}}
        schema = {"type": "object", "properties": dict.fromkeys(about.files, each)}
        call["requestBody"] = {
            "required": True,
            "content": {"multipart/form-data": {"schema": schema}},
        }
    return call


def _in_path(route: Route) -> Iterator[Json]:
    for name in sorted(route.arguments):
        kind = "integer" if f"<int:{name}>" in route.rule else "string"
        yield {"name": name, "in": "path", "required": True, "schema": {"type": kind}}


def _in_address(about: Taken) -> Iterator[Json]:
    for each in fields(about.query) if about.query else ():
        schema = {"schema": _in_any_notation(msgspec.json.schema(each.type))}
        yield {
            "name": each.encode_name,
            "in": "query",
            "required": each.required,
            **({"content": {"application/json": schema}} if is_object(each.type) else schema),
        }


def _in_head(about: Taken) -> Iterator[Json]:
    for each in about.headers:
        yield {
            "name": each.name,
            "in": "header",
            "description": each.words,
            "required": each.required,
            "schema": {"type": "string"},
        }


def _json(*forms: type) -> Json:
    refs: list[Json] = [{"$ref": _REF.format(name=form.__name__)} for form in forms]
    schema = refs[0] if len(refs) == 1 else {"oneOf": refs}
    return {"content": {"application/json": {"schema": schema}}}


def _in_any_notation(schema: Any) -> Any:
    """The schema, in which tiles may have any of their notations."""
    if isinstance(schema, list):
        return [_in_any_notation(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    title = schema.get("title")
    if isinstance(title, str) and title in _NOTATIONS:
        return {"$ref": _REF.format(name=title)}
    return {name: _in_any_notation(each) for name, each in schema.items()}
