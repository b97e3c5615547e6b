"""The schema as JSON text."""

import re
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from evaljson.base.errors import SchemaError
from evaljson.ui.schema import json_tab, schema_page
from evaljson.workspace.typed_schema import check_text
from tests.ui.conftest import html_of
from tests.ui.cut_short import run_cut_short
from tests.ui.schema.editing import (
    apply,
    edit,
    versions,
)


def test_text_that_is_no_schema_waits_over_a_look_at_another_page(page: AppTest) -> None:
    page.text_area[0].set_value('{"type": "object",\n "properties": {"a": {"type": "sting"}}}').run()
    assert 'aria-label="Line 2"' in html_of(page)
    page.switch_page("pages/fields.py").run()
    page.switch_page("pages/schema.py").run()
    assert "sting" in str(page.text_area[0].value)
    page.button(key="schema.json-back").click().run()
    assert "sting" not in str(page.text_area[0].value)


@pytest.mark.parametrize(
    "text",
    [
        '{\n"a": 1,\n"b": 2,\n}',
        '{\n"a": [\n1,\n]\n}',
        '{\r\n"a": 1,\r\n}',
        '{\n"a": 1\n"b": 2\n}',
        '{\n"a": 1\n\n\n"b": 2\n}',
        '{\n"a"\n1\n}',
        '{\n"a":\n}',
        "{\n'a': 1\n}",
        "{\na: 1\n}",
        '{\n// a\n"a": 1\n}',
        '{\n"a": NaN\n}',
        '{\n"a": "x\n}',
        '{\n"a": "\\x"\n}',
        '{\n"a": {\n"b": 1\n',
        '{\n"a": 1\n}\n}',
        '{\n"a": ' + "1" * 5000 + "\n}",
        '{\n"a": 1,\n"b": 2,\n"a": 3\n}',
    ],
)
def test_the_line_that_is_marked_is_the_one_that_the_message_names(text: str) -> None:
    with pytest.raises(SchemaError, match="line") as caught:
        check_text(text)
    named = re.search(r" line (\d+)", caught.value.problem)
    assert named is not None
    assert json_tab.error_line(text, caught.value) == int(named[1])


def test_a_line_separator_within_a_text_does_not_shift_the_lines_that_are_shown(page: AppTest) -> None:
    page.text_area[0].set_value(
        '{"type": "object",\n "title": "a\u2028b",\n "properties": {"a": {"type": "sting"}}}'
    ).run()
    assert "▶    3   &quot;properties&quot;" in html_of(page)


def test_nothing_is_applied_and_no_text_is_lost_while_the_text_is_no_schema(page: AppTest) -> None:
    edit(page, a={"weight": 2})
    assert not page.button(key="schema.apply").disabled
    page.text_area[0].set_value('{"type": "object", "properties": {"a": {"type": "sting"}}}')
    page.button(key="schema.apply").click().run()  # the click comes with the text
    assert page.button(key="schema.apply").disabled
    assert any("is no eval schema yet" in error.value for error in page.error)
    assert ("sting" in str(page.text_area[0].value), len(versions(page))) == (True, 1)
    page.button(key="schema.json-back").click().run()
    assert not page.button(key="schema.apply").disabled


def test_text_is_kept_whose_callback_a_click_cuts_short(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    page.text_area[0].set_value(str(page.text_area[0].value).replace('"type": "object"', '"type":  "object"', 1))
    states = page._tree.get_widget_states()
    run_cut_short(page, states, monkeypatch)
    page._run(states)
    assert '"type":  "object"' in str(page.text_area[0].value)
    assert not page.button(key="schema.apply").disabled


def test_what_is_not_touched_keeps_its_bytes(page: AppTest) -> None:
    written = str(page.text_area[0].value).replace('"type": "object"', '"type":    "object"', 1)
    page.text_area[0].set_value(written).run()
    page.button(key="schema.apply").click().run()
    assert versions(page)[-1].content == written
    apply(page, a={"weight": 2.5})
    assert '"type":    "object"' in versions(page)[-1].content
    assert '"x-eval-weight": 2.5' in versions(page)[-1].content
    assert not page.session_state["evaljson.evaluation"].outdated


def test_the_text_follows_the_grid(page: AppTest) -> None:
    edit(page, a={"weight": 2.5})
    assert '"x-eval-weight": 2.5' in str(page.text_area[0].value)


@pytest.mark.parametrize("is_latest", [True, False])
def test_text_that_nobody_typed_takes_the_place_of_no_edit(
    page: AppTest, monkeypatch: pytest.MonkeyPatch, is_latest: bool
) -> None:
    before = page.text_area[0]
    edit(page, a={"transforms": "strip"})
    area = page.text_area[0] if is_latest else before
    assert (area.key == before.key) is not is_latest

    def said_again(*given: Any) -> None:
        """Act as a browser that sends the text of an area again after a run that was cut short."""
        st.session_state[str(area.key)] = area.value
        json_tab._typed(str(area.key), given[0])
        json_tab.edit_json(*given)

    monkeypatch.setattr(schema_page, "edit_json", said_again)
    page.run()
    assert page.session_state["evaljson.schema-edits"].own is None
    assert page.session_state["evaljson.typed"] == {"a": {"transforms": "strip"}}
