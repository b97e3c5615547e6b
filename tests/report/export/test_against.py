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


OTHERS = "Where a pair shares other records than all variants do, a second difference is over these, with its interval."


def page_of(runs: dict[str, RunResult], compared: bool = True) -> str:
    base, *others = runs
    pairs = [compare_runs(runs[base], runs[name], names=(base, name)) for name in others if compared]
    changes = {one.names[1]: changes_of(one) for one in pairs}
    return to_html(runs, parse_eval_schema(SCHEMA), about=About(changes=changes)).decode()


def field_heads(page: str) -> list[str]:
    table = page[page.index('<h2 id="fields">') :]
    return re.findall(r"<th[^>]*><bdi>(.*?)</bdi>", table[: table.index("</thead>")])


def ranked(runs: dict[str, RunResult], compared: bool = True) -> dict[str, list[str]]:
    """The cells of the ranking by variant, and its headings under an empty name."""
    page = page_of(runs, compared)
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
    assert f"−1.25 ({interval(near.low, near.high)})" in found["near"]
    assert f"▼ −35.0 ({interval(far.low, far.high)})" in found["far"]


def test_a_comparison_over_other_records_has_a_difference_of_its_own_with_its_interval() -> None:
    runs = {"base": wrong_in(2), "near": wrong_in(30), "few": wrong_in(3, without=10)}
    found = ranked(runs)
    near = compare_runs(runs["base"], runs["near"], names=("base", "near")).estimate
    own = f"▼ −46.7; over 40 records: −35.0 ({interval(near.low, near.high)})"
    assert own in found["near"], "the ranking is over 30 records"
    assert any(re.fullmatch(r"−1\.7 \([^;]+\)", cell) for cell in found["few"]), "it shares those of the ranking"
    assert OTHERS in page_of(runs)
    assert OTHERS not in page_of({"base": wrong_in(2), "near": wrong_in(30), "far": wrong_in(3)})


def test_a_pair_that_was_not_compared_says_that_it_has_no_interval() -> None:
    runs = {"base": wrong_in(2), "near": wrong_in(3), "far": wrong_in(30)}
    changes = changes_of(compare_runs(runs["base"], runs["near"], names=("base", "near")))
    page = to_html(runs, parse_eval_schema(SCHEMA), about=About(changes={"near": changes})).decode()
    assert "▼ −35.0 *</td>" in page
    assert "* No interval: this pair was not compared by F1." in page
    assert "No interval" not in page_of(runs)


def test_fields_say_over_how_many_records_f1_and_its_change_are_where_these_differ() -> None:
    page = page_of({"base": wrong_in(2), "near": wrong_in(30), "few": wrong_in(3, without=10)})
    heads = field_heads(page)
    assert [head for head in heads if head.startswith("F1 of")] == [
        f"F1 of {name}, over 30 records" for name in ("base", "near", "few")
    ]
    assert [head for head in heads if head.startswith("change")] == ["change, over 40 records", "change"]
    same = field_heads(page_of({"base": wrong_in(2), "near": wrong_in(30), "far": wrong_in(3)}))
    assert not any("over" in head for head in same)


def test_of_two_variants_each_has_f1_over_its_own_records_and_says_so() -> None:
    heads = field_heads(page_of({"base": wrong_in(2), "few": wrong_in(3, without=10)}))
    assert [head for head in heads if "over" in head] == [
        "F1 of base, over 40 records", "F1 of few, over 30 records", "change, over 30 records",
    ]  # fmt: skip


def test_signs_of_many_variants_say_what_they_are_over() -> None:
    runs = {f"v{at}": wrong_in(at, without=0 if at < 4 else 10) for at in range(5)}
    said = "Signs are over all that a variant shares with the baseline, 30 to 40 records; F1 is over 30."
    assert said in page_of(runs)
    assert "Signs are over" not in page_of({f"v{at}": wrong_in(at) for at in range(5)})


def test_without_comparisons_there_is_no_such_column() -> None:
    found = ranked({"base": wrong_in(2), "near": wrong_in(3), "far": wrong_in(30)}, compared=False)
    assert not any(head.startswith("Against") for head in found[""])
    assert "baseline" not in found["base"]
