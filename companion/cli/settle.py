"""`companion settle`: who pays whom, and why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.cli.files import answer_lines, read_json, to_text
from companion.cli.rulebooks import data_option, rulebooks
from companion.rules.settle import Settlement, Table
from companion.rules.settle import settle as settled
from companion.seats import WIND_WORDS


@click.command()
@click.argument("table", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@click.option(
    "--lines", is_flag=True, help="TABLE holds JSON Lines, a table a line; answer a line each."
)
@data_option
def settle(table: Path, as_json: bool, lines: bool, data: Path | None) -> None:
    """Settle the TABLE in a JSON file, or in the standard input where TABLE is -.

    Exit status: 0 settled, 2 the input cannot be used.
    """
    ruleset = rulebooks(data)

    def by_its_rules(form: Any) -> Settlement:
        given = Table.from_json(form)
        return settled(given, ruleset(given.ruleset))

    if lines:
        answer_lines(table, lambda form: to_text(by_its_rules(form).to_json()))
        return
    settlement = by_its_rules(read_json(table))
    print(to_text(settlement.to_json()) if as_json else as_text(settlement))


def as_text(settlement: Settlement) -> str:
    """Each payment in a line, then what each player wins or loses."""
    paid = [
        f"{WIND_WORDS[p.payer]} pays {WIND_WORDS[p.receiver]} {p.points:,}: {p.why}"
        for p in settlement.payments
    ]
    net = [
        f"{WIND_WORDS[seat]:6}{format(points, '+,') if points else '0':>14}"
        for seat, points in settlement.net.items()
    ]
    return "\n".join([*(paid or ["Nobody pays anything."]), "", *net, *settlement.notes])
