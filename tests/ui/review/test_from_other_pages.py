"""The buttons of other pages lead to the form of a new review with what they show filled in."""

import pytest
from streamlit.testing.v1 import AppTest

from evaljson import infer_schema
from tests.ui.conftest import Open, said
from tests.ui.review.reviews import GOLD, ONE, made

TWO = [{**ONE[0]}, {**GOLD[1]}, {**GOLD[2], "paid": True}]


def scope(page: AppTest) -> tuple[list[str], list[str], str]:
    """Fields and results of the form, and the name that it proposes."""
    assert not page.exception
    fields, statuses = page.multiselect("review.new.fields").value, page.multiselect("review.new.statuses").value
    return fields, statuses, str(page.text_input("review.new.name").value)


@pytest.mark.parametrize(
    ("page", "address", "fields", "statuses", "name"),
    [
        ("fields", {"a": "one", "find": "tot"}, ["total"], [], "What one has wrong in total"),
        ("records", {"a": "one", "field": "name", "status": "mismatch"}, ["name"], ["mismatch"], "What is wrong in name, 3 records"),  # noqa: E501
        ("compare", {"a": "one", "b": "two"}, ["name", "total", "paid"], [], "3 fields in which one and two differ"),
        ("overview", {"a": "one", "b": "two"}, [], [], "What costs F1 most, one and two"),
    ],
)  # fmt: skip
def test_a_page_fills_in_what_it_shows(
    open_app: Open, page: str, address: dict[str, str], fields: list[str], statuses: list[str], name: str
) -> None:
    opened = open_app(page, made(one=ONE, two=TWO), **address)
    opened.button(f"{page}.review").click().run()
    found = scope(opened)
    assert (sorted(found[0]), found[1], found[2]) == (sorted(fields), statuses, name)
    if page == "overview":
        assert opened.number_input("review.new.most").value == 50


def test_of_two_that_differ_nowhere_all_that_they_have_wrong_is_reviewed(open_app: Open) -> None:
    opened = open_app("compare", made(one=ONE, two=ONE), a="one", b="two")
    opened.button("compare.review").click().run()
    assert scope(opened) == ([], [], "What one and two have wrong")


def test_only_the_records_of_the_filter_are_reviewed(open_app: Open) -> None:
    page = open_app("records", made(one=ONE), a="one", status="mismatch", field="total")
    page.button("records.review").click().run()
    assert page.toggle("review.new.records").label == "Only the 1 record of the filter"
    assert "1 card of what differs (1 value)" in said(page).replace("**", "")


def test_of_a_group_of_errors_these_values_alone_are_reviewed(open_app: Open) -> None:
    """In the same record, paid is wrong too, which is another error."""
    louder = [
        {**GOLD[0], "name": "FA. HUBER", "paid": False},
        {**GOLD[1], "name": "fa. huber"},
        {**GOLD[2], "total": 31},
    ]
    page = open_app("records", made(one=louder), a="one", status="like.case")
    page.button("records.review").click().run()
    assert scope(page) == ([], [], "Case only, 2 values")
    assert page.toggle("review.new.values").label == "Only the 2 values of the list"
    assert "(2 values)" in said(page).replace("**", "")
    assert not page.info


def test_of_errors_that_have_no_place_in_gold_the_records_are_reviewed(open_app: Open) -> None:
    gold = [{**one, "tags": ["a"]} for one in GOLD]
    more = [{**one, "tags": ["a", "b"] if at else ["a"]} for at, one in enumerate(gold)]
    page = open_app("records", made(gold, infer_schema(gold), one=more), a="one", status="like.invented_in_list")
    page.button("records.review").click().run()
    assert page.toggle("review.new.records").label == "Only the 2 records of the filter"
    assert [one.value for one in page.info] == [
        "Gold has no place for some values of this group, as in elements that only the extraction has: they cannot be "
        "picked out one by one. So the review asks about all that differs in their records."
    ]


def test_a_name_says_what_is_chosen_once_that_is_no_longer_what_the_page_showed(open_app: Open) -> None:
    page = open_app("records", made(one=ONE), a="one", status="mismatch", field="total")
    page.button("records.review").click().run()
    as_shown = "What is wrong in total, 1 record"
    assert scope(page)[2] == as_shown
    page.switch_page("pages/review.py").run()
    page.multiselect("review.new.fields").set_value(["total", "paid"]).run()
    assert scope(page)[2] == "Wrong in total and paid of one, 1 record"
    page.multiselect("review.new.fields").set_value(["total"]).run()
    assert scope(page)[2] == as_shown
    page.toggle("review.new.records").set_value(False).run()
    assert scope(page)[2] == "Wrong in total of one"
