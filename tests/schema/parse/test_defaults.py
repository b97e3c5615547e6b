"""x-eval-defaults: which setting a node takes, what is refused, and what nobody takes."""

from __future__ import annotations

from typing import Any

import pytest

from evaljson import annotate_xeval, evaluate, parse_eval_schema, resolve_schema_references
from evaljson.base.errors import SchemaError
from evaljson.schema.node import SchemaNode
from evaljson.wording.inherited import inherited_in_words

LEAF = {"type": "string"}
TIDY, LOUD = ["strip"], ["lowercase"]


def of(default: Any, **fields: Any) -> dict[str, SchemaNode]:
    schema = {"type": "object", "x-eval-defaults": default, "properties": fields}
    return {node.path: node for node in parse_eval_schema(schema).walk()}


def transforms(node: SchemaNode) -> list[str]:
    return [transform.name for transform in node.transforms]


@pytest.mark.parametrize(
    ("type_", "taken"),
    [
        ("integer", "integer"),
        ("number", "number"),
        (["integer", "number"], "number"),
        (["string", "null"], "any"),
        (["string", "array"], "any"),
        ("boolean", "any"),
        ("array", "any"),
    ],
)
def test_the_most_specific_type_of_one_place_wins(type_: Any, taken: str) -> None:
    weights = {"any": 2, "number": 3, "integer": 4}
    default = {name: {"x-eval-weight": weight} for name, weight in weights.items()}
    assert of(default, a={"type": type_})["a"].weight == weights[taken]


def test_what_the_node_says_itself_wins_setting_by_setting() -> None:
    default = {"string": {"x-eval-transform": TIDY, "x-eval-compare": "fuzzy", "x-eval-threshold": 0.5}}
    node = of(default, a={**LEAF, "x-eval-compare": "exact", "x-eval-transform": []})["a"]
    assert node.comparator is not None
    assert (node.comparator.name, node.transforms, node.threshold) == ("exact", (), 0.5)


def test_the_nearest_place_wins_even_where_a_farther_one_is_more_specific() -> None:
    inner = {"type": "object", "x-eval-defaults": {"any": {"x-eval-transform": LOUD}}, "properties": {"b": LEAF}}
    nodes = of({"string": {"x-eval-transform": TIDY}}, a=inner, c=LEAF)
    assert (transforms(nodes["a.b"]), transforms(nodes["c"])) == (["lowercase"], ["strip"])


def test_a_node_takes_the_defaults_that_are_written_at_itself() -> None:
    nodes = of({}, a={**LEAF, "x-eval-defaults": {"string": {"x-eval-transform": TIDY}}}, b=LEAF)
    assert (transforms(nodes["a"]), transforms(nodes["b"])) == (["strip"], [])


def test_settings_of_fields_leave_containers_alone() -> None:
    default = {"any": {"x-eval-compare": "exact", "x-eval-transform": TIDY, "x-eval-skip": True, "x-eval-weight": 3}}
    nodes = of(default, a={"type": "array", "items": LEAF}, b={"type": "object"})
    assert nodes[""].comparator is None
    assert (nodes["a"].weight, nodes["a"].skip, nodes["a"].is_unit) == (1, False, False)
    assert (nodes["a[]"].weight, nodes["b"].weight, nodes["b"].skip) == (3, 3, True)


def test_arrays_take_an_alignment_where_elements_are_scored_one_by_one() -> None:
    default = {"array": {"x-eval-align": {"match_by": "hungarian"}}}
    nodes = of(default, a={"type": "array", "items": LEAF}, b={"type": "array", "x-eval-align": {"ordered": True},
                                                               "items": LEAF}, c={"type": "array"})  # fmt: skip
    assert [nodes[path].align.strategy for path in "abc"] == ["hungarian", "ordered", "ordered"]


def test_a_null_policy_of_a_node_and_one_of_defaults_go_by_distance() -> None:
    null, text = {"absent": [None]}, {"absent": [""]}
    inner = {"type": "object", "properties": {"b": LEAF, "n": {"type": "number"}}}
    far = of({"string": {"x-eval-nulls": text}}, a={**inner, "x-eval-nulls": null})
    assert [far[path].nulls.absent for path in ("a", "a.b", "a.n")] == [(None,)] * 3  # type: ignore[union-attr]
    same = of({}, a={**inner, "x-eval-nulls": null, "x-eval-defaults": {"string": {"x-eval-nulls": text}}})
    assert [same[path].nulls.absent for path in ("a", "a.b", "a.n")] == [(None,), ("",), (None,)]  # type: ignore[union-attr]


def test_a_default_of_objects_does_not_reach_what_is_in_them() -> None:
    nodes = of({"object": {"x-eval-nulls": {"absent": [{}]}}}, a={"type": "object", "properties": {"b": LEAF}})
    assert nodes["a"].nulls is not None
    assert nodes["a.b"].nulls is None


