"""`score --metric`, and gates on metrics."""

import json
from typing import Any

import pytest

from evaljson import evaluate
from tests.cli.conftest import EXTRACTED, GOLD, SCHEMA, Run, Write

ROWS = """\
metric                                mean                    undefined  missing
json_similarity                      0.767  higher is better          0        0
json_distance                        1.500  lower is better           0        0
json_field_match:…true,strict=false  0.500  higher is better          0        0
"""


def metrics(done: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(done.stdout)["metrics"]
    return found


def test_metrics_are_rows_below_the_figures_of_the_run(score: Run) -> None:
    asked = ("json_similarity", "json_distance", "json_field_match:normalized=true,strict=false")
    done = score(*(word for name in asked for word in ("--metric", name)), COLUMNS="80")
    assert done.exit_code == 0
    rows = "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())
    assert f"\n{ROWS}\n" in rows
    assert max(map(len, rows.splitlines())) <= 80


def test_without_metrics_there_is_no_table_of_them(score: Run) -> None:
    assert "is better" not in score().stdout
    assert metrics(score("--json")) == []


def test_the_figures_are_those_of_the_run_in_python(score: Run) -> None:
    (found,) = metrics(score("--json", "--metric", "json_similarity:target_key=items"))
    run = evaluate(GOLD, EXTRACTED, SCHEMA).metric("json_similarity", target_key="items")
    assert (found["mean"], tuple(found["scores"])) == (run.mean, run.scores)
    assert {name: found[name] for name in ("metric", "name", "params", "direction", "undefined", "missing")} == {
        "metric": "json_similarity:target_key=items",
        "name": "json_similarity",
        "params": {"target_key": "items"},
        "direction": "higher",
        "undefined": 0,
        "missing": [],
    }


@pytest.mark.parametrize(("choice", "scores", "missing"), [("omit", [2.0, 2], ["a"]), ("exclude", [2], [])])
def test_missing_records_count_as_all_wrong_or_are_left_out(
    score: Run, write: Write, choice: str, scores: list[float], missing: list[str]
) -> None:
    write("extracted.jsonl", EXTRACTED[:1])
    (found,) = metrics(score("--json", "--metric", "json_distance", "--missing-records", choice))
    assert (found["scores"], found["missing"], found["missing_records"]) == (scores, missing, choice)


def test_an_undefined_score_is_counted_and_its_reason_said(score: Run, write: Write) -> None:
    write("gold.jsonl", [GOLD[0], {**GOLD[1], "total": 3}])
    write("extracted.jsonl", [{"id": "a"}, {"id": "b", "total": 3}])
    done = score("--allow-unknown", "--metric", "json_similarity:target_key=total")
    assert (
        "Warning: json_similarity:target_key=total: records that cannot be scored: 1; for 1 of them, expected"
        in done.stderr
    )
    assert "there is no target_key 'total'" in done.stderr
    (found,) = metrics(score("--allow-unknown", "--json", "--metric", "json_similarity:target_key=total"))
    assert (found["mean"], found["scores"], found["undefined"]) == (1.0, [None, 1.0], 1)
    assert [error["record_id"] for error in found["errors"]] == ["a"]


def test_weights_come_from_a_file_that_is_never_written_over(score: Run, write: Write) -> None:
    write("w.json", {"name": 1, "id": 0, "items": 0, "extra": 0})
    (found,) = metrics(score("--json", "--metric", "json_difference:weights=@w.json"))
    assert found["scores"] == pytest.approx([1.0, 2 / 3])
    done = score("--metric", "json_difference:weights=@w.json", "--csv", "w.json")
    assert (done.exit_code, "this is an input" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ('{"nmae": 1}', "nmae: no record has this key, so its weight has no effect; correct it. Did you mean 'name'?"),
        ('{"name": 2}', "name: a weight is a number from 0 to 1, not 2"),
    ],
)
def test_weights_that_do_not_fit_are_bad_input(score: Run, weights: str, message: str) -> None:
    done = score("--metric", f"json_difference:weights={weights}")
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"Error: json_difference:weights={weights}: {message}" in done.stderr


def test_a_metric_asked_for_twice_is_computed_once(score: Run) -> None:
    asked = ("json_distance", "json_similarity", "json_similarity:target_key=*", "json_distance")
    found = metrics(score("--json", *(word for name in asked for word in ("--metric", name))))
    assert [one["metric"] for one in found] == ["json_distance", "json_similarity"]


