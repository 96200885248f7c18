"""The evenings: a journal of what happened, and everything that follows from it."""

from companion.ledger.evening import Evening
from companion.ledger.events import Event
from companion.ledger.ledger import Change, Ledger

__all__ = ["Change", "Evening", "Event", "Ledger"]
