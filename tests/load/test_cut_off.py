"""Which records come from replies that ended early, and where those were open: nothing that is whole is among them."""

import json
from pathlib import Path
from typing import Any

import pytest

from evaljson import evaluate
from evaljson.load import LoadedRecords, read_records
from evaljson.load.model_text.model_output import parse_model_output
from evaljson.results.cut_off import with_cut_off
from evaljson.results.saved.run import load_run, save_run
from evaljson.store.record_codec import decode, encode

SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}}


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ('{"a": 1', "a"),
        ('{"a": 1, ', ""),
        ('{"a": "x"', ""),
        ('{"a": true', ""),
        ('{"a": [1, 2', "a[1]"),
        ('{"a": "', "a"),
        ("{a: 'x y", "a"),
        ('{"a": "x \\u00', "a"),
        ('{"a": {"b": 1}, "c', ""),
        ('{"a": {"b": 1}, "c": ', ""),
        ('{"a": {"b": "x y', "a.b"),
        ('{"a": [{"b": 1}, {"b": 2, "c": tr', "a[1].c"),
        ('{"a": [{"b": 1}', "a"),
        ('{"x.y": {"b": [', "['x.y'].b"),
        ('Here it is:\n```json\n{"a": {"b": 1,', "a"),
        ('[{"a": {"b": 1,', "[0].a"),
        # whole, or nobody can say that the reply ended there
        ('{"a": 1}', None),
        ('{"a": 1,}', None),
        ('{"a": {"b": 1}\n```\n', None),
        ('```json\n{"a": {"b": 1}\n```', None),
        ('```json\n{"a": {"b": 1}\n```\nThat is all.', None),
        ('{"a": 1\n\nThat is all that the document says.', None),
        ('{"a": "b}', None),
        ('{"a": 1}\n{"a": ', None),
        ("{'a': [1, 2}", None),
    ],
)
def test_a_text_is_cut_off_where_it_ends_with_something_open(text: str, inside: str | None) -> None:
    assert parse_model_output(text).cut_inside == inside


def read(text: str, **options: Any) -> LoadedRecords:
    return read_records(text.encode(), name="replies.jsonl", kind="extracted", id_field="id", **options)


def lines(*rows: dict[str, Any] | str) -> str:
    return "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows)


def test_a_line_that_breaks_off_is_cut_off_and_not_read() -> None:
    loaded = read(lines({"id": 1, "a": "x"}, '{"id": 2, "a": "x', {"id": 3}, '{"id": 4, "a": {"b": 1', {"id": 5}))
    assert loaded.cut_off == {1: None, 3: None}


def test_a_reply_that_ends_inside_its_reasoning_is_cut_off_and_not_read() -> None:
    replies = ['{"a": "x"}', "<think>the vendor is", '{"a": "y"}']
    loaded = read(lines(*({"id": number, "output": text} for number, text in enumerate(replies))))
    assert (loaded.taken_from, loaded.cut_off) == ("output", {1: None})


@pytest.mark.parametrize(
    "rows",
    [
        ['{"id": 2, "a": x}'],
        ['{"id": 2} {'],
        ['{"id": 2, "a": "x}'],
        ['{"id": 2,', '"a": "x"}'],
    ],
)
def test_a_line_that_is_broken_in_another_way_is_not_cut_off(rows: list[str]) -> None:
    loaded = read(lines({"id": 1}, {"id": 9}, {"id": 8}, *rows, {"id": 3}))
    assert loaded.unread
    assert loaded.cut_off == {}


def test_a_file_that_is_cut_in_its_last_line_says_nothing_of_the_reply() -> None:
    assert read(lines({"id": 1}, {"id": 2}) + '{"id": 3, "a": "x').cut_off == {}


def test_gold_has_no_replies() -> None:
    assert read_records(lines({"id": 1}, '{"id": 2, ').encode(), name="gold.jsonl").cut_off == {}


