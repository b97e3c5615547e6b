import datetime
import logging
from typing import Any

import pytest
from hypothesis import given, settings

from evaljson.base import paths
from evaljson.base.errors import GoldValidationError, SchemaError
from evaljson.base.jsontypes import type_name
from evaljson.schema import SchemaNode, find_gold_problems, infer_schema, parse_eval_schema, validate_gold
from tests.schema.generate import records


def of(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def many(**properties: Any) -> dict[str, Any]:
    return {"type": "array", "items": of(**properties)}


STRING, INTEGER, NUMBER = {"type": "string"}, {"type": "integer"}, {"type": "number"}


@pytest.mark.parametrize(
    ("schema", "gold"),
    [
        (of(a=STRING), [{"a": "x"}, {"a": None}]),
        (of(a=NUMBER), [{"a": 1}, {"a": 1.5}, {"a": float("nan")}, {"a": 10**400}]),
        (of(a={"type": ["string", "array"]}), [{"a": "x"}, {"a": [{"any": 1}]}]),
        (of(a={"type": "object"}, b={"type": "array"}), [{"a": {"any": [1]}, "b": [1, "x"]}]),
        (of(a={**of(b=STRING), "x-eval-compare": "exact"}), [{"a": {"c": 1}}]),
        (of(a={"type": "object", "additionalProperties": NUMBER}), [{"a": {"x": 1, "odd.key": None}}, {"a": {}}]),
        (of(a={**of(b=STRING), "additionalProperties": NUMBER}), [{"a": {"b": "x", "c": 1}}]),
        (of(a=many(b=STRING)), [{"a": []}, {"a": None}, {"a": [{"b": "x"}, None]}]),
        (of(a={**of(b=STRING), "x-eval-skip": True}, c={**STRING, "x-eval-skip": True}), [{"a": {"new": 1}}, {"c": 5}]),
        (of(a={"type": "array", "items": {"type": "array", "items": NUMBER}}), [{"a": [[1], [], None]}]),
        (of(type=STRING, items=STRING, properties=STRING), [{"type": "x", "items": "y", "properties": "z"}]),
        (of(), []),
    ],
)
def test_says_nothing_about_gold_that_fits(schema: dict[str, Any], gold: list[Any]) -> None:
    assert validate_gold(gold, schema, strict_types=True) == []


@pytest.mark.parametrize(
    ("schema", "gold", "kind", "path", "count", "n_values", "example"),
    [
        (of(a=STRING), [{}, {"a": None}, {}], "missing", "a", 2, 2, (0, "a", None)),
        (of(a=of(b=STRING)), [{"a": None}, {"a": {}}], "missing", "a.b", 1, 1, (1, "a.b", None)),
        (of(a=of(b=STRING)), [{}], "missing", "a", 1, 1, (0, "a", None)),
        (of(a=many(b=STRING)), [{"a": [{"b": ""}, {}, {}]}], "missing", "a[].b", 1, 2, (0, "a[1].b", None)),
        (of(a=INTEGER), [{"a": 1}, {"a": True}, {"a": True}], "type", "a", 2, 2, (1, "a", "True")),
        (of(a=INTEGER), [{"a": 1.0}], "type", "a", 1, 1, (0, "a", "1.0")),
        (of(a=NUMBER), [{"a": "1"}], "type", "a", 1, 1, (0, "a", "'1'")),
        (of(a=NUMBER), [{"a": False}], "type", "a", 1, 1, (0, "a", "False")),
        (of(a=STRING), [{"a": {"b": 1}}], "type", "a", 1, 1, (0, "a", "{'b': 1}")),
        (of(a=of(b=STRING)), [{"a": []}, {"a": "x"}], "type", "a", 2, 2, (0, "a", "[]")),
        (of(a=many(b=STRING)), [{"a": {"b": "x"}}], "type", "a", 1, 1, (0, "a", "{'b': 'x'}")),
        (of(a=many(b=STRING)), [{"a": [1, {"b": "x"}, "y"]}], "type", "a[]", 1, 2, (0, "a[0]", "1")),
        (of(a={"type": "array"}), [{"a": {}}], "type", "a", 1, 1, (0, "a", "{}")),
        (of(a={"type": ["string", "array"]}), [{"a": 1}], "type", "a", 1, 1, (0, "a", "1")),
        (of(a={"type": "null"}), [{"a": 1}, {"a": None}], "type", "a", 1, 1, (0, "a", "1")),
        (
            of(m={"type": "object", "additionalProperties": NUMBER}),
            [{"m": {"x": 1, "odd.key": "y"}}],
            "type", "m.*", 1, 1, (0, "m['odd.key']", "'y'"),
        ),
        (of(**{"a.b": of(**{"*": STRING})}), [{"a.b": {}}], "missing", "['a.b']['*']", 1, 1, (0, "['a.b']['*']", None)),
    ],
)  # fmt: skip
def test_finds(
    schema: dict[str, Any], gold: list[Any], kind: str, path: str, count: int, n_values: int, example: Any
) -> None:
    (finding,) = validate_gold(gold, schema)
    assert (finding.kind, finding.path, finding.count, finding.n_values) == (kind, path, count, n_values)
    assert (finding.example.record, finding.example.path, finding.example.value) == example
    assert finding.message.startswith(f"{path}: ")


@pytest.mark.parametrize(
    ("schema", "gold", "path", "problem"),
    [
        (of(a=STRING), [{"a": ""}, {"b": 1}], "b", r"^b: not in the schema, in 1 of 2 records, first in gold\[1\]"),
        (of(a=many(b=STRING)), [{"a": [{"b": "x"}, {"c": 1}]}], "a[].c", r"at a\[1\]\.c: 1\. Add it to the schema"),
        (of(price=STRING), [{"pirce": 1}], "pirce", r"Did you mean 'price'\?"),
        (of(a=STRING), [{"b": 1}, {"b": 2}], "b", r"There is 1 more, at the same field\.$"),
        (of(a=STRING), [{"b": 1}, {"b": 2, "c": 3}], "b", r"There are 2 more, also at c\.$"),
        (of(a=of(b=STRING), c=of(d=STRING)), [{"c": {"x": 1}}, {"a": {"y": 1}}], "c.x", r"also at a\.y\.$"),
        (of(a=STRING), [{chr(98 + n): 1 for n in range(9)}], "b", r"also at c, d, e, f, g and 3 more\.$"),
    ],
)  # fmt: skip
def test_refuses_fields_that_the_schema_lacks(schema: dict[str, Any], gold: list[Any], path: str, problem: str) -> None:
    with pytest.raises(GoldValidationError, match=problem) as caught:
        validate_gold(gold, schema)
    assert caught.value.path == path


def test_names_the_record_by_its_id() -> None:
    schema = {**of(a=STRING), "x-eval-id": "doc"}
    with pytest.raises(GoldValidationError, match=r"first in gold\[1\] \(id 'D7'\) at b") as caught:
        validate_gold([{"doc": "D6", "a": "x"}, {"doc": "D7", "b": 1}], schema)
    assert (caught.value.record_id, caught.value.path) == ("D7", "b")


def test_names_the_record_by_its_index_where_there_are_no_ids() -> None:
    with pytest.raises(GoldValidationError, match=r"first in gold\[1\] at b") as caught:
        validate_gold([{"a": "x"}, {"b": 1}], of(a=STRING))
    assert caught.value.record_id == 1


@pytest.mark.parametrize(
    ("record", "shown"), [({}, "there is none"), ({"doc": True}, "boolean"), ({"doc": 1.0}, "number")]
)
def test_an_id_is_there_and_text_or_an_integer(record: dict[str, Any], shown: str) -> None:
    gold = [{"doc": "D6"}, record]
    with pytest.raises(GoldValidationError, match=rf"gold\[1\]: the id 'doc' .* {shown}") as caught:
        validate_gold(gold, of(a=STRING), id_field="doc", warn_missing=False)
    assert (caught.value.record_id, caught.value.path) == (1, "doc")


@pytest.mark.parametrize("schema", [of(a=STRING), of(a=STRING, doc=NUMBER), {**of(a=STRING), "x-eval-id": "doc"}])
def test_the_id_field_need_not_be_in_the_schema_and_is_not_checked(schema: dict[str, Any]) -> None:
    assert validate_gold([{"doc": "D6", "a": "x"}, {"doc": 7, "a": "x"}], schema, id_field="doc") == []


def test_the_id_field_is_no_entry_of_a_map() -> None:
    schema = {"type": "object", "additionalProperties": NUMBER}
    assert validate_gold([{"doc": "D6", "a": 1}], schema, id_field="doc") == []


def test_the_id_field_is_known_at_the_root_only() -> None:
    with pytest.raises(GoldValidationError, match="not in the schema") as caught:
        validate_gold([{"doc": "D6", "a": {"doc": "x"}}], of(a=of(b=STRING)), id_field="doc", warn_missing=False)
    assert caught.value.path == "a.doc"


def test_two_id_fields_are_refused() -> None:
    with pytest.raises(SchemaError, match="x-eval-id is 'doc', but id_field is 'id'"):
        validate_gold([], {**of(a=STRING), "x-eval-id": "doc"}, id_field="id")


def test_unknown_fields_can_be_collected_instead(caplog: pytest.LogCaptureFixture) -> None:
    findings = find_gold_problems([{"b": 1, "a": "x"}, {"b": None}], of(a=STRING))
    assert [(finding.kind, finding.path, finding.count) for finding in findings] == [
        ("unknown", "b", 2),
        ("missing", "a", 1),
    ]
    assert not caplog.records


def test_missing_fields_can_be_left_out() -> None:
    assert validate_gold([{}], of(a=STRING), warn_missing=False) == []


@pytest.mark.parametrize("value", [True, "1", [], {}])
def test_strict_types_refuses_other_types(value: Any) -> None:
    with pytest.raises(GoldValidationError, match=r"instead of number in 1 of 2 records, first in gold\[1\]") as caught:
        validate_gold([{"a": 1}, {"a": value}], of(a=NUMBER), strict_types=True)
    assert caught.value.path == "a"


def test_one_line_is_logged_for_each_path(caplog: pytest.LogCaptureFixture) -> None:
    gold = [{"items": [{"price": "1"}, {"price": 2}]} for _ in range(50)]
    validate_gold(gold, of(items=many(price=NUMBER, unit=STRING)))
    assert [(record.levelno, record.getMessage()) for record in caplog.records] == [
        (logging.WARNING, f"{path} in 50 of 50 records, first in gold[0] at {example}")
        for path, example in (
            ("items[].price: string instead of number", "items[0].price: '1'"),
            ("items[].unit: missing", "items[0].unit"),
        )
    ]


@pytest.mark.parametrize(
    ("settings_", "value", "n_found"),
    [
        ({}, "PVD", 0),
        ({}, "pvd", 1),
        ({}, 1.0, 0),
        ({}, True, 1),
        ({}, None, 1),
        ({"x-eval-nulls": {"absent": [None]}}, None, 0),
        ({"x-eval-nulls": {"absent": [""]}}, None, 1),
        ({"x-eval-transform": ["lowercase"]}, "PvD", 0),
        ({"x-eval-transform": ["lowercase"]}, 1, 0),
        ({"x-eval-transform": [{"type_convert": {"to": "str"}}]}, "1", 0),
        ({}, [1], 0),
        ({}, [1.0], 1),
    ],
)
def test_gold_that_its_oneof_does_not_list_is_found(settings_: dict[str, Any], value: Any, n_found: int) -> None:
    listed = {"oneof": {"values": ["PVD", 1, [1]]}}
    types = ["string", "integer", "number", "boolean", "array"]
    schema = of(a={"type": types, "x-eval-compare": listed, **settings_})
    findings = validate_gold([{"a": value}, {"a": "PVD"}], schema)
    assert [(finding.kind, finding.count) for finding in findings] == [("not_listed", 1)] * n_found


def test_a_missing_field_is_missing_and_not_unlisted() -> None:
    schema = of(a={**STRING, "x-eval-compare": {"oneof": {"values": ["x"]}}})
    assert [finding.kind for finding in validate_gold([{}], schema)] == ["missing"]


@pytest.mark.parametrize(
    ("schema", "gold", "path", "problem"),
    [
        (of(a=STRING), [{"a": datetime.date(2024, 1, 1)}], "a", r"gold\[0\] at a: datetime.date is not a JSON value"),
        (of(a={"type": "array"}), [{"a": [{"b": (1,)}]}], "a", "type tuple is not a JSON value"),
        (of(a=of(b=STRING)), [{"a": {1: "x"}}], "a", "the key 1 is not a string"),
        (of(a=STRING), [{"a": "x"}, None], "", r"gold\[1\] is not a JSON object but null"),
        (of(a=STRING), {"a": "x"}, "", r"gold\[0\] is not a JSON object but string"),
    ],
)
def test_what_json_does_not_have_is_refused(schema: dict[str, Any], gold: Any, path: str, problem: str) -> None:
    with pytest.raises(GoldValidationError, match=problem) as caught:
        find_gold_problems(gold, schema)
    assert caught.value.path.startswith(path)


LARGE = {"text": "x" * 10**6, "number": 10**5000, "array": [[[[[1]]]]] * 10**4, "object": dict.fromkeys("abcdefgh", 1)}


@pytest.mark.parametrize("value", LARGE.values(), ids=LARGE)
def test_examples_are_short(value: Any) -> None:
    schema = of(a={"type": "boolean"})
    (finding,) = validate_gold([{"a": value}], schema)
    assert len(finding.message) < 300
    assert "\n" not in finding.message


def test_takes_a_parsed_tree() -> None:
    assert validate_gold([{"a": "x"}], parse_eval_schema(of(a=STRING))) == []


def plainly(node: SchemaNode, value: Any, path: str) -> list[tuple[str, str, str]]:
    """The same rules, one value at a time: (kind, schema path, instance path)."""
    name = type_name(value)
    if value is None:
        return []
    types = {node.type} if isinstance(node.type, str) else {*node.type}
    if name not in types and not (name == "integer" and "number" in types):
        return [("type", node.path, path)]
    if node.comparator is not None:
        return []
    if isinstance(value, list):
        assert node.items is not None
        return [
            fault
            for index, inner in enumerate(value)
            for fault in plainly(node.items, inner, paths.element(path, index))
        ]
    faults = [
        ("missing", child.path, paths.child(path, key)) for key, child in node.properties.items() if key not in value
    ]
    for key, inner in value.items():
        where = paths.child(path, key)
        if key in node.properties:
            faults += plainly(node.properties[key], inner, where)
        else:
            faults.append(("unknown", paths.child(node.path, key), where))
    return faults


@settings(deadline=None)
@given(records, records)
def test_finds_what_a_plain_walk_finds(known: list[dict[str, Any]], gold: list[dict[str, Any]]) -> None:
    tree = parse_eval_schema(infer_schema(known))
    expected: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for index, record in enumerate(gold):
        for kind, path, where in plainly(tree, record, ""):
            expected.setdefault((kind, path), []).append((index, where))
    findings = find_gold_problems(gold, tree)
    assert {(finding.kind, finding.path): (finding.count, finding.n_values) for finding in findings} == {
        key: (len({index for index, _ in places}), len(places)) for key, places in expected.items()
    }
    for finding in findings:
        assert (finding.example.record, finding.example.path) == expected[finding.kind, finding.path][0]
