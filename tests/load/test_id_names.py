"""Keys that are called as ids are called, and values that look like ids."""

from typing import Any

import pytest

from evaljson.load.id_names import look_like_codes, look_like_ids, sounds_like_id


@pytest.mark.parametrize(
    "key", ["id", "_id", "ID", "doc_id", "docId", "record-id", "uuid", "file_name", "filename", "doc"]
)
def test_these_are_called_as_ids_are(key: str) -> None:
    assert sounds_like_id(key)


@pytest.mark.parametrize(
    "key", ["paid", "valid", "idea", "title", "invoice_number", "nr", "vendor_name", "documents", ""]
)
def test_these_are_not(key: str) -> None:
    assert not sounds_like_id(key)


@pytest.mark.parametrize("values", [["scan-1.pdf", "notes.txt"], ["INV-001", "a2"], ["in/2024/7.json"], ["é1"]])
def test_these_values_look_like_ids(values: list[Any]) -> None:
    assert look_like_ids(values)


@pytest.mark.parametrize(
    "values",
    [
        [],
        [1, 2],
        [True],
        ["a", None],
        ["Acme"],
        ["A 1"],
        ["12.50"],
        ["2024-01-05"],
        ["a1@x.org"],
        [""],
        ["2026-08-10T07:20"],
        ["20260810T0720Z"],
    ],
)
def test_these_values_do_not(values: list[Any]) -> None:
    assert not look_like_ids(values)


@pytest.mark.parametrize(
    ("values", "are_codes"),
    [
        (["25644-000", "7/12-3"], True), (["INV-1"], True), (["2024-01-05"], False), (["05/01/2024"], False),
        (["2024/5"], False), (["12.50"], False), (["123"], False), ([12], False), ([], False),
    ],
)  # fmt: skip
def test_groups_of_digits_that_are_no_dates_look_like_codes(values: list[Any], are_codes: bool) -> None:
    assert look_like_codes(values) == are_codes
