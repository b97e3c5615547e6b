"""The HTML report of the command line."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_the_report_holds_the_run_and_the_table_is_printed_too(score: Run) -> None:
    done = score("--html", "out.html")
    assert done.exit_code == 0
    page = Path("out.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "extracted.jsonl against gold.jsonl" in page
    assert "F1" in done.stdout


def test_the_number_of_records_can_be_limited(score: Run) -> None:
    score("--html", "out.html", "--html-records", "0")
    assert '<section class="record">' not in Path("out.html").read_text(encoding="utf-8")


def test_the_report_can_have_stdout(score: Run) -> None:
    assert score("--html", "-").stdout.startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--html", "-", "--json"), "can go to stdout"),
        (("--html", "out", "--csv", "out"), "two outputs both name out"),
        (("--html", "gold.jsonl"), "this is an input and would be overwritten"),
    ],
)
def test_what_cannot_be_is_refused_before_the_work(score: Run, options: tuple[str, ...], message: str) -> None:
    done = score(*options)
    assert done.exit_code == 2
    assert message in done.stderr
