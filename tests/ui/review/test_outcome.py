"""What comes of a review, on its page: figures, corrected gold and back, rules, agreement."""

import json
import re
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson import evaluate
from evaljson.review.answers import Answer
from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor, Review
from evaljson.ui.review import outcome_files
from evaljson.ui.review.outcome_figures import of_at_most
from evaljson.ui.session import author, server
from evaljson.workspace.read_review import answer_content, domain_card, read_review
from evaljson.workspace.review_gold import apply_review
from evaljson.workspace.scoring import score_due
from tests.review.planted import SCHEMA, Planted, knowing, planted
from tests.ui.conftest import Made, Open, html_of, loaded, said
from tests.ui.review.reviews import ADA, BOB, GOLD, ONE, answer, begin, made
from tests.ui.review.reviews import SCHEMA as SIMPLE


@pytest.fixture(scope="module")
def data() -> Planted:
    return planted(40, wrong=6, on_matches=2)


def planted_evaluation(data: Planted) -> Made:
    files = {name: loaded(records, f"{name}.json", "extracted") for name, records in data.extracted.items()}
    return Made("planted", loaded(data.gold, "gold.json"), files, SCHEMA)


def review_all(review: Review, data: Planted, *people: Actor) -> None:
    """Let people who know the truth answer everything."""
    store, knows = server.store(), knowing(data.truth)
    for person in people:
        while (taken := store.review_cards.take(review.id, by=person, session=person.name)) is not None:
            card = domain_card(taken.card)
            said: list[Answer] = [knows(card, place) for place in card.places]
            same = [taken.card.current[place] for place, one in enumerate(said) if one == said[0]]
            store.review_events.answer(review.id, taken.token, answer_content(said[0]), by=person, places=same)


def outcome(open_app: Open, review: Review, who: str = "Ada") -> AppTest:
    page = open_app("review", eval=review.evaluation, review=review.id, part="outcome")
    page.session_state[author.NAME] = who
    return page.run()


def table_with(page: AppTest, column: str) -> Any:
    return next(frame.value for frame in page.dataframe if column in frame.value.columns)


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
        assert figures.loc[name, ["F1 as corrected", "95% from", "95% to"]].tolist() == pytest.approx(
            [true] * 3, abs=0.06
        )
        raw = 100 * (data.runs()[name].mean_f1 or 0)
        assert figures.loc[name, "F1 as scored"] == pytest.approx(raw, abs=0.06)
    assert "with a match (gold was wrong on" in said(page)
    changes = table_with(page, "Gold now")
    assert changes["Corrected"].tolist() == [data.truth[at]["customer"] for at in _wrong(data)]
    assert set(changes["Says"]) == {"Ada"}
    assert set(changes["By"]) == {"one person"}
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


def test_counts_are_those_of_each_variant_where_cards_cover_some_of_what_differs(open_app: Open) -> None:
    """Of nine values, one of the good variant differs, and seven of the bad one: the card is about three of these."""
    good = [{**record, "paid": record["id"] == "r1"} for record in GOLD]
    bad = [{**record, "name": "Firma Huber", "total": 0, "paid": record["id"] == "r1"} for record in GOLD]
    review = begin(made(good=good, bad=bad), ReviewPlan(overlap=0, audit=0, most=1))
    answer(review, BOB, "gold_right")
    figures = table_with(outcome(open_app, review), "Variant").set_index("Variant")
    assert figures["Differing values decided"].tolist() == ["0 of 1 (0 on cards)", "3 of 7 (3 on cards)"]
    assert figures["Matches looked at"].tolist() == ["3 of 8", "0 of 2"]
    assert figures["At most"].tolist() == pytest.approx([100, 200 / 3], abs=0.06)


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


