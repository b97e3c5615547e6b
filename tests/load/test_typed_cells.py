"""Cells of CSV that are read as the numbers and booleans of the other side."""

import json
import random
from typing import Any

import pytest

from evaljson.load import LoadedRecords, read_alike, read_records
from evaljson.load.cell_counts import CellCounts
from evaljson.load.loaded_records import Kind
from evaljson.load.typed_cells import (
    AS_TEXT,
    CellType,
    TableReading,
    cell_counts,
    cell_reading,
    has_text_cells,
    readings_among,
    with_cells_read,
)
from evaljson.report.records.read_cells import cells_in_words


def table(*cells: str, column: str = "a", kind: Kind = "gold") -> LoadedRecords:
    """One column beside the id."""
    rows = "".join(f'd{at},"{cell.replace(chr(34), chr(34) * 2)}"\n' for at, cell in enumerate(cells))
    return read_records(f"id,{column}\n{rows}".encode(), name="g.csv", kind=kind, id_field="id")


def lines(*values: Any, field: str = "a") -> LoadedRecords:
    text = "\n".join(json.dumps({"id": f"d{at}", field: value}) for at, value in enumerate(values))
    return read_records(text.encode(), name="e.jsonl", kind="extracted", id_field="id")


def typed(**types: CellType) -> TableReading:
    return TableReading(tuple(sorted(types.items())))


def read(gold: LoadedRecords, *variants: LoadedRecords, texts: tuple[str, ...] = ()) -> list[Any]:
    types = cell_reading(gold, {str(at): one for at, one in enumerate(variants)}, "id", texts)
    return [record.get("a") for record in with_cells_read(gold, types.gold).records if record is not None]


@pytest.mark.parametrize(
    ("cells", "extracted", "values"),
    [
        (("3", "4"), (3, 5), [3, 4]),
        (("149.3", "80"), (149.3, None), [149.3, 80]),
        (("10.00", "-7.5"), (10, -7.5), [10.0, -7.5]),
        (("3", ""), (3, None), [3, None]),
        (("False", "true", "TRUE"), (False, True, True), [False, True, True]),
        (('["P1", "2"]', " [] "), (["P1"], []), [["P1", "2"], []]),
        (('[{"n": 1.50, "t": "007"}]', "null"), ([], []), [[{"n": 1.5, "t": "007"}], None]),
    ],
)
def test_cells_are_what_the_extraction_has(cells: tuple[str, ...], extracted: tuple[Any, ...], values: Any) -> None:
    found = read(table(*cells), lines(*extracted))
    assert found == values
    assert [type(one) for one in found] == [type(one) for one in values]


@pytest.mark.parametrize(
    ("cells", "extracted"),
    [
        (("007", "12"), (7, 12)),
        (("+49", "12"), (49, 12)),
        (("1234567890123456", "1"), (1234567890123456, 1)),
        (("1e5", "3"), (100000, 3)),
        (("-0", "3"), (0, 3)),
        ((" 3", "4"), (3, 4)),
        (("1,000", "4"), (1000, 4)),
        (("٣", "4"), (3, 4)),
        (("NaN", "4"), (3, 4)),
        (("n/a", "4"), (3, 4)),
        (("3", "4"), (3, "4")),
        (("3", "4"), (3, True)),
        (("3", "4"), (None, None)),
        (("3", "4"), ([3], 4)),
        (("[3]", "[4]"), ([3], "[4]")),
        (("[3]", "[4]"), ("[3]", "4")),
        (("[3]", "n/a"), ([3], [4])),
        (("[3]", "['a']"), ([3], ["b"])),
        (("{}", "[]"), ({}, {})),
        (("[3] 4", "[4]"), ([3], [4])),
        (("3", "4"), ({}, 4)),
        (("1", "0"), (True, False)),
        (("yes", "true"), (True, True)),
        (("", ""), (3, 4)),
    ],
)
def test_a_column_that_would_lose_something_stays_text(cells: tuple[str, ...], extracted: tuple[Any, ...]) -> None:
    gold = table(*cells)
    types = cell_reading(gold, {"v": lines(*extracted)}, "id")
    assert not types.gold
    assert with_cells_read(gold, types.gold) is gold


MESSY = (
    '["a", "b"]',
    "[]",
    "",
    "n/a",
    '["cut',
    "['a']",
    "null",
    '[{"k": 1, "k": 2}]',
    "[NaN]",
    "7",
    '{"a": 1}',
    "[1e999]",
)


