"""Which records a variant lacks, why, and what that means for its figures."""

import json
from typing import Any

import pytest

from evaljson.evaluate import evaluate
from evaljson.load import LoadedRecords, read_records
from evaljson.load.set_aside import with_set_aside
from evaljson.report.records.missing import (
    COUNTS,
    LEFT_OUT,
    NEVER,
    NOT_PRODUCED,
    NOT_READ,
    NULL,
    f1_without_missing,
    gone_records,
    gone_table,
    in_words,
)

GOLD: list[Any] = [{"id": record_id, "a": "1"} for record_id in ("x", "y", 1, "1")]
SCHEMA = {"type": "object", "x-eval-id": "id", "properties": {"a": {"type": "string"}}}
FILE = b'{"id": "x", "a": "1"}\n{"id": "y", "a": \n{"id": "x", "a": "2"}\n{"id": "z", "a": "1"}\n'


@pytest.fixture
def file() -> LoadedRecords:
    return read_records(FILE, name="a.jsonl", kind="extracted", id_field="id")


@pytest.mark.parametrize(("rule", "counts"), [("omit", COUNTS), ("exclude", LEFT_OUT)])
def test_each_is_told_with_its_reason_and_what_it_counts_as(file: LoadedRecords, rule: Any, counts: str) -> None:
    run = evaluate(GOLD, file.records, SCHEMA, missing_records=rule)
    gone = gone_records(run, file, "id")
    counted = {record.record: (record.why, record.counts) for record in gone if record.counts != NEVER}
    assert counted == {"y": (NOT_READ, counts), "1 (number)": (NOT_PRODUCED, counts), "1": (NOT_PRODUCED, counts)}
    assert [(record.record, record.counts) for record in gone if record.counts == NEVER] == [("x", NEVER), ("z", NEVER)]
    assert list(gone_table(gone)["Record"])[-1] == "z"


def test_an_id_without_gold_that_has_a_blank_at_an_end_is_quoted_beside_that_of_gold() -> None:
    file = read_records(b'{"id": "x ", "a": "1"}\n', name="a.jsonl", kind="extracted", id_field="id")
    gone = gone_records(evaluate([GOLD[0], GOLD[1]], [*file.records, GOLD[1]], SCHEMA), file, "id")
    assert [(one.record, one.counts) for one in gone] == [("x", COUNTS), ('"x "', NEVER)]


def test_what_could_not_be_read_says_why(file: LoadedRecords) -> None:
    gone = {record.record: record for record in gone_records(evaluate(GOLD, file.records, SCHEMA), file, "id")}
    assert "breaks off here" in gone["y"].detail
    assert gone["y"].detail.startswith("record 2 (line 2): ")


@pytest.mark.parametrize("id_key", ["id", None])
def test_by_position_a_record_without_a_text_is_found_by_its_place(id_key: str | None) -> None:
    gold = [{"id": f"i{at}", "a": "1"} for at in range(4)]
    file = read_records(b'{"a": "1"}\nnull\n{"a": broken\n{"a": "1"}\n', name="a.jsonl", kind="extracted")
    run = evaluate(gold, file.records, {key: part for key, part in SCHEMA.items() if id_key or key != "x-eval-id"})
    assert run.paired_by == "position"
    unread, at_line = file.unread[2], ("record 2 (line 2)", "record 3 (line 3)")
    assert [(one.why, one.detail) for one in gone_records(run, file, id_key)] == [
        (NULL, at_line[0]), (NOT_READ, f"{at_line[1]}: {unread}")
    ]  # fmt: skip
    assert (file.n_null, file.n_unreadable, file.n_refused) == (1, 1, 2)


def test_of_an_extracted_record_it_says_that_its_gold_record_is_left_out(file: LoadedRecords) -> None:
    gold = read_records(json.dumps([{"id": "x"}, {"id": "z"}]).encode(), name="gold.json", kind="gold")
    kept = with_set_aside(gold, [1])
    gone = gone_records(evaluate(kept.records, file.records, SCHEMA), file, "id", gold=kept)
    assert gone[-1].detail == "record 4 (line 4): its gold record is left out"