@pytest.mark.parametrize(("reviewed", "is_warned"), [(1, True), (None, False)])
def test_gold_that_one_variant_showed_to_be_wrong_is_said_to_favour_it(
    open_app: Open, reviewed: int | None, is_warned: bool
) -> None:
    review = begin(made(one=ONE, two=GOLD), variants=reviewed)
    answer(review, BOB, "extracted_right")
    page = outcome(open_app, review)
    warnings = [one.value for one in page.warning if "favours" in one.value]
    assert bool(warnings) is is_warned
    assert all("Corrected gold favours one" in one and "against two alone" in one for one in warnings)


def test_what_is_to_correct_is_what_would_change_with_elements_that_gold_lacks(open_app: Open) -> None:
    lines = {"type": "array", "items": {"type": "object", "properties": {"sku": {"type": "string"}}}}
    schema = {**SIMPLE, "properties": {**SIMPLE["properties"], "lines": lines}}
    gold = [{**one, "lines": []} for one in GOLD]
    review = begin(made(gold, schema=schema, one=[{**one, "lines": [{"sku": "A"}]} for one in ONE]))
    for _ in range(review.cards):
        answer(review, BOB, "extracted_right")
    page = outcome(open_app, review)
    assert "Values of gold: **7** found wrong" in said(page)
    assert "**7 values** of gold would change" in said(page)


def test_a_correction_rests_on_one_person_who_settled_her_own_answer_and_not_on_two_of_three(open_app: Open) -> None:
    """Ada was not sure of the names and settled them; of the total, she settled for what Bob had said."""
    review = begin(made(), ReviewPlan(opinions=2, audit=0))
    store = server.store()
    answer(review, ADA, "unsure")
    answer(review, BOB, "gold_right")
    answer(review, ADA, "gold_right")
    answer(review, BOB, "extracted_right")
    for number, card in enumerate(store.review_cards.all(review.id)):
        store.review_events.settle(
            review.id, number, {"answer": "extracted_right"}, f"once{number}", by=ADA, places=card.current
        )
    page = outcome(open_app, review)
    changes = table_with(page, "By").set_index("Where")
    assert set(changes.loc["name", "By"]) == {"one person"}
    assert changes.loc["total", "By"] == ""
    assert "**3** rest on one person's word" in said(page)


def test_of_long_texts_the_table_of_corrections_shows_what_differs(open_app: Open) -> None:
    clause = "Delivery is made to the registered office of the buyer within 10 "
    gold = [{**GOLD[0], "name": f"{clause}days"}]
    review = begin(made(gold, one=[{**GOLD[0], "name": f"{clause}weeks"}]))
    answer(review, ADA, "extracted_right")
    changes = table_with(outcome(open_app, review), "Gold now")
    assert changes[["Gold now", "Corrected"]].to_numpy().tolist() == [["…r within 10 days", "…r within 10 weeks"]]


def test_before_gold_is_put_in_place_the_page_says_what_f1_will_be_and_that_comes_true(open_app: Open) -> None:
    """The names are accepted, which no gold makes right; the total is corrected."""
    review = begin(made())
    answer(review, ADA, "both_acceptable")
    answer(review, ADA, "extracted_right")
    page = outcome(open_app, review)
    assert table_with(page, "Variant")["F1 as corrected"].tolist() == pytest.approx([100])
    assert "F1 with corrected gold in place: one **66.7** (as corrected 100.0)." in said(page)
    scored = table_with(page, "Variant")["F1 as scored"].tolist()
    page.button("review.apply").click().run()
    store = server.store()
    score_due(store, review.evaluation, by="Ada", tell=lambda share, message: None)
    [variant] = store.evaluations.get(review.evaluation).variants
    newest = max(store.runs.all(review.evaluation, variant.id), key=lambda run: run.created)
    assert newest.metrics["mean_f1"] == pytest.approx(2 / 3)
    after = outcome(open_app, review)
    assert "F1 with corrected gold in place" not in said(after)
    assert table_with(after, "Variant")["F1 before"].tolist() == scored
    assert "F1 as scored" not in table_with(after, "Variant")


