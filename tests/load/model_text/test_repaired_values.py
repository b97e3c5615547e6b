"""Nothing of a value is lost unseen: every character is in the record, or in the list of repaired values."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from evaljson.base.errors import LoadError
from evaljson.load import ModelOutput, parse_model_output, read_records
from evaljson.load.json.repeated_keys import WHY
from evaljson.load.model_text.lost_text import differences
from evaljson.load.repaired_value import MOST_LISTED, RepairedValue
from tests.profiles import examples

MARKS = set("{}[],:\"'“” \n\t=")
_REMARK = re.compile("//[^\n]*")
TEXTS = st.text("abZ09()%$/-+.,;?° é", min_size=1, max_size=12)
# No literals and numbers that Python writes otherwise: the record has them, in other characters.
PIECES = [
    '"',
    "'",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\n",
    '"k": ',
    '"v"',
    '"k2": "w",',
    "x y",
    "2 g",
    "(2S,4R)",
    "7.5",
    "12",
]
PIECES += ["...", '"a "b" c"', "$1,234", "“q”", ',"n":', ": ,", "}, {", "=", "fig. 3", "5%"]
MODEL_LIKE = st.lists(st.sampled_from(PIECES), max_size=14).map(lambda pieces: '{"a": ' + "".join(pieces) + "}")


def characters(text: str) -> Counter[str]:
    return Counter(letter for letter in text if letter not in MARKS)


def in_record(value: Any) -> Counter[str]:
    if isinstance(value, dict):
        return sum((characters(key) + in_record(inner) for key, inner in value.items()), Counter[str]())
    if isinstance(value, list):
        return sum(map(in_record, value), Counter[str]())
    return characters(value if isinstance(value, str) else json.dumps(value))


def lost(text: str, value: Any, repaired: tuple[RepairedValue, ...]) -> Counter[str]:
    """What neither the record nor the list has; of a repeated key, the list has the values under one key."""
    listed = sum((characters(one.before) for one in repaired), Counter[str]())
    keys = "".join(one.path for one in repaired if one.why == WHY) * len(text)
    return characters(text) - in_record(value) - listed - characters(keys)


def read(text: str) -> ModelOutput:
    """Read a text that is one object from its first character to its last."""
    try:
        output = parse_model_output(text)
    except LoadError:
        assume(False)
        raise
    assume(not output.left_out and "text around the JSON left out" not in output.steps)
    assume(not any("cannot be read" in problem for problem in output.problems))
    return output


@examples(400)
@given(MODEL_LIKE)
def test_every_character_of_a_broken_object_is_in_the_record_or_listed(text: str) -> None:
    output = read(text)
    assert not lost(text, output.value, output.repaired_values), output


@examples(200)
@given(
    st.dictionaries(st.sampled_from(["name", "mass", "note"]), TEXTS, min_size=1), st.sampled_from(["{}", '"{}', '{}"'])
)
@example({"name": "0 // a remark"}, "{}")
@example({"name": "0 //", "mass": "//"}, "{}")
def test_every_character_of_a_value_with_quotes_missing_is_in_the_record_or_listed(
    values: dict[str, str], quotes: str
) -> None:
    text = "{" + ",\n".join(f'"{key}": {quotes.format(value)}' for key, value in values.items()) + "\n}"
    output = read(text)
    has_comments = any(step.startswith("comments left out") for step in output.steps)  # "(2)" behind it, of two
    counts = _REMARK.sub("", text) if has_comments else text
    assert not lost(counts, output.value, output.repaired_values), output


@examples(100)
@given(TEXTS, st.sampled_from(['{"n": 1, "note": "%s}', '{"note": ["%s]}', '{"in": {"note": "%s}}\n']))
def test_a_last_string_without_its_closing_quote_is_listed(value: str, around: str) -> None:
    assert read(around % value).repaired_values


@examples(200)
@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 99) | st.text("xyz")), min_size=2, max_size=5))
def test_values_of_a_repeated_key_are_the_last_or_listed(pairs: list[tuple[str, int | str]]) -> None:
    text = "{" + ", ".join(f'"{key}": {json.dumps(value)}' for key, value in pairs) + "}"
    output = parse_model_output(text)
    assert output.value == dict(pairs)
    assert output.lossy == (len(dict(pairs)) < len(pairs)) == (output.how == "repaired")
    befores = {one.path: json.loads(f"[{one.before}]") for one in output.repaired_values}
    keys = [key for key, _ in pairs]
    assert befores == {key: [inner for own, inner in pairs if own == key] for key in keys if keys.count(key) > 1}


VALUES = st.recursive(
    st.text("ab 1(", max_size=5) | st.integers(0, 50) | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("kl", min_size=1), inner, max_size=3),
    max_leaves=6,
)


@examples(200)
@given(st.text('{}[]:,"ab 1(é', max_size=30), VALUES)
def test_whatever_a_guess_makes_of_a_text_what_it_lacks_is_listed(text: str, value: Any) -> None:
    assert not lost(text, value, differences(text, value))


@given(VALUES)
def test_a_value_that_is_what_the_text_has_is_not_listed(value: Any) -> None:
    assert differences(json.dumps(value), value) == ()


@pytest.mark.parametrize(
    ("text", "value", "listed"),
    [
        ('{"name": (2S,4R)-acid}', {"name": ["2S", "4R"]}, [("name[0]", "(2S"), ("name[1]", "4R)-"), ("name", "acid")]),
        ('{"mass": 2 g, "n": 1}', {"mass": 2, "n": 1}, [("mass", "2 g")]),
        ('{"a": " x "}', {"a": "x"}, [("a", '" x "')]),
        ('{"a": "x"}', {"a": "x", "b": 7}, [("b", "")]),
        ('{"a": "x}', {"a": "x"}, [("a", '"x')]),
        ('{"a": x}', {"a": "x"}, [("a", "x")]),
        ("{'a': 'x'}", {"a": "x"}, []),
        (r'{"a": "x", \}', {"a": "x"}, [("a", '"x", \\')]),
        (r'{"a": "caf\u00e9 \"b\""}', {"a": 'café "b"'}, []),
    ],
)
def test_a_difference_is_listed_at_its_place(text: str, value: Any, listed: list[tuple[str, str]]) -> None:
    assert [(one.path, one.before) for one in differences(text, value)] == listed


def test_of_very_many_values_the_first_are_listed_and_the_others_counted() -> None:
    text = "{" + ", ".join(f'"k{number}": {number} kg' for number in range(MOST_LISTED + 5)) + "}"
    *listed, last = parse_model_output(text).repaired_values
    assert len(listed) == MOST_LISTED
    assert (last.before, last.after, last.lossy) == ("5 more values", None, True)


def test_a_file_has_the_repaired_values_of_its_records() -> None:
    replies = ['{"mass": 2 g}', '{"mass": 2}', '{"mass": 1, "mass": 2}']
    lines = "\n".join(json.dumps({"id": str(at), "output": reply}) for at, reply in enumerate(replies))
    loaded = read_records(lines.encode(), kind="extracted", id_field="id")
    assert {at: [(one.path, one.before, one.after) for one in some] for at, some in loaded.repaired_values.items()} == {
        0: [("mass", "2 g", '"2 g"')],
        2: [("mass", "1, 2", "2")],
    }
    assert loaded.lossy == (2,)
    assert list(loaded.repaired) == [0, 2]


def test_repeated_keys_around_a_record_are_listed_with_its_own() -> None:
    line = b'{"id": "1", "cost": 1, "cost": 2, "out": {"a": {"b": 1, "b": 2}}}'
    loaded = read_records(line, name="x.jsonl", kind="extracted", id_field="id", payload="out")
    assert loaded.records == [{"id": "1", "a": {"b": 2}}]
    assert [(one.path, one.before) for one in loaded.repaired_values[0]] == [("cost", "1, 2"), ("a.b", "1, 2")]
