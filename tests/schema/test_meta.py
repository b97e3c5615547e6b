import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from evaljson.base.errors import SchemaError
from evaljson.schema import meta_schema, parse_eval_schema
from evaljson.schema.parse.entries import KEYS
from tests.property.conftest import graded_comparator as graded_comparator
from tests.property.generate import schemas

ROOT = Path(__file__).parents[2]
CASES = json.loads((ROOT / "tests/cases/scoring.json").read_text(encoding="utf-8"))
UNRESOLVED = [
    case
    for case in json.loads((ROOT / "tests/cases/resolve.json").read_text(encoding="utf-8"))
    if "resolved" in case and "misspelt" not in case["name"]
]
SHIPPED = sorted([*ROOT.glob("sample_data/*/eval_schema.json"), ROOT / "tests/planted/schema.json"])
CHECK = Draft202012Validator(meta_schema())


def test_the_meta_schema_is_itself_valid() -> None:
    Draft202012Validator.check_schema(meta_schema())


def test_each_call_gives_a_fresh_copy() -> None:
    meta_schema()["$defs"].clear()
    assert meta_schema()["$defs"]


def test_describes_every_key_that_parsing_knows() -> None:
    text = json.dumps(meta_schema())
    assert [key for key in KEYS if f'"{key}": {{"description"' not in text] == []


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_takes_the_schemas_of_the_scoring_cases(case: dict[str, Any]) -> None:
    CHECK.validate(case["schema"])


@pytest.mark.parametrize("path", SHIPPED, ids=[path.parent.name for path in SHIPPED])
def test_takes_the_schemas_that_are_shipped(path: Path) -> None:
    CHECK.validate(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("case", UNRESOLVED, ids=[case["name"] for case in UNRESOLVED])
def test_takes_what_is_not_resolved_yet(case: dict[str, Any]) -> None:
    CHECK.validate(case["schema"])


def test_takes_random_eval_schemas() -> None:
    for schema in islice(schemas(5), 200):
        CHECK.validate(schema)


def leaf(**settings: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"a": {"type": "string", **keys(settings)}}}


def array(**settings: Any) -> dict[str, Any]:
    items = {"type": "object", "properties": {"k": {"type": "string"}, "l": {"type": "string"}}}
    return {"type": "object", "properties": {"a": {"type": "array", "items": items, **keys(settings)}}}


def keys(settings: dict[str, Any]) -> dict[str, Any]:
    return {f"x-eval-{name}": value for name, value in settings.items()}


@pytest.mark.parametrize(
    "schema",
    [
        leaf(compare="exact"),
        leaf(compare={"exact": {}}),
        leaf(compare={"numeric": {"tolerance": {"rel": 0.1, "abs": 0}}}),
        leaf(compare={"oneof": {"values": [None, 1, "x", []]}}),
        leaf(compare="semantic"),
        leaf(transform=[]),
        leaf(transform=["strip", {"round_digits": {"digits": 2}}]),
        leaf(skip=False),
        leaf(weight=0),
        leaf(weight=2.5),
        leaf(threshold=1),
        leaf(nulls={"absent": []}),
        leaf(nulls={"absent": [None, "", []], "both_absent": "match"}),
        array(align={"ordered": True}),
        array(align={"match_by": "ordered"}),
        array(align={"match_by": "key_field", "key": "k"}),
        array(align={"match_by": "key_field", "key": ["k"]}),
        array(align={"match_by": "key_field", "key": ["k", "l"], "transform": []}),
        array(align={"match_by": "key_field", "key": "k", "transform": ["strip", {"round_digits": {"digits": 2}}]}),
        array(align={"match_by": "hungarian", "min_score": 0.5}),
        array(align={"match_by": "hungarian", "on": ["k"]}),
        array(align={"match_by": "hungarian", "on": ["l", "k"], "min_score": 1}),
        array(align=[{"ordered": True}]),
        array(align=[{"match_by": "key_field", "key": ["k", "l"]}, {"match_by": "hungarian", "on": ["k"]}]),
        array(align=[{"match_by": "key_field", "key": "k"}, {"match_by": "key_field", "key": "l"}, {"ordered": True}]),
        array(compare="exact", threshold=0.5, transform=["strip"]),
        array(weight=2, skip=True, nulls={"absent": [[]]}),
        {**leaf(), "x-eval-id": "a"},
        {**leaf(), "additionalProperties": {"type": "number", "x-eval-weight": 2}},
    ],
)
def test_takes_what_parsing_takes(schema: dict[str, Any]) -> None:
    parse_eval_schema(schema)
    CHECK.validate(schema)


