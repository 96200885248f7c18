"""Examples of what the commands take, to save, change and use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import click

HAND: Final = """\
{
  "ruleset": "harr-limit",
  "options": {"limit": 300, "flowers": true},
  "seat": "S", "round": "E",
  "winner": true,
  "concealed": ["2m", "3m", "4m", "5s", "5s"],
  "melds": [
    {"kind": "chow", "tiles": ["1s", "2s", "3s"], "concealed": false},
    {"kind": "pung", "tiles": ["7z", "7z", "7z"], "concealed": false},
    {"kind": "kong", "tiles": ["8p", "8p", "8p", "8p"], "concealed": true}
  ],
  "bonus": ["2f"],
  "win": {"tile": "4m", "by": "draw", "circumstances": ["last_tile"]}
}
"""

TABLE: Final = """\
{
  "ruleset": "harr-limit",
  "options": {"limit": 300},
  "round": "E",
  "winner": "S",
  "scores": {"E": 24, "W": 332, "N": 0},
  "hands": {
    "S": {
      "concealed": "234m55s",
      "melds": [{"kind": "chow", "tiles": "123s"}, {"kind": "pung", "tiles": "777z"},
                {"kind": "kong", "tiles": "8888p", "concealed": true}],
      "win": {"tile": "4m", "by": "draw", "circumstances": ["last_tile"]}
    }
  },
  "discarder": null,
  "pays_for_all": false,
  "events": [{"kind": "dead_hand", "seat": "N", "count": "many"}]
}
"""

DISCARD: Final = """\
{
  "winner": {
    "ruleset": "harr-limit", "seat": "S", "round": "E", "winner": true,
    "concealed": "777z234m55p",
    "melds": [{"kind": "pung", "tiles": "555z"}, {"kind": "pung", "tiles": "666z"}],
    "win": {"tile": "7z", "by": "discard"}
  },
  "discarder": {
    "complete_doubling_honors": 0,
    "waiting": false,
    "doubling_honors_if_it_won": 0,
    "had_another_tile_to_discard": true
  }
}
"""


def example_option(example: str) -> Callable[[Any], Any]:
    """`--example`, which prints the example and exits."""

    def show(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
        if asked and not ctx.resilient_parsing:
            click.echo(example, nl=False)
            ctx.exit()

    return click.option(
        "--example",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=show,
        help="Print an example to save, change and give back.",
    )
