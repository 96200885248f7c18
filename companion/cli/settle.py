"""`companion settle`: who pays whom, and why."""

from __future__ import annotations

from pathlib import Path

import click

from companion.base.forms import json_text
from companion.cli.data_folder import data_option
from companion.cli.examples import TABLE as EXAMPLE
from companion.cli.examples import example_option
from companion.cli.files import answer_lines, read_json
from companion.cli.given import TABLE
from companion.cli.rulebooks import rulebooks
from companion.cli.terminal import signed
from companion.cli.topics import Explained
from companion.game.seats import WIND_WORDS
from companion.rules.hands_at_table import score_words, settle_as_given
from companion.rules.table.settle import Settlement


@click.command(cls=Explained, topics=("table",))
@click.argument("table", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--json", is_flag=True, help="Print the answer as JSON.")
@click.option(
    "--lines", is_flag=True, help="TABLE holds JSON Lines, a table a line; answer a line each."
)
@data_option
@example_option(EXAMPLE)
def settle(table: Path, json: bool, lines: bool, data: Path) -> None:
    """Settle a TABLE: who pays whom, and why.

    TABLE is a file of JSON, or - for the standard input.

    Exit status: 0 settled, 2 the input cannot be used.
    """
    ruleset = rulebooks(data)

    if lines:
        answer_lines(table, TABLE, lambda form: json_text(settle_as_given(form, ruleset)[0]))
        return
    settlement, scored = settle_as_given(read_json(table, TABLE), ruleset)
    if json:
        click.echo(json_text(settlement))
    else:
        click.echo("\n".join([*score_words(scored), as_text(settlement)]))


def as_text(settlement: Settlement) -> str:
    """Each payment in a line, then what each player wins or loses."""
    paid = [
        f"{WIND_WORDS[p.payer]} pays {WIND_WORDS[p.payee]} {p.points:,}: {p.why}"
        for p in settlement.payments
    ]
    net = [f"{WIND_WORDS[seat]:6}{signed(points, 14)}" for seat, points in settlement.net.items()]
    return "\n".join([*(paid or ["Nobody pays anything."]), "", *net, *settlement.notes])
