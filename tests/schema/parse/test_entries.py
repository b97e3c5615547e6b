"""Each `x-eval-*` key with values it takes and values it refuses."""

import re
from typing import Any

import pytest

from evaljson import SchemaError, parse_eval_schema, parse_xeval_entry
from evaljson.schema import AlignSpec, NullPolicy
from evaljson.schema.parse.entries import KEYS

NAN, INF = float("nan"), float("inf")
CHILD = {"type": "object", "properties": {"k": {"type": "string"}, "n": {"type": "number"}}}
BASES: dict[str, dict[str, Any]] = {
    "leaf": {"type": "string"},
    "array": {"type": "array", "items": CHILD},
    "strings": {"type": "array", "items": {"type": "string"}},
    "object": CHILD,
}


def parse(base: str, key: str, value: Any) -> Any:
    node = {**BASES[base], key: value}
    return parse_eval_schema({"type": "object", "properties": {"o": {"type": "object", "properties": {"a": node}}}})


def node_of(base: str, key: str, value: Any) -> Any:
    return parse(base, key, value).properties["o"].properties["a"]


@pytest.mark.parametrize(
    ("base", "key", "value", "attribute", "read"),
    [
        ("leaf", "x-eval-weight", 0, "weight", 0.0),
        ("leaf", "x-eval-weight", 0.25, "weight", 0.25),
        ("array", "x-eval-weight", 7, "weight", 7.0),
        ("leaf", "x-eval-threshold", 0, "threshold", 0.0),
        ("leaf", "x-eval-threshold", 1, "threshold", 1.0),
        ("leaf", "x-eval-skip", True, "skip", True),
        ("object", "x-eval-skip", False, "skip", False),
        ("leaf", "x-eval-transform", [], "transforms", ()),
        ("array", "x-eval-align", {"ordered": True}, "align", AlignSpec()),
        ("array", "x-eval-align", {"match_by": "ordered"}, "align", AlignSpec()),
        ("array", "x-eval-align", {"match_by": "key_field", "key": "k"}, "align", AlignSpec("key_field", "k")),
        ("array", "x-eval-align", {"match_by": "hungarian"}, "align", AlignSpec("hungarian")),
        (
            "array",
            "x-eval-align",
            {"match_by": "hungarian", "min_score": 1},
            "align",
            AlignSpec("hungarian", None, 1.0),
        ),
        ("leaf", "x-eval-nulls", {"absent": [None, ""]}, "nulls", NullPolicy((None, ""), "skip")),
        ("array", "x-eval-nulls", {"absent": [[]], "both_absent": "match"}, "nulls", NullPolicy(([],), "match")),
        ("leaf", "x-eval-nulls", {"absent": []}, "nulls", NullPolicy((), "skip")),
    ],
)
def test_good_values_are_read(base: str, key: str, value: Any, attribute: str, read: Any) -> None:
    assert getattr(node_of(base, key, value), attribute) == read


NO_NUMBERS = [(True, "not boolean"), ("1", "not string"), (None, "not null"), ([1], "not array")]


@pytest.mark.parametrize(
    ("value", "says"),
    [*NO_NUMBERS, *((v, "is a number from 0 to 1e200, not") for v in (-1, -0.1, NAN, INF, -INF, 1e308))],
)
def test_a_weight_is_a_finite_number_of_0_or_more(value: Any, says: str) -> None:
    refused("leaf", "x-eval-weight", value, says)


@pytest.mark.parametrize(
    ("value", "says"), [*NO_NUMBERS, *((v, "is a number from 0 to 1, not") for v in (-0.1, 1.1, NAN, INF))]
)
def test_a_threshold_is_a_number_from_0_to_1(value: Any, says: str) -> None:
    refused("leaf", "x-eval-threshold", value, says)