@pytest.mark.parametrize("id_when_read", ["id", None])
def test_a_record_whose_reply_holds_no_json_is_in_the_file(id_when_read: str | None) -> None:
    """Its id stands beside the reply, also where the key of the ids was chosen once the file was read."""
    entries: list[Any] = [{"id": "x", "reply": '{"a": "1"}'}, {"id": "y", "reply": "I cannot."}]
    data = b"\n\n".join(json.dumps(entry).encode() for entry in entries) + b"\n"
    file = read_records(data, name="a.jsonl", kind="extracted", id_field=id_when_read)
    ids = [
        {**record, "id": entry["id"]} if record else None for record, entry in zip(file.records, entries, strict=True)
    ]
    run = evaluate(GOLD[:2], ids, SCHEMA)
    gone = gone_records(run, file, "id")
    assert [(one.record, one.why) for one in gone] == [("y", NOT_READ)]
    assert gone[0].detail == "record 2 (line 3): the text holds no JSON object: 'I cannot.'"


@pytest.mark.parametrize(("gold", "record"), [(GOLD[:3], "y"), ([{"a": "1"}] * 3, "1")], ids=["with ids", "without"])
def test_a_record_that_pairs_by_its_place_and_could_not_be_read_is_in_the_file(gold: list[Any], record: str) -> None:
    file = read_records(b'{"a": "1"}\n{"a": \n{"a": "1"}\n', name="a.jsonl", kind="extracted")
    schema = SCHEMA if "id" in gold[0] else {"type": "object", "properties": SCHEMA["properties"]}
    [gone] = gone_records(evaluate(gold, file.records, schema), file, "id" if "id" in gold[0] else None)
    assert (gone.record, gone.why) == (record, NOT_READ)
    assert gone.detail.startswith("record 2 (line 2): ")


def test_a_repeated_id_is_told_with_both_places_in_the_file() -> None:
    """Records that someone left out for want of an id shift no number."""
    data = b'{"a": "0"}\n\n{"id": "x", "a": "1"}\n{"id": "z", "a": "1"}\n{"id": "x", "a": "2"}\n'
    file = with_set_aside(read_records(data, name="a.jsonl", kind="extracted"), [0])
    gone = {one.record: one.detail for one in gone_records(evaluate(GOLD, file.records, SCHEMA), file, "id")}
    assert gone["x"] == "record 4 (line 5): record 2 (line 3) has this id too"
    assert gone["z"] == "record 3 (line 4): no gold record has this id"


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        ("omit", "3 gold records missing; 2 extracted records never scored"),
        ("exclude", "3 gold records missing, all left out; 2 extracted records never scored"),
    ],
)
def test_the_line_above_counts_them(rule: Any, line: str) -> None:
    extracted = [{"id": "x", "a": "1"}, {"id": "x", "a": "2"}, {"id": "z", "a": "1"}]
    run = evaluate(GOLD, extracted, SCHEMA, missing_records=rule)
    file = read_records(b"[]", name="a.json", kind="extracted", id_field="id")
    assert in_words(gone_records(run, file, "id")) == line


def test_where_nothing_is_missing_there_is_nothing_to_tell() -> None:
    file = read_records(b"[]", name="a.json", kind="extracted", id_field="id")
    assert in_words(gone_records(evaluate(GOLD, GOLD, SCHEMA), file, "id")) == ""


def test_the_f1_without_missing_records_is_that_of_the_others() -> None:
    gold = [{"id": i, "a": "1", "b": "1"} for i in range(4)]
    schema = {**SCHEMA, "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
    extracted = [gold[0], {**gold[1], "b": "2"}]
    run = evaluate(gold, extracted, schema)
    assert run.mean_f1 == pytest.approx(0.375)
    assert f1_without_missing(run) == pytest.approx(0.75)
    assert f1_without_missing(evaluate(gold, [], schema)) is None
