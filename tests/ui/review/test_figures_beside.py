"""Overview, Fields and Compare show F1 as scored and as corrected side by side: both are the figures that they say."""

from typing import Any

import pytest

from evaljson import evaluate
from evaljson.review.plan import ReviewPlan
from evaljson.wording.words import points
from tests.review.planted import SCHEMA, Planted, planted
from tests.ui.conftest import Open, said
from tests.ui.review.reviews import ADA, BOB, GOLD, answer, begin, made
from tests.ui.review.test_outcome import planted_evaluation, review_all, table_with

BOTH = {"a": "prompt_a", "b": "prompt_b"}


@pytest.fixture(scope="module")
def data() -> Planted:
    return planted(16, wrong=4, on_matches=1)


def sentence(data: Planted, variant: str) -> str:
    """What is said of a variant once all was looked at: then the corrected figure is the truth, and sure."""
    raw, true = data.runs()[variant].mean_f1, points(data.runs(data.truth)[variant].mean_f1)
    return f"{variant}: F1 {points(raw)} as scored, **{true}** as corrected ({true} to {true})"


def test_each_page_shows_the_figure_as_scored_and_the_true_one_after_everything_was_reviewed(
    open_app: Open, data: Planted
) -> None:
    review = begin(planted_evaluation(data), ReviewPlan(audit=1.0, overlap=0))
    review_all(review, data, ADA)
    one, two = (sentence(data, variant) for variant in BOTH.values())
    for page, expected in (("overview", [one, two]), ("compare", [one, two]), ("fields", [one])):
        shown = open_app(page, eval=review.evaluation, **(BOTH if page != "fields" else {"a": BOTH["a"]}))
        assert [words for words in expected if words not in said(shown)] == [], f"{page}: {said(shown)}"
    table = table_with(shown, "F1 as corrected").set_index("Field")
    columns = {"F1 as scored": data.gold, "F1 as corrected": data.truth, "95% from": data.truth, "95% to": data.truth}
    for column, gold in columns.items():
        per_field = evaluate(gold, data.extracted["prompt_a"], SCHEMA).per_field
        assert table[column].to_dict() == pytest.approx(
            {path: 100 * (per_field[path].f1 or 0) for path in table.index}, abs=0.06
        ), column
    assert table.loc["customer", "F1 as scored"] < table.loc["customer", "F1 as corrected"]


@pytest.mark.parametrize(("paid", "is_said"), [("x", False), (True, True)])
def test_no_interval_is_missed_where_nothing_matches_and_so_no_audit_could_be_drawn(
    open_app: Open, paid: Any, is_said: bool
) -> None:
    gold = [{"id": record["id"], "paid": True} for record in GOLD]
    extracted = [{"id": record["id"], "paid": paid if record["id"] == "r1" else "x"} for record in GOLD]
    review = begin(made(gold, one=extracted), ReviewPlan(audit=0, overlap=0))
    answer(review, BOB, "gold_right")
    shown = said(open_app("overview", eval=review.evaluation))
    assert "**As corrected** in the review" in shown
    assert ("No match of an audit is decided, so there is no interval" in shown) is is_said