def test_what_f1_will_be_says_that_it_is_under_an_earlier_version_of_the_schema(open_app: Open) -> None:
    review = begin(made())
    answer(review, ADA, "both_acceptable")
    answer(review, ADA, "extracted_right")
    under = "This is under version 1 of the eval schema, which the review is about"
    page = outcome(open_app, review)
    assert under not in said(page)
    next(one for one in page.button if str(one.key).startswith("review.rule.")).click().run()
    score_due(server.store(), review.evaluation, by="Ada", tell=lambda share, message: None)
    assert under in said(outcome(open_app, review))


def test_of_a_file_that_was_replaced_no_f1_is_foretold_and_no_rule_is_for_values_that_it_has_no_more(
    open_app: Open,
) -> None:
    """The new file has another name in r1 and r2: of what was accepted, only r3 is there."""
    two = [{**one, "total": 0} for one in GOLD]
    review = begin(made(one=ONE, two=two))
    for _ in range(review.cards):
        taken = server.store().review_cards.take(review.id, by=ADA, session="s")
        assert taken is not None
        name = "both_acceptable" if taken.card.field == "name" else "extracted_right"
        server.store().review_events.answer(review.id, taken.token, {"answer": name}, by=ADA)
    before = said(outcome(open_app, review))
    assert "F1 with corrected gold in place: one **" in before
    assert "Makes **3 of 3 accepted values** right." in before
    store, newer = server.store(), [*({**one, "name": "Huber & Co."} for one in ONE[:2]), ONE[2]]
    evaluation = store.evaluations.get(review.evaluation)
    data = loaded(newer, "one.json", "extracted")
    store.variants.update(evaluation.id, evaluation.revision, evaluation.variants[0].id, by="t", data=data)
    score_due(store, evaluation.id, by="t", tell=lambda share, message: None)
    after = said(outcome(open_app, review))
    assert "F1 with corrected gold in place: one" not in after
    assert "People accept 1 value that the eval schema calls wrong." in after
    assert "Makes **1 of 1 accepted value** right." in after


def test_only_who_made_the_review_puts_gold_in_place(open_app: Open) -> None:
    review = begin(made())
    answer(review, BOB, "extracted_right")
    page = outcome(open_app, review, "Bob")
    assert page.button("review.apply").disabled
    assert "Ada made this review" in page.button("review.apply").help
    assert "Not for you: Ada made this review" in said(page), "the reason is to be seen without pointing at the button"


def test_who_made_the_review_says_so_in_another_browser(open_app: Open) -> None:
    review = begin(made())
    answer(review, BOB, "extracted_right")
    page = open_app("review", eval=review.evaluation, review=review.id, part="outcome")
    assert page.button("review.apply").disabled
    page.button("review.outcome.me").click().run()
    assert not page.exception
    assert not page.button("review.apply").disabled
    assert "review.outcome.me" not in [one.key for one in page.button]


def test_what_is_accepted_becomes_a_rule_that_is_undone_with_a_click(open_app: Open) -> None:
    review = begin(made())
    answer(review, ADA, "both_acceptable")  # the names of three records
    page = outcome(open_app, review)
    assert not page.exception
    assert "Makes **3 of 3 accepted values** right" in said(page)
    [take] = [one for one in page.button if str(one.key).startswith("review.rule.")]
    take.click().run()
    assert not page.exception
    store = server.store()
    name = _schema(review)["properties"]["name"]
    assert name["x-eval-transform"] == [{"map_values": {"values": {"Firma Huber": "Fa. Huber"}}}]
    assert "Nothing that people accept counts as wrong by now" in said(page)
    page.button("data.undo").click().run()
    assert "x-eval-transform" not in _schema(review)["properties"]["name"]
    assert store.evaluations.get(review.evaluation).schema_number == 3


