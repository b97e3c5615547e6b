import json

import pytest

from evaljson import InputError
from evaljson.cli.options.fail_under import Gate, parse_gate
from evaljson.cli.run.gates import GateResult
from tests.cli.conftest import Run, Write


@pytest.mark.parametrize(
    ("text", "path", "figure", "wanted"),
    [
        ("f1=0.9", None, "f1", 0.9),
        ("pooled_recall=1", None, "pooled_recall", 1.0),
        ("items[].price:f1=0.95", "items[].price", "f1", 0.95),
        ("['a=b:c.d']:precision=0", "['a=b:c.d']", "precision", 0.0),
        ("f1:f1=0.5", "f1", "f1", 0.5),
    ],
)
def test_a_gate_is_read_from_the_right(text: str, path: str | None, figure: str, wanted: float) -> None:
    assert parse_gate(text) == Gate(text, path, figure, wanted)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f1", "write FIGURE=NUMBER"),
        ("=0.9", "write FIGURE=NUMBER"),
        ("f2=0.9", "there is no figure 'f2'. Known: accuracy, confidence_auroc"),
        ("a:pooled_f1=0.9", "there is no figure 'pooled_f1'"),
        ("f1=90", "'90' is not a number from 0 to 1"),
        ("f1=nan", "'nan' is not a number from 0 to 1"),
        ("f1=high", "'high' is not a number from 0 to 1"),
    ],
)
def test_a_gate_that_makes_no_sense_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message.replace(".", r"\.")):
        parse_gate(text)


@pytest.mark.parametrize(("actual", "passed"), [(0.9, True), (0.9 - 1e-12, True), (0.8999, False), (None, False)])
def test_a_gate_holds_from_its_number_on(actual: float | None, passed: bool) -> None:
    assert GateResult(Gate("f1=0.9", None, "f1", 0.9), actual).passed is passed


def test_a_close_miss_shows_enough_digits_to_be_seen() -> None:
    assert str(GateResult(Gate("f1=0.9", None, "f1", 0.9), 0.899999)) == "f1 is 0.899999, wanted at least 0.9"


@pytest.mark.parametrize(
    ("gates", "code", "failed"),
    [
        (["f1=0.6", "pooled_f1=0.66", "items[].sku:precision=1"], 0, 0),
        (["f1=0.9"], 1, 1),
        (["f1=0.9", "name:recall=0.6", "items[].sku:mean_score=0.5"], 1, 2),
    ],
)
def test_a_failed_gate_exits_with_1_and_each_is_named(score: Run, gates: list[str], code: int, failed: int) -> None:
    options = [word for gate in gates for word in ("--fail-under", gate)]
    done = score(*options)
    assert done.exit_code == code
    assert done.stderr.count("Failed: ") == failed
    assert [one["passed"] for one in json.loads(score("--json", *options).stdout)["gates"]].count(False) == failed


@pytest.mark.parametrize(
    ("gate", "message"),
    [
        ("nmae:f1=0.9", "the schema scores no field 'nmae'. Did you mean 'name'?"),
        ("items:f1=0.9", "'items' is a container; name a field inside it: items[].sku, items[].price."),
        ("extra:f1=0", "the schema scores no field 'extra'."),
        ("id:f1=0", "the schema scores no field 'id'."),
    ],
)
def test_a_gate_on_what_is_no_scored_field_is_bad_input(score: Run, gate: str, message: str) -> None:
    done = score("--fail-under", gate)
    assert done.exit_code == 2
    assert message in done.stderr


def test_a_gate_on_a_field_with_nothing_to_score_fails(score: Run, write: Write) -> None:
    write("gold.jsonl", [{"id": "a", "name": "Ada", "items": []}])
    write("extracted.jsonl", [{"id": "a", "name": "Ada", "items": []}])
    done = score("--fail-under", "items[].sku:f1=0", "--allow-gold-itself")
    assert done.exit_code == 1
    assert "items[].sku: f1 is undefined: no value counts" in done.stderr


def test_keys_with_signs_can_be_gated(run: Run, write: Write) -> None:
    write("g.json", [{"a=b:c.d": 1}])
    done = run("score", "g.json", "g.json", "--fail-under", "['a=b:c.d']:f1=1", "--allow-gold-itself")
    assert done.exit_code == 0


def test_gates_on_what_is_fully_right(score: Run) -> None:
    passed = ["records_right=0", "rows_right=0.66", "items[]:rows_right=0.66"]
    assert score(*(word for gate in passed for word in ("--fail-under", gate))).exit_code == 0
    failed = ["records_right=0.5", "rows_right=0.7", "items[]:rows_right=0.7"]
    done = score(*(word for gate in failed for word in ("--fail-under", gate)))
    assert done.exit_code == 1
    assert "Failed: records_right is 0.0000, wanted at least 0.5" in done.stderr
    assert "Failed: items[]: rows_right is 0.6667, wanted at least 0.7" in done.stderr


@pytest.mark.parametrize("path", ["items", "item[]", "name"])
def test_a_gate_on_rows_needs_the_path_of_elements(score: Run, path: str) -> None:
    done = score("--fail-under", f"{path}:rows_right=0.5")
    assert (done.exit_code, f"{path!r} is not a path of array elements, such as items[]." in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("gate", "message"),
    [
        ("accuracy=0.56", "accuracy is 0.5556, wanted"),
        ("mean_accuracy=0.59", "mean_accuracy is 0.5750, wanted"),
        ("token_f1=0.9", "token_f1 is "),
        ("name:token_recall=0.6", "name: token_recall is 0.5000, wanted"),
        (
            "name:macro_f1=0.1",
            "name: macro_f1 is undefined: it needs single gold values that are scored, at most 20",
        ),
    ],
)
def test_gates_on_figures_from_the_field_results(score: Run, gate: str, message: str) -> None:
    done = score("--fail-under", gate)
    assert (done.exit_code, f"Failed: {message}" in done.stderr) == (1, True), done.stderr


def test_a_gate_on_a_field_of_classes(score: Run, write: Write) -> None:
    write("gold.jsonl", [{"id": at, "name": name, "items": []} for at, name in enumerate("aabb")])
    write("extracted.jsonl", [{"id": at, "name": name, "items": []} for at, name in enumerate("abbb")])
    assert score("--fail-under", "name:macro_f1=0.73", "--fail-under", "name:weighted_precision=0.83").exit_code == 0
    done = score("--fail-under", "name:macro_recall=0.8")
    assert (done.exit_code, "name: macro_recall is 0.7500, wanted" in done.stderr) == (1, True)
