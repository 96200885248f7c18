"""What is said where a change is taken back, or brought back again."""

from __future__ import annotations

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
    RoundMarked,
)


def taken_back(event: Event) -> str:
    return f"{_named(event)} is taken back"


def brought_back(event: Event) -> str:
    return f"{_named(event)} is brought back"


def _named(event: Event) -> str:
    """A change as a thing that people can take back."""
    match event:
        case HandSettled():
            return f"hand {event.n}"
        case HandCorrected():
            return f"the correction of hand {event.n}"
        case HandRemoved():
            return f"the removal of hand {event.n}"
        case Reseated():
            return f"the change of seats from hand {event.from_hand} on"
        case RoundMarked():
            return "the change of the round"
        case PenaltyPaid():
            return f"the {event.words}"
        case PenaltyTakenBack():
            return "the return of a penalty"
        case CountersCounted():
            return "the count of the counters"
        case Renamed():
            return "the change of names and settings"
        case Ended():
            return "the end of the evening"
        case _:
            raise AssertionError(f"{event.kind} is never taken back")
