"""A card on the page: what it shows, what its buttons store, and what follows."""

import re
from typing import Any

import pytest

from evaljson.review.plan import ReviewPlan
from evaljson.ui.session import server
from tests.ui.conftest import Open, html_of, said
from tests.ui.review.reviews import ADA, GOLD, ONE, SCHEMA, answer, begin, button, field, given, made, opened

LINES: dict[str, Any] = {
    "type": "array",
    "items": {"type": "object", "properties": {"sku": {"type": "string"}, "n": {"type": "integer"}}},
}


def test_the_link_to_a_review_leads_to_the_first_card_once_a_name_is_given(open_app: Open) -> None:
    review = begin(made(), instructions="As printed.")
    page = open_app("review", review=review.id)
    assert not page.exception
    assert "Who are you?" in said(page)
    assert "Huber" not in html_of(page)
    page.text_input("review.who").set_value("Bob")
    page.button("review.who.begin").click().run()
    shown = html_of(page)
    assert "Name of the vendor" in shown
    assert "Fa" in shown
    assert "Firma" in shown
    assert "As printed." in shown
    assert "Applies to 3 records" in said(page)
    assert [held.holder for held in server.store().review_cards.held(review.id)] == ["Bob"]


@pytest.mark.parametrize("name", ["extracted_right", "gold_right", "both_acceptable", "unsure"])
def test_an_answer_is_stored_for_every_record_of_the_card_and_the_next_card_is_there(open_app: Open, name: str) -> None:
    review = begin(made())
    page = opened(open_app, review)
    button(page, f"review.answer.{name}.").click()
    page.run()
    assert given(review) == [("Bob", "answer", name)] * 3
    assert "total" in html_of(page)


def test_gold_is_wrong_asks_for_a_value_of_the_type_of_the_field(open_app: Open) -> None:
    review = begin(made())
    answer(review, ADA, "gold_right")
    page = opened(open_app, review)  # the total of r2: 20 in gold, 21 extracted
    button(page, "review.answer.gold_wrong").click()
    page.run()
    assert field(page, "review.text.").value == "20"
    field(page, "review.text.").set_value("twenty")
    page.run()
    assert button(page, "review.store.").disabled
    assert "is not a whole number" in said(page)
    field(page, "review.text.").set_value("22")
    page.run()
    button(page, "review.store.").click()
    page.run()
    event = server.store().review_events.all(review.id)[-1]
    assert (event.who, event.content["answer"], event.content["value"]) == ("Bob", "gold_wrong", {"value": 22})
    assert "every card" in said(page).lower()


@pytest.mark.parametrize(("how", "value"), [("none", {}), ("null", {"value": None})])
def test_a_value_can_be_none_at_all_or_null(open_app: Open, how: str, value: Any) -> None:
    review = begin(made())
    page = opened(open_app, review)
    button(page, "review.answer.gold_wrong").click()
    page.run()
    choice: Any = next(one for one in page.get("button_group") if str(one.key).startswith("review.how."))
    choice.set_value(how)
    page.run()
    button(page, "review.store.").click()
    page.run()
    assert server.store().review_events.all(review.id)[-1].content["value"] == value


def test_all_records_of_a_card_are_ticked_or_none_with_one_button(open_app: Open) -> None:
    page = opened(open_app, begin(made()))
    for label, ticked in (("Tick none", False), ("Tick all", True)):
        assert button(page, "review.all.").label == label
        button(page, "review.all.").click()
        page.run()
        assert [box.value for box in page.checkbox if str(box.key).startswith("review.tick.")] == [ticked] * 3
        assert button(page, "review.answer.gold_right.").disabled is not ticked


def test_an_element_that_gold_lacks_is_shown_whole(open_app: Open) -> None:
    schema = {**SCHEMA, "properties": {**SCHEMA["properties"], "lines": LINES}}
    gold = [{**GOLD[0], "lines": [{"sku": "A", "n": 1}, {"sku": "C", "n": 3}]}]
    one = [{**GOLD[0], "lines": [{"sku": "A", "n": 1}, {"sku": "B", "n": 2}, {"sku": "C", "n": 3}]}]
    page = opened(open_app, begin(made(gold, schema=schema, one=one)))
    shown = html_of(page)
    assert "lines[]</span> · an element that gold lacks" in shown
    assert "gold would get it in front of lines[1]" in shown
    assert re.search(r">sku</th><td>.*?B.*?</td></tr><tr><th[^>]*>n</th><td>.*?2", shown)
    button(page, "review.answer.gold_wrong.").click()
    page.run()
    assert button(page, "review.store.").label == "Store this (Ctrl+Enter)", "Enter begins another line"
    button(page, "review.answer.extracted_right.").click()
    page.run()
    assert "every card" in said(page).lower()