def test_each_array_of_a_variant_is_read_and_what_is_none_stays_text() -> None:
    variant = table(*MESSY, kind="extracted")
    reading = cell_reading(lines(*[["a"]] * len(MESSY)), {"v": variant}, "id").variants["v"]
    assert reading == typed(a="array")
    read_so = [record and record.get("a", "no key") for record in with_cells_read(variant, reading).records]
    assert read_so == [["a", "b"], [], "no key", *MESSY[3:6], None, *MESSY[7:]]
    assert cell_counts(variant, reading) == CellCounts(empty=1, nulls=0, texts=8)


def test_columns_of_json_are_read_beside_texts_that_look_like_numbers() -> None:
    rows = b'id,hazards,v,version,class\nd0,"[""H1"", ""H2""]","{""n"": 1}",2.5,8\nd1,[],{},1.0,6.1\n'
    variant = read_records(rows, name="e.csv", kind="extracted", keys=["hazards", "v", "version", "class"])
    assert variant.taken_from is None
    own = [{"hazards": ["H1"], "v": {"n": 2}, "version": "2.5", "class": "8"}] * 2
    gold = read_records(
        "\n".join(json.dumps({"id": f"d{n}", **one}) for n, one in enumerate(own)).encode(), name="g.jsonl"
    )
    reading = cell_reading(gold, {"v": variant}, "id").variants["v"]
    assert reading == typed(hazards="array", v="object")
    again = with_cells_read(variant, reading)
    assert again.records[0] == {"id": "d0", "hazards": ["H1", "H2"], "v": {"n": 1}, "version": "2.5", "class": "8"}
    assert again.format == "CSV (,), cells as text, arrays and objects"
    assert cells_in_words("e.csv", reading, CellCounts()) == "1 column of e.csv is read as arrays, 1 as objects"


def test_elements_of_arrays_that_are_columns_are_read_as_objects() -> None:
    variant = read_records(b'id,x[0],x[1]\nd0,"{""p"": 1}","{""p"": 2}"\n', name="e.csv", kind="extracted")
    reading = cell_reading(lines([{"p": 1}], field="x"), {"v": variant}, "id").variants["v"]
    assert with_cells_read(variant, reading).records == [{"id": "d0", "x": [{"p": 1}, {"p": 2}]}]


