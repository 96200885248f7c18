"""What a number of the program decides: a command that measures, run again with other values.

    python -m datasets.vary NUMBER=VALUE [NUMBER=VALUE ...] -- COMMAND [ARGUMENTS]
    python -m datasets.vary recognition.fuse._TRIES=50 -- datasets.evaluate_fusing VALIDATION

NUMBER is named by its module within `companion.vision`. Each one is changed alone. Prints what the
command prints with the shipped numbers, then for each VALUE the lines that are different. Times
always are, so their lines are left out. `results/numbers.csv` holds what it printed.
"""

from __future__ import annotations

import ast
import contextlib
import io
import runpy
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

_TIMES: Final = (" ms", " seconds")
"""What stands in a line that tells a time."""


def printed(command: list[str]) -> list[str]:
    """The lines that a command prints, without times."""
    kept, sys.argv = sys.argv, command
    text = io.StringIO()
    try:
        with contextlib.redirect_stdout(text):
            runpy.run_module(command[0], run_name="__main__")
    finally:
        sys.argv = kept
    lines = text.getvalue().splitlines()
    return [line for line in lines if not any(unit in line for unit in _TIMES)]


def asked(said: str) -> tuple[str, str, Any]:
    """Module, name and other value of a number, as said on the command line."""
    number, _, value = said.partition("=")
    module, _, name = f"companion.vision.{number}".rpartition(".")
    try:
        getattr(import_module(module), name)
    except (ImportError, AttributeError):
        raise SystemExit(
            f"There is no number {number}; see the modules of companion.vision."
        ) from None
    try:
        return module, name, ast.literal_eval(value)
    except (SyntaxError, ValueError):
        raise SystemExit(f"{said}: say NUMBER=VALUE, as in {number}=0.5.") from None


@contextlib.contextmanager
def changed(module: str, name: str, value: Any) -> Iterator[Any]:
    """With another value of this number, wherever it is imported. Gives the shipped value."""
    shipped = getattr(import_module(module), name)
    holders = [
        each
        for path, each in sys.modules.items()
        if path.startswith("companion.vision") and vars(each).get(name) is shipped
    ]
    for each in holders:
        setattr(each, name, value)
    try:
        yield shipped
    finally:
        for each in holders:
            setattr(each, name, shipped)


def main() -> None:
    if "--" not in sys.argv[2:]:
        raise SystemExit(__doc__)
    end = sys.argv.index("--")
    command = sys.argv[end + 1 :]
    others = [(said, asked(said)) for said in sys.argv[1:end]]
    usual = printed(command)
    print("\n".join(usual), flush=True)
    for said, other in others:
        with changed(*other) as shipped:
            different = [line for line in printed(command) if line not in usual]
        print(f"\n{said} in place of {shipped}", flush=True)
        print("\n".join(different) or "  changes nothing", flush=True)


if __name__ == "__main__":
    main()
