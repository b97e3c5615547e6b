"""CSV of gold or of a variant, scored against files that have numbers and booleans."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from evaljson.cli.console import Messages
from evaljson.cli.options.reading import FileReading
from evaljson.cli.run.typed_cells import FilesBeside, TwoSides, with_cells_alike
from evaljson.load import read_records
from evaljson.workspace.drafts import schema_from_gold
from tests.cli.conftest import Run, Write

RECORDS = [
    {"id": "a", "n": 3, "x": 1.5, "paid": True, "zip": 7},
    {"id": "b", "n": 4, "x": 80, "paid": False, "zip": 12},
]
CELLS = "id,n,x,paid,zip\na,3,1.5,True,007\nb,4,80,False,012\n"
SAID = "2 columns of gold.csv are read as numbers, 1 as true/false, as the extractions have them"


def without_origin(done: Any) -> str:
    """Return what a command says, without what it says of the file."""
    said = json.loads(done.stdout)
    if isinstance(said, dict):
        said.pop("extracted", None)
    return json.dumps(said).replace("cells.csv", "cells.jsonl")


def quoted(value: Any) -> str:
    """Write a value as JSON in a cell."""
    return '"' + json.dumps(value).replace('"', '""') + '"'


@pytest.fixture
def gold(write: Write) -> str:
    Path("gold.csv").write_text(CELLS)
    write("e.jsonl", RECORDS)
    return "gold.csv"


def figures(done: Any) -> dict[str, float]:
    assert done.exit_code == 0, done.stderr
    return {name: field["f1"] for name, field in json.loads(done.stdout)["per_field"].items()}


def test_cells_are_read_and_the_note_says_so(run: Run, gold: str) -> None:
    done = run("score", gold, "e.jsonl", "--id-field", "id", "--json")
    assert f"Note: {SAID}; --cells text undoes this." in done.stderr
    assert figures(done) == {"n": 1.0, "x": 1.0, "paid": 1.0, "zip": 0.0}


def test_texts_are_kept_on_request(run: Run, gold: str) -> None:
    done = run("score", gold, "e.jsonl", "--id-field", "id", "--json", "--cells", "text")
    assert "read as numbers" not in done.stderr
    assert set(figures(done).values()) == {0.0}


def test_a_schema_that_declares_texts_keeps_them(run: Run, write: Write, gold: str) -> None:
    texts = {name: {"type": "string"} for name in ("id", "n", "zip")}
    properties = {**texts, "x": {"type": "number"}, "paid": {"type": "boolean"}}
    write("own.json", {"type": "object", "properties": properties, "x-eval-id": "id"})
    done = run("score", gold, "e.jsonl", "-s", "own.json", "--json")
    assert "Note: 1 column of gold.csv is read as numbers, 1 as true/false" in done.stderr
    assert figures(done) == {"n": 0.0, "x": 1.0, "paid": 1.0, "zip": 0.0}


def test_a_variant_in_cells_is_read_as_gold(run: Run, gold: str) -> None:
    done = run("score", "e.jsonl", gold, "--id-field", "id", "--json")
    assert "2 columns of gold.csv are read as numbers, 1 as true/false, as gold has them" in done.stderr
    # zip stays text, which the rule of a number in gold reads
    assert figures(done) == {"n": 1.0, "x": 1.0, "paid": 1.0, "zip": 1.0}


def test_all_variants_are_scored_against_the_same_gold(run: Run, write: Write, gold: str) -> None:
    write("texts.jsonl", [{**record, "n": str(record["n"])} for record in RECORDS])
    for order in (["e.jsonl", "texts.jsonl"], ["texts.jsonl", "e.jsonl"]):
        done = run("compare", gold, *order, "--id-field", "id")
        assert done.exit_code == 0, done.stderr
        assert "1 column of gold.csv is read as numbers, 1 as true/false" in done.stderr


def test_gold_from_stdin_pairs_with_a_file_that_is_read_once(run: Run, gold: str) -> None:
    done = run("score", gold, "-", "--id-field", "id", "--json", stdin=json.dumps(RECORDS))
    assert figures(done)["n"] == 1.0


def test_empty_cells_are_null_where_the_extraction_has_null(run: Run, write: Write) -> None:
    Path("gold.csv").write_text("id,n,note\na,3,\nb,,x\n")
    write("e.jsonl", [{"id": "a", "n": 3, "note": None}, {"id": "b", "n": None, "note": "x"}])
    done = run("score", "gold.csv", "e.jsonl", "--id-field", "id", "--json")
    said = "1 column of gold.csv is read as numbers; 2 empty cells are read as null, as the extractions have them"
    assert f"Note: {said}; --cells text undoes this." in done.stderr
    assert figures(done) == {"n": 1.0, "note": 1.0}
    kept = json.loads(run("score", "gold.csv", "e.jsonl", "--id-field", "id", "--json", "--cells", "text").stdout)
    assert kept["total_hallucinations"] == 2


def test_empty_cells_alone_are_said_too(run: Run, write: Write) -> None:
    Path("e.csv").write_text("id,note\na,\nb,x\n")
    write("gold.jsonl", [{"id": "a", "note": None}, {"id": "b", "note": "x"}])
    done = run("score", "gold.jsonl", "e.csv", "--id-field", "id", "--json")
    assert "Note: 1 empty cell of e.csv is read as null, as gold has them; --cells text undoes this." in done.stderr
    assert figures(done) == {"note": 1.0}


def test_what_one_variant_is_read_as_in_another_way_later_changes_nothing_of_gold(write: Write, gold: str) -> None:
    write("other.jsonl", RECORDS)
    cells, numbers = read_records(Path(gold)), read_records(Path("e.jsonl"), kind="extracted")
    texts = replace(numbers, records=[{**record, "n": "three"} for record in RECORDS])
    beside, asked = FilesBeside(["e.jsonl", "other.jsonl"]), (None, "id", FileReading(), Messages(quiet=True))
    first = with_cells_alike(TwoSides(cells, numbers), "e.jsonl", beside, *asked)
    second = with_cells_alike(TwoSides(cells, texts), "other.jsonl", beside, *asked)
    assert first.gold.records == second.gold.records
    assert first.gold.records[0] == {**RECORDS[0], "zip": "007"}


NESTED: list[dict[str, Any]] = [
    {"id": name, "codes": ["H1", f"H{at}"], "by": {"name": name, "nr": at}, "version": f"{at}.0"}
    for at, name in enumerate("abcdefghijkl")
]
NESTED_CELLS = "id,codes,by,version\n" + "".join(
    f"{one['id']},{quoted(one['codes'])},{quoted(one['by'])},{one['version']}\n" for one in NESTED
)
AS_JSON = "1 column of cells.csv is read as arrays, 1 as objects"


@pytest.mark.parametrize(
    ("command", "whose"),
    [
        ("score whole.jsonl cells.csv --id-field id", "gold has"),
        ("compare whole.jsonl whole.jsonl cells.csv --id-field id", "gold has"),
        ("consistency whole.jsonl cells.csv whole.jsonl -s own.json", "gold has"),
        ("agree whole.jsonl cells.csv -s own.json", "the other files have"),
        ("shift whole.jsonl cells.csv --kind extracted -s own.json", "the other files have"),
    ],
)
def test_arrays_and_objects_in_cells_are_read_as_the_other_side_has_them_by_every_command(
    run: Run, write: Write, command: str, whose: str
) -> None:
    write("whole.jsonl", NESTED)
    write("cells.jsonl", NESTED)
    Path("cells.csv").write_text(NESTED_CELLS)
    write("own.json", {**schema_from_gold(read_records(Path("whole.jsonl")), "id")})
    done, typed = (run(*text.split(), "--json") for text in (command, command.replace("cells.csv", "cells.jsonl")))
    assert done.exit_code == 0, done.stderr
    assert f"{AS_JSON}, as {whose} them; --cells text undoes this." in done.stderr
    assert without_origin(done) == without_origin(typed)
    assert done.stdout != run(*command.split(), "--json", "--cells", "text").stdout


def test_gold_in_cells_has_the_arrays_of_the_extractions_where_all_cells_are_arrays(run: Run, write: Write) -> None:
    write("e.jsonl", [{"id": "a", "codes": ["H1"], "names": ["x"]}, {"id": "b", "codes": [], "names": ["y"]}])
    Path("gold.csv").write_text('id,codes,names\na,"[""H1""]","[""x""]"\nb,[],y and z\n')
    done = run("score", "gold.csv", "e.jsonl", "--id-field", "id", "--json")
    assert "1 column of gold.csv is read as arrays, as the extractions have them" in done.stderr
    assert figures(done) == {"codes": 1.0, "codes[]": 1.0, "names": 0.0}


@pytest.fixture
def schema(write: Write) -> str:
    properties = {"n": {"type": "integer"}, "paid": {"type": "boolean"}}
    write("own.json", {"type": "object", "properties": properties, "x-eval-id": "id"})
    records = [{"id": name, "n": at, "paid": bool(at % 2)} for at, name in enumerate("abcdefghijkl")]
    write("whole.jsonl", records)
    write("cells.jsonl", records)
    Path("cells.csv").write_text("id,n,paid\n" + "".join(f"{one['id']},{one['n']},{one['paid']}\n" for one in records))
    return "own.json"


TWO_SIDES = [
    ("consistency cells.csv whole.jsonl whole.jsonl", "the extractions have"),
    ("consistency whole.jsonl cells.csv whole.jsonl", "gold has"),
    ("agree cells.csv whole.jsonl", "the other files have"),
    ("agree --annotators whole.jsonl cells.csv", "the other files have"),
    ("shift cells.csv whole.jsonl --kind extracted", "the other files have"),
]


@pytest.mark.parametrize(("command", "whose"), TWO_SIDES)
def test_every_command_that_reads_two_sides_reads_cells_as_the_other_has_them(
    run: Run, schema: str, command: str, whose: str
) -> None:
    rest = ["-s", schema, "--json"]
    done = run(*command.split(), *rest)
    assert done.exit_code == 0, done.stderr
    said = f"1 column of cells.csv is read as numbers, 1 as true/false, as {whose} them; --cells text undoes this."
    assert said in done.stderr
    assert done.stdout == run(*command.replace("cells.csv", "cells.jsonl").split(), *rest).stdout
    assert done.stdout != run(*command.split(), *rest, "--cells", "text").stdout


def test_extracted_records_from_stdin_are_read_once_for_gold_in_cells(run: Run, gold: str) -> None:
    done = run("score", gold, "-", "--id-field", "id", "--json", stdin="\n".join(map(json.dumps, RECORDS)))
    assert figures(done) == {"n": 1.0, "x": 1.0, "paid": 1.0, "zip": 0.0}


def test_gold_from_stdin_says_what_cells_of_the_extraction_are(run: Run, gold: str) -> None:
    done = run("score", "-", gold, "--id-field", "id", "--json", stdin="\n".join(map(json.dumps, RECORDS)))
    assert "2 columns of gold.csv are read as numbers, 1 as true/false, as gold has them" in done.stderr
    assert figures(done)["n"] == 1.0


def test_of_cells_on_both_sides_auto_changes_nothing(run: Run, gold: str) -> None:
    Path("e.csv").write_text(CELLS.replace("80", ""))
    auto, text = (
        run("score", gold, "e.csv", "--id-field", "id", "--json", *more) for more in ((), ("--cells", "text"))
    )
    assert (auto.stdout, auto.stderr) == (text.stdout, text.stderr)
