"""Rows of CSV and Parquet as records."""

from __future__ import annotations

import datetime
import decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.base.errors import LoadError
from evaljson.load import read_records
from tests.load.made_files import csv_of, messages, parquet_of


@pytest.mark.parametrize(
    ("text", "records"),
    [
        ("a,b\n1,x\n", [{"a": "1", "b": "x"}]),
        ("a;b\n1,5;x\n", [{"a": "1,5", "b": "x"}]),
        ('a,b\n"one\ntwo, ""q""", z \n', [{"a": 'one\ntwo, "q"', "b": " z "}]),
        ("a,b\n,007\n\n", [{"b": "007"}]),
        ("vendor.name,vendor.city,n\nAcme,,2\n", [{"vendor": {"name": "Acme"}, "n": "2"}]),
        ("items[0].sku,items[0].n,items[1].sku\nA,1,B\nA,,\n,,\n,,B\n", [
            {"items": [{"sku": "A", "n": "1"}, {"sku": "B"}]}, {"items": [{"sku": "A"}]}, {},
            {"items": [None, {"sku": "B"}]},
        ]),
        ("['a.b'],d'Arc\n1,2\n", [{"a.b": "1", "d'Arc": "2"}]),
        ("a\n" + "x" * 200_000 + "\n", [{"a": "x" * 200_000}]),
    ],
    ids=["plain", "semicolons", "quotes", "empty is absent", "dotted", "arrays", "odd keys", "a long cell"],
)  # fmt: skip
def test_csv_is_read_as_text(text: str, records: list[Any]) -> None:
    loaded = csv_of(text)
    assert loaded.records == records
    assert (loaded.problems, loaded.metadata) == ([], None)
    assert loaded.format.endswith("cells as text")


def test_csv_cells_may_be_json() -> None:
    text = 'a,b,c,d,e,f\n1,1.50,true,x,NaN,"[1, {""k"": null}]"\n'
    assert csv_of(text, cells="json").records == [
        {"a": 1, "b": 1.5, "c": True, "d": "x", "e": "NaN", "f": [1, {"k": None}]}
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,a\n1,2\n", "two columns are named 'a'"),
        ("a,a.b\n1,2\n", "column 'a' is a value, and 'a.b' is inside it"),
        ("a.b,a[0]\n1,2\n", "columns 'a.b' and 'a\\[0\\]' disagree"),
        ("a[999999999]\n1\n", "larger than the table"),
        (",\n1,2\n", "names no columns"),
        ("a\n\xe9", None),
    ],
)
def test_a_header_that_contradicts_itself_is_refused(text: str, message: str | None) -> None:
    data = text.encode("latin-1")
    with pytest.raises(LoadError, match=message or "is not UTF-8"):
        read_records(data, name="x.csv")


def test_a_bad_row_costs_only_itself() -> None:
    loaded = csv_of('a,b\n1\n"x\ny",2\n3,4,5\n', kind="extracted")
    assert loaded.records == [None, {"a": "x\ny", "b": "2"}, None]
    assert [problem.line for problem in loaded.problems] == [2, 5]
    assert set(loaded.unread) == {0, 2}


def test_csv_that_breaks_off_says_so() -> None:
    loaded = csv_of('a,b\n1,2\n3,"4\n')
    assert loaded.records == [{"a": "1", "b": "2"}]
    assert loaded.n_refused == 1
    assert "the rest is not read" in messages(loaded)


def test_a_column_without_a_name_is_not_read_and_said() -> None:
    loaded = csv_of(",a\n0,x\n")
    assert loaded.records == [{"a": "x"}]
    assert "column 1 has no name" in messages(loaded)


def test_a_column_of_json_is_the_record() -> None:
    text = 'id,cost,anything\nd1,0.1,"{""a"": 1}"\nd2,0.2,"{""a"": 2}"\n'
    loaded = csv_of(text, id_field="id")
    assert loaded.records == [{"id": "d1", "a": 1}, {"id": "d2", "a": 2}]
    assert loaded.metadata == [{"cost": "0.1"}, {"cost": "0.2"}]
    assert csv_of(text, text_field=False).records[0] == {"id": "d1", "cost": "0.1", "anything": '{"a": 1}'}


def test_several_columns_of_json_are_told_by_name_or_left_to_the_caller() -> None:
    text = 'gold,output,x\n"{""a"": 1}","{""a"": 2}","{}"\n'
    assert csv_of(text).records == [{"a": 1}]
    assert csv_of(text, kind="extracted").records == [{"a": 2}]
    assert csv_of(text, text_field="x").records == [{}]
    unclear = csv_of('p,q\n"{""a"": 1}","{""a"": 2}"\n')
    assert unclear.records == [{"p": '{"a": 1}', "q": '{"a": 2}'}]
    assert "'p', 'q' all hold JSON; say which one is the record" in messages(unclear)


def test_parquet_keeps_nested_types_and_nulls() -> None:
    data = parquet_of({"id": [1, 2], "v": [{"name": "A", "tags": ["x"]}, None], "big": [2**63 - 1, None]})
    loaded = read_records(data, name="g.parquet")
    assert loaded.records == [
        {"id": 1, "v": {"name": "A", "tags": ["x"]}, "big": 2**63 - 1},
        {"id": 2, "v": None, "big": None},
    ]
    assert (loaded.format, loaded.problems) == ("Parquet", [])


def test_fields_of_parquet_that_are_only_called_date_or_time_are_none() -> None:
    nested = {"rows": [[{"date": "2024-05-01", "time": "12:00", "decimal": 1.5}]]}
    assert read_records(parquet_of(nested)).problems == []
    dated = {"rows": [[{"on": datetime.date(2024, 5, 1)}]]}
    assert "read as text in 'rows'" in messages(read_records(parquet_of(dated)))


def test_parquet_types_that_json_lacks_become_text_and_are_named() -> None:
    day, price = datetime.date(2024, 5, 1), decimal.Decimal("1.50")
    loaded = read_records(parquet_of({"day": [day], "price": [price], "v.name": [None]}))
    assert loaded.records == [{"day": "2024-05-01", "price": "1.50"}]
    assert "read as text in 'day', 'price'" in messages(loaded)


def test_parquet_of_bytes_is_refused_with_its_path() -> None:
    loaded = read_records(parquet_of({"a": [b"x"]}), kind="extracted")
    assert loaded.records == [None]
    assert loaded.problems[0].path == "[0].a"


@pytest.mark.parametrize("data", [b"PAR1", b"PAR1" + b"\0" * 40 + b"PAR1"])
def test_a_damaged_parquet_file_is_refused(data: bytes) -> None:
    with pytest.raises(LoadError, match=r"^x: the Parquet file cannot be read"):
        read_records(data, name="x")


def test_parquet_that_unpacks_to_too_much_is_refused() -> None:
    data = parquet_of({"a": ["x" * 1000] * 50_000})
    with pytest.raises(LoadError, match="more than 1,000,000 bytes, unpacked"):
        read_records(data, max_bytes=1_000_000)


@given(st.text() | st.lists(st.sampled_from(["a", ",", "\n", '"', ".", "[0]", ";", "[", "\r"])).map("".join))
def test_any_csv_gives_records_or_a_reason(text: str) -> None:
    try:
        loaded = read_records(text.encode("utf-8", "surrogatepass"), name="x.csv", kind="extracted")
    except LoadError:
        return
    assert loaded.n_read + len(loaded.unread) == len(loaded.records)
