"""Where one side has its records, by what the other side has."""

from typing import Any

import pytest

from evaljson.report.records.record_place import RecordPlace, place_of, shares_no_field

FLAT = [{"id": "x", "a": 1, "b": 2}, {"id": "y", "a": 3}]
LONG = "word " * 50


@pytest.mark.parametrize(
    ("entries", "place"),
    [
        ([{"id": "x", "source_text": "…", "record": {"a": 1, "b": 2}}], RecordPlace("record", ())),
        ([{"id": "x", "output": {"id": "x", "a": 1, "c": 2}}], RecordPlace("output", ())),
        ([{"id": "x", "a": 1, "source_text": "A text."}], RecordPlace(None, ("source_text",))),
        ([{"id": "x", "a": 1, "letter": LONG}], None),
        (FLAT, None),
        ([{"id": "x", "one": {"a": 1}, "two": {"a": 1}}], None),
        ([{"id": "x", "record": {"a": 1}}, {"id": "y", "record": None}], None),
        ([{"id": "x", "other": {"k": 1}}], None),
        ([{"id": "x", "a": 1, "record": {"a": 1}}], None),
        ([{"id": "x", "a": 1, "note": "short"}], None),
        ([None, {"id": "x", "record": {"a": 1}}], RecordPlace("record", ())),
        ([], None),
        ([{}], None),
    ],
)
def test_records_are_found_where_they_have_the_keys_of_the_other_side(
    entries: list[Any], place: RecordPlace | None
) -> None:
    assert place_of(entries, [FLAT]) == place


def test_a_text_that_a_variant_extracts_is_a_field() -> None:
    entries = [{"id": "x", "a": 1, "text": "A text."}]
    assert place_of(entries, [FLAT, [{"id": "x", "text": "A text."}]]) is None


@pytest.mark.parametrize(
    ("other", "is_so"), [([{"id": "x", "k": 1}], True), (FLAT, False), ([], False), ([None], False)]
)
def test_nothing_is_shared_where_only_ids_are(other: list[Any], is_so: bool) -> None:
    assert shares_no_field(FLAT, other) is is_so
