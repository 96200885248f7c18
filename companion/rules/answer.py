"""The answer: what a hand is worth, and why, as a value and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from companion.jsonform import from_form
from companion.rules.lines import Line, ScoredSet, Told, json_text
from companion.rules.plan import Plan
from companion.rules.readings import Reading
from companion.rules.worth import Why, Worth

_JSON_TEXT: Final = attrgetter("json_text")
_SCORED: Final = attrgetter("scored")
_POINT_LINES: Final = attrgetter("point_lines")
_DOUBLE_LINES: Final = attrgetter("double_lines")


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
            sets, lines = self._told()
            values["sets"] = tuple(chain.from_iterable(sets))
            values["lines"] = tuple(chain.from_iterable(lines))
            return values[name]

    def _told(self) -> tuple[list[Told[ScoredSet]], list[Told[Line]]]:
        """The sets, and the lines, in parts whose texts are known where they came up before."""
        why = self.__dict__.get("_why")
        return ([Told(self.sets)], [Told(self.lines)]) if why is None else _explained(*why)

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
        told_sets, told_lines = self._told()
        sets = ", ".join(map(_JSON_TEXT, told_sets))
        lines = ", ".join(map(_JSON_TEXT, filter(None, told_lines)))
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


def _explained(
    plan: Plan, best: Reading, bonus: Sequence[Worth], limit_hand: Line | None = None
) -> tuple[list[Told[ScoredSet]], list[Told[Line]]]:
    """The sets, and the lines: those that bring points first, and then those that double.

    limit_hand: the line of the first limit hand there is, which counts alone.
    """
    whys: list[Why] = [each.why for each in best.sets]
    scored = [*map(_SCORED, whys)]
    if limit_hand is not None:
        return scored, [limit_hand.alone]
    whys += [each.why for each in bonus]
    lines, doubles = [plan.sure], [plan.sure_doubles]
    for line in best.lines:
        (doubles if line.doubles else lines).append(line.alone)
    if best.points:
        lines += map(_POINT_LINES, whys)
    if best.doubles:
        lines += map(_DOUBLE_LINES, whys)
    return scored, lines + doubles
