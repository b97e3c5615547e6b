"""Lines of JSON Lines that are replies of a model, with the fence of a code block."""

from __future__ import annotations

import pytest

from evaljson.load import read_records

FLAT = '{"id": "a", "x": 1}'
FENCED = '```json {"id": "b", "x": 2} ```'


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        (f"{FLAT}\n{FENCED}\n", ["a", "b"]),
        (f"{FENCED}\n{FLAT}", ["b", "a"]),
        (f"{FENCED}\n{FENCED}\n", ["b", "b"]),
        (f"{FLAT}\nHere it is: {FENCED} Anything else?\n", ["a", "b"]),
        (f'{FLAT}\n```{{"id": "c"}}```\n', ["a", "c"]),
    ],
)
def test_the_record_in_a_fence_is_read(text: str, ids: list[str]) -> None:
    loaded = read_records(text.encode(), name="p.jsonl", kind="extracted", id_field="id")
    assert [record and record["id"] for record in loaded.records] == ids
    assert (loaded.format, loaded.n_refused, loaded.repaired) == ("JSON Lines", 0, {})


def test_a_broken_one_is_repaired_and_said_as_elsewhere_or_refused() -> None:
    text = f"{FLAT}\n```json {{'id': 'b', 'x': 2,}} ```\n".encode()
    loaded = read_records(text, name="p.jsonl", kind="extracted", id_field="id")
    assert loaded.records[1] == {"id": "b", "x": 2}
    assert list(loaded.repaired) == [1]
    for choices in ({"kind": "extracted", "repair": False}, {"kind": "gold"}):
        refused = read_records(text, name="p.jsonl", **choices)  # type: ignore[arg-type]
        assert (refused.n_read, refused.n_refused) == (1, 1)
        assert [problem.line for problem in refused.problems] == [2]


def test_a_fence_that_holds_no_object_is_refused_on_its_line() -> None:
    loaded = read_records(f"{FLAT}\n``` [1, {{}}] ```\n".encode(), name="p.jsonl", kind="extracted")
    assert (loaded.n_read, loaded.n_refused) == (1, 1)
    assert (loaded.problems[0].line, loaded.problems[0].message[:24]) == (2, "a record is an object, n")
