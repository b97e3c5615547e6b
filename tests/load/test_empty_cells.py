"""Empty cells of CSV, which cannot say whether they mean null or no key, beside another side that can."""

import csv
import io
import json
import random
from typing import Any

import pytest

from evaljson import RunResult, annotate_xeval, evaluate, infer_schema
from evaljson.load import LoadedRecords, read_records
from evaljson.load.cell_counts import CellCounts
from evaljson.load.typed_cells import cell_counts, cell_reading, has_text_cells, with_cells_read

Record = dict[str, Any]
ABSENT = object()


def table(columns: list[str], rows: list[list[str]], **choices: Any) -> LoadedRecords:
    text = io.StringIO()
    csv.writer(text).writerows([["id", *columns], *([f"d{at}", *row] for at, row in enumerate(rows))])
    return read_records(text.getvalue().encode(), name="g.csv", id_field="id", **choices)


def other(*records: Record) -> LoadedRecords:
    whole = [{"id": f"d{at}", **record} for at, record in enumerate(records)]
    return read_records(json.dumps(whole).encode(), name="e.json", kind="extracted", id_field="id")


def read(gold: LoadedRecords, *variants: LoadedRecords) -> LoadedRecords:
    types = cell_reading(gold, {str(at): one for at, one in enumerate(variants)}, "id")
    return with_cells_read(gold, types.gold)


def records_of(loaded: LoadedRecords) -> list[Record]:
    return [{key: value for key, value in (record or {}).items() if key != "id"} for record in loaded.records]


NULL, NONE = {"a": None}, dict[str, Any]()


@pytest.mark.parametrize(
    ("cells", "there", "expected"),
    [
        (["x", ""], [{"a": "x"}, NULL], [{"a": "x"}, NULL]),
        (["x", ""], [{"a": "x"}, NONE], [{"a": "x"}, NONE]),
        (["x", "", ""], [{"a": "x"}, NULL, NONE], [{"a": "x"}, NULL, NULL]),
        (["x", "", "", ""], [{"a": "x"}, NULL, NONE, NONE], [{"a": "x"}, NONE, NONE, NONE]),
        (["x", "", ""], [{"a": "x"}, NULL, {"a": ""}], [{"a": "x"}, NONE, NONE]),
        (["", ""], [NULL, NULL], [NULL, NULL]),
        (["3", ""], [{"a": 3}, NULL], [{"a": 3}, NULL]),
    ],
    ids=["null", "no key", "as often", "seldom", "empty text", "nothing else", "a number"],
)
def test_an_empty_cell_is_null_where_the_other_side_has_null(cells: Any, there: Any, expected: Any) -> None:
    assert records_of(read(table(["a"], [[cell] for cell in cells]), other(*there))) == expected


def test_a_column_that_the_table_lacks_is_no_empty_cell() -> None:
    gold = table(["a"], [["x"]])
    assert read(gold, other({"a": "x", "b": None})) is gold


def test_an_id_is_never_null() -> None:
    gold = read_records(b"id,doc_id\nd0,\n", name="g.csv", id_field="id")
    extracted = other({"doc_id": None})
    assert cell_reading(gold, {"v": extracted}, "id").gold.nulls == {"doc_id"}
    assert not cell_reading(gold, {"v": extracted}, None).gold
    assert not cell_reading(gold, {"v": extracted}, "doc_id").gold


def test_what_is_kept_beside_records_is_not_read() -> None:
    gold = table(["a", "cost"], [["x", ""]], metadata=["cost"])
    assert records_of(read(gold, other({"a": "x", "cost": None}))) == [{"a": "x"}]


@pytest.mark.parametrize(
    ("rows", "there", "expected"),
    [
        ([["x", ""]], [{"v": {"a": "x", "b": None}}], [{"v": {"a": "x", "b": None}}]),
        ([["", ""]], [{"v": None}], [{"v": None}]),
        ([["", ""]], [{"v": {"a": None, "b": None}}], [{"v": {"a": None, "b": None}}]),
        ([["", ""]], [{"v": {"a": None}}], [{"v": {"a": None}}]),
        ([["", ""]], [{}], [{}]),
        ([["", ""]], [{"v": {}}], [{}]),
        (
            [["", ""], ["", ""], ["x", "y"]],
            [{"v": {"a": None, "b": None}}, {"v": {"a": None, "b": None}}, {"v": None}],
            [{"v": {"a": None, "b": None}}, {"v": {"a": None, "b": None}}, {"v": {"a": "x", "b": "y"}}],
        ),
    ],
    ids=["inside", "the object", "both inside", "one inside", "no object", "an empty object", "hollow objects"],
)
def test_columns_of_one_object(rows: Any, there: Any, expected: Any) -> None:
    assert records_of(read(table(["v.a", "v.b"], rows), other(*there))) == expected


