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


@pytest.fixture
def people(write: Write, run: Run) -> Run:
    """`agree --annotators` of three people over 40 records, of which the last one has 30."""
    write("anna.jsonl", gold(40))
    write("ben.jsonl", extracted(40, {"name": range(10), "total": range(35, 40)}))
    write("cleo.jsonl", extracted(30, {"price": range(3)}))
    write("bot.jsonl", extracted(40, {"sku": range(20)}))
    write("schema.json", SCHEMA)
    files = ("--annotators", "anna.jsonl", "ben.jsonl", "cleo.jsonl")
    return lambda *options, **more: run("agree", *files, "-s", "schema.json", *options, **more)


def test_people_agree_to_so_much_and_a_system_stands_beside_them(people: Run) -> None:
    done = people("--system", "bot.jsonl")
    assert done.exit_code == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("anna, ben and cleo agree to F1 ")
    assert lines[0].endswith("over 40 records that two or more labelled.")
    assert [line.split(":")[0].strip() for line in lines[1:4]] == ["anna and ben", "anna and cleo", "ben and cleo"]
    assert re.match(r"bot gets F1 8\d\.\d against them, −\d\.\d points \(95% interval −", lines[4]), lines[4]
    rows = {line.split()[0]: line.split() for line in lines[6:] if line}
    assert rows["name"][1:3] == ["40", "81.8"]  # 10 of 55: records of three weigh 3 / 2
    assert rows["items"][1:4] == ["200", "0", "100.0"]


def test_people_as_json_are_what_python_gives(people: Run) -> None:
    found = json.loads(people("--json").stdout)
    assert found["annotators"] == {"anna": 40, "ben": 40, "cleo": 30}
    name = next(field for field in found["fields"] if field["path"] == "name")
    assert (name["value"]["doubles"], name["value"]["alpha"]["groups"]) == (40, 40)
    assert name["value"]["alpha"]["low"] < name["value"]["alpha"]["value"] < name["value"]["alpha"]["high"]


def test_few_doubles_are_counted_and_nothing_else(people: Run, write: Write) -> None:
    write("anna.jsonl", gold(8))
    write("cleo.jsonl", [{"id": "else"}])
    done = people("--system", "bot.jsonl")
    assert done.stdout.startswith(
        "anna, ben and cleo have 8 records that two or more labelled: with fewer than 10 there are only counts."
    )
    assert "33 records of one annotator alone" in done.stdout
    assert "bot: 8 records to compare, too few for figures." in done.stdout
    rows = {line.split()[0]: line.split()[1:] for line in done.stdout.splitlines() if line}
    assert rows["name"] == rows["total"] == ["8", "–", "–", "–"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--annotators", "old.jsonl"), "gold of two annotators or more"),
        (("--annotators", "old.jsonl", "new.jsonl", "--not-in", "gold.jsonl"), "--not-in is for variants"),
        (("old.jsonl", "new.jsonl", "--system", "gold.jsonl"), "add --annotators"),
        (("--annotators", "old.jsonl", "new.jsonl", "--system", "-"), "none can come from stdin"),
    ],
)
def test_options_that_do_not_go_together_are_one_clean_line(
    agree: Run, run: Run, arguments: tuple[str, ...], said: str
) -> None:
    done = run("agree", "-s", "schema.json", *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert re.search(said, done.stderr), done.stderr
