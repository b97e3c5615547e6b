"""`to_frame()` and the record view."""

from typing import Any

import pytest

import evaljson

COLUMNS = ["record_id", "path", "field", "status", "score", "weight", "gold", "extracted", "comparator", "reason"]
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "z": {"type": "string"},
        "t": {
            "type": "array",
            "items": {"type": "object", "properties": {"q": {"type": "number"}, "p": {"type": "string"}}},
            "x-eval-align": {"match_by": "key_field", "key": "p"},
        },
        "m": {"type": "object", "additionalProperties": {"type": "integer"}},
        "a": {"type": "string", "x-eval-weight": 2},
    },
    "x-eval-id": "id",
}
GOLD = [
    {"id": "r1", "a": "x", "z": None, "t": [{"p": "k1", "q": 1}, {"p": "k2", "q": 2}], "m": {"k": 1, "i.j": 2}},
    {"id": "r2", "a": "x"},
]
EXTRACTED = [
    {"id": "r2", "a": "x", "y": [1]},
    {
        "id": "r1", "a": "n", "z": None, "m": {"new": 3, "i.j": 2},
        "t": [{"p": "k9", "q": 9}, {"p": "k2", "q": "2.0", "extra": 1}, {"p": "k8", "q": 8}],
    },
]  # fmt: skip


@pytest.fixture(scope="module")
def run() -> evaljson.RunResult:
    return evaljson.evaluate(GOLD, EXTRACTED, SCHEMA)


def test_rows_stand_in_record_schema_and_element_order(run: evaljson.RunResult) -> None:
    frame = run.to_frame()
    assert list(zip(frame["record_id"], frame["path"], frame["status"], strict=True)) == [
        ("r1", "z", "match"),
        ("r1", "t[0].q", "omission"), ("r1", "t[0].p", "omission"),
        ("r1", "t[1].q", "match"), ("r1", "t[1].p", "match"), ("r1", "t[1].extra", "hallucination"),
        ("r1", "t[-1].q", "hallucination"), ("r1", "t[-1].p", "hallucination"),
        ("r1", "t[-2].q", "hallucination"), ("r1", "t[-2].p", "hallucination"),
        ("r1", "m.k", "omission"), ("r1", "m['i.j']", "match"), ("r1", "m.new", "hallucination"),
        ("r1", "a", "mismatch"),
        ("r2", "a", "match"), ("r2", "y", "hallucination"),
    ]  # fmt: skip


def test_it_has_the_documented_columns_first(run: evaljson.RunResult) -> None:
    assert list(run.to_frame().columns)[: len(COLUMNS)] == COLUMNS


def test_fields_are_schema_paths(run: evaljson.RunResult) -> None:
    frame = run.to_frame()
    assert set(frame["field"]) == {"z", "t[].q", "t[].p", "t[].extra", "m.*", "a", "y"} == set(run.per_field)


def test_values_keep_their_python_types(run: evaljson.RunResult) -> None:
    frame = run.to_frame().set_index(["record_id", "path"])
    row = frame.loc[("r1", "t[1].q")]
    assert (row["gold"], row["extracted"], row["score"], row["comparator"]) == (2, "2.0", 1.0, "numeric")
    assert type(row["gold"]) is int
    assert "read as a number" in row["reason"]
    assert frame.loc[("r2", "y")]["extracted"] == [1]
    assert frame.loc[("r1", "a")]["weight"] == 2.0


def test_extracted_paths_lead_to_the_value_in_the_extracted_record(run: evaljson.RunResult) -> None:
    found = {result.path: result.extracted_path for result in run.records[0].field_results}
    assert (found["t[1].q"], found["t[-1].q"], found["t[-2].p"]) == ("t[1].q", "t[0].q", "t[2].p")
    assert (found["t[0].q"], found["m['i.j']"], found["t[1].extra"]) == (None, "m['i.j']", "t[1].extra")


