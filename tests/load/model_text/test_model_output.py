"""What models really write, from cases/model_replies.json, and any other text."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.base.errors import LoadError
from evaljson.base.jsontypes import strict_equal
from evaljson.load.model_text.model_output import parse_model_output
from tests.cases import read_cases

CASES = read_cases("model_replies")

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
PIECES = [
    '{"a": ',
    '"b',
    '"',
    "'",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\\",
    "\\u12",
    "\n",
    "None",
    "1.5",
    "-",
    "```json\n",
    "```",
]
PIECES += ["<think>", "</think>", "...", "//", "{'a': 1,", "x", " ", '"k": "v"', "“", "007", "NaN", "[{"]
MODEL_LIKE = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


@pytest.mark.parametrize("case", [case for case in CASES if "value" in case], ids=lambda case: case["name"])
def test_a_reply_is_read_and_what_was_done_is_said(case: dict[str, Any]) -> None:
    output = parse_model_output(case["text"])
    assert strict_equal(output.value, case["value"]), output
    assert output.how == case["how"]
    for said, wanted in ((output.steps, case["steps"]), (output.problems, case["problems"])):
        assert len(said) == len(wanted), output
        assert all(any(re.search(pattern, words) for words in said) for pattern in wanted), output
    values = [[one.path, one.before, one.after, one.lossy] for one in output.repaired_values]
    assert values == case.get("repaired_values", [])
    assert output.lossy == any(lossy for *_, lossy in values)


@pytest.mark.parametrize("case", [case for case in CASES if "error" in case], ids=lambda case: case["name"])
def test_a_reply_without_one_answer_is_refused(case: dict[str, Any]) -> None:
    with pytest.raises(LoadError, match=case["error"]):
        parse_model_output(case["text"])


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if case.get("how") == "repaired" and not case["steps"][0].startswith("several")],
    ids=lambda case: case["name"],
)
def test_nothing_is_repaired_unless_it_may_be(case: dict[str, Any]) -> None:
    with pytest.raises(LoadError):  # noqa: PT011  # whichever reason: the text is broken in many ways
        parse_model_output(case["text"], repair=False)


@given(VALUES, st.sampled_from([None, 2]))
def test_strict_json_is_what_the_standard_parser_says(value: Any, indent: int | None) -> None:
    text = json.dumps(value, indent=indent)
    output = parse_model_output(text)
    assert strict_equal(output.value, json.loads(text))
    assert (output.how, output.steps) == ("strict", ())


@given(st.dictionaries(st.text(), VALUES, min_size=1, max_size=4), st.data())
def test_text_cut_off_anywhere_is_marked_or_refused(value: dict[str, Any], data: st.DataObject) -> None:
    text = json.dumps(value)
    cut = text[: data.draw(st.integers(1, len(text) - 1))]
    try:
        output = parse_model_output(cut)
    except LoadError:
        return
    assert output.how == "repaired"
    assert output.problems or output.steps


@given(st.text() | MODEL_LIKE)
def test_any_text_gives_json_or_a_reason(text: str) -> None:
    try:
        output = parse_model_output(text)
    except LoadError:
        return
    json.dumps(output.value)
    assert output.how == "strict" or output.steps


@pytest.mark.parametrize(
    "text", ['{"a":' * 9_000, '{"a" {' * 9_000, '{"' * 9_000, "[[{" * 9_000, '{"a": "' + 'x"y ' * 20_000]
)
def test_text_made_to_choke_on_is_refused(text: str) -> None:
    with pytest.raises(LoadError, match=r"levels deep|cannot be repaired|no JSON object"):
        parse_model_output(text)
