"""What can happen in an evening, as values. The journal holds these and nothing else.

Events are facts: who won, what was scored or which tiles were shown. `companion.ledger.replay`
works out payments, winds, totals and counters from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar, Literal, get_args

from companion.base.forms import FieldWrongError, Form
from companion.base.frozen import EMPTY, freeze
from companion.game.seats import WIND_WORDS, Place, Seat
from companion.rules.table.counters import Counters, Transfer
from companion.rules.table.rotation import Result
from companion.rules.table.settle import TableEvent

Keep = Literal["seats", "players"]
Json = dict[str, Any]


class Player(Form, frozen=True):
    """name: as entered, any text of one line. colour: `#rrggbb`, or None."""

    name: str
    colour: str | None = None


class Stake(Form, frozen=True):
    """What a hundred points are worth. currency: as people write it, `€` or `p`."""

    per_hundred: Decimal
    currency: str = ""


class HandEntered(Form, frozen=True):
    """What people enter of a hand, by seat.

    scores: as written down, before the limit, for seats without tiles. hands: the tiles of a seat
    as JSON, without rule set, seat and round, which the evening knows. events: washing, false
    Mah-Jongg and dead hands, as in a table to settle. photo_of: which of the photographs shows
    whose tiles, as far as that is known.
    """

    winner: Seat | None
    scores: Mapping[Seat, int] = EMPTY
    hands: Mapping[Seat, Json] = EMPTY
    discarder: Seat | None = None
    pays_for_all: bool = False
    events: tuple[TableEvent, ...] = ()
    photos: tuple[str, ...] = ()
    photo_of: Mapping[Seat, str] = EMPTY
    note: str = ""

    def __post_init__(self) -> None:
        freeze(self, "scores", "hands", "photo_of")


class Entry(HandEntered, frozen=True):
    """One hand as the journal holds it.

    seated: who sat where when this was entered, if that must be kept. After a correction of an
    earlier hand, the seats that are worked out may differ from it.
    """

    result: Result = "win"
    seated: Mapping[Seat, Place] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        freeze(self, "seated")


class Started(Form, frozen=True):
    """The first event of every evening: its setup.

    rulebook: digest of the rules on that day, which the database keeps word for word. first: the
    first player is East; the others follow to the right.
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

    def __post_init__(self) -> None:
        freeze(self, "options", "counters")


class HandSettled(Form, frozen=True):
    """n: the hand's number when it was settled, for people who read the journal."""

    kind: ClassVar[str] = "hand_settled"
    n: int
    entry: Entry

    @property
    def words(self) -> str:
        return f"hand {self.n} settled"


class HandCorrected(Form, frozen=True):
    """keep: whether the later hands stay with the seats, or with the players that they name.

    unpin: those that stay with the seats are also those that an earlier change left with their
    players. Earlier versions stored no such field, and left these with their players for good.
    """

    kind: ClassVar[str] = "hand_corrected"
    n: int
    entry: Entry
    keep: Keep = "seats"
    unpin: bool = False

    @property
    def words(self) -> str:
        return f"hand {self.n} corrected"


class HandRemoved(Form, frozen=True):
    """keep, unpin: as in `HandCorrected`."""

    kind: ClassVar[str] = "hand_removed"
    n: int
    keep: Keep = "seats"
    unpin: bool = False

    @property
    def words(self) -> str:
        return f"hand {self.n} removed"


class Reseated(Form, frozen=True):
    """seats: from hand `from_hand` on, which may be the next hand. keep, unpin: as in
    `HandCorrected`."""

    kind: ClassVar[str] = "reseated"
    seats: Mapping[Seat, Place]
    from_hand: int
    keep: Keep = "players"
    unpin: bool = False

    def __post_init__(self) -> None:
        freeze(self, "seats")

    @property
    def words(self) -> str:
        return f"seats changed from hand {self.from_hand} on"


class SeatTaken(Form, frozen=True):
    """Another player plays on for one who leaves, from hand `from_hand` on, which may be the next.

    leaves, comes: their places in the list of players; that of a new player is the next free one.
    Whoever leaves keeps their place, counters and total. player: who comes, instead_of: the name of
    who leaves, both as they were then.
    """

    kind: ClassVar[str] = "seat_taken"
    player: Player
    instead_of: str
    leaves: Place
    comes: Place
    from_hand: int

    @property
    def words(self) -> str:
        return f"{self.player.name} plays for {self.instead_of} from hand {self.from_hand} on"


class RoundMarked(Form, frozen=True):
    kind: ClassVar[str] = "round_marked"
    round: Seat

    @property
    def words(self) -> str:
        return f"round set to {WIND_WORDS[self.round]}"


class PenaltyPaid(Form, frozen=True):
    kind: ClassVar[str] = "penalty_paid"
    payments: tuple[Transfer, ...]
    why: str = ""

    @property
    def words(self) -> str:
        return f"penalty of {sum(payment.points for payment in self.payments):,}"


class PenaltyTakenBack(Form, frozen=True):
    """penalty: the version at which it was paid."""

    kind: ClassVar[str] = "penalty_taken_back"
    words: ClassVar[str] = "penalty taken back"
    penalty: int


class CountersCounted(Form, frozen=True):
    """What each player really holds, counted at the table."""

    kind: ClassVar[str] = "counters_counted"
    words: ClassVar[str] = "counters counted"
    counters: tuple[Counters, ...]

    def __post_init__(self) -> None:
        freeze(self, "counters")


class Renamed(Form, frozen=True):
    """Names and settings. None leaves a value as it is."""

    kind: ClassVar[str] = "renamed"
    words: ClassVar[str] = "names and settings changed"
    players: tuple[Player, ...] | None = None
    title: str | None = None
    stake: Stake | None = None
    keep_photos: bool | None = None


class Ended(Form, frozen=True):
    kind: ClassVar[str] = "ended"
    words: ClassVar[str] = "evening ended"


class Resumed(Form, frozen=True):
    """The evening that had ended goes on; what changed after its end stays."""

    kind: ClassVar[str] = "resumed"
    words: ClassVar[str] = "evening goes on"


class Undone(Form, frozen=True):
    """Takes back the last change that still counts."""

    kind: ClassVar[str] = "undone"
    words: ClassVar[str] = "undone"


class Redone(Form, frozen=True):
    """Brings back what was undone last, if nothing new has happened since."""

    kind: ClassVar[str] = "redone"
    words: ClassVar[str] = "brought back"


Event = (
    Started
    | HandSettled
    | HandCorrected
    | HandRemoved
    | Reseated
    | SeatTaken
    | RoundMarked
    | PenaltyPaid
    | PenaltyTakenBack
    | CountersCounted
    | Renamed
    | Ended
    | Resumed
    | Undone
    | Redone
)


@dataclass(frozen=True)
class Recorded:
    """An event in the journal of an evening.

    version: its place, from 1 without a gap; the only order that counts. at: the clock at that
    moment, for people. key: of the call that caused it.
    """

    version: int
    event: Event
    at: str
    key: str | None = None


_EVENTS: dict[str, type[Event]] = {each.kind: each for each in get_args(Event)}


def event_from_json(kind: str, body: Any) -> Event:
    """Raises MalformedError."""
    if kind not in _EVENTS:
        raise FieldWrongError("kind", f"one of {', '.join(_EVENTS)}", kind)
    return _EVENTS[kind].from_json(body)
