"""Records inside of entries: as the text of a model, at a path, with metadata beside."""

from __future__ import annotations

import json
from typing import Any

import pytest

from evaljson.base.errors import LoadError
from evaljson.load import read_records
from tests.load.made_files import lines, messages


def test_the_text_of_a_model_is_detected_in_each_record() -> None:
    data = lines(
        {"id": "d1", "output": '```json\n{"a": 1}\n```', "cost": 0.1},
        {"id": "d2", "output": "{'a': 2,}", "cost": 0.2},
        {"id": "d3", "output": "I cannot read this.", "cost": 0.3},
        {"id": "d4", "output": None, "cost": 0},
    )
    loaded = read_records(data, kind="extracted", id_field="id")
    assert loaded.records == [{"id": "d1", "a": 1}, {"id": "d2", "a": 2}, None, None]
    assert list(loaded.repaired) == [1]
    assert set(loaded.unread) == {2, 3}
    assert loaded.metadata == [{"cost": 0.1}, {"cost": 0.2}, {"cost": 0.3}, {"cost": 0}]
    assert (loaded.n_read, loaded.n_refused) == (2, 2)
    assert "each record is the JSON found in 'output'" in messages(loaded)
    assert "output the text holds no JSON object" in messages(loaded)
    assert [problem.line for problem in loaded.problems if problem.severity == "error"] == [3, 4]
    strict = read_records(data, kind="extracted", repair=False)
    assert set(strict.unread) == {1, 2, 3}
    assert strict.ids == ["d1", "d2", "d3", "d4"]


@pytest.mark.parametrize(
    "record", [{"text": "Dear {name},"}, {"output": "5 kg"}, {"output": {"a": 1}}, {"x": '{"a": 1}'}]
)
def test_ordinary_records_stay_as_they_are(record: dict[str, Any]) -> None:
    loaded = read_records(lines(record, record), kind="extracted")
    assert (loaded.records, loaded.problems, loaded.metadata) == ([record, record], [], None)


@pytest.mark.parametrize("texts", [['Sure! ```json\n{"a": 1}\n```', '{"a": 2}'], ['{"b": 1}', "I cannot read this."]])
def test_a_text_under_any_name_is_detected_by_the_keys_of_gold(texts: list[str]) -> None:
    data = lines(*({"id": f"d{at}", "what the model said": text, "note": "{}"} for at, text in enumerate(texts)))
    loaded = read_records(data, kind="extracted", id_field="id", keys=["id", "a", "b"])
    assert loaded.taken_from == "what the model said"
    assert loaded.metadata == [{"note": "{}"}] * 2
    assert read_records(data, kind="extracted", id_field="id").taken_from is None


@pytest.mark.parametrize(
    "record",
    [
        {"a": "x", "said": '{"a": 1}'},  # the entry has a key of gold
        {"said": '{"c": 1}'},
        {"said": '{"a": 1}', "also": '{"a": 2}'},
        {"said": "a"},
    ],
)
def test_a_record_that_may_be_gold_s_own_kind_stays_as_it_is(record: dict[str, Any]) -> None:
    assert read_records(lines(record, record), kind="extracted", keys=["a", "b"]).records == [record, record]


def test_gold_is_neither_detected_in_json_nor_repaired() -> None:
    data = lines({"output": '{"a": 1}'}, {"output": "{'a': 2}"})
    assert read_records(data).records == [{"output": '{"a": 1}'}, {"output": "{'a': 2}"}]
    chosen = read_records(data, text_field="output")
    assert (chosen.records, chosen.n_refused) == ([{"a": 1}], 1)


def test_a_payload_is_found_at_its_path_and_the_rest_is_metadata() -> None:
    data = lines(
        {"id": 7, "output": {"calls": [{"name": "f", "arguments": '{"a": 1}'}], "usage": {"tokens": 5}}},
        {"id": 8, "output": {"calls": []}},
        {"id": 9, "output": {"calls": [{"arguments": {"a": 3}}]}},
    )
    loaded = read_records(data, kind="extracted", payload="output.calls[0].arguments", id_field="id")
    assert loaded.records == [{"id": 7, "a": 1}, None, {"id": 9, "a": 3}]
    assert loaded.unread == {1: "has no 0, where the record should be; check the path."}
    assert loaded.metadata is not None
    assert loaded.metadata[0] == {"output": {"calls": [{"name": "f"}], "usage": {"tokens": 5}}}


def test_json_text_inside_json_text_is_unwrapped_once() -> None:
    loaded = read_records(lines({"output": json.dumps(json.dumps({"a": 1}))}), payload="output")
    assert loaded.records == [{"a": 1}]


@pytest.mark.parametrize("payload", ["a[]", "a[].b[]", "a[-1]", "", "a[x", "[]"])
def test_a_payload_that_is_no_place_is_refused(payload: str) -> None:
    with pytest.raises(LoadError, match="payload"):
        read_records(lines({"a": 1}), payload=payload)


def test_a_payload_and_a_text_field_are_one_too_many() -> None:
    with pytest.raises(LoadError, match="pass either payload or text_field"):
        read_records(lines({"a": 1}), payload="a", text_field="a")


def test_named_keys_are_kept_beside_the_record() -> None:
    loaded = read_records(lines({"a": 1, "cost": 2}, {"a": 3}), metadata=["cost", "csot"])
    assert loaded.records == [{"a": 1}, {"a": 3}]
    assert loaded.metadata == [{"cost": 2}, {}]
    assert "no record has the metadata field 'csot'. Did you mean 'cost'?" in messages(loaded)


@pytest.mark.parametrize("own", ["d1", "d9"])
def test_an_id_inside_the_record_wins_over_the_one_beside(own: str) -> None:
    loaded = read_records(lines({"id": "d1", "p": {"id": own}}), payload="p", id_field="id")
    assert loaded.records == [{"id": own}]
    assert ("has a different 'id' inside" in messages(loaded)) is (own == "d9")
