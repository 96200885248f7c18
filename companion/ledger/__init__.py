"""The evenings: a journal of what happened, and everything that follows from it."""

from companion.ledger.evening import Evening, SettledHand
from companion.ledger.events import Entry, Event, Player, Stake, Started
from companion.ledger.ledger import Change, Ledger

__all__ = [
    "Change",
    "Entry",
    "Evening",
    "Event",
    "Ledger",
    "Player",
    "SettledHand",
    "Stake",
    "Started",
]
