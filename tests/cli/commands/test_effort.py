"""`evaljson effort`: which records to review, from the confidences of an extraction."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Run, Write
from tests.judge.conftest import KEY
from tests.judge.endpoint import Endpoint
from tests.second_look.endpoint import reads, sure_by

SCHEMA = {
    "type": "object",
    "x-eval-id": "id",
    "x-eval-confidence": {"parallel": "sure"},
    "properties": {"a": {"type": "number"}},
}
FILES = ("gold.jsonl", "extracted.jsonl", "-s", "schema.json", "-q")


@pytest.fixture(autouse=True)
def files(write: Write) -> None:
    """400 records, of which the 80 least sure are wrong."""
    gold = [{"id": f"r{at}", "a": at} for at in range(400)]
    write("gold.jsonl", gold)
    write("extracted.jsonl", [{**one, "a": -1 if at < 80 else at, "sure": at / 400} for at, one in enumerate(gold)])
    write("schema.json", SCHEMA)
    write("plain.json", {key: value for key, value in SCHEMA.items() if key != "x-eval-confidence"})


def test_it_says_what_to_review_and_what_an_audit_shows(run: Run) -> None:
    done = run("effort", *FILES, "--target", "5", "--review", "review.jsonl", "--audited", "320,0")
    assert done.exit_code == 0, done.stderr
    first, audit, _, heads, field, whole, *_ = done.stdout.splitlines()
    assert first == (
        "Review 80 of 400 records: those with a value less sure than 0.200. At most 5% of the accepted values are "
        "wrong (95% sure; here 0 of 320 accepted values are wrong)."
    )
    assert audit.startswith("0 of 320 audited values are wrong: at most 0.0% of the 320 accepted values are wrong")
    assert "shown to keep it" in heads
    assert field.split() == ["a", "400", "80", "84.0%", "0.160", "80.0%", "0.200"]
    assert whole.startswith("whole records")
    listed = [json.loads(line) for line in Path("review.jsonl").read_text(encoding="utf-8").splitlines()]
    assert listed == [f"r{at}" for at in range(80)]


def test_where_nothing_is_promised_audits_are_listed(run: Run) -> None:
    done = run("effort", *FILES, "--target", "0.5")
    assert done.exit_code == 0, done.stderr
    assert "which does not show yet that it is at most 0.5%" in done.stdout
    assert "of them wrong: passed in" in done.stdout


def test_plain_data_of_an_effort(run: Run) -> None:
    found = json.loads(run("effort", *FILES, "--target", "5", "--json", "--audited", "50,1").stdout)
    assert (found["records"], len(found["review"]), found["audit"]["wrong"]) == (400, 80, 1)
    assert found["per_field"]["a"]["promised"]["coverage"] == 0.8


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("gold.jsonl", "extracted.jsonl", "-s", "plain.json"), "x-eval-confidence"),
        ((*FILES, "--audited", "five"), "write DRAWN,WRONG"),
        ((*FILES, "--audited", "5,6"), "hits are from 0 to the count"),
        ((*FILES, "--audited", "500,6", "--target", "5"), "no more can be drawn than there are"),
        ((*FILES, "--json", "--review", "-"), "both write to stdout"),
        ((*FILES, "--target", "0.5", "--audited", "5,0"), ""),
    ],
    ids=["no confidence", "no numbers", "more wrong than drawn", "more than there are", "stdout", "fine"],
)
def test_what_an_effort_cannot_be_made_of_is_one_clean_line(run: Run, arguments: tuple[str, ...], said: str) -> None:
    done = run("effort", *arguments, "-q")
    assert done.exit_code == (2 if said else 0)
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == bool(said)


@pytest.fixture
def endpoint(write: Write, monkeypatch: pytest.MonkeyPatch) -> Iterator[Endpoint]:
    """A model that reads the texts beside gold; of the records, each tenth total is wrong."""
    monkeypatch.setenv("EVALJSON_DATA_DIR", str(Path.cwd() / "data"))
    monkeypatch.setenv("EVALJSON_JUDGE_API_KEY", KEY)
    gold = [{"id": f"r{at}", "a": 1000 + at} for at in range(80)]
    write("bills.jsonl", [{**one, "text": f"Total: {one['a']}"} for one in gold])
    write("read.jsonl", [{**one, "a": 99} if at % 10 == 0 else one for at, one in enumerate(gold)])
    with Endpoint(sure_by(reads)) as running:
        yield running


BILLS = ("bills.jsonl", "read.jsonl", "-s", "plain.json", "--allow-unknown", "--by", "judge", "--target", "5")


def test_a_judge_says_what_to_review_once_its_cost_is_agreed_to(run: Run, endpoint: Endpoint) -> None:
    asked = (*BILLS, "--document", "text", "--judge", "fake", "--judge-url", endpoint.url)
    done = run("effort", *asked, "--judge-price", "1,10")
    assert done.exit_code == 2
    assert "fake: values of 80 records with their texts: 80 requests, about" in done.stderr
    assert "Pass --yes to ask" in done.stderr
    assert endpoint.requests == []
    done = run("effort", *asked, "--yes")
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith("Review 8 of 80 records: those with a value less sure than 0.970. At most 5%")
    assert len(endpoint.requests) == 80
    again = json.loads(run("effort", *asked, "--json", "-q").stdout)
    assert again["review"] == [f"r{at}" for at in range(0, 80, 10)]
    assert len(endpoint.requests) == 80
    assert "second look 1" in run("judge", "cache").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (BILLS, "--by judge and --document KEY belong together"),
        ((*BILLS[:-4], "--document", "text"), "--by judge and --document KEY belong together"),
        ((*BILLS, "--document", "text"), "name one with --judge MODEL"),
        ((*BILLS, "--document", "txt", "--judge", "fake"), "no record has a text under 'txt'"),
    ],
    ids=["no document", "no judge wanted", "no model", "no text"],
)
def test_what_a_judge_lacks_is_one_clean_line(
    run: Run, endpoint: Endpoint, arguments: tuple[str, ...], said: str
) -> None:
    done = run("effort", *arguments, "-q")
    assert (done.exit_code, said in done.stderr, len(done.stderr.splitlines())) == (2, True, 1)
    assert endpoint.requests == []
