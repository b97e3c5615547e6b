"""Overview, Fields and Compare show F1 as scored and as corrected side by side: both are the figures that they say."""

from typing import Any

import pytest

from evaljson import evaluate
from evaljson.review.plan import ReviewPlan
from evaljson.ui.session import server
from evaljson.wording.words import points
from evaljson.workspace.make_review import ReviewScope, ReviewTerms, make_review, runs_to_review
from tests.review.planted import SCHEMA, Planted, planted
from tests.ui.conftest import Open, said
from tests.ui.review.outcomes import outcome, planted_evaluation, put_in_place, review_all, table_with
from tests.ui.review.reviews import ADA, BOB, GOLD, ONE, answer, begin, made

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
    columns = {"F1 as scored": data.gold, "F1 as corrected": data.truth}
    for column, gold in columns.items():
        per_field = evaluate(gold, data.extracted["prompt_a"], SCHEMA).per_field
        assert table[column].to_dict() == pytest.approx(
            {path: 100 * (per_field[path].f1 or 0) for path in table.index}, abs=0.06
        ), column
    true = f"{table.loc['customer', 'F1 as corrected']:.1f}"
    assert table.loc["customer", "95% interval"] == f"{true} to {true}"
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
    assert ("No match of an audit is decided, so these have no interval" in shown) is is_said


def test_the_review_with_most_decided_cards_is_shown_and_not_a_newer_one_that_has_begun(open_app: Open) -> None:
    """The older review has decided one of two cards; a newer one of another scope has none, then one as well."""
    of = made(one=[{**one, "paid": None} for one in ONE])
    plan = ReviewPlan(overlap=0, audit=0, order="record")
    older = begin(of, plan, name="Older")
    evaluation = server.store().evaluations.get(older.evaluation)
    newer = make_review(
        server.store(), evaluation, runs_to_review(server.store(), evaluation), ReviewPlan(opinions=2, audit=0),
        ReviewScope(), ReviewTerms("Newer"), by=ADA,
    )  # fmt: skip
    for _ in range(2):
        answer(older, BOB, "extracted_right")
    answer(newer, ADA, "gold_right", session="ada")
    answer(newer, BOB, "gold_right", session="bob")
    shown = said(open_app("overview", eval=older.evaluation))
    assert "in the review “Older” (2 of 4 cards decided):" in shown
    assert "in the review “Newer”" not in shown
    answer(older, BOB, "extracted_right")
    answer(older, BOB, "extracted_right")
    whole = said(open_app("overview", eval=older.evaluation))
    assert "in the review “Older”:" in whole, "where all cards are decided, no share is named"
    assert "count as scored" not in whole


def test_a_review_of_corrected_gold_in_place_is_shown_below_the_line_on_that_gold(
    open_app: Open, data: Planted
) -> None:
    """The first review finds what differs, the second one also what is wrong where the variants match gold."""
    store, first = server.store(), begin(planted_evaluation(data), ReviewPlan(audit=0, overlap=0), name="First")
    review_all(first, data, ADA)
    put_in_place(first)
    shown = said(open_app("overview", eval=first.evaluation))
    assert "Gold is as corrected in the review “First”" in shown
    assert "**As corrected**" not in shown, "no review of this gold has decided anything"
    evaluation = store.evaluations.get(first.evaluation)
    plan, terms = ReviewPlan(audit=1.0, overlap=0), ReviewTerms("Second")
    second = make_review(store, evaluation, runs_to_review(store, evaluation), plan, ReviewScope(), terms, by=ADA)
    review_all(second, data, ADA)
    figures = table_with(outcome(open_app, second), "Variant").set_index("Variant")
    corrected = store.datasets.load(str(store.reviews.get(first.id).applied)).records
    for page in ("overview", "compare", "fields"):
        shown = said(open_app(page, eval=first.evaluation, **(BOTH if page != "fields" else {"a": BOTH["a"]})))
        assert shown.index("Gold is as corrected in the review “First”") < shown.index("in the review “Second”:"), page
        for name in list(BOTH.values())[: 1 if page == "fields" else 2]:
            raw, true = data.runs(corrected)[name].mean_f1, data.runs(data.truth)[name].mean_f1
            assert raw != true
            assert f"{name}: F1 {points(raw)} as scored, **{points(true)}** as corrected" in shown, page
            assert figures.loc[name, ["F1 as scored", "F1 as corrected"]].tolist() == pytest.approx(
                [100 * (raw or 0), 100 * (true or 0)], abs=0.06
            )


def test_values_that_nobody_decided_are_said_to_count_as_scored_with_their_number(open_app: Open) -> None:
    review = begin(made(), ReviewPlan(overlap=0, audit=0))
    answer(review, BOB, "gold_right")  # the names of three records; the total of one is open
    shown = said(open_app("overview", eval=review.evaluation))
    assert "Differing values that are not decided count as scored, in intervals too: 1 of 4 in one." in shown
    assert "At most is F1 if the extraction is right at all of these." in shown


def test_what_an_earlier_review_decided_counts_in_a_later_one_and_the_page_says_how_much_that_is(
    open_app: Open,
) -> None:
    first = begin(made(), ReviewPlan(overlap=0, audit=0))
    answer(first, BOB, "both_acceptable")  # the names of three records
    store = server.store()
    evaluation = store.evaluations.get(first.evaluation)
    runs, scope = runs_to_review(store, evaluation), ReviewScope(decided=False)
    second = make_review(store, evaluation, runs, ReviewPlan(overlap=0, audit=0), scope, ReviewTerms("Next"), by=ADA)
    answer(second, BOB, "extracted_right")
    page = outcome(open_app, second)
    figures = table_with(page, "Variant")
    assert figures["Differing decided"].tolist() == ["4 of 4 (1 on cards, 3 decided earlier)"]
    assert figures["F1 as corrected"].tolist() == [100]
    assert "Decided in earlier reviews, and on no card here: 3 values of one. What was decided there counts." in said(
        page
    )


def test_at_most_is_said_to_leave_keys_that_the_schema_lacks_invented(open_app: Open) -> None:
    extracted = [{**record, "confidence": 0.9} for record in ONE]
    review = begin(made(one=extracted), ReviewPlan(overlap=0, audit=0))
    answer(review, BOB, "gold_right")  # the names of three records; a total and three confidences are open
    shown = said(open_app("overview", eval=review.evaluation))
    assert "in intervals too: 4 of 7 in one." in shown
    assert "at all of these; those of keys that the schema lacks stay invented." in shown
