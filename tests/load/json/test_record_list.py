"""One JSON object with the list of its records under some key."""

import json
from typing import Any

import pytest

from evaljson.base.errors import LoadError
from evaljson.load import read_records

ROWS: list[dict[str, Any]] = [{"no": f"n{i}", "total": i, "lines": [{"sku": "x"}]} for i in range(4)]
KEYS = ("no", "total", "lines")


def read(value: object, **more: Any) -> list[Any]:
    return read_records(json.dumps(value).encode(), name="x.json", kind="extracted", **more).records


@pytest.mark.parametrize("name", ["results", "data", "Documents", "runs of today"])
@pytest.mark.parametrize("flaw", ["", ", null"], ids=["whole", "with one that was not produced"])
def test_records_are_found_under_any_key_once_theirs_are_known(name: str, flaw: str) -> None:
    text = json.dumps({"model": "m1", "usage": {"total": 3}, name: ROWS}).replace("]}]}", f"]}}{flaw}]}}")
    loaded = read_records(text.encode(), name="x.json", kind="extracted", keys=KEYS)
    assert [one for one in loaded.records if one is not None] == ROWS
    assert loaded.format == f'JSON object with "{name}"'
    (said,) = [str(one) for one in loaded.problems if "read as records" in str(one)]
    assert said.startswith(f"read as records under \"{name}\"; not read: 'model', 'usage'.")


def test_entries_around_the_records_are_found_too() -> None:
    entries = [{"doc": row["no"], "output": row} for row in ROWS]
    assert read({"batch": 7, "runs": entries}, keys=KEYS, payload="runs[].output") == ROWS
    assert len(read({"batch": 7, "runs": entries}, keys=KEYS)) == len(ROWS)


@pytest.mark.parametrize("name", ["results", "ground_truth"])
def test_a_usual_name_is_enough_where_no_keys_are_known(name: str) -> None:
    assert read({"count": 4, name: ROWS}) == ROWS


@pytest.mark.parametrize(
    ("value", "keys"),
    [
        ({"no": "n1", "total": 3, "lines": "none", "results": ROWS}, KEYS),  # as much of the record itself is known
        ({"no": "n1", "lines": ROWS}, KEYS),  # the list is a field
        ({"no": "n1", "lines": ROWS}, ()),
        ({"results": ROWS[:2]}, ()),  # few may be the parts of one
        ({"results": ROWS, "notes": ["a"]}, ()),
        ({"results": [{"a": 1}, {"b": 1}, {"c": 1}]}, ()),
        ({"first": ROWS, "second": ROWS}, KEYS),
        ({"results": [1, 2, 3]}, KEYS),
    ],
)
def test_what_may_be_a_record_stays_one(value: dict[str, Any], keys: tuple[str, ...]) -> None:
    assert read(value, keys=keys) == [value]


def test_an_object_with_the_id_field_is_a_record() -> None:
    value = {"doc": "d1", "results": ROWS}
    assert read(value, id_field="doc", keys=KEYS) == [value]


def test_the_caller_may_name_the_list() -> None:
    value = {"no": "n1", "lines": [{"sku": "a"}, {"sku": "b"}], "notes": [{"x": 1}]}
    assert read(value, payload="lines[]") == value["lines"]
    assert read({"a.b": [{"r": {"x": 1}}]}, payload="['a.b'][].r") == [{"x": 1}]


@pytest.mark.parametrize("value", [ROWS, {"other": ROWS}, {"lines": 3}])
def test_a_list_that_is_not_there_is_said(value: object) -> None:
    with pytest.raises(LoadError, match="no single JSON object with a list under 'lines'"):
        read(value, payload="lines[]")
