"""The documents are right: their commands, their links and their example."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.cli import group

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = sorted(
    path
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("[mdc]*/**/*.md")]
    if not {".venv", "node_modules"} & set(path.parts)
)


def test_the_readme_names_every_command() -> None:
    import click

    for name in group.list_commands(click.Context(group)):
        assert f"companion {name}" in README


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_the_readme_s_example_gives_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    block = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert block is not None
    scoring = block[1].split("reading =")[0]
    said = re.search(r"#\s*(\d+)", scoring)
    assert said is not None
    exec(compile(scoring, "README.md", "exec"), {})
    assert capsys.readouterr().out.strip() == said[1]


def test_the_readme_has_two_commands_that_set_up_everything() -> None:
    commands = re.findall(r"^python3 -m venv .*$", README, re.MULTILINE)
    assert len(commands) == 2
    assert "companion read --sample" in commands[0]
    assert commands[1].endswith("pytest")


def test_decisions_are_numbered_one_by_one() -> None:
    names = sorted(path.name for path in (ROOT / "docs" / "decisions").glob("*.md"))
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))
