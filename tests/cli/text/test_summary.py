"""What `score` says below its tables."""

from typing import Any

import pytest

from tests.cli.conftest import Run, Write

TEXT = {"type": "string"}
NOT_COUNTED = {
    "not judged": {**TEXT, "x-eval-compare": "semantic"},
    "skipped": {**TEXT, "x-eval-skip": True},
    "of weight 0": {**TEXT, "x-eval-weight": 0},
}
"""Why a value counts nowhere -> the schema of its field."""


def files(write: Write, field: dict[str, Any]) -> tuple[str, ...]:
    """Write gold with a field that counts and one that does not, of which only the latter is extracted."""
    write("schema.json", {"type": "object", "x-eval-id": "id", "properties": {"a": TEXT, "m": field}})
    write("g.jsonl", [{"id": at, "a": f"a{at}", "m": "said"} for at in range(3)])
    write("e.jsonl", [{"id": at, "m": "says"} for at in range(3)])
    return "score", "g.jsonl", "e.jsonl", "--schema", "schema.json"


@pytest.mark.parametrize("field", NOT_COUNTED.values(), ids=NOT_COUNTED)
def test_records_whose_values_count_nowhere_are_not_said_to_have_none(
    run: Run, write: Write, field: dict[str, Any]
) -> None:
    done = run(*files(write, field), "--html", "report.html")
    assert "3 with no extracted value that counts: their precision is 1" in done.stdout
    with open("report.html", encoding="utf-8") as page:
        assert "3 records have no extracted value that counts: precision is 100 there." in page.read()
