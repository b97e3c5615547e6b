"""The ranking of the HTML report says how far each variant is from the baseline, and how sure that is."""

import re
from typing import Any

from evaljson import compare_runs, evaluate
from evaljson.report.compare.changes import changes_of
from evaljson.report.compare.markdown import interval
from evaljson.report.export.html.about import About
from evaljson.report.export.html.page import to_html
from evaljson.results.model import RunResult
from evaljson.schema import parse_eval_schema

GOLD: list[Any] = [{"id": f"r{i}", "a": "alpha", "b": "beta"} for i in range(40)]
TEXT = {"type": "string"}
SCHEMA = {"type": "object", "x-eval-id": "id", "properties": {"id": TEXT, "a": TEXT, "b": TEXT}}


def wrong_in(count: int, without: int = 0) -> RunResult:
    records = [{**record, "a": "?"} if at < count else record for at, record in enumerate(GOLD)]
    return evaluate(GOLD, records[: len(GOLD) - without], SCHEMA, missing_records="exclude")


def ranked(runs: dict[str, RunResult], compared: bool = True) -> dict[str, list[str]]:
    """The cells of the ranking by variant, and its headings under an empty name."""
    base, *others = runs
    pairs = [compare_runs(runs[base], runs[name], names=(base, name)) for name in others if compared]
    changes = {one.names[1]: changes_of(one) for one in pairs}
    page = to_html(runs, parse_eval_schema(SCHEMA), about=About(changes=changes)).decode()
    table = page[page.index('<table class="figures ranked">') :]
    rows = table[: table.index("</table>")].split("<tr")[1:]
    bare = [re.sub(r"</?(?:bdi|b|i|u|div)\b[^>]*>", "", row.partition(">")[2]) for row in rows]
    cells = [re.sub(r"<[^>]*>", "|", row) for row in bare]
    heads, *lines = [[cell for cell in row.split("|") if cell] for row in cells]
    return {"": heads, **{line[0]: line for line in lines}}


def test_each_variant_has_its_difference_with_the_interval_and_the_sign_of_the_ranking() -> None:
    runs = {"base": wrong_in(2), "near": wrong_in(3), "far": wrong_in(30)}
    found = ranked(runs)
    assert "Against base, 95% interval" in found[""]
    assert "baseline" in found["base"]
    near = compare_runs(runs["base"], runs["near"], names=("base", "near")).estimate
    far = compare_runs(runs["base"], runs["far"], names=("base", "far")).estimate
    assert f"−1.3 ({interval(near.low, near.high)})" in found["near"]
    assert f"▼ −35.0 ({interval(far.low, far.high)})" in found["far"]


def test_a_comparison_over_other_records_lends_no_interval() -> None:
    found = ranked({"base": wrong_in(2), "near": wrong_in(30), "few": wrong_in(3, without=10)})
    assert "▼ −45.0" not in found["near"]
    assert any(re.fullmatch(r"▼ −\d+\.\d \*", cell) for cell in found["near"]), "over 30 records, and compared over 40"


def test_without_comparisons_there_is_no_such_column() -> None:
    found = ranked({"base": wrong_in(2), "near": wrong_in(3), "far": wrong_in(30)}, compared=False)
    assert not any(head.startswith("Against") for head in found[""])
    assert "baseline" not in found["base"]