def test_the_frame_agrees_with_the_records(run: evaljson.RunResult) -> None:
    frame = run.to_frame()
    for record in run.records:
        rows = frame[frame["record_id"] == record.record_id]
        results = list(record.field_results)
        assert list(rows["score"]) == [result.score for result in results]
        assert list(rows["reason"]) == [result.reason for result in results]
        assert list(rows["gold"]) == [result.gold_value for result in results]


def test_each_frame_is_a_fresh_one(run: evaljson.RunResult) -> None:
    first = run.to_frame()
    first["score"] = 0.0
    assert run.to_frame()["score"].sum() == 5.0


@pytest.mark.parametrize(
    ("gold", "extracted", "reason"),
    [
        ({"t": []}, {}, "extracted has no such key"),
        ({"t": []}, {"t": None}, "extracted has null here"),
        ({}, {"t": []}, "gold has no such key"),
        ({"t": None}, {"t": []}, "gold has null here"),
        ({"t": []}, {"t": []}, "both arrays are empty"),
        ({"t": []}, {"t": {}}, "the schema has an array here, extracted has object"),
        ({"t": "x"}, {"t": "x"}, "equal, though no array"),
    ],
)
def test_reasons_tell_absent_null_and_empty_apart(gold: Any, extracted: Any, reason: str) -> None:
    schema = {"type": "object", "properties": {"t": {"type": "array", "items": {"type": "string"}}}}
    (result,) = evaljson.score_record(evaljson.parse_eval_schema(schema), gold, extracted)
    assert result.reason == reason


@pytest.mark.parametrize(
    ("gold", "extracted", "reason"),
    [
        ([{"n": "a", "t": []}, {"n": "b", "t": []}], [{"n": "a", "t": []}], "absent on both sides"),
        ([{"n": "a", "t": []}], [{"n": "a", "t": []}, {"n": "z", "t": []}], "absent on both sides"),
        ([{"n": "a", "t": []}], [{"n": "a"}], "absent on both sides"),
        ([{"n": "a", "t": []}], [{"n": "a", "t": []}], "both arrays are empty"),
    ],
)
def test_an_empty_array_that_the_other_side_lacks_is_not_said_to_be_two(
    gold: list[Any], extracted: list[Any], reason: str
) -> None:
    tags = {
        "type": "array",
        "items": {"type": "string"},
        "x-eval-nulls": {"absent": [None, []], "both_absent": "match"},
    }
    items = {"type": "object", "properties": {"n": {"type": "string"}, "t": tags}}
    rows = {"type": "array", "items": items, "x-eval-align": {"match_by": "hungarian"}}
    schema = evaljson.parse_eval_schema({"type": "object", "properties": {"rows": rows}})
    results = evaljson.score_record(schema, {"rows": gold}, {"rows": extracted})
    last = [one for one in results if one.path.endswith(".t")][-1]
    assert (last.status, last.reason) == ("match", reason)


def test_a_run_without_records_has_an_empty_frame_with_all_columns() -> None:
    frame = evaljson.evaluate([], [], SCHEMA).to_frame()
    assert (len(frame), list(frame.columns)[: len(COLUMNS)]) == (0, COLUMNS)


def test_every_mismatch_omission_and_hallucination_of_the_sample_has_a_reason(project_root: Any) -> None:
    from evaljson.load import read_records

    folder = project_root / "sample_data" / "thin_films"
    gold, extracted = (read_records(folder / name).records for name in ("gold.jsonl", "prompt_a.jsonl"))
    schema = read_records(folder / "eval_schema.json").records[0]
    assert schema is not None
    run = evaljson.evaluate(gold, extracted, schema)  # type: ignore[arg-type]
    frame = run.to_frame()
    wrong = frame[frame["status"].isin(["mismatch", "omission", "hallucination"])]
    assert len(wrong) > 0
    assert wrong["reason"].notna().all()
