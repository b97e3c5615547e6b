"""docs/cli.md holds today's help, and names every command and option in its own words."""

import re
from pathlib import Path

import click
import pytest

from evaljson.cli.help_text import blocks, commands, renewed

DOCS = Path(__file__).parents[2] / "docs" / "cli.md"
each_command = pytest.mark.parametrize("name", sorted(commands()))


def options(name: str) -> list[click.Option]:
    return [one for one in commands()[name].params if isinstance(one, click.Option)]


def text() -> str:
    return DOCS.read_text(encoding="utf-8")


def test_the_help_in_the_docs_is_current() -> None:
    assert renewed(text()) == text(), "run: python -m evaljson.cli.help_text docs/cli.md"


def test_every_command_has_its_help_in_the_docs() -> None:
    assert set(blocks(text())) == {"", *commands()}


@each_command
def test_the_docs_say_in_words_what_each_option_is_for(name: str) -> None:
    prose = re.sub(r"<!-- help.*?<!-- end -->", "", text(), flags=re.DOTALL)
    names = [max(option.opts, key=len) for option in options(name)]
    unsaid = [option for option in names if f"{option}`" not in prose and f"{option} " not in prose]
    assert not unsaid, f"docs/cli.md says nothing about these options of {name}"


@each_command
def test_every_option_has_a_line_of_help(name: str) -> None:
    for option in options(name):
        assert option.help, option.name
        assert option.help.rstrip("]").endswith(".") or "[default" in option.help, option.name


@each_command
def test_every_command_explains_itself(name: str) -> None:
    assert commands()[name].help
