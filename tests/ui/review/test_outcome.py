"""What comes of a review, on its page: figures, how far people agree, and files."""

import json
import re
from types import SimpleNamespace
from typing import Any

import pytest

from evaljson import evaluate
from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor
from evaljson.ui.review import outcome_files
from evaljson.ui.review.outcome_figures import of_at_most
from evaljson.ui.session import server
from evaljson.ui.shared import scoring_work
from evaljson.wording.words import points
from evaljson.workspace.read_review import read_review
from evaljson.workspace.scoring import SCORE, score_due
from tests.review.planted import SCHEMA, Planted
from tests.ui.conftest import Open, html_of, said
from tests.ui.review.outcomes import outcome, planted_evaluation, review_all, table_with
from tests.ui.review.reviews import ADA, BOB, GOLD, answer, begin, made


def test_reviewed_in_full_figures_are_the_truth_and_gold_is_corrected_and_put_back(
    open_app: Open, data: Planted
) -> None:
    review = begin(planted_evaluation(data), ReviewPlan(audit=1.0, overlap=0))
    review_all(review, data, ADA)
    page = outcome(open_app, review)
    assert not page.exception
    figures = table_with(page, "Variant").set_index("Variant")
    for name, records in data.extracted.items():
        true = 100 * (evaluate(data.truth, records, SCHEMA).mean_f1 or 0)
        assert figures.loc[name, "F1 as corrected"] == pytest.approx(true, abs=0.06)
        assert figures.loc[name, "95% interval"] == f"{points(true / 100)} to {points(true / 100)}"
        raw = 100 * (data.runs()[name].mean_f1 or 0)
        assert figures.loc[name, "F1 as scored"] == pytest.approx(raw, abs=0.06)
    assert "of the audit (gold was wrong on" in said(page)
    changes = table_with(page, "Gold now")
    assert changes["Corrected"].tolist() == [data.truth[at]["customer"] for at in _wrong(data)]
    assert set(changes["Says"]) == {"Ada"}
    assert set(changes["People"]) == {1}
    assert f"**{len(changes)}** rest on one person's word" in said(page)

    store = server.store()
    before = store.evaluations.get(review.evaluation)
    page.button("review.apply").click().run()
    assert not page.exception
    after = store.evaluations.get(review.evaluation)
    assert before.gold is not None
    assert after.gold is not None
    assert store.datasets.load(after.gold.id).records == data.truth
    assert "Corrected gold is in place" in said(page)
    assert "gold changed, in" in said(page)
    assert set(table_with(page, "Gold before")["Says"]) == {"Ada"}
    assert not [one for one in page.button if one.key == "review.apply"], "nothing was decided since"
    page.button("data.undo").click().run()
    back = store.evaluations.get(review.evaluation)
    assert back.gold is not None
    assert back.gold.id == before.gold.id
    assert page.button("review.apply").label == "Put corrected gold in place"


def _wrong(data: Planted) -> list[int]:
    return sorted(record for record, _ in (*data.on_matches, *data.on_differences))


def test_while_corrected_gold_is_being_scored_the_page_follows_it_to_the_end(
    open_app: Open, data: Planted, monkeypatch: pytest.MonkeyPatch
) -> None:
    review = begin(planted_evaluation(data), ReviewPlan(audit=1.0, overlap=0))
    review_all(review, data, ADA)
    page = outcome(open_app, review)
    monkeypatch.setattr(scoring_work, "is_quick", lambda *_: False)
    monkeypatch.setattr("evaljson.jobs.pool.Pool.wake", lambda self: None)
    page.button("review.apply").click().run()
    assert "not scored against it yet" in said(page)
    assert [one.key for one in page.button if str(one.key).startswith("work.cancel")], "its progress, with a way out"
    (job,) = [one for one in server.store().jobs.all(evaluation=review.evaluation) if one.kind == SCORE]
    store = server.store()
    store.jobs.claim("someone", [SCORE])
    score_due(store, review.evaluation, by="ann", tell=lambda share, message: None)
    store.jobs.finish(job.id, "someone")
    assert "not scored against it yet" not in said(page.run())


