"""Records against a JSON Schema: what is counted, and what a hostile schema cannot do."""

import json
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

from evaljson.base.errors import InputError, SchemaError
from evaljson.schema.conform import validator
from evaljson.schema.conform.check import check_conformity
from evaljson.stats import wilson_interval

CASES = json.loads((Path(__file__).parents[2] / "cases" / "conformity.json").read_bytes())


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_cases(case: dict[str, Any]) -> None:
    found = check_conformity([case["record"]], case["schema"])
    counted = [[one.path, one.keyword] for one in found.violations for _ in range(one.values)]
    assert sorted(counted) == sorted(case["violations"])
    assert found.conforming == (not case["violations"])


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_record_conforms_exactly_if_jsonschema_says_so(case: dict[str, Any]) -> None:
    random = Random(case["name"])
    schema = case["schema"]
    plain: Any = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)(schema)
    records = [case["record"], *(damaged(case["record"], random) for _ in range(30))]
    for record in (record for record in records if record is not None):
        assert bool(check_conformity([record], case["schema"]).conforming) == plain.is_valid(record), record


def damaged(value: Any, random: Random) -> Any:
    if random.random() < 0.3:
        return random.choice([1, 2, 0.5, "12", "x", True, None, [], {}, [1], {"a": 1}])
    if isinstance(value, dict):
        kept = {key: damaged(item, random) for key, item in value.items() if random.random() < 0.8}
        return kept | ({"x9": damaged("y", random)} if random.random() < 0.2 else {})
    return [damaged(item, random) for item in value] if isinstance(value, list) else value


def test_violations_are_counted_by_record_with_examples() -> None:
    schema = {"properties": {"n": {"items": {"type": "number"}}, "a": {"enum": ["x"]}}, "required": ["a"]}
    records = [{"a": "x", "n": ["1", "2"]}, {"a": "y"}, None, {"a": "x", "n": [1, "3"]}, {"a": "x"}]
    found = check_conformity(records, schema, ids=list("abcde"))
    assert (found.records, found.conforming, found.missing) == (5, 1, 1)
    assert (found.share, found.interval) == (0.2, wilson_interval(1, 5))
    first, second = found.violations
    assert (first.path, first.keyword, first.values, first.records, first.examples) == ("n[]", "type", 3, 2, ("a", "d"))
    assert (second.path, second.keyword, second.records, second.examples) == ("a", "enum", 1, ("b",))
    assert found.per_field == {"n[]": 0.5, "a": 0.75}


def test_no_records_have_no_share() -> None:
    found = check_conformity([], {})
    assert (found.share, found.interval, found.violations) == (None, None, ())


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ({"type": "strnig"}, "this is not a JSON Schema: 'strnig' is not valid"),
        ({"properties": {"a": {"$ref": "#/$defs/nope"}}}, r'"\$ref" .* leads to nothing in the schema'),
        ({"properties": {"a": {"$ref": "https://example.org/a.json"}}}, "leads to nothing in the schema"),
        ({"properties": {"a": {"$ref": "file:///etc/passwd"}}}, "leads to nothing in the schema"),
        ({"$ref": "#"}, "refers to itself without end|more than 100,000 references"),
        ({"properties": {"a": {"pattern": "("}}}, '"pattern": .* is not a regular expression'),
        ({"properties": {"a": {"pattern": "x" * 6000}}}, "at most 5,000 characters"),
        (
            {"patternProperties": {"(a+)+$": {}}, "unevaluatedProperties": False},
            '"unevaluatedProperties" .* not checked',
        ),
        ({"$schema": "http://json-schema.org/draft-03/schema#"}, "older than draft 4"),
        ([], "a schema is a JSON object"),
    ],
)
def test_a_schema_that_cannot_be_used_is_refused(schema: Any, message: str) -> None:
    with pytest.raises((SchemaError, InputError), match=message):
        check_conformity([{"a": "x"}], schema)


def test_alternatives_that_multiply_end_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(validator, "MOST_REFERENCES", 1_000)
    size = 40
    defs: dict[str, Any] = {f"d{i}": {"allOf": [{"$ref": f"#/$defs/d{i + 1}"}] * 2} for i in range(size)}
    schema = {"$defs": {**defs, f"d{size}": {"type": "string"}}, "$ref": "#/$defs/d0"}
    with pytest.raises(InputError, match=r"record 1 cannot be checked .* more than 100,000 references"):
        check_conformity([1], schema)


def test_a_pattern_that_explodes_is_a_violation_that_says_so() -> None:
    found = check_conformity([{"a": "x" * 200_000}], {"properties": {"a": {"pattern": "(x+x+)+y"}}})
    (one,) = found.violations
    assert (one.path, one.keyword, one.message.startswith("not checked: ")) == ("a", "pattern", True)
