"""Records are numbered as in their file, from 1, whatever was refused or left out; and so are lines."""

import json
from typing import Any

import pytest

from evaljson.base.record_place import from_one
from evaljson.load import LoadedRecords, read_records
from evaljson.load.file_places import FilePlaces, known_id
from evaljson.load.set_aside import with_set_aside
from evaljson.store.record_codec import decode, encode

LINES = [
    {"id": "a", "reply": '{"x": 1}'}, None, "{broken", {"id": "b", "reply": "I cannot."}, None, None, 7,
    {"id": "c", "reply": "{'x': 2,}"}, {"id": "a", "reply": '{"x": 3}'}, None, {"id": "d", "reply": '{"x": 4}'},
]  # fmt: skip
"""What each line has: an entry, nothing (None), or what is no record."""


def text(entries: list[Any]) -> bytes:
    return "".join(f"{'' if e is None else e if isinstance(e, str) else json.dumps(e)}\n" for e in entries).encode()


def there(entries: list[Any]) -> dict[str, list[tuple[int, int]]]:
    """Where each id stands, counted by hand: number of the record, and line."""
    found: dict[str, list[tuple[int, int]]] = {}
    filled = [(line, entry) for line, entry in enumerate(entries, 1) if entry is not None]
    for number, (line, entry) in enumerate(filled, 1):
        if isinstance(entry, dict):
            found.setdefault(entry["id"], []).append((number, line))
    return found


def assert_placed(loaded: LoadedRecords, entries: list[Any]) -> None:
    places, expected = FilePlaces(loaded), there(entries)
    checked = 0
    for at in range(len(loaded.records)):
        record_id = known_id(loaded, at, "id")
        if record_id is not None:
            place = places.of(at)
            assert (place.number, place.line) in expected[record_id]
            checked += 1
    assert checked >= 3


@pytest.mark.parametrize("text_field", [True, False])
@pytest.mark.parametrize("kind", ["gold", "extracted"])
@pytest.mark.parametrize("stored", [False, True])
@pytest.mark.parametrize("out", [(), (0,), (1, 3)])
def test_places_are_those_of_the_file(kind: Any, text_field: bool, stored: bool, out: tuple[int, ...]) -> None:
    loaded = read_records(text(LINES), name="a.jsonl", kind=kind, text_field=text_field)
    usable = [at for at, record in enumerate(loaded.records) if record is not None]
    loaded = with_set_aside(loaded, [usable[at] for at in out if at < len(usable)])
    if stored:
        loaded = decode(*encode(loaded))
    assert_placed(loaded, LINES)


@pytest.mark.parametrize("kind", ["gold", "extracted"])
def test_of_an_array_there_are_numbers_and_no_lines(kind: Any) -> None:
    data = json.dumps([{"id": "a"}, 7, {"id": "b"}, None, {"id": "c"}]).encode()
    loaded = read_records(data, name="a.json", kind=kind)
    numbers = [FilePlaces(loaded).of(at) for at, record in enumerate(loaded.records) if record is not None]
    assert [str(place) for place in numbers] == ["record 1", "record 3", "record 5"]


def test_a_reply_that_cannot_be_read_is_named_by_its_line_and_by_the_id_beside_it() -> None:
    loaded = read_records(text(LINES), name="a.jsonl", kind="extracted")
    told = [str(problem) for problem in loaded.problems if "no JSON object" in problem.message]
    assert told == ["line 4, reply: the text holds no JSON object: 'I cannot.'"]
    at = next(at for at, why in loaded.unread.items() if "no JSON object" in why)
    assert known_id(loaded, at, "id") == "b"
    assert str(FilePlaces(loaded).of(at)) == "record 3 (line 4)"


def test_a_reply_in_an_array_is_named_by_its_number() -> None:
    entries = [entry for entry in LINES if isinstance(entry, dict)]
    loaded = read_records(json.dumps(entries).encode(), name="a.json", kind="extracted")
    told = [problem for problem in loaded.problems if "no JSON object" in problem.message]
    assert [(problem.path, problem.in_file) for problem in told] == [("[1].reply", "record 2, reply")]


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("", ""), ("[0]", "record 1"), ("[1299].a.b[0]", "record 1,300, a.b[0]"),
        ("records[3].items[0]", "record 4, items[0]"),
        ("items[0].a", "items[0].a"), ("a[2]", "a[2]"), ("[0][1]", "record 1, [1]"), ("['a[0]'].b", "['a[0]'].b"),
    ],
)  # fmt: skip
def test_only_the_place_of_a_record_is_counted_from_one(path: str, shown: str) -> None:
    assert from_one(path) == shown