def test_replies_beside_other_things_keep_their_places() -> None:
    rows: list[dict[str, Any] | str] = [
        {"id": 1, "reply": '{"a": "x"}'},
        '{"id": 2, "reply": "',
        {"id": 3, "reply": '{"a": {"b": 1,'},
    ]
    loaded = read(lines(*rows, {"id": 4, "reply": '[{"a": 1}'}), text_field="reply")
    assert loaded.cut_off == {1: None, 2: "a"}
    assert [record is None for record in loaded.records] == [False, True, False, False]


def test_without_repair_a_reply_that_ends_early_is_cut_off_and_not_read() -> None:
    rows = [{"id": 1, "reply": '{"a": "x'}, {"id": 2, "reply": '{"a": x}'}, {"id": 3, "reply": '{"a": 1, '}]
    assert read(lines(*rows), text_field="reply", repair=False).cut_off == {0: None, 2: None}


def test_files_of_a_folder_are_replies(tmp_path: Path) -> None:
    for name, text in (("1", '{"a": "x", "b": 2}'), ("2", '{"a": "x", "b"'), ("3", '{"a')):
        (tmp_path / f"{name}.json").write_text(text)
    assert read_records(tmp_path, kind="extracted", id_field="id").cut_off == {1: "", 2: ""}


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ('{"cost": 1, "record": {"a": "x", "b": [', "b"),
        ('{"cost": 1, "record": {"a": "x", ', ""),
        ('{"record": {"a": "x"}, "cost": ', "whole"),
        ('{"cost": 1, "rec', None),
        ('{"meta": {"cost": 1}, ', None),
        ('{"record": 5, "cost": ', "no record"),
    ],
)
def test_a_record_inside_of_a_reply_is_cut_off_where_it_was_open_or_had_not_begun(
    tmp_path: Path, text: str, inside: str | None
) -> None:
    (tmp_path / "1.txt").write_text(text)
    loaded = read_records(tmp_path, kind="extracted", payload="record")
    assert (loaded.records[0] is None) == (inside in (None, "no record"))
    assert loaded.cut_off == ({} if inside in ("whole", "no record") else {0: inside})


def test_a_reply_whose_inner_holder_was_closed_lacks_the_record_for_another_reason(tmp_path: Path) -> None:
    (tmp_path / "1.txt").write_text('{"out": {"cost": 1}, "note": "a')
    assert read_records(tmp_path, kind="extracted", payload="out.record").cut_off == {}


def test_a_reply_that_ends_early_is_cut_off_with_keys_kept_beside_it(tmp_path: Path) -> None:
    (tmp_path / "1.txt").write_text('{"cost": 1, "a": {"b": ')
    loaded = read_records(tmp_path, kind="extracted", metadata=["cost"])
    assert (loaded.records, loaded.cut_off) == ([{"a": {}}], {0: "a"})


def test_stored_records_and_saved_runs_know_what_was_cut_off() -> None:
    gold = [{"id": i, "a": "x", "b": i} for i in range(4)]
    loaded = read(lines({"id": 3, "a": "x"}, '{"id": 2, "a"', {"id": 0, "a": "x", "b": 0}))
    assert decode(*encode(loaded)) == loaded
    run = with_cut_off(evaluate(gold, loaded.records, SCHEMA, "id"), gold, loaded)
    assert [(one.record_id, one.inside) for one in run.cut_off] == [(2, None)]
    assert load_run(save_run(run), gold, loaded.records, SCHEMA).cut_off == run.cut_off
    assert run.only([2, 3]).cut_off == run.cut_off
    assert run.only([0, 3]).cut_off == ()


def test_evaluate_knows_what_was_cut_off_from_what_was_read() -> None:
    gold: list[Any] = [{"id": at, "a": "x"} for at in range(4)]
    loaded = read(lines(gold[0], gold[1], '{"id": 2, "a": "', gold[3]))
    read_gold = read_records(lines(*gold).encode(), name="gold.jsonl", id_field="id")
    run = evaluate(read_gold, loaded, SCHEMA, "id")
    assert run.cut_off == with_cut_off(evaluate(gold, loaded.records, SCHEMA, "id"), gold, loaded).cut_off
    assert [one.record_id for one in run.cut_off] == [2]
    assert run.per_field == evaluate(gold, loaded.records, SCHEMA, "id").per_field
