"""`evaljson agree`: variants held against each other where nobody has labelled the records."""

import json
import re

import pytest

from tests.cli.conftest import Run, Write
from tests.compare.made import SCHEMA, extracted, gold


@pytest.fixture
def agree(write: Write, run: Run) -> Run:
    """`agree` of two variants over 40 records, of which gold has the first 30."""
    write("gold.jsonl", gold(30))
    write("old.jsonl", extracted(40))
    write("new.jsonl", extracted(40, {"name": range(10), "total": range(35, 40)}))
    write("schema.json", SCHEMA)
    return lambda *options, **more: run("agree", "old.jsonl", "new.jsonl", "-s", "schema.json", *options, **more)


def test_pairs_agree_to_so_much_and_the_worst_field_stands_first(agree: Run) -> None:
    done = agree()
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith("old and new agree to F1 93.8 over 40 records that both produced.")
    rows = [line.split() for line in done.stdout.splitlines()[3:]]
    assert rows[0] == ["name", "75.0", "old,", "new"]
    assert rows[1][:2] == ["total", "87.5"]


def test_only_what_gold_lacks_is_looked_at_if_asked_for(agree: Run) -> None:
    (found,) = json.loads(agree("--not-in", "gold.jsonl", "--json").stdout)
    assert (found["a"], found["b"], found["records"]) == ("old", "new", 10)
    assert (found["per_field"]["name"], found["per_field"]["total"]) == (1.0, 0.5)


def test_variants_without_a_record_in_common_are_told_as_such(agree: Run, write: Write) -> None:
    write("new.jsonl", [{**record, "id": f"x{record['id']}"} for record in gold(5)])
    done = agree()
    assert (done.exit_code, done.stdout.strip()) == (0, "old and new share no record.")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("old.jsonl", "-s", "schema.json"), "two variants or more"),
        (("old.jsonl", "-", "-s", "schema.json"), "none can come from stdin"),
        (("old.jsonl", "new.jsonl", "-s", "plain.json"), "name the key that holds it, such as --id-field id"),
        (("old.jsonl", "new.jsonl", "-s", "schema.json", "--not-in", "new.jsonl"), "compare them with `evaljson comp"),
        (("old.jsonl", "new.jsonl"), "Missing option '--schema'"),
    ],
)
def test_bad_input_is_one_clean_line(agree: Run, write: Write, run: Run, arguments: tuple[str, ...], said: str) -> None:
    write("plain.json", {key: value for key, value in SCHEMA.items() if key != "x-eval-id"})
    done = run("agree", *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert re.search(said, done.stderr), done.stderr
