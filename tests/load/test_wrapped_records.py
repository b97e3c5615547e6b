"""Single records that are whole under a key of their own, among records that are not."""

from __future__ import annotations

from typing import Any

import pytest

from evaljson.load import LoadedRecords, read_records
from tests.load.made_files import lines, messages, zip_of

KEYS = ("id", "guest", "nights", "total")
FLAT = {"id": "b1", "guest": "Ada", "nights": 2, "total": 90.5}
OTHER = {"guest": "Bo", "nights": 1, "total": 40}


def read(*records: dict[str, Any], **choices: Any) -> LoadedRecords:
    return read_records(lines(*records), kind="extracted", id_field="id", keys=KEYS, **choices)


def test_a_record_under_a_key_of_its_own_is_taken_from_there_and_said() -> None:
    loaded = read(FLAT, {"id": "b2", "booking": OTHER, "model": "m1"}, {"reply": {"id": "b3", **OTHER}})
    assert loaded.records == [FLAT, {"id": "b2", **OTHER}, {"id": "b3", **OTHER}]
    assert loaded.metadata == [{}, {"model": "m1"}, {}]
    assert (
        "key around the whole record: 'booking' (1), 'reply' (1), of 3 records. So are read: 'b2', 'b3'."
        in messages(loaded)
    )


@pytest.mark.parametrize("id_field", ["id", "doc_id", None])
@pytest.mark.parametrize(
    ("called", "keys"),
    [
        pytest.param("doc_id", ("doc_id", *KEYS[1:]), id="a key of records that is called an id"),
        pytest.param("ref", ("ref", *KEYS[1:]), id="a key of records with values like ids"),
        pytest.param("ref", KEYS, id="a key that all other records have"),
    ],
)
def test_an_id_beside_a_wrapped_record_goes_into_it_whatever_it_is_called(
    called: str, keys: tuple[str, ...], id_field: str | None
) -> None:
    flat = {called: "B-1", "guest": "Ada", "nights": 2}
    source = lines(flat, {called: "B-2", "result": OTHER}, {"result": {called: "B-3", **OTHER}, called: "B-3"})
    loaded = read_records(source, kind="extracted", id_field=id_field, keys=keys)
    assert loaded.records == [flat, {called: "B-2", **OTHER}, {called: "B-3", **OTHER}]
    assert loaded.metadata is None
    assert "So are read: 'B-2', 'B-3'." in messages(loaded)


def test_of_an_id_inside_and_another_one_beside_that_inside_is_used_and_the_other_kept_beside() -> None:
    source = lines({"doc_id": "B-1", **OTHER}, {"doc_id": "B-2", "result": {"doc_id": "B-9", **OTHER}})
    loaded = read_records(source, kind="extracted", id_field="id", keys=("doc_id", *KEYS[1:]))
    assert loaded.records[1] == {"doc_id": "B-9", **OTHER}
    assert loaded.metadata == [{}, {"doc_id": "B-2"}]


def test_an_id_beside_replaces_a_placeholder_inside_and_that_is_said() -> None:
    source = lines({"doc_id": "B-1", **OTHER}, {"doc_id": "B-2", "result": {"doc_id": "<id>", **OTHER}})
    loaded = read_records(source, kind="extracted", id_field="id", keys=("doc_id", *KEYS[1:]))
    assert loaded.records[1] == {"doc_id": "B-2", **OTHER}
    assert "the record has a placeholder for its id" in messages(loaded)


def test_a_file_of_one_record_is_looked_at_for_itself() -> None:
    source = zip_of(
        {"b1.json": '{"guest": "Ada", "nights": 2}', "b2.json": '{"booking": {"guest": "Bo", "nights": 1}}'}
    )
    loaded = read_records(source, kind="extracted", id_field="id", keys=KEYS)
    assert loaded.records == [{"id": "b1", "guest": "Ada", "nights": 2}, {"id": "b2", "guest": "Bo", "nights": 1}]


@pytest.mark.parametrize(
    "record",
    [
        {"id": "b2", "guest": "Bo", "booking": OTHER},  # it has a key of records itself
        {"id": "b2", "one": OTHER, "two": OTHER},
        {"id": "b2", "room": {"guest": "Bo", "floor": 1, "beds": 2}},
        {"id": "b2", "room": {"total": 2}},
        {"id": "b2", "booking": [OTHER]},
        {"id": "b2", "total": "B-2", "booking": {"total": 3, **OTHER}},  # it has a key of the record inside, too
        {"id": "b2", "guest": "Bo Li", "booking": {"nights": 1, "total": 40}},  # that is no id
    ],
)
def test_a_record_that_may_be_meant_so_stays_as_it_is(record: dict[str, Any]) -> None:
    loaded = read(FLAT, record)
    assert (loaded.records, loaded.problems, loaded.metadata) == ([FLAT, record], [], None)


@pytest.mark.parametrize("choices", [{"text_field": False}, {"keys": ()}, {"kind": "gold"}])
def test_nothing_is_taken_out_where_someone_chose_or_nobody_knows_the_keys(choices: dict[str, Any]) -> None:
    record = {"id": "b2", "booking": OTHER}
    reading = {"kind": "extracted", "id_field": "id", "keys": KEYS, **choices}
    assert read_records(lines(FLAT, record), **reading).records == [FLAT, record]


def test_all_under_one_key_is_the_layout_of_the_file() -> None:
    assert read({"id": "b1", "booking": OTHER}, {"id": "b2", "booking": OTHER}).problems == []


def test_a_repaired_value_has_its_path_in_the_record_inside() -> None:
    text = '{"booking": {"guest": "Ada", "nights": 2, "nights": 3}}'
    loaded = read_records(zip_of({"b1.json": '{"guest": "Bo"}', "b2.json": text}), kind="extracted", keys=KEYS)
    (value,) = loaded.repaired_values[1]
    assert value.path == "nights"
