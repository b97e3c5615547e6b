"""`evaljson leaks`: gold in prompts, twice in gold, in tuning data."""

import json

import pytest

from tests.cli.conftest import Run, Write

GOLD = [
    {"id": f"r{i}", "number": f"INV-{i * 7919:06}", "iban": f"DE{i * 10**12}", "to": f"Firm {i}"} for i in range(1, 10)
]


@pytest.fixture
def files(write: Write) -> None:
    """Gold, a prompt with an example of it, one without, and tuning data with a copy."""
    write("gold.jsonl", GOLD)
    write("leaky.txt", f"Such as {json.dumps(GOLD[3])}\n")
    write("clean.txt", "Answer in JSON, {such as this}.\n")
    write("train.jsonl", [{**GOLD[6], "id": "t", "to": "Other"}, {"id": "u", "number": "X"}])


@pytest.mark.usefixtures("files")
def test_leaks_are_listed_with_evidence_and_fail_where_asked_for(run: Run) -> None:
    done = run("leaks", "gold.jsonl", "--prompt", "leaky.txt", "--prompt", "clean.txt", "-q")
    assert done.exit_code == 0, done.stderr
    first, *lines = done.stdout.splitlines()
    assert first == "Of 9 gold records, 1 record in a prompt: figures over these say too much."
    assert lines[0].startswith("  r4: gold in a prompt (leaky), ")
    assert "DE4000000000000" in lines[0]
    failed = run("leaks", "gold.jsonl", "--prompt", "leaky.txt", "--fail")
    assert failed.exit_code == 1
    assert run("leaks", "gold.jsonl", "--prompt", "clean.txt", "--fail").exit_code == 0


@pytest.mark.usefixtures("files")
def test_documents_may_be_kept_beside_the_records(write: Write, run: Run) -> None:
    texts = [" ".join(f"word{i}x{at}" for at in range(20)) for i in range(9)]
    write("beside.jsonl", [{"record": one, "text": text} for one, text in zip(GOLD, texts, strict=True)])
    write("leaky.txt", f"Read {texts[3]}")
    arguments = ("--payload", "record", "--metadata", "text", "--document", "text", "--prompt", "leaky.txt", "--json")
    (one,) = json.loads(run("leaks", "beside.jsonl", *arguments).stdout)["found"]
    assert (one["record"], one["kind"], one["how"]) == ("r4", "document in a prompt", "the same")


@pytest.mark.usefixtures("files")
def test_tuning_data_is_looked_at(run: Run) -> None:
    found = json.loads(run("leaks", "gold.jsonl", "--tuning", "train.jsonl", "--json").stdout)
    assert found["leaked"] == []
    found = json.loads(run("leaks", "gold.jsonl", "--tuning", "gold.jsonl", "--json").stdout)
    assert found["leaked"] == [one["id"] for one in GOLD]


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-",), "none can come from stdin"),
        (("gold.jsonl", "--prompt", "gone.txt"), "no such file"),
        (("gold.jsonl", "--document", "txt"), "no record has a text under 'txt'"),
    ],
    ids=["stdin", "no file", "no text"],
)
def test_bad_input_is_one_clean_line(run: Run, arguments: tuple[str, ...], said: str) -> None:
    done = run("leaks", *arguments, "-q")
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
