"""Gates on figures that nothing was scored for: they fail, and say what is lacking."""

import json

import pytest

from tests.cli.conftest import Run, Write
from tests.cli.text.test_summary import NOT_COUNTED, TEXT


@pytest.mark.parametrize("field", NOT_COUNTED.values(), ids=NOT_COUNTED)
@pytest.mark.parametrize("figure", ["f1", "precision", "recall", "pooled_f1"])
def test_where_no_value_counts_each_gate_fails(run: Run, write: Write, field: object, figure: str) -> None:
    write("schema.json", {"type": "object", "x-eval-id": "id", "properties": {"m": field}})
    write("g.jsonl", [{"id": at, "m": "said"} for at in range(3)])
    files = ("score", "g.jsonl", write("e.jsonl", [{"id": at, "m": "says"} for at in range(3)]), "-s", "schema.json")
    done = run(*files, "--fail-under", f"{figure}=0.5")
    assert done.exit_code == 1
    assert "No value counts here" in " ".join(done.stdout.split())
    assert f"Failed: {figure} is undefined: no " in done.stderr
    assert json.loads(run(*files, "--fail-under", f"{figure}=0.5", "--json").stdout)["gates"][0]["actual"] is None
    of_groups = run(*files, "--by", "id", "--group-fail-under", f"{figure}=0.5")
    assert (of_groups.exit_code, of_groups.stderr.count("is undefined: no ")) == (1, 3)
    assert "100.0" not in of_groups.stdout.split("fully right")[0]
    streamed = run(*files, "--stream", "parts", "--fail-under", f"{figure}=0.5")
    assert (streamed.exit_code, "100.0" in streamed.stdout) == (1, False)


@pytest.mark.parametrize(
    ("gate", "why"),
    [
        ("m:f1", "no value counts"),
        ("m:precision", "no extracted value counts"),
        ("a:precision", "no extracted value counts"),
        ("m:token_recall", "no gold token counts"),
        ("rows_right", "no row of an array is decided"),
        ("a:macro_f1", "it needs single gold values that are scored, at most 20 different ones, twice on average"),
    ],
)
def test_what_a_figure_lacks_is_said(run: Run, write: Write, gate: str, why: str) -> None:
    properties = {"a": TEXT, "m": NOT_COUNTED["of weight 0"]}
    write("schema.json", {"type": "object", "x-eval-id": "id", "properties": properties})
    write("g.jsonl", [{"id": at, "a": f"a{at % 3}", "m": "said"} for at in range(5)])
    write("e.jsonl", [{"id": at, "m": "says"} for at in range(5)])
    done = run("score", "g.jsonl", "e.jsonl", "-s", "schema.json", "--fail-under", f"{gate}=0.5")
    assert (done.exit_code, f"is undefined: {why}, wanted" in done.stderr) == (1, True), done.stderr


@pytest.mark.parametrize("field", NOT_COUNTED.values(), ids=NOT_COUNTED)
@pytest.mark.parametrize(
    ("gate", "said"),
    [
        (("--fail-if-worse", "f1"), "f1 is undefined"),
        (("--fail-if-worse", "pooled_f1"), "pooled_f1 is undefined"),
        (("--fail-if-worse", "fields"), "no field can be worse"),
        (("--max-regression", "f1:0.01"), "f1 is undefined"),
        (("--non-inferior", "precision:0.01"), "precision is undefined"),
        (("--equivalent-within", "recall:0.01"), "recall is undefined"),
    ],
)
def test_where_no_value_counts_no_gate_of_a_comparison_passes(
    run: Run, write: Write, field: object, gate: tuple[str, str], said: str
) -> None:
    write("schema.json", {"type": "object", "x-eval-id": "id", "properties": {"m": field}})
    write("g.jsonl", [{"id": at, "m": "said"} for at in range(8)])
    files = [write(f"{name}.jsonl", [{"id": at, "m": name} for at in range(8)]) for name in ("old", "new")]
    done = run("compare", "g.jsonl", *files, "-s", "schema.json", "--resamples", "100", *gate)
    assert done.exit_code == 1
    assert f"Failed: {' '.join(gate)}: new: {said}: no value counts in old and new" in " ".join(done.stderr.split())