@pytest.mark.parametrize("value", [1, 0, "true", None, []])
def test_skip_is_true_or_false(value: Any) -> None:
    refused("leaf", "x-eval-skip", value, "takes true or false")


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("numerc", "no comparator 'numerc'. Did you mean 'numeric'?"),
        ({"numeric": {"tolerence": 1}}, "no parameter 'tolerence'. Did you mean 'tolerance'?"),
        ({"numeric": {"tolerance": 1}}, "takes an object, not integer"),
        ({"numeric": {"tolerance": {"relative": 1}}}, "no parameter 'relative'"),
        ({"numeric": {"tolerance": {"rel": "1"}}}, "takes a number, not string"),
        ({"numeric": {"tolerance": {"rel": True}}}, "takes a number, not boolean"),
        ({"numeric": {"tolerance": {"abs": NAN}}}, "takes a number from 0 to 1e100, not nan"),
        ({"numeric": {"tolerance": {"abs": INF}}}, "takes a number from 0 to 1e100, not inf"),
        ({"numeric": {"tolerance": {"abs": -1}}}, "takes a number from 0 to 1e100, not -1"),
        ({"exact": {"case": False}}, "no parameter 'case'. It takes no parameters"),
        ("oneof", "needs the parameter 'values'"),
        ({"oneof": {"values": "x"}}, "takes an array, not string"),
        ({"oneof": {"values": []}}, "list at least one value"),
        ({"exact": {}, "numeric": {}}, 'write "name" or {"name": {parameters}}'),
        ({}, 'write "name"'), ("", 'write "name"'), (None, 'write "name"'), (["exact"], 'write "name"'),
        ({"exact": None}, 'write "name"'), (True, 'write "name"'),
    ],
)  # fmt: skip
def test_a_comparator_has_a_known_name_and_known_parameters(value: Any, says: str) -> None:
    refused("leaf", "x-eval-compare", value, says)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("strip", "takes a list, not string: write ['strip']"),
        ({"strip": {}}, "takes a list, not object"),
        (["lower"], "no transform 'lower'. Did you mean 'lowercase'?"),
        (["round_digits"], "needs the parameter 'digits'"),
        ([{"round_digits": {"digits": 1.5}}], "takes an integer, not number"),
        ([{"round_digits": {"digits": True}}], "takes an integer, not boolean"),
        ([{"type_convert": {"to": "date"}}], "is one of 'str', 'int'"),
        ([{"strip": {"chars": "-"}}], "no parameter 'chars'"),
        ([None], 'write "name"'),
        ([["strip"]], 'write "name"'),
    ],
)
def test_transforms_are_a_list_of_known_names(value: Any, says: str) -> None:
    refused("leaf", "x-eval-transform", value, says)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("hungarian", 'takes an object such as {"match_by": "hungarian"}'),
        ({}, 'needs "match_by"'),
        ({"ordered": False}, '"ordered" of x-eval-align can only be true'),
        ({"ordered": 1}, "can only be true"),
        ({"match_by": "hungarain"}, "Did you mean 'hungarian'?"),
        ({"match_by": None}, 'needs "match_by" with a strategy, not None'),
        ({"match_by": "key_field"}, "needs the parameter 'key'"),
        ({"match_by": "key_field", "key": 5}, "name at least one key"),
        ({"match_by": "key_field", "key": "kk"}, "the elements have no field 'kk' to align by. Did you mean 'k'?"),
        ({"match_by": "hungarian", "min_scor": 0.5}, "Did you mean 'min_score'?"),
        ({"match_by": "hungarian", "min_score": 1.5}, "takes a number from 0 to 1, not 1.5"),
        ({"match_by": "hungarian", "min_score": -0.5}, "takes a number from 0 to 1, not -0.5"),
        ({"match_by": "hungarian", "min_score": True}, "takes a number, not boolean"),
        ({"match_by": "hungarian", "min_score": NAN}, "from 0 to 1, not nan"),
        ({"match_by": "hungarian", "key": "k"}, "has no parameter 'key'"),
        ({"match_by": "hungarian", "ordered": True}, "has no parameter 'ordered'"),
    ],
)
def test_an_alignment_names_a_strategy_and_what_it_needs(value: Any, says: str) -> None:
    refused("array", "x-eval-align", value, says)


