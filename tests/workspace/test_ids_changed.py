"""Records that differ in nothing but their ids."""

from typing import Any

import pytest

from evaljson.load import LoadedRecords
from evaljson.workspace.ids_changed import ids_changed
from tests.workspace.conftest import loaded

RECORDS: list[Any] = [{"id": "a", "n": 1, "of": [1]}, {"id": "b", "n": 2, "of": []}, {"id": "c", "n": 3}]


def changed(*records: Any, name: str = "one.json") -> LoadedRecords:
    return loaded(list(records), name)


@pytest.mark.parametrize(
    ("after", "count"),
    [
        (changed(*RECORDS), 0),
        (changed({**RECORDS[0], "id": "A"}, *RECORDS[1:]), 1),
        (changed({**RECORDS[0], "id": 1}, {**RECORDS[1], "id": 2}, RECORDS[2]), 2),
        (changed({**RECORDS[0], "id": "A", "n": 2}, *RECORDS[1:]), 0),
        (changed({**RECORDS[0], "id": "A"}, {**RECORDS[1], "n": 3}, RECORDS[2]), 0),
        (changed({**RECORDS[0], "of": [2]}, *RECORDS[1:]), 0),
        (changed({"n": 1, "of": [1]}, *RECORDS[1:]), 0),
        (changed(*RECORDS[1:]), 0),
        (changed({**RECORDS[0], "id": "A"}, *RECORDS[1:], name="two.json"), 0),
    ],
    ids=["same", "one id", "ids of another type", "and a value", "and a value elsewhere", "a list", "no id", "fewer",
         "another file"],
)  # fmt: skip
def test_only_ids_that_differ_alone_are_counted(after: LoadedRecords, count: int) -> None:
    assert ids_changed(changed(*RECORDS), after) == count
