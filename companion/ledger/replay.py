"""An evening worked out from its journal: pure functions, no clock, no database.

`replay` gives the state after any number of events, and `step` the state after one more. The two
always agree. An undone event counts as if it had never happened, but it stays in the journal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from msgspec import structs

from companion.base.errors import (
    CompanionError,
    ConflictError,
    NotAllowedError,
    NotFoundError,
    UnavailableError,
)
from companion.game.seats import Place, Seat
from companion.ledger.course import by_place
from companion.ledger.evening import (
    Evening,
    Figures,
    HandMissingError,
    Item,
    NewCounters,
    NewPlayer,
    NewRound,
    NewSeats,
    NobodyInPlaceError,
    PaidPenalty,
    Penalty,
    PlayedHand,
    Position,
    SettledHand,
)
from companion.ledger.events import (
    CountersCounted,
    Ended,
    Entry,
    HandCorrected,
    HandRemoved,
    HandSettled,
    PenaltyPaid,
    PenaltyTakenBack,
    Recorded,
    Redone,
    Renamed,
    Reseated,
    Resumed,
    RoundMarked,
    SeatTaken,
    Started,
    Undone,
)
from companion.ledger.locked_rules import Rulebook
from companion.ledger.turns import after_taking_over
from companion.rules.table.counters import Transfer, hand_over
from companion.rules.table.rotation import marked, reseated, taken_over

MOST_PLAYERS = 8
"""Who may have played in one evening, one after the other. By hand: two tables' worth. More would
leave no room on the sheet, and the fewest payments among them are looked for in all their groups.
"""


class PenaltyMissingError(NotFoundError):
    def __init__(self, penalty: int) -> None:
        super().__init__(f"There is no penalty {penalty} to take back.", field="penalty")


class EveningEndedError(ConflictError):
    sentence = "This evening has ended; let it go on to play on."


class EveningNotEndedError(ConflictError):
    sentence = "This evening has not ended; enter the next hand."


class NothingToUndoError(ConflictError):
    sentence = "There is nothing to undo: the evening is as it was started."


class NothingToRedoError(ConflictError):
    sentence = "There is nothing to bring back: nothing was undone last."


class NoLongerFitsError(NotAllowedError):
    """A change of an earlier hand makes a later one impossible."""

    def __init__(self, n: int, reason: CompanionError) -> None:
        super().__init__(f"Then hand {n} would no longer fit: {reason}", field=f"hands[{n - 1}]")


class SeatsUnfitError(NotAllowedError):
    def __init__(self, expected: Iterable[Seat]) -> None:
        super().__init__(
            f"Each player needs a seat of their own, and the seats are {', '.join(expected)}.",
            field="seats",
        )


class PaymentUnfitError(NotAllowedError):
    def __init__(self, i: int, players: int) -> None:
        super().__init__(
            f"A payment goes from one player to another, both from 0 to {players - 1}.",
            field=f"payments[{i}]",
        )


class SeatElsewhereError(NotAllowedError):
    def __init__(self, name: str, n: int, field: str, sits: bool) -> None:
        seated = "already sits" if sits else "does not sit"
        super().__init__(
            f"{name} {seated} at the table in hand {n}; choose somebody else.", field=field
        )


class TooManyPlayersError(NotAllowedError):
    def __init__(self) -> None:
        super().__init__(
            f"{MOST_PLAYERS} players have taken turns this evening, and there is no room for more;"
            " begin another evening with whoever comes next.",
            field="name",
        )


class PlayerCountChangedError(NotAllowedError):
    def __init__(self, count: int, field: str) -> None:
        super().__init__(f"This evening has {count} players; give as many.", field=field)


class LedgerUnbalancedError(UnavailableError):
    def __init__(self, what: str, total: int) -> None:
        super().__init__(
            f"The payments of {what} do not add up to zero but to {total}, so nothing was stored; "
            "export the evening and report this."
        )


def replay(rules: Rulebook, journal: Sequence[Recorded]) -> Evening:
    """The state after all these events. The first one starts the evening.

    Raises a CompanionError if an event does not fit, as `step` would have.
    """
    standing: list[Recorded] = []
    undone: list[Recorded] = []
    for recorded in journal[1:]:
        stack(recorded, standing, undone)
    return _played(rules, journal[0], standing, undone, journal[-1].version)


def step(rules: Rulebook, evening: Evening, recorded: Recorded) -> Evening:
    """The state after one more event.

    Raises a CompanionError if it does not fit; the evening stays as it is.
    """
    standing, undone = list(evening.standing), list(evening.undone)
    stack(recorded, standing, undone)
    if isinstance(recorded.event, Undone | Redone):
        return _played(rules, evening.origin, standing, undone, recorded.version)
    line = _Line(rules, evening.setup, _at_the_table(evening.origin))
    line.go_on_from(evening)
    line.apply(recorded)
    return line.evening(evening.origin, standing, undone, recorded.version)


def stack(recorded: Recorded, standing: list[Recorded], undone: list[Recorded]) -> None:
    """Undo and redo, as on two stacks: a new event forgets what could be brought back.

    Raises NothingToUndoError, NothingToRedoError.
    """
    match recorded.event:
        case Undone():
            if not standing:
                raise NothingToUndoError
            undone.append(standing.pop())
        case Redone():
            if not undone:
                raise NothingToRedoError
            standing.append(undone.pop())
        case _:
            standing.append(recorded)
            undone.clear()


def _played(
    rules: Rulebook,
    origin: Recorded,
    standing: list[Recorded],
    undone: list[Recorded],
    version: int,
) -> Evening:
    assert isinstance(origin.event, Started)
    line = _Line(rules, origin.event, _at_the_table(origin))
    for recorded in standing:
        line.apply(recorded)
    return line.evening(origin, standing, undone, version)


def _at_the_table(origin: Recorded) -> int:
    """How many play at a time."""
    assert isinstance(origin.event, Started)
    return len(origin.event.players)


class _Line:
    """An evening under construction: what was played, and what follows from it so far.

    at_the_table: how many play at a time.
    """

    def __init__(self, rules: Rulebook, setup: Started, at_the_table: int) -> None:
        self.rules = rules
        self.setup = setup
        self.at_the_table = at_the_table
        self.items: list[Item] = []
        self.ended = False
        self._rewind()

    def go_on_from(self, evening: Evening) -> None:
        self.items = list(evening.items)
        self.hands[:] = evening.hands
        self.penalties[:] = evening.penalties
        self.position = evening.position
        self.ended = evening.ended

    def evening(
        self, origin: Recorded, standing: list[Recorded], undone: list[Recorded], version: int
    ) -> Evening:
        return Evening(
            origin=origin,
            setup=self.setup,
            version=version,
            items=tuple(self.items),
            hands=tuple(self.hands),
            penalties=tuple(self.penalties),
            position=self.position,
            ended=self.ended,
            standing=tuple(standing),
            undone=tuple(undone),
        )

    def apply(self, recorded: Recorded) -> None:
        match recorded.event:
            case HandSettled(entry=entry):
                self._refuse_if_ended()
                self._add(PlayedHand(entry, recorded.version, recorded.key, recorded.at))
            case HandCorrected() as corrected:
                self._correct(corrected)
            case HandRemoved() as removed:
                self._remove(removed)
            case Reseated() | SeatTaken() as event:
                self._seat(event)
            case RoundMarked(round=round_):
                self._add(NewRound(round_))
            case PenaltyPaid(payments, why):
                self._check_payments(payments)
                self._add(Penalty(recorded.version, payments, why))
            case PenaltyTakenBack(penalty):
                self._take_back(penalty)
            case CountersCounted(counters):
                self._check_count(counters, "counters")
                self._add(NewCounters(counters))
            case Renamed() as renamed:
                self._rename(renamed)
            case Ended() | Resumed() as event:
                self._end(isinstance(event, Ended))
            case Started() | Undone() | Redone():
                raise AssertionError("handled before")

    def _end(self, ends: bool) -> None:
        """End the evening, or let it go on."""
        if ends:
            self._refuse_if_ended()
        elif not self.ended:
            raise EveningNotEndedError
        self.ended = ends

    def _refuse_if_ended(self) -> None:
        if self.ended:
            raise EveningEndedError

    def _correct(self, event: HandCorrected) -> None:
        place = self._place_of_hand(event.n)
        self._pin(event, event.n + 1)
        old = self.items[place]
        assert isinstance(old, PlayedHand)
        self.items[place] = replace(old, entry=event.entry, corrected=True)
        self._refold(event.n)

    def _remove(self, event: HandRemoved) -> None:
        place = self._place_of_hand(event.n)
        self._pin(event, event.n + 1)
        del self.items[place]
        self._refold(event.n)

    def _seat(self, event: Reseated | SeatTaken) -> None:
        """Seat the players otherwise, or another one among them."""
        if isinstance(event, SeatTaken):
            self._take_seat(event)
        else:
            self._reseat(event)

    def _reseat(self, event: Reseated) -> None:
        n = event.from_hand
        if n == len(self.hands) + 1:
            self._check_seats(event.seats, self.position.turn.seats)
            self._add(NewSeats(event.seats))
            return
        place = self._place_of_hand(n, "from_hand")
        self._check_seats(event.seats, self.hands[n - 1].turn.seats)
        self._pin(event, event.from_hand)
        self.items.insert(place, NewSeats(event.seats))
        self._refold(event.from_hand)

    def _take_seat(self, event: SeatTaken) -> None:
        """Later hands, seats and payments that name the one who leaves mean the one who comes."""
        self._refuse_if_ended()
        leaves, comes, players = event.leaves, event.comes, self.setup.players
        if comes == len(players):
            if comes == MOST_PLAYERS:
                raise TooManyPlayersError
            players = (*players, event.player)
            self.setup = structs.replace(self.setup, players=players)
        if not all(0 <= place < len(players) for place in (leaves, comes)):
            raise NobodyInPlaceError(len(self.setup.players))
        n = event.from_hand
        place = len(self.items)
        if n != len(self.hands) + 1:
            place = self._place_of_hand(n, "from_hand")
        self.items[place:] = after_taking_over(self.items[place:], leaves, comes)
        self._refold(n)

    def _take_back(self, penalty: int) -> None:
        kept = [
            item
            for item in self.items
            if not (isinstance(item, Penalty) and item.version == penalty)
        ]
        if len(kept) == len(self.items):
            raise PenaltyMissingError(penalty)
        self.items = kept
        self._refold(None)

    def _rename(self, event: Renamed) -> None:
        if event.players is not None:
            self._check_count(event.players, "players")
        new = {name: value for name, value in structs.asdict(event).items() if value is not None}
        self.setup = structs.replace(self.setup, **new)

    def _rewind(self) -> None:
        count = len(self.setup.players)
        self.hands: list[SettledHand] = []
        self.penalties: list[PaidPenalty] = []
        self.position = Position(
            turn=self.rules.opening(self.at_the_table),
            totals=(0,) * count,
            counters=(self.setup.counters,) * count,
            figures=(Figures(),) * count,
        )

    def _refold(self, changed: int | None) -> None:
        """Work out everything again. changed: the hand that was meant to change, if there is
        one."""
        self._rewind()
        for item in self.items:
            try:
                self._fold(item)
            except CompanionError as error:
                n = len(self.hands) + 1
                if n == changed or isinstance(error, UnavailableError):
                    raise
                raise NoLongerFitsError(n, error) from error

    def _add(self, item: Item) -> None:
        self._fold(item)
        self.items.append(item)

    def _fold(self, item: Item) -> None:
        position = self.position
        match item:
            case PlayedHand():
                self._fold_hand(item)
            case Penalty(_, payments, _):
                n = len(self.hands)
                net = _net(payments, len(position.totals))
                _check_balance(net, f"the penalty after hand {n}")
                counters, moves = hand_over(position.counters, payments)
                self.penalties.append(PaidPenalty(item, n, net, moves))
                self.position = replace(
                    position, totals=_plus(position.totals, net), counters=counters
                )
            case NewSeats(seats):
                self.position = replace(position, turn=reseated(position.turn, seats))
            case NewPlayer(leaves, comes):
                seated = position.turn.seats.values()
                for who, sits, field in ((leaves, True, "instead_of"), (comes, False, "name")):
                    if (who in seated) != sits:
                        name, n = self.setup.players[who].name, len(self.hands) + 1
                        raise SeatElsewhereError(name, n, field, sits=not sits)
                self.position = replace(position, turn=taken_over(position.turn, leaves, comes))
            case NewRound(round_):
                self.position = replace(position, turn=marked(position.turn, round_))
            case NewCounters(counters):
                held = list(position.counters)
                for place, counted in enumerate(counters):
                    held[place] = held[place] if counted is None else counted
                self.position = replace(position, counters=tuple(held))

    def _fold_hand(self, played: PlayedHand) -> None:
        position = self.position
        turn = position.turn
        n = len(self.hands) + 1
        entry = _as_seated(played.entry, turn.seats)
        called = {seat: self.setup.players[place].name for seat, place in turn.seats.items()}
        outcome = self.rules.settle(entry, turn, called)
        payments = by_place(outcome.payments, turn)
        net = _net(payments, len(position.totals))
        _check_balance([*net, *outcome.net.values()], f"hand {n}")
        totals = _plus(position.totals, net)
        counters, moves = hand_over(position.counters, payments)
        self.hands.append(SettledHand(n, played, turn, entry, outcome, net, totals, moves))
        figures = list(position.figures)
        for seat, place in turn.seats.items():
            figures[place] = figures[place].after(
                seat == entry.winner, outcome.scores.get(seat), seat in outcome.limit_hands
            )
        self.position = Position(self.rules.after(turn, entry), totals, counters, tuple(figures))

    def _place_of_hand(self, n: int, field: str = "n") -> int:
        """Where hand n stands among the items. field: where that number was given."""
        places = [i for i, item in enumerate(self.items) if isinstance(item, PlayedHand)]
        if not 1 <= n <= len(places):
            raise HandMissingError(n, len(places), field)
        return places[n - 1]

    def _pin(self, event: HandCorrected | HandRemoved | Reseated, first: int) -> None:
        """Let the hands from `first` on stay with the players that they have now, or with the
        seats."""
        later = {hand.played.version: hand for hand in self.hands[first - 1 :]}
        if event.keep == "players":
            entries = {
                version: structs.replace(hand.played.entry, seated=hand.turn.seats)
                for version, hand in later.items()
                if hand.played.entry.seated is None
            }
        elif event.unpin and self.at_the_table != 3:
            # In terms of the seats that count now, for which it may not have been written.
            entries = {
                version: structs.replace(hand.entry, seated=None)
                for version, hand in later.items()
                if hand.played.entry.seated is not None
            }
        else:  # As earlier versions stored it; or three play, and a seat may be empty afterwards.
            return
        self.items = [
            replace(item, entry=entries[item.version])
            if isinstance(item, PlayedHand) and item.version in entries
            else item
            for item in self.items
        ]

    def _check_seats(self, seats: Mapping[Seat, Place], expected: Mapping[Seat, Place]) -> None:
        # An empty place is never East (Booklet, Three-Handed).
        if "E" not in seats or sorted(seats.values()) != sorted(expected.values()):
            raise SeatsUnfitError(expected)

    def _check_payments(self, payments: tuple[Transfer, ...]) -> None:
        places = range(len(self.setup.players))
        for i, payment in enumerate(payments):
            between = (payment.payer, payment.payee)
            if payment.payer == payment.payee or not all(place in places for place in between):
                raise PaymentUnfitError(i, len(places))

    def _check_count(self, given: Sequence[object], field: str) -> None:
        if len(given) != len(self.setup.players):
            raise PlayerCountChangedError(len(self.setup.players), field)


def _as_seated(entry: Entry, seats: Mapping[Seat, Place]) -> Entry:
    """The entry in terms of these seats, if it was written for others. Raises SeatsUnfitError."""
    seated = seats if entry.seated is None else entry.seated
    named = {entry.winner, entry.discarder, *entry.scores, *entry.hands, *entry.photo_of}
    named |= {event.seat for event in entry.events}
    fits = sorted(seated.values()) == sorted(seats.values())
    if not fits or not named <= {None, *seated}:
        raise SeatsUnfitError(seated)
    if seated == seats:
        return entry
    now = {place: seat for seat, place in seats.items()}
    to = {seat: now[place] for seat, place in seated.items()}
    return structs.replace(
        entry,
        winner=None if entry.winner is None else to[entry.winner],
        scores={to[seat]: score for seat, score in entry.scores.items()},
        hands={to[seat]: hand for seat, hand in entry.hands.items()},
        photo_of={to[seat]: photo for seat, photo in entry.photo_of.items()},
        discarder=None if entry.discarder is None else to[entry.discarder],
        events=tuple(structs.replace(event, seat=to[event.seat]) for event in entry.events),
        seated=seats,
    )


def _net(payments: Iterable[Transfer], players: int) -> tuple[int, ...]:
    net = [0] * players
    for payment in payments:
        net[payment.payer] -= payment.points
        net[payment.payee] += payment.points
    return tuple(net)


def _check_balance(net: Sequence[int], what: str) -> None:
    if sum(net):
        raise LedgerUnbalancedError(what, sum(net))


def _plus(totals: tuple[int, ...], net: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(total + change for total, change in zip(totals, net, strict=True))
