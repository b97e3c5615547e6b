"""Replies that ended early, in files that are scored in parts: the same ones as in memory."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

import evaljson
from evaljson.load import read_records
from evaljson.report.patterns.find import find_patterns
from evaljson.results.cut_off import with_cut_off
from evaljson.scale.opened import open_stream
from evaljson.scale.read_back import read_stream
from tests.scale.data import write_lines

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"a": {"type": "string"}, "b": {"type": "object", "properties": {"c": {"type": "string"}}}},
}
BY_ID = {**SCHEMA, "x-eval-id": "id"}
WHOLE = '{"id": "r%d", "a": "x", "b": {"c": "y"}}'
BROKEN = [
    '{"id": "r%d", "a": "x',
    '{"id": "r%d", "a": "x", "b": {',
    '{"a": "x", "b": {',
    '{"id": "r%d", "a": "x\n y"}',
    "null",
    '{"id": "r%d"} {',
    WHOLE + "\n",
]


def drawn(draw: random.Random, count: int, breaks: float) -> list[str]:
    """Lines of extracted records, of which some break off, go on in the next one, or are followed by a blank one."""
    shapes = [draw.choice(BROKEN) if draw.random() < breaks else WHOLE for _ in range(count)]
    return [shape.replace("%d", str(at)) for at, shape in enumerate(shapes)]


def in_memory(gold: list[Any], file: Path, schema: Any, **reading: Any) -> evaljson.RunResult:
    loaded = read_records(file, kind="extracted", id_field=schema.get("x-eval-id"), lines=True, **reading)
    return with_cut_off(evaljson.evaluate(gold, loaded.records, schema), gold, loaded)


def both_ways(folder: Path, gold: list[Any], text: str, schema: Any, chunk: int, **reading: Any) -> evaljson.RunResult:
    """Check that parts say what the whole says, and return that."""
    folder.mkdir()
    golden, file = write_lines(folder / "gold.jsonl", gold), folder / "extracted.jsonl"
    file.write_text(text)
    run = in_memory(gold, file, schema, **reading)
    out = str(folder / "out")
    evaljson.evaluate_stream(
        golden, str(file), schema, out, rows="app", chunk_bytes=chunk, extracted_reading=reading or None
    )
    opened = open_stream(out).run
    assert read_stream(out).cut_off == opened.cut_off == run.cut_off
    assert sorted(find_patterns(opened).codes.tolist()) == sorted(find_patterns(run).codes.tolist())
    return run


@pytest.mark.parametrize("is_shuffled", [False, True])
def test_random_lines_that_break_off_are_cut_off_in_parts_as_in_memory(tmp_path: Path, is_shuffled: bool) -> None:
    draw, found = random.Random(3), 0
    for i in range(40):
        count = draw.randint(6, 14)
        gold = [json.loads(WHOLE % at) for at in range(count)]
        lines = drawn(draw, count, 0.25)
        if is_shuffled:
            draw.shuffle(lines)
        text = "\n".join(lines) + draw.choice(["", "\n"])
        try:
            run = both_ways(tmp_path / str(i), gold, text, BY_ID, draw.choice([60, 200, 100_000]))
        except evaljson.InputError as error:
            assert "lack" in str(error)  # noqa: PT017 (paired by position in memory, which parts refuse)
            continue
        found += len(run.cut_off)
    assert found > 20


def test_replies_in_a_field_are_cut_off_where_they_were_open(tmp_path: Path) -> None:
    gold = [json.loads(WHOLE % at) for at in range(12)]
    rows = [{"id": one["id"], "reply": json.dumps(one)[: 20 + 3 * at]} for at, one in enumerate(gold)]
    rows[0]["reply"] = ""
    text = "".join(f"{json.dumps(row)}\n" for row in reversed(rows))
    run = both_ways(tmp_path / "files", gold, text, BY_ID, 150, text_field="reply")
    assert {one.inside for one in run.cut_off} >= {"", "b"}
    assert len(run.cut_off) > 5


def test_records_without_ids_are_named_by_their_position(tmp_path: Path) -> None:
    gold = [{"a": "x", "b": {"c": "y"}} for _ in range(9)]
    lines = [json.dumps(one) for one in gold]
    lines[4], lines[7] = '{"a": "x", ', '{"a": '
    run = both_ways(tmp_path / "files", gold, "\n".join(lines) + "\n", SCHEMA, 80)
    assert [(one.record_id, one.inside) for one in run.cut_off] == [(4, None), (7, None)]
