"""Fully right records, rows and groups on the Overview page."""

from typing import Any

import pytest

from evaljson.ui.overview import straight_through
from tests.ui.conftest import Made, Open, html_of, loaded

SCHEMA = {
    "type": "object", "x-eval-id": "id",
    "properties": {
        "lang": {"type": "string"}, "a": {"type": "string"}, "n": {"type": "array", "items": {"type": "number"}},
    },
}  # fmt: skip


def made(*wrong: int) -> Made:
    """Nine records, six of them in English; `a` is wrong in some of them for variant two."""
    gold: list[Any] = [{"id": str(i), "lang": "en" if i < 6 else "de", "a": "x", "n": [1, 2]} for i in range(9)]
    other = [{**record, "a": "?"} if place in wrong else record for place, record in enumerate(gold)]
    other[8] = {**other[8], "n": [1, 3]}
    variants = {"one": loaded(gold, "one.json", "extracted"), "two": loaded(other, "two.json", "extracted")}
    return Made("right", loaded(gold, "gold.json"), variants, SCHEMA)


def test_both_variants_have_their_shares_with_intervals(open_app: Open) -> None:
    app = open_app("overview", evaluation=made(0, 1))
    text = next(metric.help for metric in app.metric if metric.label == "Records fully right")
    assert "one: 9 of 9 records (100.0 of 100, 95% interval 70.1 to 100.0), 18 of 18 rows" in text
    assert "two: 6 of 9 records (66.7 of 100, 95% interval 35.4 to 87.9), 17 of 18 rows" in text


def test_groups_are_worked_out_when_somebody_looks(open_app: Open) -> None:
    app = open_app("overview", evaluation=made(0, 1))
    assert not any("Records right" in frame.value for frame in app.dataframe)
    app.session_state[straight_through.OPENED] = True
    app.run()
    app.selectbox(key="overview.group").set_value("lang").run()
    assert not app.exception
    table = next(frame.value for frame in app.dataframe if "Records right" in frame.value)
    seen = table.set_index(["Group", "Variant"])[["Records", "Records right", "Rows right"]]
    assert seen.loc[("en", "two")].round(1).tolist() == [6, 66.7, 100.0]
    assert seen.loc[("de", "two")].round(1).tolist() == [3, 66.7, 83.3]
    assert "Fewer than 5 records, which say little: de." in html_of(app)


def test_groups_begin_with_the_key_of_fewest_values_that_makes_two_large_ones_as_on_compare(open_app: Open) -> None:
    whole = made(0, 1)
    records: list[Any] = [{**record, "a": f"x{at % 4}"} for at, record in enumerate(whole.gold.records * 2)]
    gold = [{"id": str(at), "a": one["a"], "lang": one["lang"], "n": []} for at, one in enumerate(records)]
    evaluation = Made("order", loaded(gold, "gold.json"), {"one": loaded(gold, "one.json", "extracted")}, SCHEMA)
    app = open_app("overview", evaluation=evaluation)
    app.session_state[straight_through.OPENED] = True
    app.run()
    assert app.selectbox(key="overview.group").value == "lang"
    assert "a" in app.selectbox(key="overview.group").options


@pytest.mark.parametrize("rule", ["omit", "exclude"])
def test_groups_over_the_own_records_of_each_variant_say_so(open_app: Open, rule: str) -> None:
    whole = made(0, 1)
    lacks: list[Any] = list(whole.variants["two"].records[1:])
    files = {**whole.variants, "two": loaded(lacks, "two.json", "extracted")}
    evaluation = Made("right", whole.gold, files, SCHEMA, {"scoring": {"missing_records": rule}})
    app = open_app("overview", evaluation=evaluation, group="lang")
    assert ("Each variant is over its own records" in html_of(app)) == (rule == "exclude")
