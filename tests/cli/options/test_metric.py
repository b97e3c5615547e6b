"""How metrics are written on the command line."""

import re
from typing import Any

import pytest

from evaljson import InputError
from evaljson.base.errors import LoadError
from evaljson.cli.options.metric import parse_metric
from evaljson.metrics import METRICS
from tests.cli.conftest import Write


@pytest.mark.parametrize(
    ("text", "params"),
    [
        ("json_similarity", {}),
        ("json_similarity:target_key=total", {"target_key": "total"}),
        ("json_similarity:target_key=2024", {"target_key": "2024"}),
        ("json_similarity:target_key=@type", {"target_key": "@type"}),
        ("json_similarity:target_key=a=b:c", {"target_key": "a=b:c"}),
        ('json_similarity:target_key="a,b"', {"target_key": "a,b"}),
        ("json_similarity:target_output_key=total", {"target_key": "total"}),
        ("json_distance:parse_strings=false, absent_is_null=false", {"parse_strings": False, "absent_is_null": False}),
        ('json_difference:weights={"a": 0.5, "b": 1}', {"weights": {"a": 0.5, "b": 1}}),
        ("json_field_match_normalized:strict=true", {"strict": True, "normalized": True}),
    ],
)
def test_values_are_json_and_text_needs_no_quotes(text: str, params: dict[str, Any]) -> None:
    spec = parse_metric(text, "--metric")
    assert (spec.text, spec.metric, dict(spec.params)) == (text, METRICS[text.partition(":")[0]], params)


def test_an_object_may_stand_in_a_file(write: Write) -> None:
    write("w.json", {"a": 0.5})
    spec = parse_metric("json_difference:weights=@w.json", "--metric")
    assert (spec.params, spec.files) == ({"weights": {"a": 0.5}}, ("w.json",))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("json_similarty", "there is no metric 'json_similarty'. Did you mean 'json_similarity'?"),
        ("json_similarity:", "write NAME or NAME:PARAM=VALUE"),
        ("json_similarity:target_key", "write NAME or NAME:PARAM=VALUE"),
        ("json_distance:parse_strings=true,", "write NAME or NAME:PARAM=VALUE"),
        ("json_field_match:normalize=true", "has no parameter 'normalize'. Did you mean 'normalized'?"),
        ("json_field_match:strict=true,strict=false", "'strict' is given twice"),
        ("json_similarity:target_key=a,target_output_key=b", "another name for 'target_key'"),
        ("json_field_match:strict=True", "'True' is not JSON: Expecting value: 'True'; write true or false."),
        ("json_field_match:strict=1", "takes a boolean, not integer"),
        ("json_field_match:strict=true;", "';' follows the value"),
        ('json_similarity:target_key="a', "is not JSON: Unterminated string"),
        ("json_difference:weights=[1]", "takes an object, not array"),
        ('json_difference:weights={"a": NaN}', "NaN is not JSON"),
        ('json_difference:weights={"a": 1, "a": 0}', "the key 'a' appears twice"),
        ("json_difference:weights=@", "@ needs the name of a JSON file"),
        ("json_difference:weights=@-", "@ needs the name of a JSON file"),
        ('json_difference:weights={"a":' + "[" * 50_000, "nested too deeply"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_way_out(text: str, message: str) -> None:
    with pytest.raises(InputError, match=f"^--metric x: .*{re.escape(message)}"):
        parse_metric(text, "--metric x")


@pytest.mark.parametrize(("content", "message"), [(None, "no such file"), ("{oops", "no valid JSON at line 1")])
def test_a_file_that_cannot_be_read_is_named(write: Write, content: str | None, message: str) -> None:
    if content is not None:
        write("w.json", content)
    with pytest.raises(LoadError, match=f"w.json: {message}"):
        parse_metric("json_difference:weights=@w.json", "--metric")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("json_similarity", "json_similarity:target_key=*", True),
        ("json_similarity:target_key=a", "json_similarity:target_output_key=a", True),
        ("json_field_match", "json_field_match:strict=false", True),
        ("json_field_match", "json_field_match:strict=true", False),
        ('json_difference:weights={"a":1}', 'json_difference:weights={"a":0}', False),
    ],
)
def test_two_are_one_where_they_compute_the_same(one: str, other: str, same: bool) -> None:
    assert (parse_metric(one, "").key == parse_metric(other, "").key) is same
