"""Parquet, however it is written; and files that stand for more than they hold, refused before they are decoded."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.base.errors import LoadError
from evaljson.base.limits import LIMITS
from evaljson.load import read_records
from tests.hostile import parquet as files
from tests.profiles import examples

TEXT = ["one", "two", "two", None, "three", "one"] * 50
TABLE: dict[str, Any] = {
    "text": TEXT,
    "number": list(range(300)),
    "some": [None, 1.5, -0.0] * 100,
    "flag": [True, False, None] * 100,
    "list": [[text, "same"] if text else None for text in TEXT],
    "struct": [{"name": text, "inner": {"tags": [text], "n": 1}} for text in TEXT],
    "structs": [[{"sku": "A", "n": 1}, {"sku": text, "n": None}] for text in TEXT],
    "map": pa.array([[("k", text), ("same", "x")] for text in TEXT], pa.map_(pa.string(), pa.string())),
    "empty": [[]] * 300,
    "nothing": pa.nulls(300),
    "category": pa.array(TEXT).dictionary_encode(),
    "large": pa.array(TEXT, pa.large_string()),
    "day": [datetime.date(2024, 5, 1)] * 300,
    "decimal": pa.array(range(300), pa.decimal128(20, 2)),
    "v.name": TEXT,
}
NESTED = ["map", "day", "decimal", "v.name"]
WAYS: list[dict[str, Any]] = [
    {},
    {"use_dictionary": False},
    {"use_dictionary": ["text", "list.list.element"]},
    {"row_group_size": 7},
    {"data_page_version": "2.0"},
    {"data_page_version": "2.0", "use_dictionary": False, "row_group_size": 100},
    {"compression": "gzip"},
    {"compression": "zstd", "data_page_size": 64, "write_batch_size": 8},
    {"compression": "none", "dictionary_pagesize_limit": 8, "write_batch_size": 4},
    {"use_dictionary": False, "column_encoding": {"text": "DELTA_BYTE_ARRAY", "number": "DELTA_BINARY_PACKED"}},
    {"use_dictionary": False, "column_encoding": {"list.list.element": "DELTA_BYTE_ARRAY"}},
    {"use_dictionary": False, "column_encoding": {"text": "DELTA_LENGTH_BYTE_ARRAY", "some": "BYTE_STREAM_SPLIT"}},
    {"write_page_index": True, "write_page_checksum": True},
    {"version": "1.0"},
]


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_a_table_is_read_alike_however_it_is_written(way: dict[str, Any]) -> None:
    loaded = read_records(files.written(TABLE, **way), name="x.parquet")
    rows = pa.table({name: column for name, column in TABLE.items() if name not in NESTED}).to_pylist()
    assert loaded.n_refused == 0
    for record, row, text, number in zip(loaded.records, rows, TEXT, range(300), strict=True):
        assert record == row | {
            "map": {"k": text, "same": "x"},
            "day": "2024-05-01",
            "decimal": f"{number}.00",
        } | ({"v": {"name": text}} if text else {})


@examples(60)
@given(
    st.lists(
        st.fixed_dictionaries(
            {
                "a": st.none() | st.sampled_from(["x", "y", ""]) | st.text(max_size=3),
                "b": st.none() | st.lists(st.none() | st.lists(st.none() | st.sampled_from(["p", "q"]), max_size=3)),
                "c": st.none() | st.fixed_dictionaries({"d": st.none() | st.integers(0, 3), "e": st.lists(st.text())}),
            }
        ),
        min_size=1,
    ),
    st.sampled_from([*WAYS[:9], WAYS[12]]),
)
def test_nested_rows_come_back_as_they_were(rows: list[dict[str, Any]], way: dict[str, Any]) -> None:
    inner = pa.struct([("d", pa.int64()), ("e", pa.list_(pa.string()))])
    kinds = {"a": pa.string(), "b": pa.list_(pa.list_(pa.string())), "c": inner}
    columns = {name: pa.array([row[name] for row in rows], kind) for name, kind in kinds.items()}
    way = way | ({"use_dictionary": True} if isinstance(way.get("use_dictionary"), list) else {})
    assert read_records(files.written(columns, **way), text_field=False).records == rows


BOMBS: list[tuple[str, Callable[[], bytes]]] = [
    ("records", lambda: files.nulls(1_000_000)),
    ("records", lambda: files.zeros(1_000_000)),
    ("values", lambda: files.one_list(1_000_000)),
    ("values", lambda: files.one_list_that_lies(1_000_000)),
    ("values", lambda: files.deep_structs(900)),
    ("source_bytes", lambda: files.one_text(1_000_000, 100)),
    ("source_bytes", lambda: files.one_text_in_lists(1_000_000, 100)),
    ("source_bytes", lambda: files.one_text_in_maps(1_000_000, 100)),
    ("source_bytes", lambda: files.one_text_of_fixed_width(1_000_000, 100)),
    ("source_bytes", lambda: files.texts_that_share_their_beginning(1_000_000, 100)),
    ("source_bytes", lambda: files.lists_of_texts_that_share_their_beginning(1_000_000, 100)),
    ("source_bytes", lambda: files.long_text_that_lies(100_000_000)),
    ("columns", lambda: files.wide(100)),
]
SMALL = {"records": 1000, "values": 50_000, "columns": 50, "source_bytes": 10_000_000}


@pytest.mark.parametrize(("name", "build"), BOMBS)
def test_a_small_file_that_stands_for_much_is_refused_before_it_is_decoded(
    name: str, build: Callable[[], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    for other, most in SMALL.items():
        monkeypatch.setenv(str(LIMITS[other].setting), str(most if other == name else 10**10))
    data = build()
    with pytest.raises(LoadError, match=rf"^x: .*{LIMITS[name].setting}"):
        read_records(data, name="x")


def test_repeated_texts_in_lists_are_read_group_by_group(monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[Any] = [[text, text] for text in ("x" * 1000, "y" * 1000) for _ in range(200)]
    monkeypatch.setenv("EVALJSON_MAX_SOURCE_BYTES", "1000000")
    loaded = read_records(files.written({"a": rows}, row_group_size=50), text_field=False)
    assert loaded.records == [{"a": row} for row in rows]


def test_a_text_that_is_in_many_rows_is_one_object() -> None:
    records = read_records(files.one_text(1000), name="x", text_field=False).records
    assert len({id(record["a"]) for record in records if record}) == 1


def test_a_footer_that_is_too_large_is_not_read() -> None:
    data = b"PAR1" + bytes(20) + (2**31 - 1).to_bytes(4, "little") + b"PAR1"
    with pytest.raises(LoadError, match=r"^x: its list of row groups and columns takes 2,147,483,647 bytes"):
        read_records(data, name="x")


GOOD = files.written({"a": TEXT, "b": [["x"]] * 300})


@examples(200)
@given(st.lists(st.tuples(st.integers(0, len(GOOD) - 1), st.integers(0, 255)), min_size=1, max_size=4))
def test_a_damaged_file_gives_records_or_a_reason(changes: list[tuple[int, int]]) -> None:
    data = bytearray(GOOD)
    for place, byte in changes:
        data[place] = byte
    try:
        loaded = read_records(bytes(data), name="x.parquet", kind="extracted")
    except LoadError:
        return
    assert loaded.n_read + loaded.n_refused == len(loaded.records)


def with_maps(maps: list[list[tuple[str, Any]]], kind: Any = None) -> bytes:
    column = pa.array(maps, pa.map_(pa.string(), kind or pa.int64()))
    return files.written({"no": [str(n) for n in range(len(maps))], "m": column})


TWICE = [[("a", 1), ("b", 2), ("a", 3)], [("a", 1)]]


def test_of_a_key_that_a_map_has_twice_the_last_value_counts_and_the_other_is_listed() -> None:
    loaded = read_records(with_maps(TWICE), name="x.parquet")
    assert loaded.records == [{"no": "0", "m": {"a": 3, "b": 2}}, {"no": "1", "m": {"a": 1}}]
    assert [(at, str(value)) for at, values in loaded.repaired_values.items() for value in values] == [
        (0, "m.a: 1, 3 read as 3 (of several values, the last counts)")
    ]
    assert list(loaded.repaired) == [0]
    assert [problem.severity for problem in loaded.problems] == ["warning"]


def test_it_is_read_as_the_same_record_in_json_is() -> None:
    as_json = read_records(b'[{"no": "0", "m": {"a": 1, "b": 2, "a": 3}}, {"no": "1", "m": {"a": 1}}]')
    loaded = read_records(with_maps(TWICE), name="x.parquet")
    assert (loaded.records, loaded.repaired, loaded.repaired_values) == (
        as_json.records, as_json.repaired, as_json.repaired_values,
    )  # fmt: skip


def test_a_map_with_a_key_twice_can_be_refused() -> None:
    loaded = read_records(with_maps([TWICE[1], TWICE[0]]), name="x.parquet", repeated_keys="refuse")
    [problem] = loaded.problems
    assert (problem.path, problem.message) == ("[1].m.a", "this key appears 2 times in one object; keep one of them.")
    assert (loaded.records, loaded.n_refused) == ([{"no": "0", "m": {"a": 1}}], 1)


def test_maps_inside_of_lists_and_maps_are_looked_at_too() -> None:
    inner = pa.map_(pa.string(), pa.list_(pa.map_(pa.string(), pa.int64())))
    column = pa.array([[("x", [[("a", 1), ("a", 2)]])]], inner)
    loaded = read_records(files.written({"m": column}), name="x.parquet")
    assert loaded.records == [{"m": {"x": [{"a": 2}]}}]
    assert [value.path for value in loaded.repaired_values[0]] == ["m.x[0].a"]


def test_values_that_json_lacks_are_refused_where_their_key_is_there_twice_too() -> None:
    loaded = read_records(with_maps([[("a", b"1"), ("a", None)]], pa.binary()), name="x.parquet")
    assert loaded.n_refused == 1
