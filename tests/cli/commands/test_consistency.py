"""`evaljson consistency`: runs of one prompt beside each other, and the vote among them."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, Write
from tests.compare.made import SCHEMA, extracted, gold


@pytest.fixture
def files(write: Write) -> None:
    """Three runs over 30 records, each with other names wrong."""
    write("schema.json", SCHEMA)
    write("gold.jsonl", gold(30))
    for at in range(3):
        write(f"run_{at}.jsonl", extracted(30, {"name": range(10 * at, 10 * at + 10)}))


RUNS = ("run_0.jsonl", "run_1.jsonl", "run_2.jsonl", "-s", "schema.json")


@pytest.mark.usefixtures("files")
def test_the_vote_corrects_what_only_one_run_has_wrong(run: Run) -> None:
    done = run("consistency", "gold.jsonl", *RUNS, "--voted", "vote.jsonl")
    assert done.exit_code == 0, done.stderr
    first, _, _, worst, *_ = done.stdout.splitlines()
    assert first.startswith(
        "3 runs have F1 94.4 on average, and agree with each other to 88.9. A vote among them gets 100"
    )
    assert worst.split() == ["name", "33.3", "0.0", "66.7", "0.0", "100.0", "+33.3"]
    assert [json.loads(line) for line in Path("vote.jsonl").read_text(encoding="utf-8").splitlines()] == gold(30)


@pytest.mark.usefixtures("files")
def test_plain_data(run: Run) -> None:
    found = json.loads(run("consistency", "gold.jsonl", *RUNS, "--json").stdout)
    assert (found["runs"], found["records"], found["voted_f1"]) == (3, 30, 1.0)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("gold.jsonl", "run_0.jsonl", "-s", "schema.json"), "two runs or more"),
        (("-", *RUNS), "none can come from stdin"),
        (("gold.jsonl", *RUNS, "--json", "--voted", "-"), "both write to stdout"),
    ],
    ids=["one run", "stdin", "stdout"],
)
def test_bad_input_is_one_clean_line(run: Run, arguments: tuple[str, ...], said: str) -> None:
    done = run("consistency", *arguments, "-q")
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
