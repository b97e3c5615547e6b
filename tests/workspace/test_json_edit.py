"""JSON text that is edited in place."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.base.errors import SchemaError
from evaljson.workspace.json_edit import line_at, rewrite, scan

SCALARS = st.none() | st.booleans() | st.integers(-5, 5) | st.sampled_from([0.5, 1.0, 1e30]) | st.text(max_size=4)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=4)
)
OBJECTS = st.dictionaries(st.text(max_size=3), VALUES, max_size=5)
FORMS = st.sampled_from([{}, {"indent": 2}, {"indent": "\t"}, {"separators": (",", ":")}, {"ensure_ascii": False}])

TEXT = """{
    "type": "object",
    "properties": {
        "b": {"type": "number", "x-eval-weight": 1.50},
        "a": {
            "type": "string"
        }
    }
}
"""


@given(OBJECTS, OBJECTS, FORMS)
def test_the_text_says_what_it_is_to_say(old: dict[str, Any], new: dict[str, Any], form: dict[str, Any]) -> None:
    written = rewrite(json.dumps(old, **form), new)
    assert json.dumps(json.loads(written), sort_keys=True) == json.dumps(new, sort_keys=True)


@given(OBJECTS, FORMS)
def test_what_does_not_change_keeps_every_byte(value: dict[str, Any], form: dict[str, Any]) -> None:
    text = json.dumps(value, **form)
    assert rewrite(text, value) == text


@given(OBJECTS, OBJECTS, FORMS)
def test_there_and_back_says_the_same_again(old: dict[str, Any], new: dict[str, Any], form: dict[str, Any]) -> None:
    again = rewrite(rewrite(json.dumps(old, **form), new), old)
    assert json.dumps(json.loads(again), sort_keys=True) == json.dumps(old, sort_keys=True)


@pytest.mark.parametrize(
    ("path", "key", "value", "was", "now"),
    [
        ("a", "x-eval-weight", 2, '"string"\n', '"string",\n            "x-eval-weight": 2\n'),
        ("b", "x-eval-skip", True, "1.50}", '1.50, "x-eval-skip": true}'),
        ("b", "type", "integer", '"number"', '"integer"'),
    ],
)
def test_only_the_edited_setting_is_written(path: str, key: str, value: Any, was: str, now: str) -> None:
    schema = json.loads(TEXT)
    schema["properties"][path][key] = value
    assert rewrite(TEXT, schema) == TEXT.replace(was, now)


def test_a_key_that_is_taken_out_takes_its_comma_with_it() -> None:
    schema = json.loads(TEXT)
    del schema["properties"]["b"]["x-eval-weight"]
    assert rewrite(TEXT, schema) == TEXT.replace(', "x-eval-weight": 1.50', "")
    del schema["properties"]["b"]
    assert json.loads(rewrite(TEXT, schema)) == schema


@pytest.mark.parametrize(
    ("steps", "line"), [((), 1), (("properties", "b"), 4), (("properties", "a", "type"), 6), (("properties", "z"), 3)]
)
def test_a_place_has_a_line(steps: tuple[str, ...], line: int) -> None:
    assert line_at(TEXT, steps) == line


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1,\n "a": 2}', "'a' stands twice in one object, again at line 2"),
        ('{"a": \n}', "line 2, column 1"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_what_cannot_be_edited_says_why(text: str, message: str) -> None:
    with pytest.raises(SchemaError, match=message):
        scan(text)