def test_elements_are_as_many_as_their_cells_make() -> None:
    gold = table(["x[0].p", "x[0].q", "x[1].p", "x[1].q"], [["1", "", "", ""], ["", "", "", "2"], ["", "", "", ""]])
    rows = [{"p": "1", "q": None}, {"p": None, "q": "2"}]
    assert records_of(read(gold, other({"x": rows}, {"x": rows}, {"x": None}))) == [
        {"x": [{"p": "1", "q": None}]},
        {"x": [None, {"p": None, "q": "2"}]},
        {"x": None},
    ]


def test_a_variant_in_cells_goes_by_the_nulls_of_gold() -> None:
    variant = read_records(b"id,a\nd0,x\nd1,\n", name="e.csv", kind="extracted", id_field="id")
    reading = cell_reading(other({"a": "x"}, NULL), {"v": variant}, "id").variants["v"]
    again = with_cells_read(variant, reading)
    assert records_of(again) == [{"a": "x"}, NULL]
    assert cell_counts(variant, reading) == CellCounts(empty=1, nulls=1)


def test_cells_are_counted_not_nulls_and_those_that_stay_absent_too() -> None:
    rows = [["", "", "", "x"], ["1", "", "", ""], ["", "2", "7", ""], ["1", "2", "7", "x"]]
    variant = table(["v.a", "v.b", "n", "absent"], rows)
    gold = other({"v": None, "n": None, "absent": "x"}, *[{"v": {"a": "1", "b": "2"}, "n": None, "absent": "x"}] * 3)
    reading = cell_reading(gold, {"v": variant}, "id").variants["v"]
    read_so = with_cells_read(variant, reading)
    assert records_of(read_so)[:2] == [{"v": None, "n": None, "absent": "x"}, {"v": {"a": "1"}, "n": None}]
    counts = cell_counts(variant, reading)
    assert (counts.empty, counts.nulls) == (8, 4), "two cells are in one null"
    assert read_so.format == "CSV (,), cells as text, some empty ones as null"


def test_what_was_read_has_a_hash_and_a_format_of_its_own() -> None:
    gold = table(["a"], [["x"], [""]])
    read_so = read(gold, other({"a": "x"}, NULL))
    assert read_so.sha256 != gold.sha256
    assert read_so.format == "CSV (,), cells as text, empty ones as null"
    assert (has_text_cells(gold), has_text_cells(read_so)) == (True, False)
    assert records_of(gold) == [{"a": "x"}, {}]


def _by_hand(gold: list[dict[str, str]], there: list[Record]) -> list[Record]:
    """Read flat rows as a person would, one column at a time."""
    expected: list[Record] = [{} for _ in gold]
    for column in gold[0]:
        says = [record.get(column, ABSENT) for record in there]
        nulls = sum(value is None for value in says)
        is_null = nulls and nulls >= sum(value is ABSENT for value in says) and "" not in says
        for row, record in zip(gold, expected, strict=True):
            if row[column] or is_null:
                record[column] = row[column] or None
    return expected


def test_random_tables_are_read_as_by_hand() -> None:
    draw = random.Random(11)
    changed = 0
    for _ in range(2_000):
        columns = draw.sample("abc", draw.randint(1, 3))
        rows = [{column: draw.choice(["x", "y", ""]) for column in columns} for _ in range(draw.randint(1, 5))]
        pool: list[Any] = draw.choice(
            [["x", None], ["x", None, ABSENT, ABSENT], ["x", None, ABSENT], ["x", "", None], ["x", ABSENT]]
        )
        there: list[Record] = []
        for _ in range(draw.randint(1, 6)):
            drawn = {column: draw.choice(pool) for column in "abcd"}
            there.append({column: value for column, value in drawn.items() if value is not ABSENT})
        gold = table(columns, [[row[column] for column in columns] for row in rows])
        expected = _by_hand(rows, there)
        assert records_of(read(gold, other(*there))) == expected, (rows, there)
        changed += expected != records_of(gold)
    assert changed > 500


def _scored(gold: LoadedRecords, extracted: LoadedRecords) -> RunResult:
    records: list[Any] = gold.records
    return evaluate(records, extracted.records, {**annotate_xeval(infer_schema(records)), "x-eval-id": "id"})


def test_a_perfect_extraction_of_random_records_scores_as_if_gold_were_json() -> None:
    draw = random.Random(12)
    for _ in range(150):
        wanted: list[Record] = [
            {"id": f"d{at}", **{key: draw.choice(["x", "y", None]) for key in "abc"}} for at in range(6)
        ]
        whole = read_records(json.dumps(wanted).encode(), name="g.json", id_field="id")
        cells = table(list("abc"), [[str(record[key] or "") for key in "abc"] for record in wanted])
        extracted = other(*({key: record[key] for key in "abc"} for record in wanted))
        run = _scored(read(cells, extracted), extracted)
        assert (run.mean_f1, run.total_hallucinations) == (1.0, 0)
        assert run.per_field == _scored(whole, extracted).per_field
