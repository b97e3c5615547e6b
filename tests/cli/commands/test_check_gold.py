"""`evaljson check-gold`: values of gold that all variants contradict alike."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, Write
from tests.compare.made import SCHEMA, extracted, gold

FILES = ("gold.jsonl", "a.jsonl", "b.jsonl", "-s", "schema.json")


@pytest.fixture
def files(write: Write) -> None:
    """Thirty records with one slip in gold, and two variants with an error of their own."""
    wrong = gold(30)
    wrong[4] = {**wrong[4], "name": "\x1b[31mslip of gold"}
    write("schema.json", SCHEMA)
    write("gold.jsonl", wrong)
    write("a.jsonl", extracted(30, {"name": [9]}))
    write("b.jsonl", extracted(30, {"name": [17]}))


@pytest.mark.usefixtures("files")
def test_lists_what_contradicts_what_with_control_characters_escaped(run: Run) -> None:
    done = run("check-gold", *FILES)
    assert done.exit_code == 0, done.stderr
    first, second, *_ = done.stdout.splitlines()
    assert first == "1 value of gold: both variants contradict it alike. Check gold there."
    identity, name = gold(30)[4]["id"], gold(30)[4]["name"]
    assert second == (f"  {identity}: name: Both variants say {name} where gold has \\x1b[31mslip of gold: check gold.")


@pytest.mark.usefixtures("files")
def test_plain_data_and_a_row_per_value(run: Run) -> None:
    done = run("check-gold", *FILES, "--json", "--csv", "list.csv")
    found = json.loads(done.stdout)
    assert (found["contradicted"], [one["path"] for one in found["found"]]) == (1, ["name"])
    header, row = Path("list.csv").read_text(encoding="utf-8").splitlines()
    assert header.split(",")[:3] == ["record_id", "position", "path"]
    assert row.startswith(f"{gold(30)[4]['id']},4,name,name,another value,")


@pytest.mark.usefixtures("files")
def test_a_text_beside_gold_says_which_value_it_has(run: Run, write: Write) -> None:
    name = gold(30)[4]["name"]
    wrong = [{**one, "name": "a slip"} if at == 4 else one for at, one in enumerate(gold(30))]
    write("gold.jsonl", [{**one, "text": f"This document of many words names {name} alone."} for one in wrong])
    done = run("check-gold", *FILES, "--gold-metadata", "text", "--json")
    (found,) = json.loads(done.stdout)["found"]
    assert found["in_text"] == "only theirs"


@pytest.mark.usefixtures("files")
def test_a_copy_of_a_variant_says_nothing_twice(run: Run, write: Write) -> None:
    write("b.jsonl", extracted(30, {"name": [9]}))
    done = run("check-gold", *FILES)
    assert done.stdout.splitlines() == ["Gold is checked once two variants that differ are scored."]
    assert "b: extracted the very same as another variant, and counted once." in done.stderr


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("gold.jsonl", "a.jsonl", "-s", "schema.json"), "two variants or more"),
        (("-", *FILES[1:]), "none can come from stdin"),
        ((*FILES, "--json", "--csv", "-"), "only one output can go to stdout"),
        ((*FILES, "--csv", "gold.jsonl"), "is an input"),
    ],
    ids=["one variant", "stdin", "stdout", "input"],
)
def test_bad_input_is_one_clean_line(run: Run, arguments: tuple[str, ...], said: str) -> None:
    done = run("check-gold", *arguments, "-q")
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
