"""Values of gold that all variants contradict alike, as a thing to decide on Overview."""

from dataclasses import replace

import pytest

from evaljson.jobs.kinds import KINDS
from evaljson.report.export.html.about import About, about_section
from evaljson.report.gold_check import ContradictedValue, GoldCheck
from evaljson.review.label_states import GoldLabel
from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor, Review
from evaljson.ui.overview.check_gold_decision import _decided_in_words
from evaljson.ui.session import server
from evaljson.ui.session.read_evaluation import read_evaluation
from evaljson.ui.shared import gold_check as shared
from evaljson.ui.shared.export_about import about
from evaljson.workspace.gold_checked import CHECK_GOLD
from tests.ui.conftest import Made, Open, loaded, said
from tests.ui.review.reviews import ADA, BOB, begin

SCHEMA = {
    "type": "object", "x-eval-id": "id",
    "properties": {"number": {"type": "string"}, "to": {"type": "string"}},
}  # fmt: skip
TRUTH = [{"id": f"r{i}", "number": f"INV-{i * 7919:06}", "to": f"Firm {i}"} for i in range(1, 13)]
WRONG = "<b>Slip</b> *of* gold"
FOUND = "**1 value of gold**: both variants say otherwise, and agree."
SENTENCE = "Both variants say"


def made(wrong: str = WRONG, variants: int = 2) -> Made:
    gold = [{**one, "to": wrong} if one["id"] == "r3" else one for one in TRUTH]
    own = {"one": "r7", "two": "r9"}
    files = {
        name: loaded([{**one, "number": "x"} if one["id"] == at else one for one in TRUTH], f"{name}.json", "extracted")
        for name, at in list(own.items())[:variants]
    }
    return Made("check gold", loaded(gold, "gold.json"), files, SCHEMA)


ONE = ContradictedValue("r3", 2, "to", "to", "another value", "a", "b", ("one", "two"), (), True, 0.1)
MANY = GoldCheck(("one", "two"), (), 12, (ONE,) * 10, more=2)


def html_of(app: object) -> str:
    return " ".join(element.proto.body for element in app.get("html"))  # type: ignore[attr-defined]


def test_a_value_that_both_contradict_is_a_thing_to_decide_with_its_values_escaped(open_app: Open) -> None:
    app = open_app("overview", evaluation=made())
    assert not app.exception
    assert FOUND in said(app)
    assert SENTENCE in html_of(app)
    assert "&lt;b&gt;Slip" in html_of(app)
    assert "<b>Slip" not in html_of(app)


def test_values_that_are_not_listed_are_counted_beside_those_that_are(open_app: Open) -> None:
    of = made()
    gold = [{**one, "to": ""} if one["id"] == "r5" else one for one in of.gold.records]
    files = {
        name: loaded([{**one, "to": None} if one["id"] == "r5" else one for one in file.records], name, "extracted")
        for name, file in of.variants.items()
    }
    app = open_app("overview", evaluation=replace(of, gold=loaded(gold, "gold.json"), variants=files))
    assert f"{FOUND} In 1 other value, which is not listed, variants agree against gold too." in said(app)
    assert "Not listed: 1 value where variants have no such element or key, null or an empty text." in said(app)
    [link] = [link.proto for link in app.get("page_link") if link.proto.label == "All records with a fault"]
    assert {"a=one", "b=two", "status=fault"} <= set(link.query_string.split("&"))


def test_a_field_that_is_contradicted_too_often_for_single_values_is_named(open_app: Open) -> None:
    gold = [{**one, "to": f"Shop {at}"} if at % 3 == 0 else one for at, one in enumerate(TRUTH)]
    own = {"one": "r7", "two": "r9"}
    files = {
        name: loaded([{**one, "number": "x"} if one["id"] == at else one for one in TRUTH], f"{name}.json", "extracted")
        for name, at in own.items()
    }
    app = open_app("overview", evaluation=Made("shops", loaded(gold, "gold.json"), files, SCHEMA))
    assert "of gold**: both variants say otherwise" not in said(app)
    assert "to: variants agree with each other against gold in 4 records of 12." in said(app)
    [link] = [link.proto for link in app.get("page_link") if link.proto.label == "Its records"]
    assert {"a=one", "b=two", "field=to", "status=fault"} <= set(link.query_string.split("&"))