def test_document_types_take_the_defaults_of_the_root() -> None:
    one = {"type": "object", "properties": {"a": LEAF}}
    root = {"type": "object", "x-eval-by": "kind", "x-eval-defaults": {"string": {"x-eval-transform": TIDY}}}
    tree = parse_eval_schema({**root, "x-eval-schemas": {"x": one}})
    assert transforms(tree.schemas["x"].properties["a"]) == ["strip"]


@pytest.mark.parametrize(
    ("default", "message"),
    [
        ([], "x-eval-defaults takes settings by type, such as"),
        ({"text": {}}, "there is no type 'text'"),
        ({"strings": {}}, "Did you mean 'string'"),
        ({"string": []}, "x-eval-defaults of string takes settings, such as"),
        ({"string": {"x-eval-trasform": []}}, "cannot have 'x-eval-trasform': no such setting. Did you mean"),
        ({"string": {"x-eval-id": "a"}}, "cannot have 'x-eval-id': it belongs on a node"),
        ({"object": {"x-eval-defaults": {}}}, "cannot have 'x-eval-defaults': it belongs on a node"),
        ({"any": {"x-eval-align": {"ordered": True}}}, "x-eval-align belongs under array"),
        ({"string": {"x-eval-transform": "strip"}}, "x-eval-defaults of string: x-eval-transform takes a list"),
        ({"string": {"x-eval-compare": "fuzy"}}, "Did you mean"),
        ({"string": {"x-eval-threshold": 2}}, "x-eval-threshold is a number from 0 to 1"),
    ],
)
def test_a_default_that_no_node_could_take_is_refused_once_where_it_is(default: Any, message: str) -> None:
    with pytest.raises(SchemaError, match=message.replace("[", r"\[").replace(".", r"\.")) as caught:
        of({}, o={"type": "object", "x-eval-defaults": default, "properties": {"a": LEAF, "b": LEAF}})
    assert caught.value.path == "o"
    assert "more:" not in str(caught.value)


def test_a_key_that_elements_lack_names_the_defaults() -> None:
    default = {"array": {"x-eval-align": {"match_by": "key_field", "key": "sku"}}}
    with pytest.raises(SchemaError, match="by the defaults of the record, the elements have no field"):
        of(default, a={"type": "array", "items": {"type": "object", "properties": {"b": LEAF}}})


def test_what_no_field_takes_is_listed() -> None:
    default = {"string": {"x-eval-compare": "fuzzy", "x-eval-transform": TIDY}, "boolean": {"x-eval-skip": True}}
    schema = {"type": "object", "x-eval-defaults": default, "properties": {"a": {**LEAF, "x-eval-compare": "exact"}}}
    assert parse_eval_schema(schema).without_effect == (
        ": x-eval-defaults of string, x-eval-compare (no field takes it)",
        ": x-eval-defaults of boolean, x-eval-skip (no field takes it)",
    )


def test_annotating_leaves_fields_to_the_comparator_of_their_defaults() -> None:
    schema = {
        "type": "object",
        "x-eval-defaults": {"string": {"x-eval-compare": "fuzzy"}},
        "properties": {"a": dict(LEAF), "n": {"type": "number"}},
    }
    annotated = annotate_xeval(schema)
    assert "x-eval-compare" not in annotated["properties"]["a"]
    assert annotated["properties"]["n"]["x-eval-compare"] == "numeric"


def test_resolving_keeps_defaults_of_definitions() -> None:
    place = {"type": "object", "x-eval-defaults": {"string": {"x-eval-transform": TIDY}}, "properties": {"b": LEAF}}
    schema = {"type": "object", "properties": {"a": {"$ref": "#/$defs/place"}, "c": LEAF}, "$defs": {"place": place}}
    resolved = resolve_schema_references(schema)
    nodes = {node.path: node for node in parse_eval_schema(resolved).walk()}
    assert (transforms(nodes["a.b"]), transforms(nodes["c"])) == (["strip"], [])


def test_where_a_setting_comes_from_is_said_in_words() -> None:
    default = {"string": {"x-eval-transform": TIDY, "x-eval-compare": "fuzzy"}, "any": {"x-eval-weight": 2}}
    inner = {"type": "object", "x-eval-defaults": default, "properties": {"b": LEAF}}
    assert inherited_in_words(of({"any": {"x-eval-skip": False}}, a=inner)["a.b"]) == [
        "skip false, from the defaults of the record for all types",
        "weight 2, from the defaults of a for all types",
        "transforms strip, comparator fuzzy, from the defaults of a for string",
    ]


def test_a_rule_written_once_scores_all_fields() -> None:
    fields = {f"f{n}": LEAF for n in range(500)}
    schema = {"type": "object", "x-eval-defaults": {"string": {"x-eval-transform": LOUD}}, "properties": fields}
    run = evaluate([dict.fromkeys(fields, "A")], [dict.fromkeys(fields, "a")], schema)
    assert run.mean_f1 == 1.0
