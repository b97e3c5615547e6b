"""With only differences shown, Records says which marks of reviews are on values that are not."""

from typing import Any

import pytest

from evaljson.ui.session import server
from evaljson.workspace.read_review import read_review
from evaljson.workspace.review_gold import apply_review
from evaljson.workspace.scoring import score_due
from tests.ui.conftest import Open, html_of, said
from tests.ui.review.reviews import ADA, answer, begin, made

SCHEMA: dict[str, Any] = {
    "type": "object", "x-eval-id": "id",
    "properties": {
        "total": {"type": "integer"},
        "lines": {"type": "array", "items": {"type": "object", "properties": {"sku": {"type": "string"}}}},
    },
}  # fmt: skip
GOLD: dict[str, Any] = {"id": "r1", "total": 10, "lines": [{"sku": "a"}, {"sku": "b"}]}


@pytest.mark.parametrize(
    ("first", "words", "folded"),
    [
        ({**GOLD, "lines": [{"sku": "a"}, {"sku": "c"}]}, "(✎ 1 corrected)", "; 1 ✎ corrected by 1 person<"),
        ({**GOLD, "total": 11}, "(✎ 1 corrected)", "2 values, all right<"),
    ],
)
def test_a_mark_on_a_value_that_is_folded_or_hidden_is_told(
    open_app: Open, first: dict[str, Any], words: str, folded: str
) -> None:
    """The other variant errs in a line of its own, so that there is a difference to show."""
    other = {**first, "lines": [*first["lines"], {"sku": "z"}]}
    review = begin(made([GOLD], SCHEMA, one=[first], two=[other]), variants=1)
    answer(review, ADA, "extracted_right")
    store = server.store()
    apply_review(store, read_review(store, review.id), store.evaluations.get(review.evaluation).revision, by=ADA)
    score_due(store, review.evaluation, by="Ada", tell=lambda share, message: None)
    page = open_app("records", eval=review.evaluation, a="two", b="nothing", record="r1").run()
    assert not page.exception
    assert f"hidden {words}" in said(page)
    assert folded in html_of(page)
