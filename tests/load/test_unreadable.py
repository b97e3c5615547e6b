"""What could not be read is told from what was not produced, and finds its gold record."""

import json
from typing import Any

import pytest

from evaljson.base.errors import InputError
from evaljson.load import LoadedRecords, Unreadable, read_records, unreadable_ids
from evaljson.load.file_places import known_id
from evaljson.load.set_aside import with_set_aside
from evaljson.store.record_codec import decode, encode

GOLD: list[dict[str, Any]] = [{"id": "p", "a": 1}, {"id": "q", "a": 2}, {"id": "r", "a": 3}]


def extracted(*lines: str, **options: Any) -> LoadedRecords:
    return read_records("\n".join(lines).encode(), name="e.jsonl", kind="extracted", id_field="id", **options)


@pytest.mark.parametrize(
    ("line", "known"),
    [
        ('{"id": "q", "a": ', "q"),
        ('{"a": 2, "id": 7, "b": [1, {"x"', 7),
        ('{"id": "q"} and more', "q"),
        ('{"id": "q', None),
        ('{"id": 12', None),
        ('{"id": "q", "id": "r", "a"', None),
        ('{"id": true, "a"', None),
        ('{"o": {"id": "q"}, "a"', None),
        ('["id", "q"', None),
    ],
)
def test_the_id_of_a_broken_record_is_told_where_it_is_certain(line: str, known: str | int | None) -> None:
    loaded = extracted('{"id": "p", "a": 1}', line)
    assert loaded.records == [{"id": "p", "a": 1}, None]
    assert loaded.unread_ids == ({} if known is None else {1: known})
    later = read_records(("{}\n" + line).encode(), name="e.jsonl", kind="extracted")
    assert (known_id(later, 1, "id"), later.unread_ids) == (known, {})


def test_the_id_of_a_record_that_is_refused_for_a_repeated_key_is_told() -> None:
    loaded = extracted('{"id": "p", "a": 1}', '{"id": "q", "a": 1, "a": 2}', repeated_keys="refuse")
    assert loaded.records == [{"id": "p", "a": 1}, None]
    assert loaded.unread_ids == {1: "q"}


def test_an_id_that_is_not_utf8_is_none() -> None:
    data = b'{"id": "p"}\n{"id": "\xff", "a"\n'
    assert read_records(data, name="e.jsonl", kind="extracted", id_field="id").unread_ids == {}


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (['{"id": "r"}', '{"id": "p", "a"'], Unreadable(("p",), ())),
        (['{"id": "p"}', "{oops", '{"id": "r"}'], Unreadable(("q",), ())),
        (['{"id": "r"}', "{oops", '{"id": "p"}'], Unreadable((), (1,))),
        (['{"id": "r"}', "{oops"], Unreadable((), (1,))),
        (['{"id": "p"}', '{"id": "p", "a"', '{"id": "r"}'], Unreadable((), ())),
        (['{"id": "p"}', '{"id": "z", "a"', '{"id": "r"}'], Unreadable((), (1,))),
        (['{"id": "p"}', "null", '{"id": "r"}'], Unreadable((), ())),
    ],
    ids=["by its id", "by its place", "out of order", "fewer", "another one was read", "no gold", "null is missing"],
)
def test_a_record_that_cannot_be_read_finds_its_gold_record(lines: list[str], found: Unreadable) -> None:
    assert unreadable_ids(GOLD, extracted(*lines), "id") == found


@pytest.mark.parametrize(
    "lines", [['{"id": "r"}', '{"id": "p", "a": 1, "b"', '{"id": "q"}'], ['{"id": "q", "a"', "null"]]
)
def test_a_record_that_cannot_be_read_finds_its_gold_record_where_its_id_field_is_chosen_later(
    lines: list[str],
) -> None:
    """As on a page, where files are read before anyone has said which key has the ids."""
    read_early = read_records("\n".join(lines).encode(), name="e.jsonl", kind="extracted")
    assert unreadable_ids(GOLD, read_early, "id") == unreadable_ids(GOLD, extracted(*lines), "id")
    assert unreadable_ids(GOLD, decode(*encode(read_early)), "id").ids
    without_last = with_set_aside(read_early, [len(lines) - 1])
    assert unreadable_ids(GOLD, without_last, "id").ids


def test_long_texts_of_a_broken_record_are_not_kept_as_what_may_be_its_id() -> None:
    line = json.dumps({"id": "q", "text": "x" * 1000})[:-1] + ', "a"'
    loaded = read_records(("{}\n" + line).encode(), name="e.jsonl", kind="extracted")
    assert loaded.unread_keys == {1: {"id": "q"}}


def test_without_ids_the_position_says_it() -> None:
    loaded = read_records(b'{"a": 1}\n{oops\nnull\n', name="e.jsonl", kind="extracted")
    assert loaded.parse_errors.keys() == {1}
    assert unreadable_ids(GOLD, loaded) == Unreadable((1,), ())


def test_positions_that_cannot_pair_are_refused() -> None:
    with pytest.raises(InputError, match="cannot be paired by position"):
        unreadable_ids(GOLD, extracted("{oops"))


def test_the_id_beside_a_reply_finds_its_gold_record_whatever_its_type() -> None:
    rows = [{"id": 2, "output": "I cannot"}, {"id": 1, "output": '{"a": 1}'}, {"id": 3, "output": None}]
    loaded = extracted(*map(json.dumps, rows))
    assert (loaded.taken_from, loaded.unread_ids) == ("output", {0: 2, 2: 3})
    assert unreadable_ids([{"id": 1}, {"id": 2}, {"id": 3}], loaded, "id") == Unreadable((2,), ())


@pytest.mark.parametrize(("id_field", "ids"), [("doc", ["x", "y"]), (None, ["1", "2"]), ("nr", None)])
def test_the_ids_beside_payloads_are_those_of_the_id_field(id_field: str | None, ids: list[str] | None) -> None:
    rows = [{"id": "1", "doc": "x", "p": {"a": 1}}, {"id": "2", "doc": "y", "p": {"a": 2}}]
    assert read_records(json.dumps(rows).encode(), payload="p", id_field=id_field).ids == ids