@pytest.mark.parametrize(
    "schema",
    [
        leaf(comapre="exact"),
        leaf(compare=""),
        leaf(compare=["exact"]),
        leaf(compare={}),
        leaf(compare={"exact": {}, "numeric": {}}),
        leaf(compare={"exact": None}),
        leaf(compare={"exact": {"tolerance": 1}}),
        leaf(compare={"numeric": {"tolerance": 0.1}}),
        leaf(compare={"numeric": {"tolerance": {"rel": -1}}}),
        leaf(compare={"numeric": {"tolerance": {"relative": 1}}}),
        leaf(compare="oneof"),
        leaf(compare={"oneof": {}}),
        leaf(compare={"oneof": {"values": []}}),
        leaf(compare={"oneof": {"values": "x"}}),
        leaf(transform="strip"),
        leaf(transform=[{"strip": {}, "lowercase": {}}]),
        leaf(skip="yes"),
        leaf(weight=-1),
        leaf(weight="2"),
        leaf(weight=True),
        leaf(threshold=1.5),
        leaf(nulls=[None]),
        leaf(nulls={"both_absent": "skip"}),
        leaf(nulls={"absent": [None], "both_absent": "ignore"}),
        leaf(nulls={"absent": [None], "both": "skip"}),
        leaf(align={"ordered": True}),
        leaf(id="a"),
        array(align="hungarian"),
        array(align={"ordered": False}),
        array(align={"match_by": "hungarain"}),
        array(align={"match_by": "key_field"}),
        array(align={"match_by": "hungarian", "key": "k"}),
        array(align={"match_by": "hungarian", "min_score": 2}),
        array(align={"match_by": "key_field", "key": []}),
        array(align={"match_by": "key_field", "key": ["k", "k"]}),
        array(align={"match_by": "key_field", "key": ["k", 1]}),
        array(align={"match_by": "key_field", "key": None}),
        array(align={"match_by": "key_field", "key": "k", "transform": "strip"}),
        array(align={"match_by": "key_field", "key": "k", "transform": [{"strip": {}, "lowercase": {}}]}),
        array(align={"match_by": "key_field", "key": "k", "on": ["k"]}),
        array(align={"match_by": "key_field", "transform": ["strip"]}),
        array(align={"match_by": "hungarian", "on": []}),
        array(align={"match_by": "hungarian", "on": "k"}),
        array(align={"match_by": "hungarian", "on": ["k", "k"]}),
        array(align={"match_by": "hungarian", "on": [1]}),
        array(align={"match_by": "hungarian", "transform": ["strip"]}),
        array(align={"match_by": "ordered", "on": ["k"]}),
        array(align=[]),
        array(align=["ordered"]),
        array(align=[{"ordered": True}, {"match_by": "key_field"}]),
        array(align=[[{"ordered": True}]]),
        array(threshold=0.5),
        array(transform=["strip"]),
        {**leaf(), "x-eval-id": ""},
        {**leaf(), "x-eval-threshold": 0.5},
        {"type": "object", "properties": {"a": {"type": "text"}}},
        {"type": "object", "properties": {"a": "string"}},
        {"type": "object", "additionalProperties": {"type": "number", "x-eval-weights": 2}},
        {"type": "array", "items": {"x-eval-foo": 1}},
    ],
)
def test_refuses_what_parsing_refuses(schema: dict[str, Any]) -> None:
    with pytest.raises(SchemaError, match=r"."):
        parse_eval_schema(schema)
    assert not CHECK.is_valid(schema)


@pytest.mark.parametrize("place", ["allOf", "anyOf", "oneOf", "prefixItems"])
def test_checks_the_parts_of_what_is_not_resolved_yet(place: str) -> None:
    assert CHECK.is_valid({"type": "object", place: [{"x-eval-weight": 1}]})
    assert not CHECK.is_valid({"type": "object", place: [{"x-eval-weight": "1"}]})


def test_keys_named_like_settings_are_ordinary_properties() -> None:
    CHECK.validate({"type": "object", "properties": {"x-eval-compare": {"type": "string"}, "type": {"type": "string"}}})
