"""`companion read`: a photograph, or the tiles of a reading, to a hand and its score."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, get_args

import click

from companion.base.errors import MalformedError
from companion.cli import answer_no
from companion.cli.data_folder import data_option
from companion.cli.pictures import write_picture
from companion.cli.rulebooks import rulebooks, ruleset_names
from companion.cli.score import as_text as score_as_text
from companion.cli.terminal import working
from companion.game.hand import Hand
from companion.game.legality import HandNotAllowedError
from companion.game.melds import Meld, WonBy
from companion.game.seats import SEATS
from companion.game.tiles import WINNING_TILES, words
from companion.rules.books.ruleset import Ruleset
from companion.rules.scoring.answer import Score, score_hand
from companion.seen.game import Game
from companion.seen.reading import Decided, ReadHand, Reading, SeenHand, SeenTile, by_eye

_SEATS = click.Choice(SEATS, case_sensitive=False)

players_option = click.option(
    "--players",
    type=click.IntRange(2, 4),
    default=4,
    help="With --table: how many play, so that no empty side is said to lack its hand.",
)


class OptionFormError(MalformedError):
    def __init__(self, given: str) -> None:
        super().__init__(
            f"“{given}” is not an option; write NAME=VALUE, such as limit=300.", "options"
        )


@click.command()
@click.argument("photos", nargs=-1, type=click.Path(path_type=Path), metavar="PHOTO...")
@click.option("--json", "as_json", is_flag=True, help="Print the reading as JSON.")
@click.option(
    "--annotated",
    type=click.Path(path_type=Path),
    metavar="OUT.jpg",
    help="Write the picture with every tile outlined and named.",
)
@click.option(
    "--tiles",
    "tiles_file",
    type=click.Path(path_type=Path),
    metavar="READING.json",
    help="Work out the sets again from the tiles of a reading; no photograph is read.",
)
@click.option("--table", is_flag=True, help="Read the hands of a whole table.")
@players_option
@click.option("--profile", help="Read with this enrolled tile set.")
@click.option("--sample", is_flag=True, help="Read the picture that comes with the program.")
@click.option("--winner", is_flag=True, help="The hand won. A hand of fourteen tiles always did.")
@click.option("--seat", type=_SEATS, help="The player's wind. Scores the hand.")
@click.option("--round", "round_wind", type=_SEATS, help="The wind of the round.")
@click.option(
    "--by",
    type=click.Choice(get_args(WonBy)),
    default=None,
    help="How the hand was won.",
)
@click.option("--win-tile", help="The tile that completed the hand, if known.")
@click.option(
    "--ruleset",
    shell_complete=ruleset_names,
    help="harr, harr-limit, international, traditional, or a house's own.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the rules; you can give several.",
)
@data_option
def read(
    photos: tuple[Path, ...],
    as_json: bool,
    annotated: Path | None,
    tiles_file: Path | None,
    table: bool,
    players: int,
    profile: str | None,
    sample: bool,
    winner: bool,
    seat: str | None,
    round_wind: str | None,
    by: str | None,
    win_tile: str | None,
    ruleset: str | None,
    options: tuple[str, ...],
    data: Path,
) -> None:
    """Find and name every tile of PHOTO, and read the hand.

    Several photographs of the same tiles are read together: one may show what another does not.
    With --winner, --seat, --round, --by, --win-tile, --ruleset or --option the hand is also scored.

    Exit status: 0 read; 1 nothing looks like a tile (or no winning hand); 2 the input cannot be
    used.
    """
    told = bool(winner or seat or round_wind or by or options or win_tile is not None)
    _refuse_the_first(
        (
            bool(photos) + sample + bool(tiles_file) != 1,
            "Give a photograph, or --sample, or --tiles READING.json",
        ),
        (
            tiles_file and (annotated or profile),
            "With --tiles no photograph is read; leave --annotated and --profile out",
        ),
        (
            table and told,
            "A whole table is read and not scored; leave out what tells of one hand",
        ),
    )
    if sample:
        from companion.base.resources import resource

        photos = (resource("samples", "sample.jpg"),)
    played = rulebooks(data)(ruleset) if ruleset else None
    if tiles_file is not None:
        reading = _from_tiles(tiles_file, table, players, played)
    else:
        reading = _from_photos(photos, table, players, profile, annotated, data, played)
    scored, score = None, None
    if (told or ruleset) and reading.tiles and not table:
        won = winner or by is not None or win_tile is not None
        facts = {
            "ruleset": ruleset or "harr",
            "seat": seat or "E",
            "round": round_wind or "E",
            "winner": won or reading.hand.count == WINNING_TILES,
            "options": dict(_parse_option(option) for option in options),
        }
        try:
            rules = played or rulebooks(data)("harr")
            won_with = win_tile or _proposed(reading)
            scored = score_seen(reading.hand, facts, by or "discard", won_with, rules)
            score = scored[1]
        except HandNotAllowedError as error:  # what was seen cannot be a hand, but is still shown
            score = Score(False, None, (), (), reason=str(error))
    if as_json:
        answer = reading.to_json() | ({"score": score.to_json()} if score else {})
        click.echo(json.dumps(answer, ensure_ascii=False))
    elif reading.tiles:
        click.echo(as_text(reading, scored))
    if not reading.tiles:
        answer_no(" ".join(reading.warnings))
    if score and score.reason is not None:
        answer_no(score.reason)


def _refuse_the_first(*unfit: tuple[object, str]) -> None:
    """Raises UsageError with the sentence of the first that is so."""
    for is_so, sentence in unfit:
        if is_so:
            raise click.UsageError(sentence)


def _from_photos(
    photos: tuple[Path, ...],
    table: bool,
    players: int,
    profile: str | None,
    annotated: Path | None,
    data: Path,
    played: Ruleset | None,
) -> Reading:
    from companion.service.recognition import open_reader

    reader = open_reader(data, profile)
    reader.game = _game(players, played)
    with working("Reading"):
        reading = reader.read(*photos, table=table)
    if annotated is not None:
        from companion.vision.overlay import annotate
        from companion.vision.recognition.photo import load_photo

        shown = load_photo(photos[reading.photo or 0])
        write_picture(annotated, annotate(shown, reading), photos)
    return reading


def _from_tiles(path: Path, table: bool, players: int, played: Ruleset | None) -> Reading:
    from companion.cli.files import read_json
    from companion.cli.given import READING
    from companion.vision.layout import arrange

    given = Reading.from_json(read_json(path, READING))
    # What the rules named before is named anew, or the eye would seem to have named it.
    tiles = [by_eye(tile) for tile in given.tiles]
    layout = arrange(tiles, given.image.height, table, _game(players, played))
    return Reading(image=given.image, **vars(layout))


def _game(players: int, played: Ruleset | None) -> Game:
    return Game(None if played is None else played.special_hands, players)


def _parse_option(given: str) -> tuple[str, Any]:
    name, equals, value = given.partition("=")
    if not equals or not name:
        raise OptionFormError(given)
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, {"yes": True, "on": True, "no": False, "off": False}.get(value, value)


def _proposed(reading: Reading) -> str | None:
    """The winning tile, if one lies as the books say, and is among the tiles held."""
    place = reading.proposed_win
    code = None if place is None else reading.tiles[place].code
    return code if code in reading.hand.concealed else None


def score_seen(
    seen: SeenHand,
    facts: dict[str, Any],
    by: str,
    win_tile: str | None,
    rules: Ruleset | None = None,
) -> tuple[Hand, Score]:
    """The hand that was seen, with what a picture cannot show, and its score.

    If nobody says which tile won, the lowest possible score counts, so that nobody claims points
    that may not be due.
    """
    form = facts | {
        "concealed": list(seen.concealed),
        "melds": [meld.to_json() for meld in seen.melds],
        "bonus": list(seen.bonus),
    }
    if facts["winner"]:
        form["win"] = {"tile": win_tile, "by": by}
    hand = Hand.from_json(form)
    return hand, score_hand(hand, rules)


def as_text(reading: Reading, scored: tuple[Hand, Score] | None) -> str:
    """The reading for people: the hand, set by set, what is doubtful, and the score if it has
    one."""
    lines = [f"{len(reading.tiles)} tiles found."]
    if reading.sides:
        for side, seen in reading.sides.items():
            lines += [f"{side.capitalize()}:", *_as_read(seen, reading)]
    else:
        lines += _as_read(reading, reading)
    lines += reading.warnings
    if scored and scored[1].reason is None:
        won = scored[0].win
        if won is not None and won.tile is not None:
            lines.append(f"Won with {words(won.tile)}, by {_BY[won.by]}.")
        lines += ["", score_as_text(scored[1])]
    return "\n".join(lines)


_BY = {
    "discard": "discard",
    "draw": "drawing it",
    "loose": "a loose tile",
    "rob": "robbing a kong",
}


def _as_read(seen: ReadHand | Reading, reading: Reading) -> list[str]:
    """A hand of a reading, and what is doubtful about it. seen: the hand, or the reading itself
    where it has only one."""
    lines = _hand_lines(seen.hand)
    held = {place for group in seen.groups for place in group.tiles}
    unsure = [t for place, t in enumerate(reading.tiles) if place in held and not t.sure]
    if unsure:
        lines.append("Please look again at: " + "; ".join(_doubt(tile) for tile in unsure) + ".")
    lines += [f"Decided by rule, not by eye: {_by_rule(d, reading)}" for d in seen.decided]
    if len(seen.readings) > 1:
        others = f"{len(seen.readings) - 1} other way{'s' * (len(seen.readings) > 2)}"
        best = seen.readings[0].likelihood
        how = "this one is most likely" if best > 0.5 else "none is likely, this one most"
        lines.append(f"The tiles can also be read in {others}; {how} ({best:.0%}).")
    if seen.proposed_win is not None:
        tile = words(reading.tiles[seen.proposed_win].code)
        lines.append(f"{tile[0].upper()}{tile[1:]} lies as a winning tile is laid.")
    return lines


def _hand_lines(hand: SeenHand) -> list[str]:
    lines = []
    if hand.concealed:
        lines.append("In the hand:   " + ", ".join(words(tile) for tile in hand.concealed))
    for meld in hand.melds:
        how = "concealed" if meld.concealed else "exposed"
        lines.append(f"On the table:  {meld.kind} of {_span(meld)}, {how}")
    if hand.bonus:
        lines.append("Laid apart:    " + ", ".join(words(tile) for tile in hand.bonus))
    return lines


def _by_rule(decided: Decided, reading: Reading) -> str:
    return (
        f"{words(reading.tiles[decided.tile].code)}, where the eye held {words(decided.seen)}"
        f" likelier. {decided.why}"
    )


def _span(meld: Meld) -> str:
    if meld.kind == "chow":
        return f"{words(meld.tiles[0])} to {words(meld.tiles[-1])}"
    return words(meld.tiles[0])


_OFFERED: Final = 0.02
"""The least probability with which another name is offered, 0 to 1. Set by hand."""


def _doubt(tile: SeenTile) -> str:
    others = [code for code, p in tile.alternatives if code != tile.code and p > _OFFERED][:2]
    perhaps = f", or {' or '.join(words(code) for code in others)}" if others else ""
    return f"{words(tile.code)}{perhaps} ({tile.confidence:.0%})"
