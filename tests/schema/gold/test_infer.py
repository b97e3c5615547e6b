import collections
import datetime
import decimal
import logging
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from evaljson.base.errors import InputError, SchemaError
from evaljson.schema import find_gold_problems, infer_schema, infer_with_report, parse_eval_schema
from tests.schema.generate import records

STR, INT, NUM, BOOL = ({"type": name} for name in ("string", "integer", "number", "boolean"))


def of(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


@pytest.mark.parametrize(
    ("gold", "schema"),
    [
        ([{"b": "x", "a": 1}], of(a=INT, b=STR)),
        ([{"a": None}, {"a": 1.5}], of(a=NUM)),
        ([{"a": None}, {}], of(a=STR)),
        ([{"a": True}, {"b": False}], of(a=BOOL, b=BOOL)),
        ([{"a": 1}, {"a": 1.5}], of(a=NUM)),
        ([{"a": 1.5}, {"a": 1}], of(a=NUM)),
        ([{"a": 2**100}], of(a=INT)),
        ([{"a": float("nan")}], of(a=NUM)),
        ([{}], of()),
        ([{"a": {}}], of(a=of())),
        ([{"a": {}}, {"a": {"z": 1, "y": 2}}], of(a=of(y=INT, z=INT))),
        ([{"a": []}], of(a={"type": "array", "items": STR})),
        ([{"a": []}, {"a": None}, {"a": ["x"]}], of(a={"type": "array", "items": STR})),
        ([{"a": [None]}], of(a={"type": "array", "items": STR})),
        ([{"a": [None, 1]}, {"a": [2.5]}], of(a={"type": "array", "items": NUM})),
        ([{"a": [{"x": 1}, {}]}, {"a": [{"y": "s"}]}], of(a={"type": "array", "items": of(x=INT, y=STR)})),
        ([{"a": [[1], [[]]]}], of(a={"type": "array", "items": {"type": "array", "items": INT}})),
        ([{"a": [[]]}], of(a={"type": "array", "items": {"type": "array", "items": STR}})),
        ([{"type": "x", "properties": {"items": 1}}], of(type=STR, properties=of(items=INT))),
        ([{"odd.key": 1, "a[0]": "x", "": True}], of(**{"odd.key": INT, "a[0]": STR, "": BOOL})),
        ([collections.OrderedDict(a=collections.OrderedDict(b=1))], of(a=of(b=INT))),
    ],
)  # fmt: skip
def test_infers(gold: list[dict[str, Any]], schema: dict[str, Any]) -> None:
    assert infer_schema(gold) == schema
    assert list(infer_schema(gold)["properties"]) == sorted(schema["properties"])


@pytest.mark.parametrize(
    ("values", "kept", "types", "example"),
    [
        (["x", 1, None, 2], "string", {"string": 1, "integer": 2}, 1),
        ([None, 1, 2.5, "x"], "number", {"integer": 1, "number": 1, "string": 1}, 3),
        ([1, True], "integer", {"integer": 1, "boolean": 1}, 1),
        ([{"b": 1}, "x", {"c": 2}], "object", {"object": 2, "string": 1}, 1),
        (["x", {"b": 1}], "string", {"string": 1, "object": 1}, 1),
        ([["x"], {"b": 1}], "array", {"array": 1, "object": 1}, 1),
        (["x", True, [], {}], "string", {"string": 1, "boolean": 1, "array": 1, "object": 1}, 1),
    ],
)  # fmt: skip
def test_a_position_of_several_types_keeps_the_first_and_is_reported(
    values: list[Any], kept: str, types: dict[str, int], example: int
) -> None:
    report = infer_with_report([{"a": value} for value in values])
    (mixed,) = report.mixed
    assert (mixed.path, mixed.kept, mixed.types, mixed.example) == ("a", kept, types, example)
    assert report.schema["properties"]["a"]["type"] == kept


def test_the_children_of_a_mixed_position_come_from_the_values_of_its_type() -> None:
    report = infer_with_report([{"a": [{"b": 1}, "x", {"c": "y"}]}])
    assert report.schema == of(a={"type": "array", "items": of(b=INT, c=STR)})
    assert [(mixed.path, mixed.example) for mixed in report.mixed] == [("a[]", 0)]


def test_one_warning_is_logged_for_each_mixed_path(caplog: pytest.LogCaptureFixture) -> None:
    gold = [{"b": index, "a": [index, "x"]} for index in range(50)] + [{"b": "x"}]
    infer_schema(gold)
    messages = [record.getMessage() for record in caplog.records]
    assert [message.split(":")[0] for message in messages] == ["a[]", "b"]
    assert "50 integer, 1 string" in messages[1]
    assert "gold[50]" in messages[1]


def test_a_report_logs_nothing(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        infer_with_report([{"a": 1}, {"a": "x"}])
    assert not caplog.records


def test_the_report_tells_what_was_never_filled_and_what_was_null() -> None:
    gold = [
        {"n": None, "l": [], "o": {}, "f": None, "deep": {"x": None}},
        {"n": None, "l": None, "f": 1},
        {"p": [None]},
    ]
    report = infer_with_report(gold)
    assert report.empty == ("deep.x", "l", "n", "o", "p[]")
    assert report.nullable == {"deep.x": 1, "f": 1, "l": 1, "n": 2, "p[]": 1}
    assert report.n_records == 3


def test_no_records_are_refused() -> None:
    with pytest.raises(SchemaError, match="no gold records"):
        infer_schema([])


@pytest.mark.parametrize(
    ("gold", "path", "problem"),
    [
        ([{}, {"a": [{"d": 1}, {"d": datetime.date(2024, 1, 1)}]}], "a[1].d", r"gold\[1\]: datetime.date"),
        ([{"a": decimal.Decimal(1)}], "a", "decimal.Decimal is not a JSON value"),
        ([{"a": np.float64(1)}], "a", "numpy.float64 is not a JSON value"),
        ([{"a": (1, 2)}], "a", "builtins.tuple"),
        ([{"a": 1}, {"a": {1}}], "a", r"gold\[1\]: builtins.set"),
        ([{"a": {"b": {1: "x"}}}], "a.b", "the key 1 is not a string"),
        ([{}, None], "", r"gold\[1\] is not a JSON object but null"),
        ([["a"]], "", r"gold\[0\] is not a JSON object but array"),
    ],
)
def test_what_json_does_not_have_is_refused_with_its_path(gold: list[Any], path: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem) as caught:
        infer_schema(gold)
    assert caught.value.path.startswith(path)


def nested(levels: int) -> dict[str, Any]:
    value: Any = 1
    for _ in range(levels):
        value = {"a": value}
    return {"a": value}


def test_as_deep_as_an_eval_schema_can_be_is_inferred() -> None:
    assert len(list(parse_eval_schema(infer_schema([nested(99)])).walk())) == 101


def test_deeper_records_are_refused() -> None:
    with pytest.raises(InputError, match="deeper than 100 levels"):
        infer_schema([nested(10_000)])


def test_a_record_that_contains_itself_is_refused() -> None:
    record: dict[str, Any] = {}
    record["me"] = record
    with pytest.raises(InputError, match="deeper than 100 levels"):
        infer_schema([record])


@settings(deadline=None)
@given(records)
def test_an_inferred_schema_can_be_parsed_and_knows_all_fields_and_types(gold: list[dict[str, Any]]) -> None:
    report = infer_with_report(gold)
    tree = parse_eval_schema(report.schema)
    mixed = {position.path for position in report.mixed}
    problems = find_gold_problems(gold, tree, warn_missing=False)
    assert {(problem.kind, problem.path) for problem in problems} == {("type", path) for path in mixed}


@settings(deadline=None)
@given(records)
def test_without_mixed_positions_the_order_of_records_does_not_matter(gold: list[dict[str, Any]]) -> None:
    report = infer_with_report(gold)
    if not report.mixed:
        assert infer_with_report(gold[::-1]).schema == report.schema
