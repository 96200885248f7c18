"""The answer: what a hand is worth, and why, as a value and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from companion.jsonform import from_form
from companion.rules.lines import Line, ScoredSet, json_text
from companion.rules.plan import Plan
from companion.rules.value import Value
from companion.rules.worth import Worth

_JSON_TEXT: Final = attrgetter("json_text")
_SCORED: Final = attrgetter("scored")


@dataclass(frozen=True)
class Score:
    """What a hand is worth, and why.

    complete: it is a winning hand. shape: standard, or the name of a special hand. points: before
    doubling; doubles: how often it is doubled; uncapped: the score before the limit, total: after
    it. limit_hands: all that hold, in the book's order. notes: what the program assumed or left
    out. reason: why a winner's hand is none.
    """

    complete: bool
    shape: str | None
    sets: tuple[ScoredSet, ...]
    lines: tuple[Line, ...]
    points: int = 0
    doubles: int = 0
    uncapped: int = 0
    limit_hand: str | None = None
    limit_hands: tuple[str, ...] = ()
    total: int = 0
    notes: tuple[str, ...] = ()
    reason: str | None = None

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            # What a score is made of is only put together when somebody wants to see it.
            if name not in ("sets", "lines") or "_why" not in self.__dict__:
                raise AttributeError(name)
            values = self.__dict__
            values["sets"], values["lines"] = values["_why"].explained()
            return values[name]

    def to_json(self) -> dict[str, Any]:
        form: dict[str, Any] = {
            "complete": self.complete,
            "shape": self.shape,
            "sets": [
                {"kind": each.kind, "tiles": [*each.tiles], "concealed": each.concealed}
                for each in self.sets
            ],
            "lines": [line.form.copy() for line in self.lines],
            "points": self.points,
            "doubles": self.doubles,
            "uncapped": self.uncapped,
            "limit_hand": self.limit_hand,
            "limit_hands": list(self.limit_hands),
            "total": self.total,
        }
        if self.notes:
            form["notes"] = list(self.notes)
        if self.reason is not None:
            form["reason"] = self.reason
        return form

    def json_text(self) -> str:
        """`to_json` as JSON text, put together from the texts of its sets and lines."""
        lines = ", ".join(map(_JSON_TEXT, self.lines))
        sets = ", ".join(map(_JSON_TEXT, self.sets))
        shape = "null" if self.shape is None else f'"{self.shape}"'
        text = (
            f'{{"complete": {"true" if self.complete else "false"}, "shape": {shape}, '
            f'"sets": [{sets}], "lines": [{lines}], "points": {self.points}, '
            f'"doubles": {self.doubles}, "uncapped": {self.uncapped}, '
            f'"limit_hand": {json_text(self.limit_hand) if self.limit_hand else "null"}, '
            f'"limit_hands": {json_text(self.limit_hands) if self.limit_hands else "[]"}, '
            f'"total": {self.total}'
        )
        if self.notes:
            text += f', "notes": {json_text(self.notes)}'
        if self.reason is not None:
            text += f', "reason": {json_text(self.reason)}'
        return text + "}"

    @staticmethod
    def from_json(data: Any) -> Score:
        """Raises FieldWrongError, FieldUnknownError, FieldMissingError."""
        score: Score = from_form(Score, data)
        return score


class Why(NamedTuple):
    """What a score is made of. limit_hand: the line of the first limit hand there is."""

    plan: Plan
    best: Value
    bonus: Sequence[Worth]
    limit_hand: Line | None

    def explained(self) -> tuple[tuple[ScoredSet, ...], tuple[Line, ...]]:
        """The sets, and the lines: those that bring points first, and then those that double."""
        plan, best = self.plan, self.best
        sets = best.reading.sets
        scored = tuple(map(_SCORED, sets))
        if self.limit_hand is not None:
            return scored, (self.limit_hand,)
        lines = [*plan.sure]
        doubling = [*plan.sure_doubles]
        for line in best.lines:
            (doubling if line.doubles else lines).append(line)
        worths = [*sets, *self.bonus]
        if best.points:
            for each in worths:
                lines += each.point_lines
        if best.doubles:
            for each in worths:
                lines += each.double_lines
        lines += doubling
        return scored, tuple(lines)
