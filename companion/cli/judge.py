"""`companion judge`: whether the player who discarded the winning tile pays for all."""

from __future__ import annotations

from pathlib import Path

import click

from companion.base.forms import json_text
from companion.cli import answer_no
from companion.cli.data_folder import data_option
from companion.cli.examples import DISCARD as EXAMPLE
from companion.cli.examples import example_option
from companion.cli.files import read_json
from companion.cli.given import DISCARD
from companion.cli.rulebooks import rulebooks
from companion.cli.topics import Explained
from companion.rules.hands_at_table import judge_as_given


@click.command(cls=Explained, topics=("discard",))
@click.argument("discard", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--json", is_flag=True, help="Print the answer as JSON.")
@data_option
@example_option(EXAMPLE)
def judge(discard: Path, json: bool, data: Path) -> None:
    """Judge a DISCARD with which another player won: does it pay for all?

    DISCARD is a JSON file, or - for standard input.

    Exit status: 0 reckless, the discarder pays for all; 1 not reckless, everybody pays; 2 the input
    cannot be used.
    """
    verdict = judge_as_given(read_json(discard, DISCARD), rulebooks(data))
    said = f"{verdict.words} [{verdict.source}]"
    if json:
        click.echo(json_text(verdict))
    elif verdict.liable:
        click.echo(said)
    if not verdict.liable:
        answer_no(said)
