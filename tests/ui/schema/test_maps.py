"""How the entries of a map pair up: the form of the panel, and the table of pairs below it."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.conftest import Open, html_of, said, with_a_map
from tests.ui.schema.editing import find, schema_of


@pytest.fixture
def page(open_app: Open) -> AppTest:
    return open_app("schema", evaluation=with_a_map(rows=["r 0", "r 1", "fee 2"]), field="fees")


def pairs(page: AppTest) -> list[list[str]]:
    """The texts of each row of the tables of pairs."""
    tables = re.findall(r"<table class=pairs>.*?</table>", html_of(page))
    rows = [row for table in tables for row in re.findall(r"<tr>(<td>.*?)</tr>", table)]
    return [
        [re.sub(r"<[^>]+>", "", cell).replace("&nbsp;", " ") for cell in re.findall(r"<td.*?</td>", row)]
        for row in rows
    ]


def test_entries_are_paired_by_content_step_by_step(page: AppTest) -> None:
    form = find(page, "selectbox", ".align")
    assert form.label == "Entries pair up"
    assert form.options == [
        "by their keys in the map", "by a field of the entries", "by content: their keys mean nothing",
    ]  # fmt: skip
    assert form.value == "map_key"
    form.set_value("hungarian").run()
    assert page.session_state["evaljson.typed"] == {"fees": {"alignment": "hungarian"}}
    assert "How entries pair up in rows" in said(page)
    assert ["fee 0: name name 0 · n 0", "fee 2: name name 0 · n 0", "100.0"] in pairs(page)
    page.button(key="schema.apply").click().run()
    assert schema_of(page)["fees"]["x-eval-align"] == {"match_by": "hungarian"}  # type: ignore[index]
    find(page, "selectbox", ".align").set_value("map_key").run()
    assert page.session_state["evaljson.typed"] == {"fees": {"alignment": "map_key"}}
    assert ["fee 2: name name 2 · n 2", "fee 2: name name 0 · n 0", "0.0"] in pairs(page)


def test_a_field_of_the_entries_may_be_their_key(page: AppTest) -> None:
    find(page, "selectbox", ".align").set_value("key_field").run()
    keys = find(page, "multiselect", ".key")
    assert (keys.options, keys.value) == (["name", "n"], ["name"])
    keys.set_value(["n"]).run()
    page.button(key="schema.apply").click().run()
    align = schema_of(page)["fees"]["x-eval-align"]  # type: ignore[index]
    assert align == {"match_by": "key_field", "key": "n"}
    assert ["fee 1: name name 1 · n 1", "r 1: name name 1 · n 1", "100.0"] in pairs(page)
