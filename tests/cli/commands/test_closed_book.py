"""`evaljson closed-book` against a real endpoint: the cost first, then what the model remembers."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tests.cli.conftest import Run, Write
from tests.closed_book.endpoint import answers
from tests.closed_book.test_changed import GOLD, SCHEMA, TEXTS, remembered
from tests.judge.conftest import KEY
from tests.judge.endpoint import Endpoint

FILES = ("gold.jsonl", "-s", "schema.json")


@pytest.fixture
def endpoint(write: Write, monkeypatch: pytest.MonkeyPatch) -> Iterator[Endpoint]:
    """Knows all records by heart, and the numbers of texts too."""
    monkeypatch.setenv("EVALJSON_DATA_DIR", str(Path.cwd() / "data"))
    monkeypatch.setenv("EVALJSON_JUDGE_API_KEY", KEY)
    write("gold.jsonl", [{**one, "text": TEXTS[one["id"]]} for one in GOLD])
    write("schema.json", SCHEMA)
    with Endpoint() as running:
        running.faults = [answers(known)]
        yield running


def known(document: Any) -> dict[str, Any]:
    return GOLD[document["id"]] if isinstance(document, dict) else remembered(document, ("number",))


def asked(run: Run, endpoint: Endpoint, *arguments: str) -> Result:
    return run("closed-book", *FILES, "--judge", "fake", "--judge-url", endpoint.url, *arguments)


def test_nobody_is_asked_before_the_cost_is_agreed_to(run: Run, endpoint: Endpoint) -> None:
    done = asked(run, endpoint, "--judge-price", "1,10")
    assert done.exit_code == 2
    assert "fake: 8 records without their documents: 8 requests, about" in done.stderr
    assert "Pass --yes to ask" in done.stderr
    assert not endpoint.requests


def test_what_is_remembered_is_shown_and_fails_the_gate_and_is_asked_once(run: Run, endpoint: Endpoint) -> None:
    done = asked(run, endpoint, "--yes", "--fail", "--document", "text", "--changed", "2")
    assert done.exit_code == 1, done.stderr
    assert done.stdout.startswith("Without the documents, fake gives 100.0% of the values of 8 records")
    assert "It remembers some of them, most of all" in done.stdout
    assert "  0: 100.0% of its values," in done.stdout
    assert "the old value, which the text no longer has, came back 2 times (number)" in done.stdout
    assert KEY not in done.output
    sent = len(endpoint.requests)
    assert sent == 8 + 3 * 2
    again = asked(run, endpoint, "--json", "--document", "text", "--changed", "2")
    assert again.exit_code == 0
    assert len(endpoint.requests) == sent
    document = json.loads(again.stdout)
    assert document["closed_book"]["usage"]["cached"] == 8
    assert document["changed"]["old"] == 2
    kept = run("judge", "cache").stdout
    assert "closed book 1" in kept
    assert KEY not in kept


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--changed", "2"), "--document KEY"),
        (("--show", "titel", "--yes"), "no gold record has the key 'titel'"),
        (("--document", "txt", "--changed", "1", "--yes"), "no record has a text under 'txt'"),
    ],
)
def test_what_a_closed_book_lacks_is_one_clean_line(
    run: Run, endpoint: Endpoint, arguments: tuple[str, ...], said: str
) -> None:
    done = asked(run, endpoint, *arguments, "-q")
    assert done.exit_code == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not endpoint.requests


@pytest.mark.parametrize("arguments", [(), ("--judge-offline",)], ids=["none", "stand-in"])
def test_a_closed_book_needs_a_model(run: Run, endpoint: Endpoint, arguments: tuple[str, ...]) -> None:
    done = run("closed-book", *FILES, *arguments)
    assert done.exit_code == 2
    assert "name one with --judge MODEL" in done.stderr
