"""Schemas that are large, deep, circular or nonsense are resolved or refused, and nothing else happens."""

import json
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.base.errors import SchemaError
from evaljson.schema import parse_eval_schema, resolve_with_report
from evaljson.schema.limits import MAX_COPIED, MAX_DEPTH, MAX_SCHEMAS
from evaljson.schema.resolve import refs
from evaljson.schema.resolve.work_limit import RefWork

NAMES = ["A", "B", "C"]
REFS = [*(f"#/$defs/{name}" for name in NAMES), "#", "#/properties/a", "#/$defs/A/anyOf/0", "other.json", "#/$defs/X"]


def _nodes(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    fields = st.dictionaries(st.sampled_from(["a", "b"]), inner, max_size=2)
    lists = st.lists(inner, min_size=1, max_size=3)
    return st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(["string", "object", "array", "integer", ["string", "null"], ["object", "array"]]),
            "properties": fields,
            "patternProperties": fields,
            "additionalProperties": inner,
            "items": inner | lists,
            "prefixItems": lists,
            "anyOf": lists,
            "oneOf": lists,
            "allOf": lists,
            "if": inner,
            "then": inner,
            "else": inner,
            "dependentSchemas": fields,
            "$ref": st.sampled_from(REFS),
            "x-eval-weight": st.sampled_from([1, 2]),
        },
    )


leaves = st.sampled_from(
    [True, False, {}, {"type": "string"}, {"const": 1}, {"enum": ["x", None]}, {"type": "null"}, {"not": {}}]
    + [{"$ref": ref} for ref in REFS]
)
nodes = st.recursive(leaves, _nodes, max_leaves=12)
documents = st.builds(
    lambda fields, definitions, more: {
        **(more if isinstance(more, dict) else {}), "type": "object", "properties": fields, "$defs": definitions,
    },
    st.dictionaries(st.sampled_from(["a", "b", "c"]), nodes, max_size=3),
    st.fixed_dictionaries(dict.fromkeys(NAMES, nodes)),
    nodes,
)  # fmt: skip


@given(documents, st.integers(1, 4))
def test_any_schema_is_resolved_to_one_that_can_be_parsed_or_is_refused(schema: dict[str, Any], recursion: int) -> None:
    before = json.dumps(schema)
    try:
        report = resolve_with_report(schema, recursion=recursion)
    except SchemaError:
        return
    finally:
        assert json.dumps(schema) == before
    parse_eval_schema(report.schema)
    again = resolve_with_report(report.schema)
    assert (again.schema, again.remarks) == (report.schema, ())


def doubling(keyword: str, levels: int = 40) -> dict[str, Any]:
    """Each definition uses the next one twice, at places that `keyword` says."""

    def twice(ref: str) -> dict[str, Any]:
        two: list[Any] = [{"$ref": ref}, {"$ref": ref, "title": "not the same"}]
        if keyword in ("properties", "patternProperties", "dependentSchemas"):
            return {keyword: dict(zip("ab", two, strict=True))}
        return {keyword: two} if keyword != "then" else {"if": {}, "then": two[0], "else": two[1]}

    below = {f"d{i}": twice(f"#/$defs/d{i + 1}") for i in range(levels)}
    leaf = {"type": "object", "properties": {"x": {"type": "string"}}}
    return {"type": "object", "properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": {**below, f"d{levels}": leaf}}


@pytest.mark.parametrize(
    "keyword", ["properties", "patternProperties", "dependentSchemas", "allOf", "anyOf", "oneOf", "prefixItems", "then"]
)
def test_references_that_double_at_each_step_are_refused(keyword: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if keyword != "properties":  # one of them goes all the way to the limit, and the others to a twentieth of it
        monkeypatch.setattr(refs, "RefWork", partial(RefWork, schemas_left=MAX_SCHEMAS // 20))
    with pytest.raises(SchemaError, match=f"more than {MAX_SCHEMAS:,} schemas: simplify"):
        resolve_with_report(doubling(keyword))


def test_definitions_that_all_contain_each_other_are_refused_with_a_way_out() -> None:
    names = [f"D{i}" for i in range(30)]
    every = {"type": "object", "properties": {name: {"$ref": f"#/$defs/{name}"} for name in names}}
    with pytest.raises(SchemaError, match=r"lay out recursive ones fewer times \(recursion=1\)"):
        resolve_with_report({"$ref": "#/$defs/D0", "$defs": dict.fromkeys(names, every)})


@pytest.mark.parametrize("keyword", ["enum", "x-eval-transform"])
def test_long_lists_are_not_copied_without_bounds(keyword: str) -> None:
    shared = {"type": "string", keyword: [str(i) for i in range(100_000)]}
    fields = {f"f{i}": {"$ref": "#/$defs/shared"} for i in range(20)}
    with pytest.raises(SchemaError, match=f"unfold to more than {MAX_COPIED:,} values") as caught:
        resolve_with_report({"type": "object", "properties": fields, "$defs": {"shared": shared}})
    assert caught.value.path.startswith("f")


@pytest.mark.parametrize("recursion", [1, 2, 5])
def test_a_recursive_definition_is_laid_out_as_often_as_is_asked(recursion: int) -> None:
    schema = {"type": "object", "properties": {"name": {"type": "string"}, "next": {"$ref": "#"}}}
    report = resolve_with_report(schema, recursion=recursion)
    assert [remark.path for remark in report.remarks] == [".".join(["next"] * recursion)]
    assert [node.path.count("next") for node in parse_eval_schema(report.schema).leaves()] == list(range(recursion + 1))


@pytest.mark.parametrize("recursion", [0, -1, True, 2.0, "3", MAX_DEPTH + 1, None])
def test_recursion_is_a_whole_number_from_one(recursion: Any) -> None:
    with pytest.raises(SchemaError, match="recursion is a whole number from 1"):
        resolve_with_report({"type": "object"}, recursion=recursion)


def test_recursion_through_long_ways_ends_in_an_error_and_not_in_a_crash() -> None:
    chain = {f"d{i}": {"properties": {"a": {"$ref": f"#/$defs/d{(i + 1) % 60}"}}} for i in range(60)}
    with pytest.raises(SchemaError, match="nested"):
        resolve_with_report({"$ref": "#/$defs/d0", "$defs": chain})


@pytest.mark.parametrize(
    "definition",
    [
        {"$ref": "#/$defs/A"},
        {"allOf": [{"$ref": "#/$defs/A"}]},
        {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/A"}]},
        {"allOf": [{"oneOf": [{"allOf": [{"$ref": "#/$defs/A"}]}]}]},
        {"dependentSchemas": {"x": {"$ref": "#/$defs/A"}}},
    ],
)
def test_circles_with_no_field_in_between_are_refused(definition: dict[str, Any]) -> None:
    schema = {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": definition}}
    with pytest.raises(SchemaError, match="leads back into itself") as caught:
        resolve_with_report(schema)
    assert caught.value.path == "a"
