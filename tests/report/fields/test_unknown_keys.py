"""Keys that the schema lacks: found wherever they stand, and ignored one by one."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaljson import SchemaError, evaluate, parse_eval_schema
from evaljson.report.fields.unknown_keys import UnknownKey, ignoring, unknown_keys
from evaljson.schema import annotate_xeval

TEXT = {"type": "string"}
SCHEMA: dict[str, Any] = annotate_xeval(
    {
        "type": "object",
        "x-eval-id": "id",
        "properties": {
            "a": TEXT,
            "items": {"type": "array", "items": {"type": "object", "properties": {"sku": TEXT}}},
            "free": {"type": "object", "additionalProperties": {"type": "object", "properties": {"v": TEXT}}},
            "unit": {"type": "object", "x-eval-compare": "exact", "properties": {"x": TEXT}},
            "out": {"type": "object", "x-eval-skip": True, "properties": {"x": TEXT}},
        },
    }
)


def found_in(*extracted: Any, schema: dict[str, Any] = SCHEMA) -> list[UnknownKey]:
    return unknown_keys([({}, record) for record in extracted], parse_eval_schema(schema))


@pytest.mark.parametrize(
    ("record", "paths"),
    [
        ({"id": "1", "a": "x"}, []),
        ({"reasoning": "why"}, ["reasoning"]),
        ({"items": [{"sku": "1", "note": "n"}, {"note": "m"}]}, ["items[].note"]),
        ({"items": [{"id": 1}]}, ["items[].id"]),
        ({"free": {"k": {"v": "1", "w": "2"}, "l": {"w": "3"}}}, ["free.*.w"]),
        ({"a.b": 1, "*": 2, "": 3}, ["['']", "['*']", "['a.b']"]),
        ({"properties": 1, "items": {"type": 1}, "type": 2}, ["properties", "type"]),
        ({"unit": {"y": 1}, "out": {"y": 1}}, []),
        (None, []),
    ],
)
def test_a_key_is_unknown_at_its_place(record: Any, paths: list[str]) -> None:
    assert [key.path for key in found_in(record)] == paths


def test_a_key_is_counted_once_a_record_and_has_an_example_that_says_something() -> None:
    many = {"items": [{"n": None}, {"n": 2}, {"n": "x"}]}
    (key,) = found_in(many, None, {"items": [{"n": 3}]}, {"a": "x"})
    assert (key.records, key.example, key.types) == (2, 2, ("string", "integer", "null"))


def test_the_key_of_most_records_comes_first() -> None:
    assert [key.path for key in found_in({"b": 1}, {"z": 1}, {"z": 1, "a": "x"}, {"c": 1})] == ["z", "b", "c"]


def test_document_types_have_keys_of_their_own() -> None:
    schema = {
        "type": "object",
        "x-eval-by": "kind",
        "x-eval-schemas": {
            name: annotate_xeval({"type": "object", "properties": {"kind": TEXT, name: TEXT}}) for name in ("a", "b")
        },
    }
    pairs = [({"kind": "a"}, {"kind": "a", "why": 1, "a": "x"}), ({"kind": "b"}, {"kind": "b", "a": "x", "b": "y"})]
    unknown = unknown_keys(pairs, parse_eval_schema(schema))
    assert [key.path for key in unknown] == ["a: why", "b: a"]
    changed = ignoring(schema, unknown)
    assert unknown_keys(pairs, parse_eval_schema(changed)) == []
    assert "why" not in changed["x-eval-schemas"]["b"]["properties"]


def test_an_ignored_key_is_skipped_and_the_rest_counts_as_before() -> None:
    gold: list[Any] = [{"id": "1", "a": "x"}]
    extracted: list[Any] = [{"id": "1", "a": "x", "reasoning": {"long": ["text"]}, "b": 1}]
    before = evaluate(gold, extracted, SCHEMA)
    changed = ignoring(SCHEMA, [key for key in found_in(*extracted) if key.key == "reasoning"])
    after = evaluate(gold, extracted, changed)
    assert (before.total_hallucinations, after.total_hallucinations, after.total_skipped) == (2, 1, 1)
    assert "reasoning" not in SCHEMA["properties"]


def test_a_place_that_is_gone_or_known_by_now_is_refused() -> None:
    (note,) = found_in({"items": [{"note": 1}]})
    with pytest.raises(SchemaError, match="no longer in it"):
        ignoring({"type": "object", "properties": {}}, [note])
    with pytest.raises(SchemaError, match="has this key by now"):
        ignoring(ignoring(SCHEMA, [note]), [note])


keys = st.sampled_from(["a", "sku", "reasoning", "x.y", "type", "items", "*"])
values = st.one_of(st.none(), st.booleans(), st.integers(0, 3), st.text(max_size=2), st.just([]), st.just({}))
elements = st.lists(st.dictionaries(keys, values, max_size=3), max_size=3)
records = st.dictionaries(keys, values, max_size=4).flatmap(
    lambda record: elements.map(lambda items: {**record, "items": items})
)


@settings(deadline=None)
@given(st.lists(records, min_size=1, max_size=3))
def test_every_invention_outside_of_the_schema_is_named_and_none_is_left_once_all_are_ignored(
    records: list[Any],
) -> None:
    """Gold has the elements too, so that none is invented as a whole: there unknown keys add nothing."""
    gold: list[Any] = [{"items": [{"sku": "s"} for _ in record["items"]]} for record in records]
    schema = {name: value for name, value in SCHEMA.items() if name != "x-eval-id"}
    tree = parse_eval_schema(schema)
    known = {node.path for node in tree.walk()}
    unknown = unknown_keys(zip(gold, records, strict=True), tree)
    invented = {field for field in evaluate(gold, records, schema).per_field if field not in known}
    assert invented == {key.path for key in unknown}
    changed = ignoring(schema, unknown)
    assert unknown_keys(zip(gold, records, strict=True), parse_eval_schema(changed)) == []
    after = {node.path for node in parse_eval_schema(changed).walk()}
    assert {field for field in evaluate(gold, records, changed).per_field if field not in after} == set()
