"""One JSON object out of what a language model wrote."""

from __future__ import annotations

import math

import pytest

from evaljson.base.errors import LoadError
from evaljson.load import ModelJson, parse_model_text, read_model_text


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1}',
        ' \n{"a": 1}\n ',
        '```json\n{"a": 1}\n```',
        '```\n{"a": 1}\n```',
        '~~~ json\n{"a": 1}\n~~~',
        '```json {"a": 1}```',
        '> ```json\n{"a": 1}\n```',
        'Here it is:\n\n```json\n{"a": 1}\n```\nAnything else?',
        'Here it is:\n```json\n{"a": 1}',
        'Draft {"a": 2}, then:\n```json\n{"a": 3}\n```\nor rather\n```json\n{"a": 1}\n```',
        '```python\nprint({"a": 2}["a"])\n```\n```json\n{"a": 1}\n```',
        'The answer is {"a": 1}.',
        'The answer is {"a": 1}, I repeat: {"a": 1}',
        'Fill {name} and {{slot}} in: {"a": 1}',
        '<think>maybe {x}</think>{"a": 1}',
    ],
)
def test_the_object_is_found(text: str) -> None:
    assert parse_model_text(text) == {"a": 1}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{}", {}),
        ('```json\n{}\n```\nnot {"a": 1}', {}),
        ('Like so: {"code": "```\\n{\\"a\\": 1}\\n```"} done', {"code": '```\n{"a": 1}\n```'}),
        ('{"a": {"b": {"c": []}}} ok', {"a": {"b": {"c": []}}}),
        ('{"n": 123456789012345678901, "f": Infinity} ok', {"n": 123456789012345678901, "f": math.inf}),
    ],
)
def test_the_object_is_read_exactly(text: str, value: object) -> None:
    assert parse_model_text(text) == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text holds no JSON object: ''"),
        ("I cannot help with {that}.", "the text holds no JSON object: 'I cannot"),
        ("{" * 100_000, "the text holds no JSON object"),
        ("[1]", "the text is JSON of type array, not an object"),
        ('"{}"', "the text is JSON of type string, not an object"),
        ("null", "the text is JSON of type null, not an object"),
        ('{"a": 1} or {"a": 1.0}', "the text holds 2 different objects"),
        ('{"a": 1} or {"a": true} or {"a": 1}', "the text holds 2 different objects"),
        ('{"a": 1, "b": {"c": 1, "c": 1}}', r"^b\.c: this key appears 2 times in one object"),
        ('```json\n{"a": 1e999}\n```', r"^a: 1e999 is too large"),
        ('{"a": ' * 10_000, r"^nested 10,000 levels deep, at most 250"),
        (
            'so: {"a": {"b": 1},}',
            r"^the object is not valid JSON at line 1, column \d+ \(.*; correct it, or allow repair",
        ),
        ('{"a": {"b": 1}, "c":', "^the object is not valid JSON at line 1, column"),
        ("```json\n{'a': 1}\n```", "^the object is not valid JSON at line 2, column 2"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_is_no_single_object_is_refused(text: str, message: str) -> None:
    with pytest.raises(LoadError, match=message):
        parse_model_text(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('so: {"a": {"b": 1},}', {"a": {"b": 1}}),
        ("```json\n{'a': [1, 2,]}\n```\nDone!", {"a": [1, 2]}),
        ('{"a": 1, "b": [1, 2', {"a": 1, "b": [1, 2]}),
        ('{"a": 1, "a": 2}', {"a": 2}),
    ],
)
def test_a_repaired_object_is_marked(text: str, value: object) -> None:
    assert read_model_text(text, repair=True) == ModelJson(value, repaired=True)


def test_a_sound_object_is_not_marked_as_repaired() -> None:
    assert read_model_text('ok: {"a": 1}', repair=True) == ModelJson({"a": 1}, repaired=False)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no object", "the text holds no JSON object"),
        ('{"a": 1} {"a": 2}', "2 different objects"),
        ('{"a": 1,} or {"z": 1}', "2 different objects"),
        ("[1, 2,]", "JSON of type array, not an object"),
    ],
)
def test_repair_guesses_no_meaning(text: str, message: str) -> None:
    with pytest.raises(LoadError, match=message):
        read_model_text(text, repair=True)