def test_more_json_than_a_source_may_have_stays_text(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = table("[1, 2, 3]", "[4, 5, 6]", kind="extracted")
    gold = lines([1], [2])
    assert cell_reading(gold, {"v": variant}, "id").variants["v"]
    monkeypatch.setenv("EVALJSON_MAX_VALUES", "6")
    assert not cell_reading(gold, {"v": variant}, "id").variants["v"]


def test_one_variant_with_texts_keeps_the_texts() -> None:
    assert read(table("3", "4"), lines(3, 4), lines("3", "4")) == ["3", "4"]


def test_what_a_schema_declares_as_text_stays_text() -> None:
    assert read(table("3", "4"), lines(3, 4), texts=("a",)) == ["3", "4"]


def test_ids_stay_text() -> None:
    gold = read_records(b"id,doc_id,n\n1,7,3\n2,8,4\n", name="g.csv")
    extracted = read_records(b'[{"id": 1, "doc_id": 7, "n": 3}, {"id": 2, "doc_id": 8, "n": 4}]', name="e.json")
    assert cell_reading(gold, {"v": extracted}, "id").gold == typed(doc_id="number", n="number")
    assert cell_reading(gold, {"v": extracted}, None).gold == typed(n="number")


def test_a_variant_in_cells_goes_by_gold() -> None:
    extracted = read_records(b"id,a\nd0,3\nd1,5\n", name="e.csv", kind="extracted")
    types = cell_reading(lines(3, 4), {"v": extracted}, "id")
    assert (types.gold, types.variants) == (typed(), {"v": typed(a="number")})


def test_tables_on_both_sides_are_read_alike() -> None:
    whole = read_records(b"id,a\nd0,3\nd1,5\n", name="e.csv", kind="extracted")
    broken = read_records(b"id,a\nd0,3\nd1,n/a\n", name="e.csv", kind="extracted")
    gold = table("3", "4")
    assert cell_reading(gold, {"csv": whole}, "id").gold == typed()
    both = cell_reading(gold, {"csv": whole, "json": lines(3, 4)}, "id")
    assert (both.gold, both.variants["csv"]) == (typed(a="number"), typed(a="number"))
    assert cell_reading(gold, {"csv": broken, "json": lines(3, 4)}, "id").gold == typed()


def test_files_side_by_side_go_by_all_that_are_not_csv() -> None:
    whole, broken = (
        read_records(text, name="e.csv", kind="extracted") for text in (b"id,a\nd0,3\nd1,5\n", b"id,a\nd0,3\nd1,n/a\n")
    )
    assert readings_among([whole, lines(3, 4), whole], "id") == [typed(a="number"), AS_TEXT, typed(a="number")]
    assert readings_among([whole, lines(3, 4), broken], "id") == [AS_TEXT] * 3
    assert readings_among([whole, lines(3, 4), lines("3", 4)], "id") == [AS_TEXT] * 3
    assert readings_among([whole, whole], "id") == [AS_TEXT] * 2
    assert readings_among([lines(3), lines(4)], "id") == [AS_TEXT] * 2


def test_both_sides_are_read_alike_in_one_call() -> None:
    gold, variants = read_alike(table("3", "4"), {"json": lines(3, 5), "csv": table("3", "5")}, "id")
    assert [record and record["a"] for record in gold.records] == [3, 4]
    assert [record and record["a"] for record in variants["csv"].records] == [3, 5]
    assert variants["json"].records[0] == {"id": "d0", "a": 3}
    texts, _ = read_alike(table("3", "4"), {"json": lines(3, 5)}, "id", declared_texts=["a"])
    assert texts.records[0] == {"id": "d0", "a": "3"}


def test_columns_inside_objects_and_arrays() -> None:
    gold = read_records(b"id,v.n,x[0].p,x[1].p\na,1,2,\nb,3,,4.5\n", name="g.csv")
    other = [{"id": "a", "v": {"n": 1}, "x": [{"p": 2}]}, {"id": "b", "v": {"n": 3}, "x": [{"p": 1}, {"p": 4.5}]}]
    extracted = read_records(json.dumps(other).encode(), name="e.json", kind="extracted")
    types = cell_reading(gold, {"v": extracted}, "id").gold
    assert types == TableReading((("v.n", "number"), ("x[].p", "number")))
    first, second = with_cells_read(gold, types).records
    assert (first, second and second["x"][-1]) == ({"id": "a", "v": {"n": 1}, "x": [{"p": 2}]}, {"p": 4.5})


def test_what_was_read_has_a_hash_and_a_format_of_its_own() -> None:
    gold = table("3", "4")
    read_so = with_cells_read(gold, typed(a="number"))
    assert read_so.sha256 != gold.sha256
    assert (has_text_cells(gold), has_text_cells(read_so)) == (True, False)
    assert read_so.format == "CSV (,), cells as text, numbers and true/false"
    assert gold.records[0] == {"id": "d0", "a": "3"}
    assert not has_text_cells(lines(3))
    assert not has_text_cells(read_records(b"a\n3\n", name="g.csv", cells="json"))


def _by_hand(cells: list[str], values: list[Any]) -> list[Any]:
    """Read a column as a person would: each cell on its own, and all of them or none."""
    there = {type(value) for value in values if value is not None}
    numbers, booleans = bool(there) and there <= {int, float}, there == {bool}
    read_so: list[Any] = []
    for cell in cells:
        if numbers and cell.count(".") <= 1 and cell.replace(".", "").lstrip("-").isdecimal() and "e" not in cell:
            value = json.loads(cell) if _is_json(cell) else None
            read_so.append(value if len(cell.replace(".", "").lstrip("-")) <= 15 else None)
        else:
            read_so.append({"true": True, "false": False}.get(cell) if booleans else None)
    return cells if None in read_so else read_so


def _is_json(cell: str) -> bool:
    try:
        return isinstance(json.loads(cell), int | float)
    except ValueError:
        return False


def test_random_columns_are_read_as_by_hand() -> None:
    draw = random.Random(7)
    written = ["3", "4.5", "-12", "10.0", "007", "true", "false", "1234567890123456", "0.123456789012345", "x", "5."]
    there: list[list[Any]] = [[1, 2.5, None], [True, False], ["x", 1], [None], [1, True], [2]]
    changed = 0
    for _ in range(3_000):
        pool = draw.sample(written, draw.randint(1, 3))
        cells = [draw.choice(pool) for _ in range(draw.randint(1, 4))]
        kinds = draw.choice(there)
        values = [draw.choice(kinds) for _ in cells]
        expected = _by_hand(cells, values)
        assert read(table(*cells), lines(*values)) == expected, (cells, values)
        changed += expected != cells
    assert changed > 300
