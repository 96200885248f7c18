"""Hands in a table to settle or in a discard to judge: what is said of each, and what it scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.base.errors import CompanionError, MalformedError, NotAllowedError
from companion.base.frozen import EMPTY, freeze
from companion.game import tiles as t
from companion.game.circumstances import CLAIMED, as_it_can_be
from companion.game.hand import Hand
from companion.game.legality import HandNotAllowedError, dead_count, problems, too_many
from companion.game.seats import WIND_WORDS, Called, Seat
from companion.rules.books.ruleset import Ruleset, as_played
from companion.rules.scoring.answer import Score, score_hand
from companion.rules.table.reckless import Discard, NoWinnerError, Verdict, judge
from companion.rules.table.settle import Points, Settlement, Table, TableEvent, settle

Json = dict[str, Any]


class HandUnfitError(NotAllowedError):
    def __init__(self, seat: Seat, error: CompanionError) -> None:
        super().__init__(str(error), field=_below(seat, error.field))


class HandMalformedError(MalformedError):
    def __init__(self, seat: Seat, error: CompanionError) -> None:
        super().__init__(str(error), field=_below(seat, error.field))


class NoWinningHandError(NotAllowedError):
    def __init__(self, seat: Seat, name: str, reason: str) -> None:
        super().__init__(f"{name}'s tiles do not win: {reason}", field=f"hands.{seat}")


class WasDrawnError(NotAllowedError):
    sentence = (
        "The winner's hand says that the winning tile was drawn, so nobody discarded it; leave the"
        " discarder out, or say how the hand was won."
    )
    field = "discarder"


class FirstDiscardError(NotAllowedError):
    sentence = (
        "The winner's hand says that it won with East's first discard, so East was the discarder;"
        " name East, or correct how the hand was won."
    )
    field = "discarder"


class ClaimedBeforeError(NotAllowedError):
    def __init__(self, seat: Seat) -> None:
        super().__init__(
            f"{WIND_WORDS[seat]} has a set of a claimed tile on the table, so nobody won with the"
            " tiles as dealt or with East's first discard; correct how the hand was won, or that"
            " set.",
            "winner",
        )


class ScoreTwiceError(NotAllowedError):
    def __init__(self, seat: str) -> None:
        super().__init__(
            f"{seat} has both a score and tiles; give one of them.", field=f"scores.{seat}"
        )


class SaysOtherwiseError(NotAllowedError):
    def __init__(self, seat: Seat, name: str, own: Any) -> None:
        shown = str(own).lower() if isinstance(own, bool) else own
        told = f"The {name} is {shown} in this hand; leave it out."
        if name == "options":
            told = "The options of this hand are those of the table; leave them out."
        super().__init__(told, field=_below(seat, name))


class NeitherScoresNorHandsError(MalformedError):
    sentence = "There are neither scores nor hands; give one of them for each seat."
    field = "scores"


def _below(seat: Seat, field: str | None) -> str:
    return f"hands.{seat}.{field}" if field else f"hands.{seat}"


def hand_at(seat: Seat, given: Mapping[str, Any], known: Mapping[str, Any]) -> Hand:
    """A seat's hand. known: the fields that the table decides.

    Raises HandMalformedError, with the field below `hands`.
    """
    try:
        return Hand.from_json({**given, **known})
    except MalformedError as error:
        raise HandMalformedError(seat, error) from error


def score_at(
    seat: Seat, hand: Hand, score: Callable[[Hand], Score], called: Called = WIND_WORDS
) -> Score:
    """What a seat's hand scores. called: what a refusal calls each seat. Raises HandUnfitError,
    NoWinningHandError."""
    try:
        scored = score(hand)
    except NotAllowedError as error:
        raise HandUnfitError(seat, error) from error
    if hand.winner and not scored.complete:
        raise NoWinningHandError(seat, called[seat], scored.reason or "it is no winning hand.")
    return scored


def marked_dead(hand: Hand, events: Iterable[TableEvent]) -> Hand:
    """The hand as it scores: dead, if the table says so and its number of tiles is wrong."""
    if "dead" in hand.flags or not too_many(hand):
        return hand
    for event in events:
        if (event.kind, event.seat) == ("dead_hand", hand.seat):
            return replace(hand, flags=(*hand.flags, "dead"), count=event.count)
    return hand


def check_told(
    hands: Mapping[Seat, Hand],
    winner: Seat | None,
    discarder: Seat | None,
    events: Iterable[TableEvent],
) -> None:
    """Refuse what the table says of a hand though the hand itself says otherwise.

    It is asked when a hand is entered. A hand that stands in an evening already stays as it is.
    Raises HandUnfitError, WasDrawnError, FirstDiscardError, ClaimedBeforeError.
    """
    won = hands.get(winner) if winner is not None else None
    if won is not None and won.win is not None:
        possible, _ = as_it_can_be(won, won.win)
        first = "first_discard" in possible.circumstances
        if discarder not in (None, winner):
            if won.win.by not in CLAIMED:
                raise WasDrawnError
            if first and discarder != "E":
                raise FirstDiscardError
        if first or "original" in possible.circumstances:
            for seat, other in hands.items():
                if seat != winner and not all(meld.concealed for meld in other.melds):
                    raise ClaimedBeforeError(seat)
    for event in events:
        hand = hands.get(event.seat)
        if event.kind != "dead_hand" or event.count is None or hand is None:
            continue
        if not hand.winner and not too_many(hand):
            flags = tuple(dict.fromkeys((*hand.flags, "dead")))
            wrong = problems(replace(hand, flags=flags, count=event.count))
            raise HandUnfitError(event.seat, HandNotAllowedError(wrong))


def with_dead_hands(events: Iterable[TableEvent], hands: Iterable[Hand]) -> tuple[TableEvent, ...]:
    """The table's events, and one for each hand that is marked dead. Where nobody says whether it
    has too many tiles or too few, they show it."""
    dead = {
        hand.seat: TableEvent("dead_hand", hand.seat, count=dead_count(hand))
        for hand in hands
        if "dead" in hand.flags
    }
    told = [dead.pop(each.seat, each) if each.kind == "dead_hand" else each for each in events]
    return (*told, *dead.values())


def before_limit(score: Score) -> int:
    """The score that a settlement needs: before the limit, but for a limit hand the limit."""
    return score.total if score.limit_hands else score.uncapped


def agreeing(seat: Seat, given: Json, known: Mapping[str, Any]) -> Json:
    """What is given of a seat's hand, which may say again what is known, but not otherwise.

    Raises SaysOtherwiseError.
    """
    for name, own in known.items():
        if given.get(name, own) != own:
            raise SaysOtherwiseError(seat, name, own)
    return given


class GivenTable(Table, frozen=True, kw_only=True):
    """A table in which hands may replace some or all scores.

    hands: by seat, a hand each as for scoring, without what the table says: ruleset, options, seat
    and winner, and round if the table names it. round: the wind of the round.
    """

    scores: Mapping[Seat, Points] = EMPTY
    hands: Mapping[Seat, Json] = EMPTY
    round: Seat | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        freeze(self, "hands")

    def with_scores(self, more: Mapping[Seat, int], events: Sequence[TableEvent]) -> Table:
        """The table as it is settled. events: with what the hands show. Raises ScoreTwiceError."""
        for seat in self.scores:
            if seat in more:
                raise ScoreTwiceError(seat)
        told = {name: getattr(self, name) for name in Table.__struct_fields__}
        return Table(**told | {"scores": {**self.scores, **more}, "events": tuple(events)})

    def hand(self, seat: Seat) -> Hand:
        """Raises HandMalformedError, SaysOtherwiseError."""
        known = {
            "ruleset": self.ruleset,
            "options": dict(self.options),
            "seat": seat,
            "winner": seat == self.winner,
        }
        if self.round is not None:
            known["round"] = self.round
        hand = hand_at(seat, agreeing(seat, self.hands[seat], known), known)
        return marked_dead(hand, self.events)


class SettledTable(Settlement, frozen=True, kw_only=True):
    """scores: what each hand scores before the limit, if hands were given."""

    scores: Mapping[Seat, int] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        freeze(self, "scores")


def settle_as_given(
    form: Any, rulebook: Callable[[str], Ruleset]
) -> tuple[SettledTable, Mapping[Seat, Score]]:
    """Settle a `GivenTable` as JSON. The answer also has the score of each hand.

    rulebook: from a name to its rule set. Raises what scoring and settling raise, with the field.
    """
    given = GivenTable.from_json(form)
    if not given.scores and not given.hands:
        raise NeitherScoresNorHandsError
    rules = rulebook(given.ruleset)
    hands = {seat: given.hand(seat) for seat in given.hands}
    check_told(hands, given.winner, given.discarder, given.events)
    scored = {
        seat: score_at(seat, hand, lambda each: score_hand(each, rules))
        for seat, hand in hands.items()
    }
    scores = {seat: before_limit(score) for seat, score in scored.items()}
    events = with_dead_hands(given.events, hands.values())
    settled = settle(given.with_scores(scores, events), rules)
    notes = (*settled.notes, *more_than_there_are(hands.values()))
    return SettledTable(settled.payments, settled.net, notes, scores=scores or None), scored


def more_than_there_are(hands: Iterable[Hand]) -> Iterator[str]:
    """A sentence for each tile of which the hands together hold more than the game has."""
    held = Counter(tile for hand in hands for tile in (*hand.all_tiles, *hand.bonus))
    for code in t.in_order({*held}):
        one = code in t.BONUS_SET
        if held[code] > (1 if one else 4):
            tiles = t.words(code) if one else t.words_of_several(code)
            yield (
                f"The hands together hold {held[code]} of {tiles}, and the game has"
                f" {'one' if one else 'four'}; look at these tiles again."
            )


def score_words(scored: Mapping[Seat, Score]) -> list[str]:
    """For each hand, a sentence with its score as it was settled."""
    return [
        f"{WIND_WORDS[seat]}'s hand scores {before_limit(score):,}"
        + (", a limit hand." if score.limit_hands else ".")
        for seat, score in scored.items()
    ]


def judge_as_given(form: Any, rulebook: Callable[[str], Ruleset]) -> Verdict:
    """Judge a discard as JSON: `winner`, a hand as for scoring, and `discarder`.

    rulebook: from a name to its rule set. Raises what `judge` raises, FieldWrongError,
    FieldUnknownError, FieldMissingError, RulesetUnknownError, OptionWrongError.
    """
    asked = Discard.from_json(form)
    rules = as_played(rulebook(asked.winner.ruleset), asked.winner.options)
    if asked.winner.win is None or asked.winner.win.tile is None:
        raise NoWinnerError
    scored = score_hand(asked.winner, rules)
    verdict = judge(_as_scored(asked.winner, scored, rules), asked.discarder, rules)
    if verdict.case is not None and not scored.complete:
        # Each of the four cases says that the discard gives a winning hand.
        words = "These tiles are no winning hand, so nobody pays for all."
        return Verdict(False, None, words, verdict.source)
    return verdict


def _as_scored(winner: Hand, scored: Score, rules: Ruleset) -> Hand:
    """The hand, with the set on the table that the winning tile completed if its score is of that
    reading (docs/rules.md, A65): what lay there before is then the same for both answers."""
    assert winner.win is not None
    if winner.win.meld is not None:
        return winner
    for place, meld in enumerate(winner.melds):
        if winner.win.tile in meld.tiles and meld.kind != "kong":
            named = replace(winner, win=replace(winner.win, meld=place))
            if score_hand(named, rules) == scored:
                return named
    return winner
