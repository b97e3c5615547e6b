"""`evaljson plan`: how many records it takes, with files and before there are any."""

import json

import pytest

from tests.cli.conftest import Run, Write
from tests.compare.made import SCHEMA, extracted, gold


@pytest.fixture
def plan(write: Write, run: Run) -> Run:
    write("gold.jsonl", gold(40))
    write("a.jsonl", extracted(40, {"name": range(12), "total": range(30, 38)}))
    write("b.jsonl", extracted(40, {"name": range(6, 20)}))
    write("schema.json", SCHEMA)
    return lambda *options, **more: run(
        "plan", "gold.jsonl", "a.jsonl", "b.jsonl", "-s", "schema.json", *options, **more
    )


def test_files_are_their_own_pilot(plan: Run) -> None:
    done = plan("--difference", "0.02", "--quiet")
    assert done.exit_code == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("With 40 records you can see a difference of ")
    assert lines[2].split() == ["records", "shows", "rules", "out", "with", "100", "more", "needs", "more"]
    assert lines[3].split()[:2] == ["F1", "40"]
    assert {line.split()[0] for line in lines[4:]} == {"name", "total", "items[].price", "items[].sku"}


def test_json_has_the_same(plan: Run) -> None:
    found = json.loads(plan("--non-inferior", "0.05", "--add", "60", "--json").stdout)
    assert (found["added"], found["non_inferior"], found["figure"]["records"]) == (60, 0.05, 40)
    assert found["figure"]["needed"] == found["figure"]["records"] + found["figure"]["more"]
    assert len(found["fields"]) == 4


def test_before_labelling_no_file_is_needed(run: Run) -> None:
    done = run("plan", "--difference", "0.3", "--differing", "0.7")
    assert done.stdout == (
        "It takes 59 records to see a true difference of 30.0 points four times out of five, at 95% confidence.\n"
    )
    assert json.loads(run("plan", "--difference", "0.05", "--spread", "0.2", "--json").stdout)["needed"] == 128


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gold.jsonl"], "plan takes GOLD, A and B, or no file at all"),
        ([], "say one of the two"),
        (["--spread", "0.1"], "say what the records shall show"),
        (["gold.jsonl", "extracted.jsonl", "extracted.jsonl", "--spread", "0.1"], "planning without files"),
        (["gold.jsonl", "-", "extracted.jsonl"], "none can come from stdin"),
    ],
)
def test_what_cannot_be_planned_is_bad_input(run: Run, arguments: list[str], message: str) -> None:
    done = run("plan", *arguments)
    assert done.exit_code == 2
    assert message in done.stderr.replace("\n", " ")


def test_compare_shows_what_to_expect_on_other_records_if_asked(plan: Run, run: Run) -> None:
    assert plan("--quiet").exit_code == 0, "the files are there"
    arguments = ("compare", "gold.jsonl", "a.jsonl", "b.jsonl", "-s", "schema.json", "--resamples", "200")
    lines = run(*arguments, "--shrunken").stdout.splitlines()
    head = next(line for line in lines if line.startswith("field, b"))
    assert head.split()[-4:] == ["change", "expected", "interval", "kept"]
    found = json.loads(run(*arguments, "--shrunken", "--json").stdout)["shrunken"]["b"]
    assert (len(found["fields"]), found["slices"]) == (4, None)
    assert "shrunken" not in json.loads(run(*arguments, "--json").stdout)


def test_one_cluster_shows_no_spread_to_plan_by(plan: Run, write: Write) -> None:
    write("gold.jsonl", [{**one, "batch": "same"} for one in gold(40)])
    done = plan("--cluster", "batch", "--quiet")
    said = "the change of f1 has no interval, so there is nothing to plan by: it takes the figure on both sides"
    assert (done.exit_code, said in done.stderr.replace("\n", " ")) == (2, True), done.stderr


def test_few_fields_are_not_drawn_together_and_keys_that_the_schema_lacks_are_none(run: Run, write: Write) -> None:
    more = {"id": {"type": "integer"}, "a": {"type": "string"}, "b": {"type": "string"}, "c": {"type": "string"}}
    write("schema.json", {"type": "object", "x-eval-id": "id", "properties": more})
    records = [{"id": at, "a": "x", "b": "y", "c": "z"} for at in range(30)]
    write("gold.jsonl", records)
    write("a.jsonl", [{**one, "key": 1} for one in records])
    write("b.jsonl", [{**one, "a": "?", "key": 1} if one["id"] < 5 else one for one in records])  # type: ignore[operator]
    done = run("compare", "gold.jsonl", "a.jsonl", "b.jsonl", "-s", "schema.json", "--shrunken")
    assert "Fewer than four fields of the eval schema have an interval: their differences stay" in done.stdout
