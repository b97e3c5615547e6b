"""The eval schema as a checked tree: what is read, inherited and refused, and where."""

import copy
import re
from typing import Any

import pytest

from evaljson import (
    ComparatorSpec,
    SchemaError,
    SchemaNode,
    TransformSpec,
    evaluate,
    parse_eval_schema,
    resolve_schema_references,
)
from evaljson.schema import AlignSpec, NullPolicy


def of(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def array(items: Any, **settings: Any) -> dict[str, Any]:
    return {"type": "array", "items": items, **settings}


STRING, NUMBER = {"type": "string"}, {"type": "number"}
ALL = {
    **of(
        a={
            **STRING,
            "x-eval-compare": {"numeric": {"tolerance": {"rel": 0.1, "abs": 2}}},
            "x-eval-transform": ["strip", {"round_digits": {"digits": 2}}],
            "x-eval-weight": 2,
            "x-eval-threshold": 0.5,
            "x-eval-skip": True,
        },
        t=array(of(k=STRING), **{"x-eval-align": {"match_by": "hungarian", "min_score": 0.5}, "x-eval-weight": 0.5}),
        m={"type": "object", "additionalProperties": NUMBER},
    ),
    "x-eval-id": "id",
    "x-eval-nulls": {"absent": [None, ""], "both_absent": "match"},
    "x-eval-weight": 3,
}


def test_every_setting_is_read() -> None:
    tree = parse_eval_schema(ALL)
    a, t = tree.properties["a"], tree.properties["t"]
    assert a.comparator == ComparatorSpec("numeric", {"tolerance": {"rel": 0.1, "abs": 2}})
    assert a.transforms == (TransformSpec("strip", {}), TransformSpec("round_digits", {"digits": 2}))
    assert (a.weight, a.total_weight, a.threshold, a.skip) == (2.0, 6.0, 0.5, True)
    assert t.align == AlignSpec("hungarian", None, 0.5)
    assert (tree.id_field, tree.weight, tree.without_effect) == ("id", 3.0, ())
    assert tree.nulls == NullPolicy((None, ""), "match")


def test_paths_are_schema_paths_in_schema_order() -> None:
    assert [node.path for node in parse_eval_schema(ALL).walk()] == ["", "a", "t", "t[]", "t[].k", "m", "m.*"]
    assert [node.path for node in parse_eval_schema(ALL).leaves()] == ["a", "t[].k", "m.*"]


def test_odd_keys_and_keys_named_like_schema_words_are_keys() -> None:
    names = ["a.b", "*", "", "type", "items", "properties", "$ref", "x-eval-skip"]
    tree = parse_eval_schema(of(**dict.fromkeys(names, STRING)))
    assert list(tree.properties) == names
    assert [node.path for node in tree.leaves()] == [
        "['a.b']", "['*']", "['']", "type", "items", "properties", "$ref", "x-eval-skip",
    ]  # fmt: skip


def test_weights_multiply_down_the_path() -> None:
    tree = parse_eval_schema(
        {**of(o={**of(a={**STRING, "x-eval-weight": 0.5}), "x-eval-weight": 4}), "x-eval-weight": 3}
    )
    assert tree.properties["o"].properties["a"].total_weight == 6.0


def test_a_null_policy_is_inherited_until_a_child_replaces_it() -> None:
    inner = {**of(b=STRING, c={**STRING, "x-eval-nulls": {"absent": ["-"]}})}
    tree = parse_eval_schema({**of(a=inner), "x-eval-nulls": {"absent": [None], "both_absent": "match"}})
    below = tree.properties["a"].properties
    assert below["b"].nulls == NullPolicy((None,), "match")
    assert below["c"].nulls == NullPolicy(("-",), "skip")


@pytest.mark.parametrize(
    ("node", "comparator"),
    [
        (STRING, "exact"), (NUMBER, "numeric"), ({"type": "integer"}, "numeric"), ({"type": "boolean"}, "exact"),
        ({"type": ["integer", "number"]}, "numeric"), ({"type": ["number", "null"]}, "numeric"),
        ({"type": ["string", "array"]}, "exact"), ({"type": "object"}, "exact"), ({"type": "array"}, "exact"),
        (of(), "exact"), (array({}), "exact"), (of(x=STRING), None), (array(STRING), None),
        ({"type": "object", "additionalProperties": True}, "exact"),
        ({"type": "object", "additionalProperties": STRING}, None),
        ({**of(x=STRING), "x-eval-compare": "exact"}, "exact"),
        ({"type": ["object", "null"], "properties": {"x": STRING}}, None),
        ({"properties": {"x": STRING}}, None), ({"items": STRING}, None),
    ],
)  # fmt: skip
def test_a_node_is_structural_exactly_where_it_has_children_and_no_comparator(
    node: Any, comparator: str | None
) -> None:
    node_of_field = parse_eval_schema(of(a=node)).properties["a"]
    assert (node_of_field.comparator.name if node_of_field.comparator else None) == comparator
    assert node_of_field.is_unit is (comparator is not None)


def test_declared_keys_and_free_ones_live_side_by_side() -> None:
    node = {**of(a=STRING), "additionalProperties": NUMBER}
    node_of_field = parse_eval_schema(of(m=node)).properties["m"]
    assert [child.path for child in node_of_field.children] == ["m.a", "m.*"]


def test_settings_below_a_unit_are_named_as_without_effect() -> None:
    inner = of(x={**STRING, "x-eval-weight": 2}, y=array({**STRING, "x-eval-skip": True}))
    tree = parse_eval_schema(
        of(a={**inner, "x-eval-compare": "exact"}, b={"type": "array", "x-eval-align": {"ordered": True}})
    )
    assert sorted(tree.without_effect) == [
        "a.x: x-eval-weight",
        "a.y[]: x-eval-skip",
        "b: x-eval-align (the array is compared as one value)",
    ]


def test_a_tree_is_given_back_as_it_is() -> None:
    tree = parse_eval_schema(ALL)
    assert parse_eval_schema(tree) is tree


def test_the_schema_is_left_alone() -> None:
    before = copy.deepcopy(ALL)
    parse_eval_schema(ALL)
    assert before == ALL


@pytest.mark.parametrize(
    ("schema", "path", "says"),
    [
        ([], "", "a schema is a JSON object, not array"),
        (None, "", "not null"),
        (STRING, "", "the root's type must be \"object\", not 'string'"),
        (array(STRING), "", "not 'array'"),
        (of(a="string"), "a", "a schema is a JSON object, not string"),
        (of(a={}), "a", "the node has no type"),
        (of(a={"type": "strin"}), "a", "no JSON type 'strin'. Did you mean 'string'?"),
        (of(a={"type": ["string", "text"]}), "a", "no JSON type 'text'"),
        (of(a={"type": 5}), "a", "no JSON type 5"),
        (of(a={"type": "object", "properties": []}), "a", '"properties" takes an object, not array'),
        (of(a={"type": "array", "items": [STRING]}), "a", '"items" takes one schema for all elements, not array'),
        (of(a={"$ref": "#/$defs/x"}), "a", "'$ref' is not resolved: pass the schema through resolve_schema_references"),
        (of(a=array({"anyOf": [STRING]})), "a[]", "'anyOf' is not resolved"),
        (of(a={"type": "object", "additionalProperties": {"oneOf": []}}), "a.*", "'oneOf' is not resolved"),
        (of(**{"x.y": {"allOf": []}}), "['x.y']", "'allOf' is not resolved"),
        (of(a={"type": "object", "patternProperties": {"^x": STRING}}), "a", "'patternProperties' is not resolved"),
    ],
)
def test_what_is_no_eval_schema_is_refused_with_its_path(schema: Any, path: str, says: str) -> None:
    with pytest.raises(SchemaError, match=re.escape(says)) as caught:
        parse_eval_schema(schema)
    assert caught.value.path == path


def test_several_problems_are_reported_together_the_first_one_first() -> None:
    schema = of(
        a={**STRING, "x-eval-compare": "exct"},
        b=array({**NUMBER, "x-eval-weight": -1}),
        c={**STRING, "x-eval-wieght": 2},
    )
    with pytest.raises(SchemaError, match="2 more") as caught:
        parse_eval_schema(schema)
    assert caught.value.path == "a"
    for part in (
        "Did you mean 'exact'?",
        "b[]: x-eval-weight is a number from 0 to 1e200",
        "c: there is no setting 'x-eval-wieght'",
    ):
        assert part in str(caught.value)


@pytest.mark.parametrize("levels", [102, 5_000])
def test_schemas_nested_too_deep_are_refused(levels: int) -> None:
    schema: dict[str, Any] = STRING
    for _ in range(levels):
        schema = of(a=schema)
    with pytest.raises(SchemaError, match="nested deeper than 100 levels"):
        parse_eval_schema(schema)


def test_nodes_are_frozen() -> None:
    tree: Any = parse_eval_schema(of(a=STRING))
    with pytest.raises(AttributeError, match="path"):
        tree.path = "x"
    assert isinstance(tree, SchemaNode)


def test_a_skipped_node_needs_no_type_and_is_what_resolving_makes_of_it() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"x-eval-skip": True}},
        "additionalProperties": {"x-eval-skip": True},
    }
    resolved = parse_eval_schema(resolve_schema_references(schema))
    for own, other in zip(parse_eval_schema(schema).walk(), resolved.walk(), strict=True):
        assert (own.path, own.type, own.skip, own.comparator) == (other.path, other.type, other.skip, other.comparator)
    gold, extracted = [{"a": "x", "b": 1, "c": 2}], [{"a": "x", "b": 9, "d": [{"e": 1}]}]
    run = evaluate(gold, extracted, schema)
    assert (run.mean_f1, run.total_hallucinations, run.total_skipped) == (1.0, 0, 3)
    assert not run.problems


def test_a_node_without_type_is_refused_with_the_ways_out() -> None:
    message = (
        r"\*: the node has no type: add one of .*; or \"x-eval-skip\": true .*; or pass .* resolve_schema_references"
    )
    with pytest.raises(SchemaError, match=message):
        parse_eval_schema({"type": "object", "additionalProperties": {"x-eval-weight": 0}})
