"""What can happen in an evening, as values. The journal holds these and nothing else.

Facts only: who won, what was scored or which tiles were shown. Payments, winds, totals and
counters follow from them in `companion.ledger.evening`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, ClassVar, Literal

from companion.rules.counters import Counters, Payment, Place
from companion.rules.rotation import Result
from companion.seats import Seat

Keep = Literal["seats", "players"]
Json = dict[str, Any]


@dataclass(frozen=True)
class Player:
    """name: as entered, any text of a line. colour: `#rrggbb`, or None."""

    name: str
    colour: str | None = None


@dataclass(frozen=True)
class Stake:
    """What a hundred points are worth. currency: as people write it, `€` or `p`."""

    per_hundred: Decimal
    currency: str = ""


@dataclass(frozen=True)
class Entry:
    """One hand as it was entered, by seat.

    scores: as written down, before the limit; of the seats that gave no tiles.
    hands: the tiles of a seat as JSON, without rule set, seat and round: the evening has them.
    events: washing, false Mah-Jongg and dead hands, as in a table to settle.
    seated: who sat where when this was entered, where that is to be kept; the seats as they are
        worked out later may differ from it after a correction of an earlier hand.
    """

    winner: Seat | None
    result: Result = "win"
    scores: Mapping[Seat, int] = field(default_factory=dict)
    hands: Mapping[Seat, Json] = field(default_factory=dict)
    discarder: Seat | None = None
    pays_for_all: bool = False
    events: tuple[Json, ...] = ()
    photos: tuple[str, ...] = ()
    note: str = ""
    seated: Mapping[Seat, Place] | None = None


@dataclass(frozen=True)
class Started:
    """The first event of every evening: its setup.

    rulebook: digest of the rules as they were on that day, kept word for word in the database.
    first: the first player is East; the others follow to the right.
    """

    kind: ClassVar[str] = "started"
    words: ClassVar[str] = "evening started"
    id: str
    players: tuple[Player, ...]
    ruleset: str
    options: Json
    rulebook: str
    counters: Counters
    title: str = ""
    stake: Stake | None = None
    keep_photos: bool = True


@dataclass(frozen=True)
class HandSettled:
    """n: the hand's number when it was settled, for people who read the journal."""

    kind: ClassVar[str] = "hand_settled"
    n: int
    entry: Entry

    @property
    def words(self) -> str:
        return f"hand {self.n} settled"


@dataclass(frozen=True)
class HandCorrected:
    """keep: whether the hands after it stay with the seats or with the players they name."""

    kind: ClassVar[str] = "hand_corrected"
    n: int
    entry: Entry
    keep: Keep = "seats"

    @property
    def words(self) -> str:
        return f"hand {self.n} corrected"


@dataclass(frozen=True)
class HandRemoved:
    kind: ClassVar[str] = "hand_removed"
    n: int
    keep: Keep = "seats"

    @property
    def words(self) -> str:
        return f"hand {self.n} removed"


@dataclass(frozen=True)
class Reseated:
    """seats: as they were from hand `from_hand` on, the next one where that is not yet played."""

    kind: ClassVar[str] = "reseated"
    seats: Mapping[Seat, Place]
    from_hand: int
    keep: Keep = "players"

    @property
    def words(self) -> str:
        return f"seats changed from hand {self.from_hand} on"


@dataclass(frozen=True)
class RoundMarked:
    kind: ClassVar[str] = "round_marked"
    round: Seat

    @property
    def words(self) -> str:
        return f"round set to {self.round}"


@dataclass(frozen=True)
class PenaltyPaid:
    kind: ClassVar[str] = "penalty_paid"
    payments: tuple[Payment, ...]
    why: str = ""

    @property
    def words(self) -> str:
        return f"penalty of {sum(payment.points for payment in self.payments)}"


@dataclass(frozen=True)
class PenaltyTakenBack:
    """penalty: the version at which it was paid."""

    kind: ClassVar[str] = "penalty_taken_back"
    words: ClassVar[str] = "penalty taken back"
    penalty: int


@dataclass(frozen=True)
class CountersCounted:
    """What each player really holds, counted at the table."""

    kind: ClassVar[str] = "counters_counted"
    words: ClassVar[str] = "counters counted"
    counters: tuple[Counters, ...]


@dataclass(frozen=True)
class Renamed:
    """Names and settings; None leaves a thing as it is."""

    kind: ClassVar[str] = "renamed"
    words: ClassVar[str] = "names and settings changed"
    players: tuple[Player, ...] | None = None
    title: str | None = None
    stake: Stake | None = None
    keep_photos: bool | None = None


@dataclass(frozen=True)
class Ended:
    kind: ClassVar[str] = "ended"
    words: ClassVar[str] = "evening ended"


@dataclass(frozen=True)
class Undone:
    """Takes back the last change that still stands."""

    kind: ClassVar[str] = "undone"
    words: ClassVar[str] = "undone"


@dataclass(frozen=True)
class Redone:
    """Brings back what was undone last, where nothing new has happened since."""

    kind: ClassVar[str] = "redone"
    words: ClassVar[str] = "brought back"


Event = (
    Started
    | HandSettled
    | HandCorrected
    | HandRemoved
    | Reseated
    | RoundMarked
    | PenaltyPaid
    | PenaltyTakenBack
    | CountersCounted
    | Renamed
    | Ended
    | Undone
    | Redone
)


@dataclass(frozen=True)
class Recorded:
    """An event in the journal of an evening.

    version: its place, from 1 without a gap; the only order that counts.
    at: the clock at that moment, for people. key: of the call that caused it.
    """

    version: int
    event: Event
    at: str
    key: str | None = None
