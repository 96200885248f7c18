"""The topics of `companion help`: the forms that commands take. `--help` shows them, too.

A topic is a list of parts: a paragraph, or a heading with rows of a name and its meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import click

from companion.game.circumstances import QUESTIONS, Question
from companion.game.seats import SEATS, WIND_WORDS
from companion.rules.books.ruleset import BOOKS, book

Rows = tuple[tuple[str, str], ...]
Part = str | tuple[str, Rows | Callable[[], Rows]]


@dataclass(frozen=True)
class Topic:
    summary: str
    parts: tuple[Part, ...]

    def write(self, formatter: click.HelpFormatter) -> None:
        for part in self.parts:
            if isinstance(part, str):
                formatter.write_paragraph()
                formatter.write_text(part)
            else:
                heading, rows = part
                with formatter.section(heading):
                    formatter.write_dl(rows() if callable(rows) else rows, col_max=24)


def _told_with(question: Question) -> str:
    """The question, and the ways to win and the seats that it goes with."""
    by = " or ".join(question.by)
    seats = "" if question.seats == SEATS else f", {', '.join(question.seats)} only"
    return f"{question.words} (by {by}{seats})."


WON_BY: Final = (
    "Ways to win (win.by)",
    (
        ("discard", "With a tile that another player discarded."),
        ("draw", "With a tile drawn from the wall."),
        ("loose", "With a loose tile, drawn for a kong or a flower."),
        ("rob", "With the tile by which another player made a kong of an exposed pung."),
    ),
)
CIRCUMSTANCES: Final = (
    "Circumstances (win.circumstances)",
    tuple((question.id, _told_with(question)) for question in QUESTIONS),
)
HAND_FIELDS: Final = (
    "A HAND",
    (
        ("ruleset", f"{', '.join(BOOKS)}, or a house's own; `companion rules list` shows them."),
        ("options", 'How this table plays, such as {"limit": 500}; see `companion rules show`.'),
        ("seat, round", f"{', '.join(SEATS)}: the player's wind, and the wind of the round."),
        ("winner", "true, or false for a hand that did not win and has no win."),
        ("concealed", "The tiles that stand in the hand, the winning tile among them."),
        (
            "melds",
            'Sets on the table, such as {"kind": "chow", "tiles": "123s"}; the kind is chow, pung'
            ' or kong. "concealed": true for a kong with tiles turned over.',
        ),
        ("bonus", "Flowers, seasons and special tiles laid out."),
        ("win", 'How the hand was won: {"tile": "2p", "by": "draw", "circumstances": []}.'),
        ("win.tile", "The tile that completed the hand; null where nobody knows."),
        ("win.meld", "Which of melds it completed, counted from 0, where that set lies there."),
        (
            "flags, count",
            'Of a loser: ["dead"] for a wrong number of tiles, with "count": "many" or "few";'
            ' ["unexposed_special"] for a special tile kept back; ["part"] where only the tiles'
            " that score are entered.",
        ),
    ),
)
TABLE_FIELDS: Final = (
    "A TABLE",
    (
        ("ruleset, options", "As for a hand."),
        ("winner", f"{', '.join(SEATS)}, or null after a drawn hand."),
        (
            "scores",
            "What each hand scores before the limit, by seat; of a limit hand the limit. For two"
            " to four players.",
        ),
        (
            "hands",
            "Hands in place of some or all scores, by seat, as for `companion score`, without"
            " ruleset, options, seat and winner.",
        ),
        ("round", "The wind of the round, where there are hands."),
        ("discarder", "Who discarded the winning tile, or null."),
        ("pays_for_all", "true where that makes the discarder pay for all; see `help discard`."),
        ("events", "A list of what else happened."),
    ),
)
EVENTS: Final = (
    "Events",
    (
        ("wash", '{"kind": "wash", "seat": "S", "heads": 10}: a hand of so many heads washed.'),
        ("false_mah_jongg", '{"kind": "false_mah_jongg", "seat": "W"}; the winner is null.'),
        (
            "dead_hand",
            '{"kind": "dead_hand", "seat": "N", "count": "many"}: too many tiles, or too "few";'
            " without a count, too many.",
        ),
    ),
)
DISCARD_FIELDS: Final = (
    "A DISCARD",
    (
        ("winner", "The winner's hand, as for `companion score`, with its winning tile."),
        ("discarder", "What only the discarder's own hand tells; an object with these four:"),
        ("complete_doubling_honors", "Sets and conditions that double, already made."),
        ("waiting", "true where the discarder was one tile short."),
        ("doubling_honors_if_it_won", "How many the tile waited for would have made."),
        (
            "had_another_tile_to_discard",
            "false where every other tile would have done the same.",
        ),
    ),
)
TILES: Final = (
    "Tiles",
    (
        ("1m to 9m", "Characters."),
        ("1p to 9p", "Dots."),
        ("1s to 9s", "Bamboo."),
        ("1z 2z 3z 4z", f"Winds: {', '.join(WIND_WORDS.values())}."),
        ("5z 6z 7z", "Dragons: white, green, red."),
        ("1f to 4f, 5f to 8f", "Flowers and seasons, by the number on the tile."),
        ("1x to 8x", "Cat, mouse, cock, worm, man, bag of gold, fisherman, fish."),
        ("0z", "A tile that lies face down, in readings only."),
        ("9x", "A tile of no game here, such as a joker, in readings only."),
    ),
)
NOTATIONS: Final = (
    'Tiles are written as a list, ["1m", "2m", "3m"], in short, "123m11z", or as Unicode tiles.'
)

TOPICS: Final[Mapping[str, Topic]] = {
    "hand": Topic(
        "what `companion score` takes",
        (
            "`companion score --example` prints one to save and change.",
            HAND_FIELDS, WON_BY, CIRCUMSTANCES, TILES, NOTATIONS,
        ),
    ),
    "circumstances": Topic(
        "how a hand may be won",
        (
            WON_BY,
            CIRCUMSTANCES,
            "What cannot be, such as an original hand with a claimed set, brings nothing, and the"
            " answer says so.",
        ),
    ),
    "table": Topic(
        "what `companion settle` takes",
        (
            "`companion settle --example` prints one to save and change.",
            TABLE_FIELDS,
            EVENTS,
            "Scores are given as they stand before the limit. Where `companion score` says that"
            " points make 332 and the limit leaves 300, the score to settle is 332. Whoever gives"
            " hands need not think of it.",
        ),
    ),
    "discard": Topic(
        "what `companion judge` takes: who pays for all",
        ("`companion judge --example` prints one to save and change.", DISCARD_FIELDS),
    ),
    "tiles": Topic("how tiles are written", (TILES, NOTATIONS)),
    "house-rules": Topic(
        "the rule sets, and rules of your own house",
        (
            ("The books", lambda: tuple((name, book(name).about) for name in BOOKS)),
            (
                "Commands",
                (
                    ("rules show harr", "Every rule and switch, with the page of the book."),
                    (
                        "rules new ours --from harr --set limit=500 --off only_place",
                        "Make your own; they stand in the data folder as ours.toml.",
                    ),
                    ("rules check ours", "Say everything that is wrong with them."),
                    ("rules export ours", "Print them, to pass on; `rules import` takes them."),
                ),
            ),
            'A hand or table names them as its ruleset, or changes a book for one table: "options":'
            ' {"limit": 500, "only_place": false}.',
        ),
    ),
    "photographs": Topic(
        "reading a photograph, and a set of your own",
        (
            (
                "Commands",
                (
                    ("read --sample", "Reads the picture that comes with the program."),
                    ("read PHOTO.jpg", "Names every tile and parts the hand into its sets."),
                    ("read PHOTO.jpg --seat E --by draw --win-tile 5p", "Scores it, too."),
                    ("read PHOTO.jpg --annotated OUT.jpg", "Draws what was seen into it."),
                    ("read PHOTO.jpg --table", "Reads the four hands of a whole table."),
                    ("enrol bone PHOTO.jpg", "Learns your own set, laid out in rows."),
                    ("enrol --print-order", "Prints the order in which to lay them."),
                ),
            ),
            "Photograph from above, with light on the tiles and a finger's width between sets.",
        ),
    ),
    "exit-status": Topic(
        "what a command says by its exit status",
        (
            (
                "Exit status",
                (
                    ("0", "Done."),
                    (
                        "1",
                        "Done, but the answer is no: no winning hand, no tile, not reckless.",
                    ),
                    ("2", "The input cannot be used."),
                ),
            ),
            "With 1 and 2, one line on standard error says why.",
        ),
    ),
    "environment": Topic(
        "variables that the commands heed",
        (
            (
                "Variables",
                (
                    ("COMPANION_DATA", "The data folder, where --data is not given."),
                    ("NO_COLOR", "Set to anything, no colour is used."),
                    ("COLUMNS", "How wide to print, where it is not the terminal's own width."),
                ),
            ),
            "`companion serve` takes its other options from variables of their names, too, such as"
            " COMPANION_PORT.",
        ),
    ),
}  # fmt: skip


class Explained(click.Command):
    """A command whose `--help` ends with a topic of `companion help`."""

    def __init__(self, *arguments: object, topics: Iterable[str] = (), **named: object) -> None:
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        self.topics = tuple(topics)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Raises UsageError; where nothing is given, with what prints an example."""
        try:
            return super().parse_args(ctx, args)
        except click.MissingParameter as error:
            said = error.format_message().rstrip(".")
            example = f"`{ctx.command_path} --example` prints one"
            raise click.UsageError(f"{said}; {example}.", ctx) from None

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for name in self.topics:
            TOPICS[name].write(formatter)
