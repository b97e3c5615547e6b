"""`evaljson shift`: two batches of documents, asked whether they are alike."""

import json

import pytest

from tests.cli.conftest import Run, Write

SCHEMA = {"type": "object", "x-eval-id": "id", "properties": {"kind": {"type": "string"}, "n": {"type": "integer"}}}


@pytest.fixture
def batches(write: Write) -> None:
    """March has one hard document of ten, April eight; of hard ones the number is wrong."""
    write("schema.json", SCHEMA)
    for name, hard in (("march", 1), ("april", 8)):
        gold = [{"id": i, "kind": "hard" if i % 10 < hard else "easy", "n": i} for i in range(60)]
        write(f"{name}.jsonl", gold)
        write(f"{name}_out.jsonl", [{**one, "n": -1} if one["kind"] == "hard" else one for one in gold])


@pytest.mark.usefixtures("batches")
def test_a_batch_of_other_documents_is_found_and_explains_the_change(run: Run) -> None:
    done = run("shift", "march.jsonl", "april.jsonl", "-s", "schema.json", "--extracted", "march_out.jsonl",
               "april_out.jsonl")  # fmt: skip
    assert done.exit_code == 0, done.stderr
    first, second = done.stdout.splitlines()[:2]
    assert first.startswith("1 field shifted between march and april: kind (")
    assert first.endswith("The mix of kind could explain all of them.")
    assert second.startswith("  with april's mix of kind, march would get 60.0: −35.0")
    assert "kind, value: hard 10.0% → 80.0%, easy 90.0% → 20.0% (large, p" in done.stdout


@pytest.mark.usefixtures("batches")
def test_records_alone_are_compared_and_without_a_schema_it_is_inferred(run: Run) -> None:
    found = json.loads(run("shift", "march.jsonl", "march_out.jsonl", "--kind", "extracted", "--json").stdout)
    assert (found["records_a"], found["f1"], found["under_mix"]) == (60, None, [])
    assert not any(one["found"] for one in found["tests"])


@pytest.mark.usefixtures("batches")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("march.jsonl", "-"), "none can come from stdin"),
        (("march.jsonl", "april.jsonl", "--by", "kind"), "add --extracted"),
        (("march.jsonl", "april.jsonl", "--extracted", "march.jsonl", "april.jsonl"), "name it by --schema"),
        (("march.jsonl", "gold.jsonl"), "with fewer than 5"),
    ],
    ids=["stdin", "by", "schema", "few"],
)
def test_bad_input_is_one_clean_line(run: Run, arguments: tuple[str, ...], said: str) -> None:
    done = run("shift", *arguments, "-q")
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