def test_counts_are_those_of_each_variant_where_cards_cover_some_of_what_differs(open_app: Open) -> None:
    """Of nine values, one of the good variant differs, and seven of the bad one: the card is about three of these."""
    good = [{**record, "paid": record["id"] == "r1"} for record in GOLD]
    bad = [{**record, "name": "Firma Huber", "total": 0, "paid": record["id"] == "r1"} for record in GOLD]
    review = begin(made(good=good, bad=bad), ReviewPlan(overlap=0, audit=0, most=1))
    answer(review, BOB, "gold_right")
    figures = table_with(outcome(open_app, review), "Variant").set_index("Variant")
    assert figures["Differing decided"].tolist() == ["0 of 1 (0 on cards)", "3 of 7 (3 on cards)"]
    assert figures["Matches looked at"].tolist() == ["3 of 8 (0 wrong)", "0 of 2"]
    assert figures["At most"].tolist() == pytest.approx([100, 200 / 3], abs=0.06)


@pytest.mark.parametrize("differing", ["gold_right", "extracted_right"])
def test_matches_that_were_looked_at_beyond_the_audit_are_explained(open_app: Open, differing: str) -> None:
    """Gold is wrong where one variant has its value too, and the other one differs."""
    other = [{**record, "total": record["total"] + 1} for record in GOLD]
    review = begin(made(one=GOLD, other=other), ReviewPlan(audit=1.0, overlap=0))
    store = server.store()
    while (taken := store.review_cards.take(review.id, by=ADA, session="s")) is not None:
        content = {"answer": differing if taken.card.kind == "disagreement" else "gold_right"}
        store.review_events.answer(review.id, taken.token, content, by=ADA)
    page = outcome(open_app, review)
    assert "(gold was wrong on 0)" in said(page)
    is_wrong = differing == "extracted_right"
    counts = table_with(page, "Variant").set_index("Variant")["Matches looked at"]
    assert [count.partition(" (")[2] for count in counts] == [f"{3 if is_wrong else 0} wrong)", "0 wrong)"]
    assert "“Matches looked at” counts values of a variant that match gold, also where another variant" in said(page)


def test_before_anything_is_decided_the_page_says_what_will_be_here_and_what_is_missing(open_app: Open) -> None:
    review, opinions = begin(made(), ReviewPlan(opinions=2, audit=0)), "cards have all the opinions that they need"
    page = outcome(open_app, review)
    assert not page.exception
    assert f"Nothing is decided yet. Once {opinions}, corrected figures" in said(page)
    for left, missing in ((1, f"{opinions} or 1 question under Settle is"), (0, "2 questions under Settle are")):
        answer(review, ADA, "gold_right", session="ada")
        answer(review, BOB, "extracted_right", session="bob")
        assert f"Nothing is decided yet. Once {missing} decided, corrected" in said(outcome(open_app, review)), left


def test_what_came_of_a_review_and_cards_that_want_answers_can_be_taken_away(open_app: Open) -> None:
    review = begin(made(), name="Names & totals")
    answer(review, BOB, "extracted_right")
    page = outcome(open_app, review)
    files = {one.label: one for one in page.get("download_button")}
    assert list(files) == [
        "Minutes of the review (Markdown)", "Corrected gold", "Changes of gold", "All that was said", "The same as CSV",
        "Workbook", "Label Studio tasks", "Label Studio configuration",
    ]  # fmt: skip
    opened = read_review(server.store(), review.id)
    corrected = outcome_files._bytes(server.store(), opened, "gold").decode()
    assert [json.loads(line)["name"] for line in corrected.splitlines()] == ["Firma Huber"] * 3
    answer(review, BOB, "gold_right")
    page.run()
    assert "Workbook" not in [one.label for one in page.get("download_button")]


