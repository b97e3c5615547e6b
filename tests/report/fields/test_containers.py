"""Objects and arrays themselves are told apart from their parts, wherever fields are listed."""

import json
from typing import Any

import pytest

from evaljson.evaluate import evaluate
from evaljson.report.export.html.page import to_html
from evaljson.report.fields.by_variant import variant_figures
from evaljson.report.fields.containers import NOTE, wholes
from evaljson.report.fields.fault_kinds import fault_kinds, kind_table
from evaljson.report.fields.heatmaps import kind_heatmap, record_heatmap, variant_heatmap
from evaljson.results.model import RunResult
from evaljson.schema.parse.parse import parse_eval_schema

SALARY = {"type": "object", "properties": {"min": {"type": "number"}}}
SCHEMA: dict[str, Any] = {"type": "object", "properties": {"salary": SALARY, "title": {"type": "string"}}}
TOLD = "salary (the object itself)"
MEANS = "missing: 1 of 1 (100%)<br>(gold has it, though empty, null or of another type; extracted has none)"


@pytest.fixture
def run() -> RunResult:
    gold: list[Any] = [{"salary": {}, "title": "a"}, {"salary": {"min": 1}, "title": "b"}]
    return evaluate(gold, [{"title": "a"}, {"salary": {"min": 1}, "title": "b"}], SCHEMA)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (["salary", "salary.min"], {"salary": "the object itself"}),
        (["salary", "salary_min", "salaries.min"], {}),
        (["l", "l[]", "l[].k"], {"l": "the array itself", "l[]": "the element itself"}),
        (["m", "m.*"], {"m": "the object itself"}),
        (["a", "a['odd.key']"], {"a": "the object itself"}),
    ],
)
def test_what_has_parts_is_told_from_what_has_none(fields: list[str], expected: dict[str, str]) -> None:
    assert wholes(fields) == expected


def test_every_heatmap_names_it(run: RunResult) -> None:
    faults, whole_names = fault_kinds(run), wholes(run.tallies.rows.fields)
    by_kind = json.dumps(
        json.loads(kind_heatmap(kind_table(run, faults), "#000000", whole_names=whole_names).to_json())
    )
    assert TOLD in by_kind
    assert MEANS in by_kind
    assert TOLD in variant_heatmap(variant_figures({"one": run}), "#000000").to_json()
    drawn = json.loads(
        record_heatmap(faults.codes[:1, None], ["salary"], ["x"], "#000000", whole_names=whole_names).to_json()
    )
    assert drawn["layout"]["yaxis"]["ticktext"] == [TOLD]


@pytest.mark.parametrize("variants", [1, 2])
def test_the_report_names_it_and_says_what_it_is(run: RunResult, variants: int) -> None:
    runs = {f"variant {i}": run for i in range(variants)}
    page = to_html(runs, parse_eval_schema(SCHEMA)).decode()
    assert '<td>salary <span class="faint">(the object itself)</span></td>' in page
    assert NOTE in page
