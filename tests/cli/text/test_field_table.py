import pytest
from rich.cells import cell_len

from evaljson.cli.console import printable, shorten
from tests.cli.conftest import Run, Write


@pytest.mark.parametrize(
    ("text", "cells", "short"),
    [
        ("short", 10, "short"),
        ("a_very_long_path.to_the.price", 15, "a_very_…e.price"),
        ("日本語日本語日本語", 9, "日本…本語"),
    ],
)
def test_what_does_not_fit_goes_from_the_middle(text: str, cells: int, short: str) -> None:
    assert shorten(text, cells) == short
    assert cell_len(short) <= cells


@pytest.mark.parametrize(
    ("raw", "shown"),
    [("a\x1b[31m", "a\\x1b[31m"), ("\u202eabc", "\\u202eabc"), ("\ud800", "\\ud800"), ("naïve 日本", "naïve 日本")],
)
def test_control_characters_are_escaped(raw: str, shown: str) -> None:
    assert printable(raw) == shown


def test_a_table_of_long_paths_fits_80_columns_with_all_its_figures(run: Run, write: Write) -> None:
    key = "a_key_that_goes_on_and_on_" * 8
    write("gold.jsonl", [{key: 1, "日本" * 60: 2, "[red]x[/red]": 3, "\x1b[31mred": 4}])
    done = run("score", "gold.jsonl", "gold.jsonl", COLUMNS="80")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert max(map(cell_len, lines)) <= 80
    assert sum("100.0" in line for line in lines) == 7
    assert "['[red]x[/red]']" in done.stdout
    assert "\x1b" not in done.output


@pytest.mark.parametrize("columns", ["230", None])
def test_a_wider_window_is_used_and_a_pipe_or_file_gets_all(run: Run, write: Write, columns: str | None) -> None:
    key = "k" * 100
    write("gold.jsonl", [{key: 1}])
    write(f"{'v' * 30}.jsonl", [{key: 2}])
    assert key in run("score", "gold.jsonl", "gold.jsonl", COLUMNS=columns).stdout
    compared = run("compare", "gold.jsonl", "gold.jsonl", f"{'v' * 30}.jsonl", "--resamples", "100", COLUMNS=columns)
    assert key in compared.stdout
    assert "v" * 30 in next(line for line in compared.stdout.splitlines() if "verdict" in line)


def test_skipped_and_not_judged_have_a_column_only_where_there_are_any(run: Run, write: Write) -> None:
    fields = {"a": {"type": "string"}, "b": {"type": "string", "x-eval-compare": "semantic"}}
    write("s.json", {"type": "object", "properties": fields})
    write("g.jsonl", [{"a": "x", "b": "one"}])
    write("e.jsonl", [{"a": "x", "b": "two"}])
    assert "judged" in run("score", "g.jsonl", "e.jsonl", "-s", "s.json").stdout.splitlines()[1]
    assert "judged" not in "".join(run("score", "g.jsonl", "g.jsonl", "-s", "s.json").stdout.splitlines()[:2])


@pytest.mark.parametrize(
    ("environment", "coloured"), [({"FORCE_COLOR": "1"}, True), ({"NO_COLOR": "1"}, False), ({}, False)]
)
def test_colour_is_for_terminals_that_want_it(score: Run, environment: dict[str, str], coloured: bool) -> None:
    assert ("\x1b[" in score(**environment).stdout) is coloured
