"""Scoring files in parts says what `evaluate` says, to the last digit."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from random import Random
from typing import Any

import pyarrow.parquet as pq
import pytest

import evaljson
from evaljson.base.errors import InputError, LoadError
from evaljson.results.field_result import FieldResult
from evaljson.scale.stream import StreamProgress, evaluate_stream
from tests.property.generate import CUSTOM
from tests.property.product import graded

from .data import bytes_of, random_runs, said, write_lines

SCHEMA = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {
        "a": {"type": "string", "x-eval-compare": "fuzzy", "x-eval-weight": 0.3},
        "n": {"type": "number"},
        "rows": {
            "type": "array",
            "x-eval-align": {"match_by": "hungarian"},
            "items": {"type": "object", "properties": {"k": {"type": "string"}, "v": {"type": "number"}}},
        },
    },
}


def drawn(count: int, seed: int = 1) -> tuple[list[dict[str, Any]], list[Any]]:
    """Gold, and an extraction with strays, duplicates and gaps, in another order."""
    rng = Random(seed)
    words = ["alpha beta", "alpha", "beta gamma", "gama", ""]
    gold = [
        {
            "id": f"r{i}" if i % 3 else i,
            "a": rng.choice(words),
            "n": rng.randrange(5),
            "rows": [{"k": rng.choice("xyz"), "v": rng.randrange(3)} for _ in range(rng.randrange(4))],
        }
        for i in range(count)
    ]
    extracted: list[Any] = [
        {**one, "a": rng.choice(words), "odd": 1} if rng.random() < 0.5 else dict(one)
        for one in gold
        if rng.random() < 0.9
    ]
    extracted += [{"id": "stray", "a": "x"}, {"id": str(gold[0]["id"]), "n": 1}, dict(gold[3]), None, {"id": 1.5}]
    rng.shuffle(extracted)
    return gold, extracted


@pytest.fixture(autouse=True)
def comparator(registries_put_back: None) -> None:
    evaljson.register(CUSTOM, graded)


@pytest.mark.parametrize("missing", ["omit", "exclude"])
@pytest.mark.parametrize("strays", ["report", "invented"])
def test_records_in_any_order_score_as_in_memory(tmp_path: Path, missing: Any, strays: Any) -> None:
    gold, extracted = drawn(60)
    files = write_lines(tmp_path / "gold.jsonl", gold), write_lines(tmp_path / "extracted.jsonl", extracted)
    run = evaljson.evaluate(gold, extracted, SCHEMA, missing_records=missing, strays=strays)
    summary = evaluate_stream(
        *files, SCHEMA, str(tmp_path / "out"), missing_records=missing, strays=strays, chunk_bytes=1500
    )
    assert said(summary) == said(run)
    assert len(list((tmp_path / "out" / "results").iterdir())) > 3


@pytest.mark.parametrize("seed", range(5))
def test_random_schemas_score_as_in_memory(tmp_path: Path, seed: int) -> None:
    for i, (gold, extracted, schema, run) in enumerate(random_runs(900, seed, 12, 12)):
        here = tmp_path / str(i)
        here.mkdir()
        files = write_lines(here / "gold.jsonl", gold), write_lines(here / "extracted.jsonl", extracted)
        try:
            summary = evaluate_stream(*files, schema, str(here / "out"), chunk_bytes=600)
        except InputError as error:
            refused = str(error)
        else:
            assert said(summary) == said(run), schema
            continue
        assert " lack " in refused  # evaluate pairs by position then
        assert run.paired_by == "position"


def test_rows_are_those_of_the_run(tmp_path: Path) -> None:
    gold, extracted = drawn(40, 2)
    files = write_lines(tmp_path / "gold.jsonl", gold), write_lines(tmp_path / "extracted.jsonl", extracted)
    evaluate_stream(*files, SCHEMA, str(tmp_path / "out"), rows="all", chunk_bytes=1500)
    rows = pq.read_table(tmp_path / "out" / "results").sort_by("position").to_pylist()
    frame = evaljson.evaluate(gold, extracted, SCHEMA).to_frame()
    shown = [(str(one["record_id"]), one["path"], one["status"], one["score"], one["reason"]) for one in rows]
    expected = zip(
        map(str, frame["record_id"]), *(frame[name] for name in ("path", "status", "score", "reason")), strict=True
    )
    assert shown == list(expected)
    assert [json.loads(one["gold"]) for one in rows if one["gold"]] == [
        value for value, status in zip(frame["gold"], frame["status"], strict=True) if status != "hallucination"
    ]


def test_files_in_one_order_are_cut_and_not_copied(tmp_path: Path) -> None:
    gold, _ = drawn(40)
    files = write_lines(tmp_path / "gold.jsonl", gold), write_lines(tmp_path / "extracted.jsonl", ["", *gold, ""])
    seen: list[StreamProgress] = []
    summary = evaluate_stream(*files, SCHEMA, str(tmp_path / "out"), chunk_bytes=1500, report=seen.append)
    assert summary.mean_f1 == 1.0
    assert not (tmp_path / "out" / "spool").exists()
    assert (seen[-1].records, seen[-1].of, seen[-1].share) == (40, 40, 1.0)
    assert seen[-1].rate is not None
    assert seen[-1].seconds_left == 0


def test_gzip_and_broken_lines_score_as_read(tmp_path: Path) -> None:
    gold, extracted = drawn(30, 3)
    lines = [json.dumps(one) for one in extracted]
    broken = next(i for i, one in enumerate(extracted) if one and str(one["id"]).startswith("r2"))
    lines[broken] = lines[broken][:-5]
    lost = extracted[broken]["id"]
    packed = tmp_path / "extracted.jsonl.gz"
    packed.write_bytes(gzip.compress("\n".join(lines).encode()))
    golden = write_lines(tmp_path / "gold.jsonl", gold)
    without = [None if i == broken else one for i, one in enumerate(extracted)]
    for choice, left_out in (("omit", ()), ("exclude", (lost,))):
        run = evaljson.evaluate(gold, without, SCHEMA, leave_out=left_out)
        out = tmp_path / choice
        summary = evaluate_stream(golden, str(packed), SCHEMA, str(out), unreadable=choice, chunk_bytes=1500)
        assert said(summary) == said(run)
        assert summary.extracted_refused == 1
        assert [(kind, line, severity) for kind, line, severity, _ in summary.reading if severity == "error"] == [
            ("extracted", broken + 1, "error")
        ]


def test_records_without_ids_are_paired_by_position(tmp_path: Path) -> None:
    schema = {key: value for key, value in SCHEMA.items() if key != "x-eval-id"}
    schema["properties"] = {**SCHEMA["properties"], "id": {"type": "string"}}
    gold = [{"id": f"r{i}", "n": i} for i in range(30)]
    extracted: list[Any] = [*gold[1:], gold[0]]
    extracted[5] = None
    files = write_lines(tmp_path / "gold.jsonl", gold), write_lines(tmp_path / "extracted.jsonl", extracted)
    summary = evaluate_stream(*files, schema, str(tmp_path / "out"), chunk_bytes=300)
    assert said(summary) == said(evaljson.evaluate(gold, extracted, schema))
    assert any("set 'id' as the id field" in problem.message for problem in summary.problems)
    with pytest.raises(InputError, match="cannot be paired by position"):
        evaluate_stream(files[0], write_lines(tmp_path / "short.jsonl", extracted[1:]), schema, str(tmp_path / "other"))


def shouting(results: list[FieldResult]) -> list[FieldResult]:
    """Change results, as a user may."""
    for result in results:
        if result.path == "n":
            result.score, result.status = 0.1, "mismatch"
    return results


def test_post_processors_change_parts_as_they_change_a_run(tmp_path: Path) -> None:
    gold, extracted = drawn(30)
    files = write_lines(tmp_path / "gold.jsonl", gold), write_lines(tmp_path / "extracted.jsonl", extracted)
    summary = evaluate_stream(*files, SCHEMA, str(tmp_path / "out"), post_process=shouting, chunk_bytes=1500)
    assert said(summary) == said(evaljson.evaluate(gold, extracted, SCHEMA, post_process=shouting))


def failing(gold: Any, extracted: Any, params: Any) -> Any:
    raise ValueError("no")


def test_a_comparator_that_fails_counts_each_pair_of_values_once(tmp_path: Path) -> None:
    evaljson.register("failing", failing)
    schema = {"type": "object", "x-eval-id": "id", "properties": {"n": {"type": "number", "x-eval-compare": "failing"}}}
    gold = [{"id": i, "n": i % 3} for i in range(40)]
    files = write_lines(tmp_path / "gold.jsonl", gold), write_lines(tmp_path / "extracted.jsonl", gold[::-1])
    summary = evaluate_stream(*files, schema, str(tmp_path / "out"), chunk_bytes=200)
    assert said(summary) == said(evaljson.evaluate(gold, gold[::-1], schema))
    assert [problem.count for problem in summary.problems if problem.kind == "comparator"] == [3]


def test_what_cannot_be_scored_in_parts_is_refused(tmp_path: Path) -> None:
    gold = [{"id": i, "n": i} for i in range(4)]
    golden = write_lines(tmp_path / "gold.jsonl", gold)
    out = str(tmp_path / "out")
    with pytest.raises(InputError, match="lack 'id', the first on line 2"):
        evaluate_stream(golden, write_lines(tmp_path / "e.jsonl", [gold[0], {"n": 1}]), SCHEMA, out)
    with pytest.raises(LoadError, match="JSON Lines"):
        evaluate_stream(golden, write_lines(tmp_path / "f.jsonl", [json.dumps(gold)]), SCHEMA, out)
    texts = [{"id": i, "output": json.dumps({"n": i})} for i in range(4)]
    with pytest.raises(InputError, match="--text-field output"):
        evaluate_stream(golden, write_lines(tmp_path / "g.jsonl", texts), SCHEMA, out)
    summary = evaluate_stream(
        golden, str(tmp_path / "g.jsonl"), SCHEMA, out, extracted_reading={"text_field": "output"}
    )
    assert summary.mean_f1 == 1.0
    with pytest.raises(InputError, match="another eval schema"):
        evaluate_stream(
            golden, str(tmp_path / "g.jsonl"), {**SCHEMA, "properties": {}}, out,
            extracted_reading={"text_field": "output"},
        )  # fmt: skip
    with pytest.raises(InputError, match="another extracted file"):
        evaluate_stream(
            golden, write_lines(tmp_path / "h.jsonl", texts[1:]), SCHEMA, out,
            extracted_reading={"text_field": "output"},
        )  # fmt: skip
    (tmp_path / "full").mkdir()
    write_lines(tmp_path / "full" / "mine.txt", ["x"])
    with pytest.raises(InputError, match="not an empty folder"):
        evaluate_stream(golden, golden, SCHEMA, str(tmp_path / "full"))


def test_parts_in_any_order_give_the_same_bytes(tmp_path: Path) -> None:
    from evaljson.scale.chunk_sums import ChunkSums

    gold, extracted = drawn(60)
    files = write_lines(tmp_path / "gold.jsonl", gold), write_lines(tmp_path / "extracted.jsonl", extracted)
    evaluate_stream(*files, SCHEMA, str(tmp_path / "out"), chunk_bytes=1500)
    documents = [json.loads(file.read_bytes())["sums"] for file in sorted((tmp_path / "out" / "chunks").iterdir())]
    wholes = set()
    for seed in range(5):
        shuffled = random.Random(seed).sample(documents, len(documents))
        whole = ChunkSums()
        for document in shuffled:
            whole = whole + ChunkSums.from_json(document)
        wholes.add(json.dumps(whole.as_json()))
    assert len(wholes) == 1
    again = tmp_path / "again"
    evaluate_stream(*files, SCHEMA, str(again), chunk_bytes=1500)
    assert bytes_of(again) == bytes_of(tmp_path / "out")


@pytest.mark.parametrize(("reading", "is_noted"), [(None, True), ({"text_field": False}, False)])
def test_records_inside_a_key_of_their_own_are_noted_since_they_are_scored_as_written(
    tmp_path: Path, reading: dict[str, Any] | None, is_noted: bool
) -> None:
    gold = [{"id": f"r{at}", "a": "x", "n": 1} for at in range(4)]
    extracted = [one if at % 2 else {"id": one["id"], "found": {"a": "x", "n": 1}} for at, one in enumerate(gold)]
    files = [write_lines(tmp_path / f"{at}.jsonl", some) for at, some in enumerate((gold, extracted))]
    done = evaluate_stream(*files, SCHEMA, str(tmp_path / "out"), extracted_reading=reading)
    assert [
        message.startswith("in a chunk, 2 records inside a key of its own ('found')") for *_, message in done.reading
    ] == [True] * is_noted