def test_the_report_says_that_gold_may_be_wrong_until_people_decided(open_app: Open) -> None:
    review = begin(made("Slip"), ReviewPlan(audit=0, overlap=0))
    open_app("overview", eval=review.evaluation)
    told = (
        "1 value of gold: both variants say otherwise, and agree: r3 · to (Firm 3, not Slip). Gold may be wrong there."
    )
    evaluation = read_evaluation(review.evaluation)
    assert about(evaluation, ["one", "two"]).of_gold == told
    assert f"<p><bdi>{told}</bdi></p>" in about_section(evaluation.runs, About(of_gold=told))
    store = server.store()
    while (taken := store.review_cards.take(review.id, by=ADA, session="elsewhere")) is not None:
        store.review_events.answer(review.id, taken.token, {"answer": "gold_right"}, by=ADA)
    assert about(read_evaluation(review.evaluation), ["one", "two"]).of_gold == ""


def test_a_value_that_ends_with_a_full_stop_gets_no_second_one(open_app: Open) -> None:
    shown = html_of(open_app("overview", evaluation=made("Slip Inc.")))
    assert "where gold has" in shown
    assert "Slip Inc.</b></bdi> " in shown
    assert "Slip Inc.</b></bdi>." not in shown


@pytest.mark.parametrize("evaluation", [made("Firm 3"), made(variants=1)], ids=["gold is right", "one variant"])
def test_nothing_is_said_where_no_value_stands_alone(open_app: Open, evaluation: Made) -> None:
    app = open_app("overview", evaluation=evaluation)
    assert not app.exception
    assert "of gold**" not in said(app)


def test_a_click_leads_to_a_review_of_just_these_values(open_app: Open) -> None:
    app = open_app("overview", evaluation=made())
    app.button(key="overview.check-gold.review").click().run()
    assert not app.exception
    (only,) = [toggle for toggle in app.toggle if toggle.label == "Only the 1 value of the list"]
    (matching,) = [slider for slider in app.slider if slider.label == "Matching values looked at too"]
    assert (matching.value, matching.disabled) == (0, True)  # all values of the list differ
    assert "No matching values are drawn" in said(app)
    assert only.value
    assert "**1 card** of what differs (2 values)" in said(app)
    only.set_value(False).run()
    assert "**3 cards** of what differs" in said(app)


