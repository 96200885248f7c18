"""The calls as an OpenAPI 3.1 document, made of the routes and of the forms that they take.

A call says with `takes` what its body is; the rest follows from its route and its types.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import msgspec
from flask import Flask
from werkzeug.routing import Rule as Route

from companion.base.forms import Form
from companion.game import tiles as t

V = TypeVar("V", bound=Callable[..., Any])
Json = dict[str, Any]

_REF: Final = "#/components/schemas/{name}"
_PLACEHOLDER: Final = re.compile(r"<(?:\w+:)?(\w+)>")
_OWN_METHODS: Final = ("HEAD", "OPTIONS")
"""Methods that Flask answers by itself."""


class Problem(Form, frozen=True):
    """What every call answers that cannot do what was asked. field: the path in the input."""

    error: str
    field: str | None


def takes(
    body: type[Form] | None = None,
    *,
    instead: type[Form] | None = None,
    files: tuple[str, ...] = (),
    answer: type[Form] | None = None,
) -> Callable[[V], V]:
    """Say what a call takes and answers.

    body: JSON of this form. instead: another form that it may have. files: form fields of a
    multipart body that hold files. answer: JSON of this form, if it has one.
    """

    def marked(view: V) -> V:
        view.__dict__.update(form=body, instead=instead, files=files, answer=answer)
        return view

    return marked


def document(app: Flask, version: str) -> Json:
    """The whole document, as plain values."""
    paths: dict[str, Json] = {}
    forms: dict[str, type[Form]] = {"Problem": Problem}
    for route in app.url_map.iter_rules():
        if route.rule.startswith("/api/"):
            view = app.view_functions[route.endpoint]
            for method in sorted((route.methods or set()).difference(_OWN_METHODS)):
                call = _call(route, view, forms)
                paths.setdefault(_PLACEHOLDER.sub(r"{\1}", route.rule), {})[method.lower()] = call
    _, schemas = msgspec.json.schema_components(
        forms.values(), schema_hook=_schema, ref_template=_REF
    )
    return {
        "openapi": "3.1.0",
        "info": {"title": "Mah-Jongg Table Companion", "version": version},
        "paths": dict(sorted(paths.items())),
        "components": {"schemas": schemas},
    }


def form_of(view: Callable[..., Any]) -> type[Form] | None:
    """The form of a call's JSON body, None where it takes none."""
    form: type[Form] | None = view.__dict__.get("form")
    return form


def _call(route: Route, view: Callable[..., Any], forms: dict[str, type[Form]]) -> Json:
    body, answer = form_of(view), view.__dict__.get("answer")
    instead = view.__dict__.get("instead")
    files: tuple[str, ...] = view.__dict__.get("files", ())
    forms |= {form.__name__: form for form in (body, instead, answer) if form}
    call: Json = {
        "operationId": route.endpoint,
        "summary": view.__name__.replace("_", " "),
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": _path_schema(route, name)}
            for name in sorted(route.arguments)
        ],
        "responses": {
            "2XX": {"description": "Done.", **(_json(answer) if answer else {})},
            "default": {"description": "One sentence on what to put right.", **_json(Problem)},
        },
    }
    if body is not None:
        call["requestBody"] = {"required": True, **_json(body, instead)}
    elif files:
        each = {"type": "array", "items": {"type": "string", "format": "binary"}}
        schema = {"type": "object", "properties": dict.fromkeys(files, each)}
        call["requestBody"] = {
            "required": True,
            "content": {"multipart/form-data": {"schema": schema}},
        }
    return call


def _json(form: type[Form], instead: type[Form] | None = None) -> Json:
    refs: list[Json] = [{"$ref": _REF.format(name=f.__name__)} for f in (form, instead) if f]
    schema = refs[0] if instead is None else {"oneOf": refs}
    return {"content": {"application/json": {"schema": schema}}}


def _path_schema(route: Route, name: str) -> Mapping[str, str]:
    return {"type": "integer" if f"<int:{name}>" in route.rule else "string"}


def _schema(kind: type) -> Json:
    """The types of our own that forms hold."""
    tile: Json = {"type": "string", "examples": ["5p", t.UNICODE["5p"]]}
    if kind is t.Tile:
        return tile
    if kind is t.Tiles:
        text: Json = {"type": "string", "examples": ["123m456p11z"]}
        return {"oneOf": [{"type": "array", "items": tile}, text]}
    raise NotImplementedError(kind)
