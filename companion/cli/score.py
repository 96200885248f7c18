"""`companion score`: what a hand is worth, line by line, with the page of the book."""

from __future__ import annotations

from pathlib import Path

import click

from companion.base.forms import json_text
from companion.cli import answer_no
from companion.cli.data_folder import data_option
from companion.cli.examples import HAND as EXAMPLE
from companion.cli.examples import example_option
from companion.cli.files import answer_lines, read_json
from companion.cli.given import HAND
from companion.cli.rulebooks import rulebooks
from companion.cli.terminal import bold, faint
from companion.cli.topics import Explained
from companion.game.hand import Hand
from companion.rules.books.ruleset import as_played
from companion.rules.scoring.answer import Score, score_hand
from companion.rules.scoring.hints import Missed, near_misses
from companion.rules.scoring.score import Line


@click.command(cls=Explained, topics=("hand",))
@click.argument("hand", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@click.option(
    "--lines", is_flag=True, help="HAND holds JSON Lines, a hand a line; answer a line each."
)
@click.option("--hints", is_flag=True, help="Say what the hand missed by one set or tile, too.")
@data_option
@example_option(EXAMPLE)
def score(hand: Path, as_json: bool, lines: bool, hints: bool, data: Path) -> None:
    """Score a HAND, line by line, with the page of the book.

    HAND is a file of JSON, or - for the standard input.

    Exit status: 0 scored, 1 the tiles are no winning hand, 2 the input cannot be used.
    """
    ruleset = rulebooks(data)

    def by_its_rules(given: Hand) -> tuple[Score, tuple[Missed, ...]]:
        rules = ruleset(given.ruleset)
        scored = score_hand(given, rules)
        return scored, near_misses(given, scored, rules) if hints else ()

    def answer(scored: Score, missed: tuple[Missed, ...]) -> str:
        if not hints:
            return json_text(scored)
        return json_text({**scored.to_json(), "missed": missed})

    if lines:
        answer_lines(hand, HAND, lambda form: answer(*by_its_rules(Hand.from_json(form))))
        return
    given = Hand.from_json(read_json(hand, HAND))
    scored, missed = by_its_rules(given)
    if as_json:
        click.echo(answer(scored, missed))
    else:
        if scored.reason is None:
            click.echo(as_text(scored))
        if not given.winner and scored.total < scored.uncapped:
            rules = as_played(ruleset(given.ruleset), given.options)
            if rules.value("limit_applies_to") == "differences":
                click.echo(f"Losers settle what they score before the limit: {scored.uncapped:,}.")
        if missed:
            click.echo(f"\n{bold('Missed')}")
            for one in missed:
                click.echo(f"{f'+{one.gain:,}':>10}  {one.text} [{one.source}]")
    if scored.reason is not None:
        answer_no(scored.reason)


def as_text(score: Score) -> str:
    """Each line with its value and its page, then the sum, the doubles and the total.

    After the page stands what the book does not state but implies, and what is assumed.
    """
    width = max((len(line.text) for line in score.lines), default=0)
    text = [
        f"{_worth(line):>10}  {line.text:{width}}  {faint(line.source)}" for line in score.lines
    ]
    text += ["", _sum(score), *score.notes]
    return "\n".join(text).strip("\n")


def _worth(line: Line) -> str:
    if line.doubles:
        return "double" if line.doubles == 1 else f"{line.doubles} doubles"
    return f"{line.points or line.added:,}"


def _sum(score: Score) -> str:
    if score.limit_hand is not None:
        return bold(f"A limit hand: {score.total:,}")
    added = sum(line.added for line in score.lines)
    steps = [f"{score.points:,} points"]
    if score.doubles:
        times = "once" if score.doubles == 1 else f"{score.doubles} times"
        steps.append(f"doubled {times}")
    if added:
        steps.append(f"and {added:,}")
    if score.total != score.points or len(steps) > 1:
        steps.append(f"make {score.uncapped:,}")
    limited = f"; the limit leaves {score.total:,}" if score.total < score.uncapped else ""
    return f"{', '.join(steps)}{limited}\n{bold(f'Total {score.total:,}')}"
