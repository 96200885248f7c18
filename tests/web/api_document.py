"""What docs/api.md shows: each call with its body, and the answer that stands behind an arrow."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

DOCUMENT = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
LEFT_OUT = "…"
EACH_RUN = frozenset(
    ["id", "key", "token", "photo", "photos", "photo_of", "example", "evening", "highest_evening"]
    + ["at", "started", "settled", "last"]
    + ["version", "python", "uptime_s", "models", "timing_ms", "confidence", "likelihood"]
    + ["url", "urls", "back", "face"]
)
"""Fields that differ from one run to the next, or from one model to the next."""

HAND = {
    "ruleset": "harr-limit",
    "seat": "N",
    "round": "E",
    "winner": True,
    "concealed": "234m222p55s",
    "melds": [{"kind": "chow", "tiles": "123s"}, {"kind": "pung", "tiles": "666m"}],
    "win": {"tile": "2p", "by": "discard"},
}
"""What the document writes as `{…a hand…}`."""

_CALL = re.compile(r"`(GET|POST|PUT|PATCH|DELETE) ([^`\s]+)`")
_BODY = re.compile(r"(?: 🔑)?(?: \|)? `(\{[^`]+\})`")
_BODIES = re.compile(r"(?<!→)(?<!→ \d{3})\n```json\n(.*?)```", re.DOTALL)
_ANSWER = re.compile(r"→(?: (\d{3}))?(?: `(\{[^`]+\})`|\n```json\n(.*?)```)?", re.DOTALL)


class Example(NamedTuple):
    """A call as the document shows it. answer: None if the document shows only the status."""

    method: str
    path: str
    body: Any
    status: int
    answer: Any


def examples() -> Iterator[Example]:
    """Every call that is shown with a body or an answer. Of several bodies of one call, the first
    has the answer shown."""
    calls = list(_CALL.finditer(DOCUMENT))
    ends = [call.start() for call in calls[1:]] + [len(DOCUMENT)]
    for call, end in zip(calls, ends, strict=True):
        after = DOCUMENT[call.end() : end]
        beside = _BODY.match(after)
        bodies = [beside[1]] if beside else _BODIES.findall(after)
        sent = [body for text in bodies for body in values(text)]
        shown = _ANSWER.search(after)
        if shown:
            answer = next(values(shown[2] or shown[3] or ""), None)
            first = sent[0] if sent else None
            yield Example(call[1], call[2], first, int(shown[1] or 200), answer)
        for body in sent[1 if shown else 0 :]:
            yield Example(call[1], call[2], body, int(shown[1] or 200) if shown else 200, None)


def values(text: str) -> Iterator[Any]:
    """The JSON values of a text, in which `…` stands for what is left out."""
    text = text.replace("{…a hand…}", json.dumps(HAND))
    text = re.sub(r"\{…\}", '{"…": "…"}', text)
    text = re.sub(r", …\}", ', "…": "…"}', text)
    text = re.sub(r"(?<=\[)…|(?<=, )…(?=[,\]])", '"…"', text).strip()
    while text:
        value, end = json.JSONDecoder().raw_decode(text)
        yield value
        text = text[end:].strip()


def differences(shown: Any, answered: Any, path: str = "") -> Iterator[str]:
    """Where an answer is not as shown: its path, what is shown there, and what was answered."""
    if isinstance(shown, dict) and isinstance(answered, dict):
        yield from _fields(shown, answered, path)
    elif isinstance(shown, list) and isinstance(answered, list):
        yield from _items(shown, answered, path)
    elif isinstance(shown, str) and isinstance(answered, str):
        if not re.fullmatch(".*".join(map(re.escape, shown.split(LEFT_OUT))), answered):
            yield f"{path}: {shown!r} is shown, {answered!r} answered"
    elif shown != answered or type(shown) is not type(answered):
        yield f"{path}: {shown!r} is shown, {answered!r} answered"


def _fields(shown: dict[str, Any], answered: dict[str, Any], path: str) -> Iterator[str]:
    named = shown.keys() - {LEFT_OUT}
    missing = named ^ answered.keys() if named == shown.keys() else named - answered.keys()
    for name in sorted(missing):
        yield f"{path}.{name} is only {'shown' if name in shown else 'answered'}"
    for name in sorted(named & answered.keys()):
        compare = _shapes if name in EACH_RUN else differences
        yield from compare(shown[name], answered[name], f"{path}.{name}")


def _items(shown: list[Any], answered: list[Any], path: str) -> Iterator[str]:
    first, last = shown, []
    if LEFT_OUT in shown:
        at = shown.index(LEFT_OUT)
        first, last = shown[:at], shown[at + 1 :]
    if len(first) + len(last) > len(answered) or (first == shown and len(first) < len(answered)):
        yield f"{path}: {len(shown)} are shown, {len(answered)} answered"
        return
    pairs = [*zip(first, answered, strict=False)]
    pairs += zip(last, answered[len(answered) - len(last) :], strict=True)
    for n, (one, other) in enumerate(pairs):
        yield from differences(one, other, f"{path}[{n}]")


def _shapes(shown: Any, answered: Any, path: str) -> Iterator[str]:
    """As `differences`, for a field that is another each time: the types must be alike."""
    if isinstance(shown, dict) and isinstance(answered, dict) and LEFT_OUT not in shown:
        if shown.keys() != answered.keys():
            yield f"{path}: {sorted(shown)} are shown, {sorted(answered)} answered"
    elif type(shown) is not type(answered):
        yield f"{path}: {shown!r} is shown, {answered!r} answered"