@pytest.mark.parametrize(
    ("option", "gate", "said"),
    [
        ("--fail-under", "json_similarity=0.7", None),
        ("--fail-under", "json_similarity=0.9", "json_similarity is 0.7667, wanted at least 0.9"),
        ("--fail-over", "json_distance=1.5", None),
        ("--fail-over", "json_distance=1", "json_distance is 1.5000, wanted at most 1"),
        ("--fail-over", "json_distance:absent_is_null=false=1", "json_distance:absent_is_null=false is 1.5000, wanted"),
        ("--fail-under", "json_field_match:strict=true=0.9", "json_field_match:strict=true is 0.3333, wanted"),
        ("--fail-over", "pooled_f1=0.5", "pooled_f1 is 0.6667, wanted at most 0.5"),
        ("--fail-over", "items[].sku:f1=0.79", "items[].sku: f1 is 0.8000, wanted at most 0.79"),
        ("--fail-over", "items[].sku:f1=0.8", None),
    ],
)
def test_a_gate_on_a_metric_computes_it_and_holds_or_fails(
    score: Run, option: str, gate: str, said: str | None
) -> None:
    done = score("-q", option, gate)
    assert done.exit_code == (0 if said is None else 1)
    assert done.stderr.startswith(f"Failed: {said}" if said else "")
    assert done.stderr == "" or said


@pytest.mark.parametrize(
    ("option", "gate", "warned"),
    [
        ("--fail-under", "json_distance=1", "lower is better for json_distance, so this gate fails on good results"),
        ("--fail-over", "json_similarity=1", "higher is better for json_similarity"),
        ("--fail-over", "f1=1", "higher is better for f1"),
        ("--fail-over", "json_distance=9", ""),
        ("--fail-under", "json_difference=0", ""),
    ],
)
def test_a_gate_against_the_direction_holds_as_written_with_a_warning(
    score: Run, option: str, gate: str, warned: str
) -> None:
    done = score(option, gate)
    assert done.exit_code == 0
    assert warned in done.stderr
    assert bool(warned) is ("Warning: " in done.stderr)


def test_a_bare_name_in_a_gate_is_the_metric_that_was_asked_for(score: Run) -> None:
    asked = ("--metric", "json_field_match:strict=true", "--fail-under", "json_field_match=0.5")
    found = json.loads(score("--json", *asked).stdout)
    assert [one["metric"] for one in found["metrics"]] == ["json_field_match:strict=true"]
    assert [(one["actual"], one["bound"]) for one in found["gates"]] == [(found["metrics"][0]["mean"], "at least")]


def test_a_bare_name_that_could_be_several_is_bad_input(score: Run) -> None:
    asked = ("--metric", "json_field_match:strict=true", "--metric", "json_field_match:normalized=true")
    done = score(*asked, "--fail-under", "json_field_match=0.5")
    assert done.exit_code == 2
    assert "--metric names several of these; write which one is meant: json_field_match:strict=true" in done.stderr
    assert score(*asked, "--metric", "json_field_match", "--fail-under", "json_field_match=0.5").exit_code == 0


@pytest.mark.parametrize(
    ("option", "gate", "message"),
    [
        ("--fail-under", "json_simlarity=0.9", "there is no figure 'json_simlarity'. Did you mean 'json_similarity'?"),
        ("--fail-under", "json_simlarity:target_key=a=1", "there is no metric 'json_simlarity'."),
        ("--fail-under", "json_similarity=9", "'9' is not a number from 0 to 1"),
        ("--fail-over", "json_distance=-1", "'-1' is not a number from 0 up, such as 3"),
        ("--fail-over", "json_distance=inf", "'inf' is not a number from 0 up"),
        ("--fail-over", "f2=1", "--fail-over f2=1: there is no figure 'f2'"),
        ("--fail-over", "nmae:f1=1", "--fail-over nmae:f1=1: the schema scores no field 'nmae'"),
    ],
)
def test_a_gate_that_makes_no_sense_is_refused(score: Run, option: str, gate: str, message: str) -> None:
    done = score(option, gate)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr


def test_a_gate_on_a_metric_without_any_score_fails(score: Run) -> None:
    done = score("-q", "--fail-under", "json_similarity:target_key=extra=0")
    assert done.exit_code == 1
    assert "is undefined: no record has a score, wanted at least 0" in done.stderr


def test_a_field_may_be_called_like_a_metric(run: Run, write: Write) -> None:
    write("g.json", [{"json_similarity": 1}])
    gate = ("--fail-under", "json_similarity:f1=1", "--allow-gold-itself")
    done = run("score", "g.json", "g.json", "--json", *gate)
    assert (done.exit_code, metrics(done)) == (0, [])


def test_a_target_key_that_no_record_has_is_bad_input(score: Run) -> None:
    done = score("--metric", "json_similarity:target_key=nmae")
    assert done.exit_code == 2
    assert "no record has the key 'nmae'. Did you mean 'name'" in done.stderr