def test_a_rule_is_no_risk_for_what_corrected_gold_has_put_right(open_app: Open) -> None:
    """Totals that are 2 apart are accepted twice; gold is wrong once, by 1, and another extraction is, by 1."""
    gold = [{**GOLD[0], "id": f"r{at}", "total": total} for at, total in enumerate((10, 20, 30, 40))]
    one = [{**record, "total": record["total"] + more} for record, more in zip(gold, (2, 2, 1, 1), strict=True)]
    review = begin(made(gold, one=one))
    said_of = {10: "both_acceptable", 20: "both_acceptable", 30: "extracted_right", 40: "gold_right"}
    store = server.store()
    while (taken := store.review_cards.take(review.id, by=ADA, session="s")) is not None:
        content = {"answer": said_of[domain_card(taken.card).gold]}
        store.review_events.answer(review.id, taken.token, content, by=ADA)
    warned = [one.value for one in outcome(open_app, review).warning if "one side is wrong" in one.value]
    assert warned == [
        "It would also call 2 values right of which people said that one side is wrong: 31 for 30, 41 for 40."
    ]
    apply_review(store, read_review(store, review.id), _revision(review), by=ADA)
    score_due(store, review.evaluation, by="Ada", tell=lambda share, message: None)
    page = outcome(open_app, review)
    assert "3 of 3 mismatches differ by at most" in said(page)
    warned = [one.value for one in page.warning if "one side is wrong" in one.value]
    assert warned == ["It would also call 1 value right of which people said that one side is wrong: 41 for 40."]


def test_a_rule_is_tried_on_the_schema_page_as_an_edit_that_is_not_applied(open_app: Open) -> None:
    review = begin(made())
    answer(review, ADA, "both_acceptable")
    page = outcome(open_app, review)
    [rule] = [one for one in page.button if str(one.key).startswith("review.try.")]
    rule.click().run()
    assert not page.exception
    assert page.button(key="schema.apply").disabled is False
    assert page.query_params["field"] in ("name", ["name"])
    assert "x-eval-transform" not in _schema(review)["properties"]["name"]
    page.switch_page("pages/schema.py").button(key="schema.apply").click().run()
    assert not page.exception
    rule_now = _schema(review)["properties"]["name"]["x-eval-transform"]
    assert rule_now == [{"map_values": {"values": {"Firma Huber": "Fa. Huber"}}}]


def _schema(review: Review) -> Any:
    store = server.store()
    number = store.evaluations.get(review.evaluation).schema_number
    assert number is not None
    return store.schemas.get(review.evaluation, number).schema


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
    assert fields.loc["name", ["95% from", "95% to"]].tolist() == pytest.approx([100, 100])
    assert "**No match of an audit is decided**, so the F1 of a variant has no interval." in said(page)


@pytest.mark.parametrize(
    ("at_most", "high", "said"),
    [(0.9, 0.8, "can lie above it"), (0.7, 0.8, "can lie below its upper end"), (0.8, 0.8, ""), (0.9, None, "")],
)
def test_at_most_is_explained_where_it_is_not_the_end_of_the_interval(
    at_most: float, high: float | None, said: str
) -> None:
    shown: Any = {"one": SimpleNamespace(mean_f1=SimpleNamespace(at_most=at_most, high=high))}
    assert said in of_at_most(shown)
    assert bool(of_at_most(shown)) == bool(said)


def test_few_doubles_give_counts_alone(open_app: Open) -> None:
    review = begin(made(), ReviewPlan(opinions=2, audit=0))
    answer(review, ADA, "gold_right")
    answer(review, BOB, "gold_right")
    assert "1 card answered by two people or more" in said(outcome(open_app, review))


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
    apply_review(server.store(), read_review(server.store(), review.id), _revision(review), by=ADA)
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
    apply_review(server.store(), read_review(server.store(), review.id), _revision(review), by=ADA)
    score_due(server.store(), review.evaluation, by="Ada", tell=lambda share, message: None)
    page = open_app("records", eval=review.evaluation, record="1", status="label.corrected")
    assert lacks not in said(page)
    page.toggle("records.only").set_value(False).run()
    assert "✎ corrected by 1 person" in html_of(page)
    removed = "✎ lines: the element that was lines[1] was removed by 1 person."
    assert removed in said(open_app("records", eval=review.evaluation, record="2", status="label.corrected"))


def _revision(review: Review) -> int:
    return server.store().evaluations.get(review.evaluation).revision


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