def test_agreement_is_given_from_ten_doubles_on(open_app: Open, data: Planted) -> None:
    review = begin(planted_evaluation(data), ReviewPlan(opinions=2, audit=0.05))
    review_all(review, data, ADA, BOB)
    shown = said(outcome(open_app, review))
    assert "**100%** of answers" in shown
    assert "Krippendorff's alpha 1.00" in shown
    assert "Human ceiling" in shown
    overview = said(open_app("overview", eval=review.evaluation))
    ceiling = r"Ceiling: F1 100\.0 \(\d\d\.\d to 100\.0\), reached by people against each other on \d\d records\."
    assert re.search(ceiling, overview)
    assert overview.count("and “not sure” is left out: the true ceiling may be lower.") == 1
    newer = begin(SimpleNamespace(keep=lambda: review.evaluation), ReviewPlan(overlap=0, audit=0, most=2))
    answer(newer, BOB, "gold_right")
    assert re.search(ceiling, said(open_app("overview", eval=review.evaluation))), "that of the newest that has one"
    store, evaluation = server.store(), server.store().evaluations.get(review.evaluation)
    store.variants.delete(evaluation.id, evaluation.revision, evaluation.variants[0].id, by="Ada")
    shown = said(outcome(open_app, review))
    assert "against people: a variant that is gone " in shown or " · a variant that is gone " in shown
    assert evaluation.variants[0].id not in shown


def test_a_field_of_which_nothing_matches_has_an_interval_though_no_match_of_an_audit_is_decided(
    open_app: Open,
) -> None:
    review = begin(made())
    answer(review, ADA, "extracted_right")
    page = outcome(open_app, review)
    fields = next(frame.value for frame in page.dataframe if "Field" in frame.value.columns).set_index("Field")
    assert fields.loc["name", "95% interval"] == "100.0 to 100.0"
    assert "**No match of an audit is decided**, so the F1 of a variant has no interval." in said(page)


@pytest.mark.parametrize(
    ("at_most", "high", "invented", "said"),
    [
        (0.9, 0.8, 0, "can lie above it: it counts what is not decided as right, the interval as scored."),
        (0.9, 0.8, 2, "the interval as scored; those of keys that the schema lacks stay invented."),
        (0.7, 0.8, 2, "can lie below its upper end"),
        (0.8, 0.8, 2, ""),
        (0.9, None, 0, ""),
    ],
)
def test_at_most_is_explained_where_it_is_not_the_end_of_the_interval(
    at_most: float, high: float | None, invented: int, said: str
) -> None:
    figure = SimpleNamespace(at_most=at_most, high=high)
    shown: Any = {"one": SimpleNamespace(mean_f1=figure, stay_invented=invented)}
    assert said in of_at_most(shown)
    assert bool(of_at_most(shown)) == bool(said)


def test_few_doubles_give_counts_alone(open_app: Open) -> None:
    review = begin(made(), ReviewPlan(opinions=2, audit=0))
    answer(review, ADA, "gold_right")
    answer(review, BOB, "gold_right")
    assert "1 card answered by two people or more" in said(outcome(open_app, review))
    act = server.store().review_events.undoable(review.id, by=BOB)
    assert act is not None
    server.store().review_events.undo(review.id, act.act, by=BOB)
    answer(review, BOB, "gold_right")
    shown = said(outcome(open_app, review))
    assert "0 cards answered by two people or more" in shown
    assert "1 answer is left out here: given again after Undo" in shown


EVIL = "<img src=x onerror=alert(1)> **b** [l](javascript:1) $x$ :red[y]"


def test_hostile_text_is_inert(open_app: Open) -> None:
    gold: list[Any] = [{"id": EVIL + str(at), "name": "Fa. Huber", "total": 1, "paid": True} for at in range(3)]
    extracted = [{**record, "name": EVIL} for record in gold]
    review = begin(made(gold, **{EVIL: extracted}), name=EVIL)
    answer(review, Actor(EVIL), "both_acceptable")
    for page in (outcome(open_app, review), open_app("overview", eval=review.evaluation)):
        assert not page.exception
        shown = [str(element.value) for kind in (page.markdown, page.caption, page.warning) for element in kind]
        assert any("onerror" in text for text in shown), "it is there"
        assert not any(re.search(r"(?<!\\)(?:<img|\[l\])", text) for text in shown), "and its signs are escaped"
        assert "<img" not in html_of(page)
