"""The line of the report on rules between fields, with names that are hostile."""

from typing import Any

import pytest

from evaljson import evaluate, parse_eval_schema
from evaljson.report.export.html.page import to_html
from evaljson.report.export.html.rules_kept import rules_line
from evaljson.rules.of_runs import has_rules, rules_of_runs

NUMBER = {"type": "number"}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "x-eval-rule": {"<b>net & tax": {"==": [{"var": "total"}, {"+": [{"var": "net"}, {"var": "tax"}]}]}},
    "properties": {"net": NUMBER, "tax": NUMBER, "total": NUMBER},
}
GOLD: list[Any] = [{"id": f"r{n}", "net": n, "tax": 1, "total": n + 1} for n in range(4)]
WRONG = [{**record, "total": 99} if place < 3 else record for place, record in enumerate(GOLD)]


def rules_section(**variants: list[Any]) -> str:
    tree = parse_eval_schema(SCHEMA)
    runs = {name: evaluate(GOLD, records, tree) for name, records in variants.items()}
    assert has_rules(tree)
    page = to_html(runs, tree, rules=rules_of_runs(runs, tree)).decode()
    line = rules_line(rules_of_runs(runs, tree))
    assert line in page
    return line


def test_who_breaks_a_rule_is_told_with_the_share_of_each_side() -> None:
    line = rules_section(right=GOLD, wrong=WRONG)
    assert "<bdi>Gold</bdi> 0 of 4 records; <bdi>right</bdi> 0 of 4 records; <bdi>wrong</bdi> 3 of 4 records" in line
    assert "&lt;b&gt;net &amp; tax</bdi></td><td><bdi>(the record)</bdi>" in line or "(the record)" in line
    assert "<td>0.0</td><td>0.0</td><td>75.0</td>" in line


@pytest.mark.parametrize("records", [GOLD, [None] * 4])
def test_where_nobody_breaks_one_nothing_is_said(records: list[Any]) -> None:
    assert rules_section(right=records) == ""
