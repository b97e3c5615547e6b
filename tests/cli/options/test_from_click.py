"""A command's dataclass declares its click parameters, and takes exactly those."""

from dataclasses import dataclass
from typing import Any

import click
import pytest
from click.testing import CliRunner

from evaljson.cli.options.from_click import argument, from_click, group, option, takes


@dataclass(frozen=True, kw_only=True)
class Inner:
    loud: bool = option("--loud", is_flag=True, help="Loud.")
    words: tuple[str, ...] = option("--word", multiple=True, help="Words.")


@dataclass(frozen=True, kw_only=True)
class Outer:
    name: str = argument()
    inner: Inner = group(Inner)
    times: int = option("--times", type=int, default=2, help="Times.")


@dataclass(frozen=True, kw_only=True)
class Twice:
    inner: Inner = group(Inner)
    loud: bool = option("--shout", is_flag=True, help="Loud.")


def taken(*arguments: str) -> Outer:
    seen: list[Outer] = []

    @click.command()
    @takes(Outer)
    def command(options: Outer) -> None:
        seen.append(options)

    done = CliRunner().invoke(command, arguments)
    assert done.exit_code == 0, done.output
    return seen[0]


def test_a_command_gets_its_parameters_as_one_dataclass() -> None:
    options = taken("x", "--loud", "--word", "a", "--word", "b")
    assert options == Outer(name="x", inner=Inner(loud=True, words=("a", "b")), times=2)


def test_defaults_are_the_same_in_python_and_on_the_command_line() -> None:
    assert taken("x") == Outer(name="x")


def test_help_lists_the_options_in_the_order_of_the_fields() -> None:
    command: Any = click.command()(takes(Outer)(lambda options: None))
    assert [parameter.name for parameter in command.params] == ["name", "loud", "words", "times"]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"name": "x", "loud": True, "words": (), "times": 1, "tmies": 1}, "Outer has no field tmies"),
        ({"name": "x", "loud": True, "words": ()}, "Outer needs a value for times"),
        ({"name": "x", "times": 1, "words": ()}, "Inner needs a value for loud"),
    ],
)
def test_field_names_are_strict(values: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        from_click(Outer, values)


def test_a_name_that_two_groups_share_is_refused() -> None:
    with pytest.raises(TypeError, match="declares a field twice"):
        takes(Twice)
