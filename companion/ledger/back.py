"""What is said where a change is taken back, or brought back again."""

from __future__ import annotations

from typing import NamedTuple

from companion.ledger.events import (
    CountersCounted,
    Ended,
    Event,
    HandCorrected,
    HandRemoved,
    HandSettled,
    PenaltyPaid,
    PenaltyTakenBack,
    Renamed,
    Reseated,
    Resumed,
    RoundMarked,
    SeatTaken,
)


class Back(NamedTuple):
    """undoes: what undo does. undone: that it is done. redo: what redo shall do. redone: that it is
    done."""

    undoes: str
    undone: str
    redo: str
    redone: str


def back(event: Event) -> Back:
    """What is said of undoing a change, and of bringing it back."""
    match event:
        case HandSettled() | HandCorrected() | PenaltyPaid():
            return _taken_back(_thing(event))
        case HandRemoved():
            return Back(
                f"brings hand {event.n} back",
                f"hand {event.n} is back",
                f"remove hand {event.n} again",
                f"hand {event.n} is removed again",
            )
        case Reseated():
            return Back(
                f"seats everyone as before from hand {event.from_hand} on",
                f"everyone sits as before from hand {event.from_hand} on",
                f"change the seats again from hand {event.from_hand} on",
                f"the seats are changed again from hand {event.from_hand} on",
            )
        case SeatTaken(player=comes, instead_of=name, from_hand=n):
            return Back(
                f"seats {name} again in place of {comes.name} from hand {n} on",
                f"{name} plays again from hand {n} on",
                f"let {comes.name} play for {name} again from hand {n} on",
                f"{comes.name} plays for {name} again from hand {n} on",
            )
        case RoundMarked():
            return Back(
                "brings the old round back",
                "the old round is back",
                "change the round again",
                "the round is changed again",
            )
        case PenaltyTakenBack():
            return Back(
                "brings the penalty back",
                "the penalty is back",
                "take the penalty back again",
                "the penalty is taken back again",
            )
        case CountersCounted():
            return Back(
                "brings the counters back as they were",
                "the counters are as they were before the count",
                "take the counters as counted",
                "the counters are as they were counted",
            )
        case Renamed():
            return Back(
                "brings the old names and settings back",
                "the old names and settings are back",
                "bring the new names and settings back",
                "the new names and settings are back",
            )
        case Ended():
            return Back(
                "lets the evening go on",
                "the evening goes on",
                "end the evening again",
                "the evening is ended again",
            )
        case Resumed():
            return Back(
                "ends the evening again",
                "the evening is ended again",
                "let the evening go on again",
                "the evening goes on again",
            )
        case _:
            raise AssertionError(f"{event.kind} is never taken back")


def _thing(event: HandSettled | HandCorrected | PenaltyPaid) -> str:
    match event:
        case HandSettled():
            return f"hand {event.n}"
        case HandCorrected():
            return f"the correction of hand {event.n}"
        case PenaltyPaid():
            return f"the {event.words}"


def _taken_back(what: str) -> Back:
    """Of a change that is itself a thing which comes and goes."""
    return Back(
        f"takes {what} back", f"{what} is taken back", f"bring {what} back", f"{what} is back"
    )
