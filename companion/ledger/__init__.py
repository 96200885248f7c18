"""The evenings: a journal of what happened, and everything that follows from it by replay."""

from companion.ledger.evening import Evening, Hand
from companion.ledger.events import Entry, Event, Player, Stake, Started
from companion.ledger.ledger import Change, Ledger

__all__ = ["Change", "Entry", "Evening", "Event", "Hand", "Ledger", "Player", "Stake", "Started"]
