"""F1, precision and recall beside each other in reports and on the Compare page."""

import re
from typing import Any, Final

import pytest
from streamlit.proto.Metric_pb2 import Metric

from evaljson import compare_runs, evaluate
from evaljson.compare.many import of_adjusted
from evaljson.report.compare.markdown import to_markdown, whole_figures
from evaljson.schema import annotate_xeval, infer_schema
from evaljson.wording.words import points
from tests.ui.conftest import Made, Open, loaded, said

_FIELDS: Final = [f"f{place:02}" for place in range(40)]
GOLD: Final[list[Any]] = [{"id": str(place), **dict.fromkeys(_FIELDS, "v")} for place in range(100)]
SCHEMA: Final = {**annotate_xeval(infer_schema(GOLD)), "x-eval-id": "id"}
OLD: Final = [{**GOLD[0], **dict.fromkeys(_FIELDS[:4], "?")}, *GOLD[1:]]
NEW: Final = [
    {**GOLD[0], **dict.fromkeys(_FIELDS[:5], "?")},
    *({key: value for key, value in record.items() if key not in _FIELDS[20:]} for record in GOLD[1:]),
]
"""Half of its values are missing, and precision is lower by a fortieth of a point."""


def test_all_figures_of_a_comparison_have_the_same_decimals() -> None:
    runs = {name: evaluate(GOLD, records, SCHEMA) for name, records in (("old", OLD), ("new", NEW))}
    comparison = compare_runs(runs["old"], runs["new"], names=("old", "new"))
    for name, (before, after, change, _) in whole_figures(comparison).items():
        assert {len(text.partition(".")[2]) for text in (before, after, change)} == {2}, name
    markdown = to_markdown(of_adjusted("old", {"new": comparison}))
    rows = re.findall(r"^\| (?:F1|precision|recall) \| (.*?)[+−]", markdown, re.MULTILINE)
    assert len(rows) == 3
    assert {len(end) for row in rows for end in re.findall(r"\.(\d+)", row)} == {2}


def test_the_large_figures_of_compare_have_the_same_decimals(open_app: Open) -> None:
    files = {name: loaded(records, f"{name}.json", "extracted") for name, records in (("old", OLD), ("new", NEW))}
    app = open_app("compare", evaluation=Made("wide", loaded(GOLD), files, SCHEMA))
    shown = {metric.label: (metric.value, metric.delta) for metric in app.metric[:3]}
    assert list(shown) == ["F1", "Precision", "Recall"]
    for value, delta in shown.values():
        assert re.fullmatch(r"\d+\.\d\d", value), shown
        assert re.fullmatch(r"−\d+\.\d\d points", delta), shown


def test_a_loss_beyond_chance_has_a_minus_and_still_a_red_arrow_down(open_app: Open) -> None:
    files = {name: loaded(records, f"{name}.json", "extracted") for name, records in (("old", OLD), ("new", NEW))}
    f1 = open_app("compare", evaluation=Made("wide", loaded(GOLD), files, SCHEMA), a="old", b="new").metric[0]
    assert f1.delta.startswith("−")
    assert (f1.proto.direction, f1.proto.color) == (Metric.DOWN, Metric.RED)


def test_the_score_of_the_baseline_is_said_where_all_variants_have_differences_from_it(open_app: Open) -> None:
    files = {
        name: loaded(records, f"{name}.json", "extracted")
        for name, records in (("old", OLD), ("new", NEW), ("best", GOLD))
    }
    evaluation = Made("wide", loaded(GOLD), files, SCHEMA)
    app = open_app("compare", evaluation=evaluation, a="old", b="new", part="variants")
    score = re.search(r"Compared with old \(score (\d+\.\d+)\)", said(app))
    assert score is not None
    rows, digits = app.dataframe[0].value, len(score[1].partition(".")[2])
    for shown, difference in zip(rows["b"], rows["difference"], strict=True):
        assert float(points(shown / 100, digits)) - float(score[1]) == pytest.approx(difference)
