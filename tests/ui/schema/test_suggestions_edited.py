"""What the list of applied suggestions says of those whose field was edited since, and of two with one title."""

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.suggest.edit import Edit
from evaljson.ui.schema.taken_suggestions import _told_apart
from evaljson.ui.session import server
from evaljson.workspace.suggestions import found_last
from tests.ui.conftest import Open
from tests.ui.schema.suggesting import BARE, LOUD, card_of, made, press, schema_of, text
from tests.ui.schema.test_suggestions_tried import by_hand


@pytest.fixture
def page(open_app: Open) -> AppTest:
    return open_app("schema", evaluation=made(loud=LOUD, bare=BARE), tab="Suggestions")


def labels(page: AppTest) -> list[str]:
    return [one.label for one in page.expander]


def test_what_was_edited_by_hand_stays_in_the_list_and_says_so(page: AppTest) -> None:
    name, city = card_of(page, "name"), card_of(page, "city")
    press(page, f"suggest.apply.{name}")
    by_hand(page, lambda fields: fields["name"].update({"x-eval-transform": ["strip"]}))
    assert "1 applied suggestion edited since" in labels(page)
    assert "name · its field was edited since: change it on the Fields tab." in text(page)
    press(page, f"suggest.one.{city}")
    page.button(key="schema.apply").click().run()
    assert "✓ 1 suggestion applied, with undo; 1 applied suggestion edited since" in labels(page)
    by_hand(page, lambda fields: fields["name"].pop("x-eval-transform"))
    assert "✓ 1 suggestion applied, with undo" in labels(page)
    assert "edited since" not in text(page)


def test_an_edit_of_a_setting_leaves_the_suggestions_alone_that_set_others_of_its_field(page: AppTest) -> None:
    name = card_of(page, "name")
    press(page, f"suggest.apply.{name}")
    by_hand(page, lambda fields: fields["name"].update({"x-eval-nulls": {"absent": [None]}}))
    assert "✓ 1 suggestion applied, with undo" in labels(page)
    press(page, f"suggest.undo.{name}")
    assert schema_of(page)["properties"]["name"].get("x-eval-nulls") == {"absent": [None]}
    assert "x-eval-transform" not in schema_of(page)["properties"]["name"]
    assert not page.error


def test_two_of_one_kind_at_one_field_say_what_each_sets(page: AppTest) -> None:
    last = found_last(server.store(), str(page.query_params["eval"]))
    assert last is not None
    first = next(one for one in last[1]() if one.kind == "case")
    tables = [
        replace(first, id=word, edit=Edit("name", ({"map_values": {"values": {word: "Ada", f"{word}a": "Ada"}}},)))
        for word in ("ADA", "Adda")
    ]
    many = Edit("name", ({"null_if": {"values": ["a", "b", "c", "d", "e"]}}, "lowercase"))
    assert _told_apart([*tables, replace(first, id="n", edit=many), replace(first, id="x", title="Another: name")]) == [
        f"{first.title}, ADA → Ada, ADAa → Ada",
        f"{first.title}, Adda → Ada, Addaa → Ada",
        f"{first.title}, a → null, b → null, c → null and 2 more, transforms lowercase",
        "Another: name",
    ]
    with_params = [replace(first, edit=Edit("name", compare="numeric", params={"tolerance": {"rel": at}}))
                   for at in (0.01, 0.05)]  # fmt: skip
    said = _told_apart(with_params)
    assert said == [f"{first.title}, comparator numeric {at}%" for at in (1, 5)]


def test_why_it_is_not_undone_is_said_below_its_button_until_the_schema_is_another_one(page: AppTest) -> None:
    name = card_of(page, "name")
    press(page, f"suggest.apply.{name}")
    applied = schema_of(page)
    by_hand(page, lambda fields: fields["name"]["x-eval-transform"].append("strip"), is_seen=False)
    press(page, f"suggest.undo.{name}")
    (opened,) = (one for one in page.expander if "edited since" in one.label)
    assert [one.value for one in opened.error] == [one.value for one in page.error]
    assert "was edited after the suggestion was taken" in opened.error[0].value
    page.run()
    assert page.error
    by_hand(page, lambda fields: fields.update(applied["properties"]))
    assert not page.error
