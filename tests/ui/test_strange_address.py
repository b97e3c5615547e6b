"""Addresses that name what is not open: after a reload, or sent by somebody else."""

import pytest

from tests.ui.conftest import Open, said, small

GOLD = [{"id": "x", "a": "1", "n": [{"k": 1}, {"k": 2}]}, {"id": "y", "a": "2", "n": []}]
GONE = "This address belongs to data that is no longer loaded in this browser session: "


@pytest.mark.parametrize(
    ("page", "address", "told"),
    [
        ("fields", {"a": "mine"}, "variant mine"),
        ("compare", {"a": "Prompt A", "b": "mine"}, "variant mine"),
        ("records", {"a": "mine", "field": "my.field", "record": "r1"}, "variant mine, field my.field, record r1"),
        ("records", {"a": "Prompt A", "field": "my.field"}, "field my.field"),
    ],
)
def test_with_the_sample_open_it_says_that_the_data_is_gone(
    open_app: Open, page: str, address: dict[str, str], told: str
) -> None:
    app = open_app(page, **address)
    assert not app.exception
    assert f"{GONE}{told}; upload it again on Data, or look at the sample." in said(app)


def test_with_own_data_open_it_says_what_that_lacks(open_app: Open) -> None:
    app = open_app("records", evaluation=small(one=GOLD), a="other")
    assert "This address names what small does not have: variant other;" in said(app)


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
    assert "This address" not in said(app)
    assert "This address" not in said(app.run())
