"""What the closed rest of the report's table of fields is called: rows that are no fields are counted apart."""

import pytest

from evaljson.report.export.html.skipped import rows_in_words

WHOLES = {"lines": "lines (array)", "supplier": "supplier (object)"}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (["a"], "1 other field"),
        (["a", "b"], "2 other fields"),
        (["a", "b", "extra"], "2 other fields and 1 key that the schema lacks"),
        (["extra", "added"], "2 keys that the schema lacks"),
        (["a", "lines", "supplier"], "1 other field and 2 rows for objects and arrays themselves"),
        (
            ["a", "extra", "lines"],
            "1 other field, 1 key that the schema lacks and 1 row for an object or array itself",
        ),
    ],
)
def test_rows_are_counted_by_what_they_are(fields: list[str], said: str) -> None:
    assert rows_in_words(fields, WHOLES, {"extra", "added"}) == said