@pytest.mark.parametrize(("elements", "words"), [(40, "39 other"), (60, "The first 40 of 59 other")])
def test_of_a_long_array_the_card_shows_the_first_elements_and_says_of_how_many(
    open_app: Open, elements: int, words: str
) -> None:
    by_content = {**LINES, "x-eval-align": {"match_by": "hungarian"}}
    lines = [{"sku": f"s{n}", "n": n} for n in range(elements)]
    gold, one = ([{**GOLD[0], "lines": some}] for some in (lines, lines[:-1]))
    schema = {**SCHEMA, "properties": {**SCHEMA["properties"], "lines": by_content}}
    page = opened(open_app, begin(made(gold, schema=schema, one=one)))
    assert [one.label for one in page.expander] == [f"{words} elements of the array"]


def test_elements_in_another_order_are_on_no_card_and_manage_says_so(open_app: Open) -> None:
    schema = {**SCHEMA, "properties": {**SCHEMA["properties"], "lines": LINES}}
    lines = [{"sku": sku, "n": n} for n, sku in enumerate("ABC")]
    gold = [{**GOLD[0], "lines": lines}]
    one = [{**GOLD[0], "lines": [*lines[::-1], {"sku": "X", "n": 9}]}]
    review = begin(made(gold, schema=schema, one=one))
    assert [card.content["gold"] for card in server.store().review_cards.all(review.id) if card.field == "lines[]"] == [
        {}
    ]
    page = opened(open_app, review)
    page.session_state[f"review.manage.{review.id}"] = True
    page.run()
    assert "2 elements of lines are in gold and in the extraction, but out of order. No card asks" in said(page)


def test_records_that_are_left_out_become_a_card_of_their_own(open_app: Open) -> None:
    review = begin(made())
    page = opened(open_app, review)
    box = next(one for one in page.checkbox if one.label == "r2")
    box.uncheck()
    page.run()
    assert "Applies to 2 records** of 3" in said(page)
    button(page, "review.answer.gold_right").click()
    page.run()
    assert len(given(review)) == 2
    assert server.store().reviews.get(review.id).cards == 3


def test_a_long_text_is_corrected_in_a_field_of_several_lines_and_a_short_one_in_one(open_app: Open) -> None:
    clause = "Disputes go to the courts at the registered office of the buyer,\nunless both agree"
    gold = [{**GOLD[0], "name": clause}, {**GOLD[1], "name": "Acme"}]
    extracted = [{**one, "name": f"{one['name']} x"} for one in gold]
    review = begin(made(gold, one=extracted), ReviewPlan(overlap=0, audit=0, order="record"))
    page = opened(open_app, review, "Ada")
    button(page, "review.answer.gold_wrong").click().run()
    [area] = page.text_area
    assert area.value == clause
    area.set_value(f"{clause}.")
    button(page, "review.store.").click().run()
    assert given(review) == [("Ada", "answer", "gold_wrong")]
    [stored] = server.store().review_events.all(review.id)
    assert stored.content["value"] == {"value": f"{clause}."}
    button(page, "review.answer.gold_wrong").click().run()
    assert not page.text_area
    assert [one.value for one in page.text_input if one.value == "Acme"], "a short one in one line"


@pytest.mark.parametrize("blind", [True, False])
def test_names_of_variants_are_nowhere_in_a_blind_review(open_app: Open, blind: bool) -> None:
    other = [{"id": "r1", "name": "Huber", "total": 10, "paid": True}]
    gold = [{"id": "r1", "name": "Fa. Huber", "total": 10, "paid": True}]
    review = begin(made(gold, secretive=other, hidden=[{**other[0], "name": "Hubert"}]), blind=blind)
    page = opened(open_app, review)
    everything = html_of(page) + said(page)
    assert ("hidden" in everything or "secretive" in everything) is not blind
    assert ("another variant" in everything) is blind


def test_a_card_on_which_both_sides_match_takes_only_answers_that_make_sense(open_app: Open) -> None:
    review = begin(made(one=GOLD), ReviewPlan(overlap=0, audit=1, order="record"))
    page = opened(open_app, review)
    assert "both sides match here" in html_of(page)
    offered = [(one.label, one.proto.shortcut) for one in page.button if str(one.key).startswith("review.answer.")]
    assert offered == [("Both are right", "2"), ("Gold is wrong, it should be …", "3"), ("Not sure", "5")]
    button(page, "review.answer.gold_right.").click()
    page.run()
    assert given(review) == [("Bob", "answer", "gold_right")]
    assert "✓ Stored: Both are right." in said(page)