def test_of_many_it_says_how_many_are_not_kept(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evaljson.ui.shared.gold_check.gold_check_of", lambda evaluation: MANY)
    words = said(open_app("overview", evaluation=made()))
    assert "**12 values of gold**" in words
    assert "2 more are in the file and in the review." in words
    assert "2 others are not kept" in words


@pytest.mark.parametrize(
    ("check", "words"),
    [
        (replace(MANY, found=(ONE,) * 9, more=0), "1 more is in the file and in the review."),
        (replace(MANY, more=1), "1 other is not kept"),
    ],
    ids=["beyond those shown", "not kept"],
)
def test_one_more_is_said_of_one(open_app: Open, monkeypatch: pytest.MonkeyPatch, check: GoldCheck, words: str) -> None:
    monkeypatch.setattr("evaljson.ui.shared.gold_check.gold_check_of", lambda evaluation: check)
    assert words in said(open_app("overview", evaluation=made()))


def test_where_it_takes_long_a_job_looks(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evaljson.jobs.pool.Pool.wake", lambda self: None)
    monkeypatch.setattr(shared, "_QUICK", 0)
    app = open_app("overview", evaluation=made())
    assert FOUND not in said(app)
    (job,) = [job for job in server.store().jobs.all() if job.kind == CHECK_GOLD]
    assert KINDS[CHECK_GOLD](server.store(), job, lambda share, message: None) == {"found": 1}
    assert FOUND in said(app.run())


ALONE = ReviewPlan(audit=0, overlap=0, order="record")


def _reviewed(answer: str, plan: ReviewPlan = ALONE) -> Review:
    """Two values of gold that both variants contradict, in a review that asks about them; the first one is answered."""
    slips = {"r3": WRONG, "r5": "Another slip"}
    gold = [{**one, "to": slips.get(one["id"], one["to"])} for one in TRUTH]
    of = replace(made(), gold=loaded(gold, "gold.json"))
    review = begin(of, plan)
    _answer(review, answer)
    return review


def _answer(review: Review, name: str, by: Actor = BOB) -> None:
    store = server.store()
    while (taken := store.review_cards.take(review.id, by=by, session=by.name)) is not None:
        if taken.card.field == "to":
            store.review_events.answer(review.id, taken.token, {"answer": name}, by=by)
            return
        store.review_events.skip(review.id, taken.token, by=by)


@pytest.mark.parametrize(
    ("answer", "said_of"),
    [
        ("gold_right", "gold stays as it is"),
        ("both_acceptable", "gold stays as it is"),
        ("extracted_right", "gold is to be corrected"),
    ],
)
def test_values_that_people_decided_are_no_longer_to_decide_and_their_number_and_who_are_named(
    open_app: Open, answer: str, said_of: str
) -> None:
    review = _reviewed(answer)
    app = open_app("overview", eval=review.evaluation)
    assert not app.exception
    assert f"{FOUND} 1 more is decided by Bob: {said_of}." in said(app)
    assert html_of(app).count(SENTENCE) == 1, "only the open one is listed"
    _answer(review, answer)
    words = said(open_app("overview", eval=review.evaluation))
    assert "say otherwise" not in words
    assert f"✓ 2 values of gold that both variants contradict are decided by Bob: {said_of}." in words


def test_gold_that_variants_contradict_as_people_corrected_it_is_not_said_to_stay() -> None:
    typed = GoldLabel("corrected", ONE.gold, ("Bob",), ONE.field)
    confirmed = GoldLabel("confirmed", ONE.gold, ("Ann",), ONE.field)
    assert _decided_in_words([(ONE, typed)], "value of gold") == (
        "1 value of gold is decided by Bob: gold was corrected to this."
    )
    assert _decided_in_words([(ONE, typed), (ONE, confirmed)], "more") == (
        "2 more are decided by Ann, Bob: gold stays as it is in 1 and was corrected to this in 1."
    )


def test_decided_values_that_a_variant_has_no_record_of_are_not_said_to_be_contradicted_by_all(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = replace(ONE, variants=("one", "two"), silent=("three",), field="to", path="to")
    check = replace(MANY, variants=("one", "two", "three"), found=(alone,), more=0)
    review = _reviewed("gold_right")
    _answer(review, "gold_right")
    monkeypatch.setattr("evaljson.ui.shared.gold_check.gold_check_of", lambda evaluation: check)
    words = said(open_app("overview", eval=review.evaluation))
    assert "✓ 1 value of gold that all variants that have the record contradict is decided by Bob" in words


def test_what_nobody_was_sure_of_stays_to_decide(open_app: Open) -> None:
    words = said(open_app("overview", eval=_reviewed("unsure").evaluation))
    assert "**2 values of gold**: both variants say otherwise, and agree." in words
    assert "decided by" not in words


def test_values_on_which_answers_differ_stay_to_decide_and_are_to_be_settled(open_app: Open) -> None:
    review = _reviewed("gold_right", ReviewPlan(opinions=2, audit=0, order="record"))
    _answer(review, "extracted_right", by=ADA)
    words = said(open_app("overview", eval=review.evaluation))
    assert f"{FOUND.replace('1 value', '2 values')} Answers differ in 1 of them: settle them in the review." in words
