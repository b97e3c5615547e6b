from collections.abc import Iterator
from typing import Any

import pytest

from evaljson.base.errors import SchemaError
from evaljson.schema import (
    parse_eval_schema,
    parse_xeval_entry,
    reset_type_defaults,
    set_type_default,
    type_default,
)


@pytest.fixture(autouse=True)
def _built_in_defaults() -> Iterator[None]:
    reset_type_defaults()
    yield
    reset_type_defaults()


@pytest.mark.parametrize(
    ("type_", "entry"),
    [
        ("string", "exact"),
        ("number", "numeric"),
        ("integer", "numeric"),
        ("boolean", "exact"),
        ("object", "exact"),
        ("array", "exact"),
        ("null", "exact"),
        (["integer", "number"], "numeric"),
        (("number", "integer"), "numeric"),
        (["string"], "exact"),
        (["integer"], "numeric"),
        (["number", "string"], "exact"),
        (["array", "string"], "exact"),
        (["integer", "number", "string"], "exact"),
    ],
)
def test_built_in_defaults(type_: Any, entry: str) -> None:
    assert type_default(type_) == entry


def test_a_default_is_in_force_until_it_is_reset() -> None:
    set_type_default("number", {"numeric": {"tolerance": {"rel": 0.01}}})
    assert type_default("number") == {"numeric": {"tolerance": {"rel": 0.01}}}
    assert type_default(["integer", "number"]) == {"numeric": {"tolerance": {"rel": 0.01}}}
    assert type_default("integer") == "numeric"
    reset_type_defaults()
    assert type_default("number") == "numeric"


def test_what_is_given_and_got_are_copies() -> None:
    entry: dict[str, Any] = {"oneof": {"values": ["a"]}}
    set_type_default("string", entry)
    entry["oneof"]["values"].append("b")
    got = type_default("string")
    assert got == {"oneof": {"values": ["a"]}}
    assert isinstance(got, dict)
    got["oneof"]["values"].append("c")
    assert type_default("string") == {"oneof": {"values": ["a"]}}


@pytest.mark.parametrize("name", ["strng", "str", "", None, 1, ["integer", "number"]])
def test_only_json_types_have_a_default(name: Any) -> None:
    with pytest.raises(SchemaError, match="no JSON type"):
        set_type_default(name, "exact")


def test_a_misspelt_type_gets_a_suggestion() -> None:
    with pytest.raises(SchemaError, match=r"'strng'\. Did you mean 'string'"):
        set_type_default("strng", "exact")


@pytest.mark.parametrize("type_", ["strng", [], ["string", "text"], [["string"]], [None]])
def test_only_json_types_can_be_asked_for(type_: Any) -> None:
    with pytest.raises(SchemaError, match=r"no JSON type|list of types is empty"):
        type_default(type_)


@pytest.mark.parametrize(
    ("entry", "is_type_error"),
    [
        ("", False),
        ({}, False),
        ({"a": {}, "b": {}}, False),
        ({"exact": None}, False),
        ({"exact": []}, False),
        (None, True),
        (7, True),
        (["exact"], True),
        ({1: {}}, True),
        ({"": {}}, True),
    ],
)
@pytest.mark.parametrize("take", [parse_xeval_entry, lambda entry: set_type_default("string", entry)])
def test_only_an_entry_is_a_default_and_one_without_a_name_is_a_type_error(
    take: Any, entry: Any, is_type_error: bool
) -> None:
    with pytest.raises(SchemaError, match='write "name" or') as caught:
        take(entry)
    assert isinstance(caught.value, TypeError) is is_type_error


def test_type_and_comparator_can_be_named() -> None:
    set_type_default(json_type="boolean", comparator="numeric")
    assert type_default("boolean") == "numeric"


def test_the_comparator_is_checked_when_a_schema_is_parsed() -> None:
    set_type_default("string", "exct")
    with pytest.raises(SchemaError, match=r"'exct'\. Did you mean 'exact'") as caught:
        parse_eval_schema({"type": "object", "properties": {"a": {"type": "string"}}})
    assert caught.value.path == "a"
