import json
from pathlib import Path

from evaljson import annotate_xeval, infer_schema
from tests.cli.conftest import GOLD, Run, Write


def test_infer_prints_the_annotated_schema(run: Run) -> None:
    done = run("infer", "gold.jsonl")
    assert done.exit_code == 0
    assert json.loads(done.stdout) == annotate_xeval(infer_schema(GOLD))
    assert done.stdout.startswith('{\n  "type": "object"')


def test_infer_can_leave_the_comparators_out(run: Run) -> None:
    assert json.loads(run("infer", "gold.jsonl", "--no-annotate").stdout) == infer_schema(GOLD)


def test_infer_writes_a_schema_that_score_takes_without_further_options(run: Run) -> None:
    done = run("infer", "gold.jsonl", "--id-field", "id", "-o", "inferred.json")
    assert (done.exit_code, done.stdout) == (0, "")
    assert "wrote 3 fields, inferred from 2 records, to inferred.json" in done.stderr
    assert json.loads(Path("inferred.json").read_text())["x-eval-id"] == "id"
    assert "joined by 'id'" in run("score", "gold.jsonl", "extracted.jsonl", "-s", "inferred.json").stdout


def test_infer_reports_mixed_and_empty_positions_on_stderr(run: Run, write: Write) -> None:
    write("gold.jsonl", [{"a": 1, "b": None}, {"a": "one", "b": None}])
    done = run("infer", "gold.jsonl")
    assert json.loads(done.stdout)["properties"]["a"]["type"] == "integer"
    assert "Warning: a: values of several types (1 integer, 1 string)" in done.stderr
    assert "Note: b: only null or empty in gold" in done.stderr


def test_infer_reads_stdin(run: Run) -> None:
    assert '"x"' in run("infer", "-", stdin='{"x": 1}\n{"x": 2}\n').stdout


def test_infer_never_writes_over_its_input(run: Run) -> None:
    done = run("infer", "gold.jsonl", "-o", "./gold.jsonl")
    assert done.exit_code == 2
    assert "this is an input and would be overwritten" in done.stderr


def test_with_by_the_schema_has_one_for_each_document_type(run: Run, write: Write) -> None:
    write("gold.jsonl", [{"id": 1, "kind": "a", "x": 1}, {"id": 2, "kind": "b", "y": "2"}])
    schema = json.loads(run("infer", "gold.jsonl", "--by", "kind", "--id-field", "id").stdout)
    assert (schema["x-eval-by"], schema["x-eval-id"]) == ("kind", "id")
    fields = {kind: list(one["properties"]) for kind, one in schema["x-eval-schemas"].items()}
    assert fields == {"a": ["id", "x"], "b": ["id", "y"]}


def test_score_shows_figures_for_each_document_type(run: Run, write: Write) -> None:
    write("gold.jsonl", [{"id": 1, "kind": "a", "x": 1}, {"id": 2, "kind": "b", "y": "2"}])
    write("extracted.jsonl", [{"id": 1, "kind": "a", "x": 1}, {"id": 2, "kind": "b", "y": "3"}])
    run("infer", "gold.jsonl", "--by", "kind", "--id-field", "id", "-o", "schema.json")
    done = run("score", "gold.jsonl", "extracted.jsonl", "-s", "schema.json")
    assert "mean over 1 of a        100.0  100.0   100.0" in done.stdout
    assert "mean over 1 of b          0.0    0.0     0.0" in done.stdout
    by_type = json.loads(run("score", "gold.jsonl", "extracted.jsonl", "-s", "schema.json", "--json").stdout)["by_type"]
    assert [(one["type"], one["mean_f1"], list(one["per_field"])) for one in by_type] == [
        ("a", 1, ["x"]),
        ("b", 0, ["y"]),
    ]