def test_what_was_typed_is_said_once_it_is_stored(open_app: Open) -> None:
    page = opened(open_app, begin(made()))
    button(page, "review.answer.gold_wrong").click()
    page.run()
    field(page, "review.text.").set_value("Huber AG")
    page.run()
    button(page, "review.store.").click()
    page.run()
    assert "✓ Stored for 3 records: Gold is wrong, it should be Huber AG." in said(page)


def test_a_correction_to_what_gold_has_is_not_stored_as_one(open_app: Open) -> None:
    review = begin(made())
    page = opened(open_app, review)
    button(page, "review.answer.gold_wrong").click()
    page.run()
    field(page, "review.text.").set_value(str(GOLD[0]["name"]))
    page.run()
    button(page, "review.store.").click()
    page.run()
    assert "That is what gold has. Nothing is stored" in said(page)
    assert given(review) == []


@pytest.mark.parametrize(("typed", "is_said"), [("2024-03-06", False), ("06.03.2024", True), ("unknown", False)])
def test_a_corrected_date_in_another_form_than_gold_has_is_pointed_out(
    open_app: Open, typed: str, is_said: bool
) -> None:
    schema = {"type": "object", "x-eval-id": "id", "properties": {"due": {"type": "string"}}}
    wrong = made([{"id": "r1", "due": "2024-03-05"}], schema, one=[{"id": "r1", "due": "2024-03-07"}])
    page = opened(open_app, begin(wrong))
    button(page, "review.answer.gold_wrong").click()
    page.run()
    field(page, "review.text.").set_value(typed)
    page.run()
    assert ("Gold has a date in another form here: 2024-03-05. It would get yours as typed." in said(page)) == is_said


def test_a_card_counts_records_wherever_it_says_how_many(open_app: Open) -> None:
    """Three records in two variants are six values, but the list to take some out has three boxes."""
    review = begin(made(one=ONE, two=ONE))
    page = opened(open_app, review)
    assert "and 2 more records" in html_of(page)
    assert "Applies to 3 records" in said(page)
    button(page, "review.answer.gold_right.").click()
    page.run()
    assert "✓ Stored for 3 records: Gold is right." in said(page)
    assert len(given(review)) == 6


def test_what_people_and_files_say_is_never_markup(open_app: Open) -> None:
    bad = "<img src=x onerror=alert(1)> :smile: **b** $x$"
    gold = [{"id": bad, "name": bad, "total": 1, "paid": True}]
    wrong = [{"id": bad, "name": f"{bad}!", "total": 1, "paid": True}]
    review = begin(made(gold, **{bad: wrong}), name=bad, instructions=bad, tags=(bad,), blind=False)
    page = opened(open_app, review, bad)
    assert not page.exception
    assert "<img" not in html_of(page)
    drawn = [one.value for kind in (page.markdown, page.caption, page.info) for one in kind]
    assert not [text for text in drawn if re.search(r"(?<!\\)(?:<img|:smile:|\*\*b|\$x)", text)]
    field(page, "review.comment.").set_value(bad)
    page.run()
    button(page, "review.answer.gold_right").click()
    page.run()
    assert server.store().review_events.all(review.id)[0].content["comment"] == bad
    assert "<img" not in html_of(page)


@pytest.mark.parametrize(
    ("field", "gold", "extracted"), [("total", [10] * 6, 11), ("name", ["lead"] * 3 + ["postdoc"] * 3, "postdoc")]
)
def test_an_answer_on_numbers_and_kinds_begins_with_the_first_record_alone(
    open_app: Open, field: str, gold: list[Any], extracted: Any
) -> None:
    records = [{"id": f"r{at}", "total": 10, "name": "A", "paid": True, field: one} for at, one in enumerate(gold)]
    wrong = [{**record, field: extracted} if at < 3 else record for at, record in enumerate(records)]
    review = begin(made(records, one=wrong))
    page = opened(open_app, review)
    assert "Applies to 1 record** of 3. Tick those that your answer holds for too" in said(page)
    assert [box.value for box in page.checkbox if str(box.key).startswith("review.tick.")] == [True, False, False]
    button(page, "review.answer.extracted_right.").click()
    page.run()
    assert given(review) == [("Bob", "answer", "extracted_right")]
    assert "Applies to 1 record** of 2" in said(page)
