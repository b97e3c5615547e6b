"""Addresses that name what is not open: after a reload, or sent by somebody else."""

import pytest

from tests.ui.conftest import Open, html_of, said, small

GOLD = [{"id": "x", "a": "1", "n": [{"k": 1}, {"k": 2}]}, {"id": "y", "a": "2", "n": []}]
NAMES = "Sample: invoices lacks something in this link: "


@pytest.mark.parametrize(
    ("page", "address", "names", "why"),
    [
        ("fields", {"a": "mine"}, "variant mine", "It may have been renamed or removed on Data"),
        ("compare", {"a": "Prompt A", "b": "mine"}, "variant mine", "It may have been renamed or removed on Data"),
        (
            "records",
            {"a": "mine", "field": "my.field", "record": "r1"},
            "variant mine, field my.field, record r1",
            "They may have been renamed, removed or replaced on Data",
        ),
        (
            "records",
            {"a": "Prompt A", "b": "Prompt B", "more": "mine"},
            "variant mine",
            "It may have been renamed or removed on Data",
        ),
        (
            "records",
            {"a": "Prompt A", "field": "my.field"},
            "field my.field",
            "It may have left the eval schema or the records",
        ),
        ("schema", {"field": "my.field"}, "field my.field", "It may have left the eval schema or the records"),
        ("records", {"record": "inv-9999"}, "record inv-9999", "It may have been in an earlier gold file"),
    ],
)
def test_it_says_what_is_not_there_what_may_have_become_of_it_and_where_to_look(
    open_app: Open, page: str, address: dict[str, str], names: str, why: str
) -> None:
    app = open_app(page, **address)
    assert not app.exception
    assert f"{NAMES}{names}. You see the default. {why}, or the link is for another evaluation" in said(app)


def test_with_own_data_open_it_says_what_that_lacks(open_app: Open) -> None:
    app = open_app("records", evaluation=small(one=GOLD), a="other")
    assert "small lacks something in this link: variant other." in said(app)


@pytest.mark.parametrize("asked", ["extracted_two", "two"])
def test_a_link_may_name_a_variant_as_it_was_stored_or_as_it_is_shown(open_app: Open, asked: str) -> None:
    app = open_app("records", evaluation=small(extracted_one=GOLD, extracted_two=GOLD), a=asked)
    assert not app.exception
    assert "lacks something" not in said(app)
    assert app.selectbox(key="records.a").value == "two"
    assert "extracted_" not in said(app) + html_of(app)


@pytest.mark.parametrize(
    ("page", "address"),
    [
        ("fields", {}),
        ("compare", {"a": "Prompt B", "b": "Prompt C"}),
        ("records", {"a": "Prompt A", "b": "nothing", "field": "line_items[].unit", "record": "inv-0004"}),
    ],
)
def test_nothing_is_said_of_an_address_that_is_known(open_app: Open, page: str, address: dict[str, str]) -> None:
    app = open_app(page, **address)
    assert "in this link" not in said(app)
    assert "in this link" not in said(app.run())


@pytest.mark.parametrize("field", ["n", "n[]", "n[].k", "a"])
def test_a_field_of_the_schema_is_known_on_schema(open_app: Open, field: str) -> None:
    assert "lacks something" not in said(open_app("schema", evaluation=small(one=GOLD), field=field))
