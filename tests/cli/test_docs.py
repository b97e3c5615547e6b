"""docs/cli.md holds today's help, and names every command and option in its own words."""

import re
from pathlib import Path

import click
import pytest

from evaljson.cli.help_text import blocks, commands, renewed

DOCS = Path(__file__).parents[2] / "docs" / "cli.md"
OPTIONS = [
    (name, max(parameter.opts, key=len))
    for name, command in commands().items()
    for parameter in command.params
    if isinstance(parameter, click.Option)
]


def text() -> str:
    return DOCS.read_text(encoding="utf-8")


def test_the_help_in_the_docs_is_current() -> None:
    assert renewed(text()) == text(), "run: python -m evaljson.cli.help_text docs/cli.md"


def test_every_command_has_its_help_in_the_docs() -> None:
    assert set(blocks(text())) == {"", *commands()}


@pytest.mark.parametrize(("command", "option"), OPTIONS)
def test_the_docs_say_in_words_what_each_option_is_for(command: str, option: str) -> None:
    prose = re.sub(r"<!-- help.*?<!-- end -->", "", text(), flags=re.DOTALL)
    assert f"{option}`" in prose or f"{option} " in prose, f"docs/cli.md says nothing about {option} of {command}"


@pytest.mark.parametrize(("command", "option"), OPTIONS)
def test_every_option_has_a_line_of_help(command: str, option: str) -> None:
    found = next(one for one in commands()[command].params if option in one.opts)
    assert isinstance(found, click.Option)
    assert found.help
    assert found.help.rstrip("]").endswith(".") or "[default" in found.help


@pytest.mark.parametrize("name", sorted(commands()))
def test_every_command_explains_itself(name: str) -> None:
    assert commands()[name].help
