"""Conformity to a JSON Schema in words and tables."""

from evaljson.report.fields.conformity import in_words, record_table, violation_table
from evaljson.schema.conform import check_conformity

SCHEMA = {"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}, "b": {"enum": [1]}}}
FOUND = check_conformity([{"a": "x"}, {"a": 1, "b": 2}, None, {"b": 1}], SCHEMA, ["r", "s", "t", "u"])


def test_the_share_has_its_interval_and_missing_records_are_named() -> None:
    assert in_words(FOUND) == (
        "1 of 4 records conform (25.0 of 100, 4.6 to 69.9 at 95% confidence). 1 record missing, which cannot conform."
    )
    assert in_words(check_conformity([], SCHEMA)) == "There is no record to check."


def test_each_field_and_keyword_is_a_row() -> None:
    rows = violation_table(FOUND).drop(columns="Message").to_numpy().tolist()
    assert [[*row[:4], round(row[4], 1), row[5]] for row in rows] == [
        ["a", "required", 1, 1, 33.3, "u"], ["a", "type", 1, 1, 33.3, "s"], ["b", "enum", 1, 1, 66.7, "s"],
    ]  # fmt: skip


def test_each_record_that_does_not_conform_is_a_row_missing_ones_last() -> None:
    assert FOUND.by_record == (0, 2, None, 1)
    table = record_table(FOUND, ["r", "s", "t", "u"])
    assert table["Record"].tolist() == ["s", "u", "t"]
    assert table["Violations"].tolist()[:2] == [2, 1]
    assert table["Violations"].isna().tolist() == [False, False, True]
