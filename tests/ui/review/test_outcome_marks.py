"""What other pages show of a review: figures both ways, and marks on values of gold."""

from typing import Any

import pytest

from evaljson.review.plan import ReviewPlan
from evaljson.ui.session import server
from evaljson.workspace.read_review import read_review
from evaljson.workspace.review_gold import apply_review
from evaljson.workspace.scoring import score_due
from tests.review.planted import Planted
from tests.ui.conftest import Open, html_of, said
from tests.ui.review.outcomes import planted_evaluation, review_all, revision_of
from tests.ui.review.reviews import ADA, BOB, answer, begin, made


def test_other_pages_show_figures_both_ways_and_records_show_labels(open_app: Open, data: Planted) -> None:
    review = begin(planted_evaluation(data), ReviewPlan(audit=0.2, overlap=0))
    assert "As corrected" not in said(open_app("overview", eval=review.evaluation))
    review_all(review, data, ADA)
    for page in ("overview", "fields", "compare"):
        shown = open_app(page, eval=review.evaluation)
        assert not shown.exception
        assert "**As corrected** in the review “Names”: " in said(shown), page
    records = open_app("records", eval=review.evaluation, status="label.called_wrong")
    assert not records.exception
    assert "called wrong by 1 person, not corrected yet" in html_of(records)
    records = open_app("records", eval=review.evaluation, status="label.corrected")
    assert "No record passes these filters." in said(records), "none is corrected while the gold before is in place"
    apply_review(server.store(), read_review(server.store(), review.id), revision_of(review), by=ADA)
    in_place = "Gold is as corrected in the review “Names”; figures are"
    assert f"{in_place} not scored against it yet." in said(open_app("overview", eval=review.evaluation))
    score_due(server.store(), review.evaluation, by="Ada", tell=lambda share, message: None)
    assert f"{in_place} scored against it." in said(open_app("overview", eval=review.evaluation))


@pytest.mark.parametrize(
    ("state", "mark"),
    [
        ("confirmed", "✔ gold confirmed"),
        ("corrected", "✎ gold corrected"),
        ("called_wrong", "✎ gold called wrong, not corrected yet"),
        ("disputed", "⚑ gold disputed"),
    ],
)
@pytest.mark.parametrize(("field", "at"), [({}, ""), ({"field": "name"}, " at name")], ids=["any field", "a field"])
def test_a_link_to_a_record_without_a_mark_says_so(
    open_app: Open, state: str, mark: str, field: dict[str, str], at: str
) -> None:
    review = begin(made())
    answer(review, BOB, "unsure")  # of the names
    answer(review, BOB, "gold_right")  # of the total of r2
    page = open_app("records", eval=review.evaluation, a="one", status=f"label.{state}", record="r3", **field)
    assert not page.exception
    assert f"these filters hide it now (it has no value with the mark “{mark}”{at} now)" in said(page)


LINES: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {"lines": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}}}}},
}


def test_elements_that_gold_lacks_or_has_lost_are_named_on_records(open_app: Open) -> None:
    gold = [{"id": "1", "lines": [{"name": "ax"}]}, {"id": "2", "lines": [{"name": "ax"}, {"name": "bit"}]}]
    review = begin(made(gold, LINES, one=[gold[1] | {"id": "1"}, gold[0] | {"id": "2"}]))
    for _ in range(review.cards):
        answer(review, BOB, "extracted_right")
    lacks = "✎ lines: gold lacks an element, 1 person says; it is not corrected yet."
    assert lacks in said(open_app("records", eval=review.evaluation, record="1", status="label.called_wrong"))
    apply_review(server.store(), read_review(server.store(), review.id), revision_of(review), by=ADA)
    score_due(server.store(), review.evaluation, by="Ada", tell=lambda share, message: None)
    page = open_app("records", eval=review.evaluation, record="1", status="label.corrected")
    assert lacks not in said(page)
    page.toggle("records.only").set_value(False).run()
    assert "✎ corrected by 1 person" in html_of(page)
    removed = "✎ lines: the element that was lines[1] was removed by 1 person."
    assert removed in said(open_app("records", eval=review.evaluation, record="2", status="label.corrected"))