@pytest.mark.parametrize("strategy", [{"match_by": "hungarian"}, {"match_by": "key_field", "key": "k"}])
def test_beside_another_strategy_ordered_may_be_false(strategy: Any) -> None:
    alone, beside = (parse("array", "x-eval-align", {**strategy, **more}) for more in ({}, {"ordered": False}))
    assert [node.align for node in alone.walk()] == [node.align for node in beside.walk()]


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ([None], "takes an object such as"), (None, "takes an object such as"), ({}, "needs the parameter 'absent'"),
        ({"absent": None}, "takes an array, not null"), ({"absent": "N/A"}, "takes an array, not string"),
        ({"absent": [None], "both_absent": "ignore"}, "is one of 'skip', 'match', not 'ignore'"),
        ({"absent": [None], "both": "skip"}, "no parameter 'both'"),
    ],
)  # fmt: skip
def test_a_null_policy_lists_values(value: Any, says: str) -> None:
    refused("leaf", "x-eval-nulls", value, says)


@pytest.mark.parametrize(
    ("base", "key", "value", "says"),
    [
        ("object", "x-eval-threshold", 0.5, "belongs on a field that is compared as one value"),
        ("array", "x-eval-threshold", 0.5, "belongs on a field that is compared as one value"),
        ("object", "x-eval-transform", ["strip"], "belongs on a field that is compared as one value"),
        ("array", "x-eval-transform", ["strip"], "belongs on a field that is compared as one value"),
        ("leaf", "x-eval-align", {"ordered": True}, "x-eval-align belongs on an array"),
        ("object", "x-eval-align", {"ordered": True}, "x-eval-align belongs on an array"),
        ("strings", "x-eval-align", {"match_by": "key_field", "key": "k"}, "key_field needs elements that are objects"),
        ("leaf", "x-eval-id", "id", "x-eval-id belongs on the root"),
        ("leaf", "x-eval-cluster", "customer", "x-eval-cluster belongs on the root"),
        ("leaf", "x-eval-wieght", 1, "no setting 'x-eval-wieght'. Did you mean 'x-eval-weight'?"),
        ("object", "x-eval-comparator", "exact", "Did you mean 'x-eval-compare'?"),
        ("leaf", "x-eval", "exact", "no setting 'x-eval'"),
        ("leaf", "x-evalweight", 2, "Did you mean 'x-eval-weight'?"),
    ],
)
def test_a_key_stands_where_it_has_a_meaning(base: str, key: str, value: Any, says: str) -> None:
    refused(base, key, value, says)


@pytest.mark.parametrize("value", [5, "", None, ["id"], True])
def test_the_record_id_is_a_name(value: Any) -> None:
    with pytest.raises(SchemaError, match="x-eval-id takes a non-empty string"):
        parse_eval_schema({**CHILD, "x-eval-id": value})


def test_a_transform_and_a_threshold_may_stand_on_a_container_with_a_comparator() -> None:
    node = {**BASES["array"], "x-eval-compare": "exact", "x-eval-threshold": 0.5, "x-eval-transform": ["strip"]}
    assert parse_eval_schema({"type": "object", "properties": {"a": node}}).properties["a"].threshold == 0.5


@pytest.mark.parametrize(
    ("entry", "read"),
    [
        ("exact", ("exact", {})),
        ({"exact": {}}, ("exact", {})),
        ({"date": {"formats": ["%Y"]}}, ("date", {"formats": ["%Y"]})),
    ],
)
def test_an_entry_has_two_shapes(entry: Any, read: Any) -> None:
    assert parse_xeval_entry(entry) == read


def test_other_extensions_are_left_to_others() -> None:
    assert parse("leaf", "x-other", {"anything": 1})


def test_every_key_of_the_design_is_known() -> None:
    assert set(KEYS) == {
        f"x-eval-{name}"
        for name in (
            *(
                "compare",
                "transform",
                "skip",
                "align",
                "weight",
                "threshold",
                "nulls",
                "defaults",
                "id",
                "cluster",
                "by",
                "schemas",
                "rule",
                "confidence",
            ),
        )
    }


def refused(base: str, key: str, value: Any, says: str) -> None:
    with pytest.raises(SchemaError, match=f"^o.a: .*{re.escape(says)}") as caught:
        parse(base, key, value)
    assert caught.value.path == "o.a"
