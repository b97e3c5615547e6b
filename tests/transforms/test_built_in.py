from typing import Any

import pytest

import evaljson
from evaljson.transforms.registry import find_transform, transform_names

NAN = float("nan")
NAMES = ["lowercase", "normalize_whitespace", "round_digits", "sort_tokens", "strip", "type_convert"]


@pytest.mark.parametrize(
    ("name", "value", "changed"),
    [
        ("lowercase", "ÀB", "àb"), ("lowercase", "", ""), ("strip", "  a b\n", "a b"), ("strip", "\u00a0x", "x"),
        ("normalize_whitespace", "  a \t\n b ", "a b"), ("normalize_whitespace", " ", ""),
        ("sort_tokens", "b  a c", "a b c"), ("sort_tokens", "", ""),
    ],
)  # fmt: skip
def test_text_is_changed(name: str, value: str, changed: str) -> None:
    assert evaljson.get_transform(name)(value, {}) == changed


@pytest.mark.parametrize(
    ("value", "digits", "changed"),
    [(1.005, 1, 1.0), (2.675, 1, 2.7), (1234, -2, 1200), (5, 2, 5), (0.5, 0, 0.0), (float("inf"), 2, float("inf"))],
)
def test_numbers_are_rounded(value: float, digits: int, changed: float) -> None:
    found = evaljson.get_transform("round_digits")(value, {"digits": digits})
    assert (found, type(found)) == (changed, type(changed))


@pytest.mark.parametrize(
    ("value", "to", "changed"),
    [
        (5, "str", "5"), (1.0, "str", "1.0"), (True, "str", "True"), ("x", "string", "x"), ([4], "str", "[4]"),
        (-0.0, "str", "-0.0"), ({"a": None}, "str", "{'a': None}"),
        ("5", "int", 5), (" 5 ", "integer", 5), (5.0, "int", 5), (7, "int", 7), (8.9, "int", 8), (-3.7, "int", -3),
        (True, "int", 1), ("1_000", "int", 1000),
        ("1.5", "float", 1.5), (2, "number", 2.0), ("1e3", "float", 1000.0), (True, "float", 1.0),
        ("1_000", "float", 1000.0),
        ("TRUE", "bool", True), (" false ", "boolean", False), (True, "bool", True), (1, "bool", True),
        (0, "bool", False), (" 1 ", "bool", True), ("0", "bool", False),
    ],
)  # fmt: skip
def test_types_are_converted_as_python_does(value: Any, to: str, changed: Any) -> None:
    found = evaljson.get_transform("type_convert")(value, {"to": to})
    assert (found, type(found)) == (changed, type(changed))


@pytest.mark.parametrize(
    ("name", "value", "params", "why"),
    [
        *((name, 5, {}, f"{name} takes text, not integer") for name in ("lowercase", "strip", "sort_tokens")),
        ("normalize_whitespace", ["a"], {}, "takes text, not array"),
        ("round_digits", "1.5", {"digits": 1}, "round_digits takes numbers, not string"),
        ("round_digits", True, {"digits": 1}, "takes numbers, not boolean"),
        ("round_digits", 1.5, {}, "round_digits needs the parameter 'digits'"),
        ("round_digits", 1.5, {"digits": "two"}, "a whole number of digits, not 'two'"),
        ("type_convert", "3.0", {"to": "int"}, "'3.0' cannot become an integer"),
        ("type_convert", NAN, {"to": "int"}, "nan cannot become an integer"),
        ("type_convert", float("inf"), {"to": "int"}, "inf cannot become an integer"),
        ("type_convert", [], {"to": "int"}, "cannot become an integer"),
        ("type_convert", 10**400, {"to": "float"}, "an integer of many digits cannot become a number"),
        ("type_convert", "x", {"to": "float"}, "'x' cannot become a number"),
        *(("type_convert", odd, {"to": "bool"}, "cannot become a boolean") for odd in ("yes", "", 2, 1.0, 0.0, [1])),
        ("type_convert", 5, {}, "type_convert needs the parameter 'to'"),
        ("type_convert", 5, {"to": "list"}, "converts to str, int, float, bool, not to 'list'"),
        ("type_convert", 5, {"to": ["int"]}, "converts to str, int, float, bool, not to"),
    ],
)
@pytest.mark.parametrize("error", [TypeError, ValueError])
def test_what_does_not_fit_is_refused(
    name: str, value: Any, params: dict[str, Any], why: str, error: type[Exception]
) -> None:
    with pytest.raises(error, match=why):
        evaljson.get_transform(name)(value, params)


@pytest.mark.parametrize("records", [[-0.0], [0.0, -0.0], [-0.0, 0.0]])
def test_both_zeros_have_one_text_in_a_run_whatever_else_is_in_it(records: list[float]) -> None:
    schema = of([{"type_convert": {"to": "str"}}])
    run = evaljson.evaluate([{"a": one} for one in records], [{"a": "0.0"}] * len(records), schema)
    assert run.total_mismatches == 0


@pytest.mark.parametrize("name", NAMES)
def test_none_passes_through(name: str) -> None:
    assert evaljson.get_transform(name)(None, {"digits": 1, "to": "str"}) is None


def test_the_first_built_in_names_are_there() -> None:
    assert set(NAMES) <= set(transform_names())


@pytest.mark.parametrize(("name", "params"), [("round_digits", ["digits"]), ("type_convert", ["to"]), ("strip", [])])
def test_they_describe_their_parameters(name: str, params: list[str]) -> None:
    described = find_transform(name).params
    assert described is not None
    assert [param.name for param in described] == params


def of(transforms: list[Any], compare: str = "exact") -> dict[str, Any]:
    node = {"type": "string", "x-eval-compare": compare, "x-eval-transform": transforms}
    return {"type": "object", "properties": {"a": node}}


def only(schema: dict[str, Any], gold: Any, extracted: Any) -> evaljson.FieldResult:
    (result,) = evaljson.evaluate([{"a": gold}], [{"a": extracted}], schema).records[0].field_results
    return result


def test_they_apply_left_to_right_to_both_sides() -> None:
    result = only(of(["lowercase", "sort_tokens"]), "B a", "A  B")
    assert (result.status, result.gold_compared, result.extracted_compared) == ("match", "a b", "a b")
    assert (result.gold_value, result.extracted_value) == ("B a", "A  B")
    assert only(of(["sort_tokens", "lowercase"]), "B a", "A  B").status == "mismatch"


@pytest.mark.parametrize(
    ("gold", "extracted", "status"),
    [(5, 5, "match"), (5, "x", "mismatch"), ("x", 5, "mismatch"), (5, 5.0, "mismatch"), (True, 1, "mismatch")],
)
def test_a_refused_value_is_compared_raw_and_strictly_with_the_reason(gold: Any, extracted: Any, status: str) -> None:
    result = only(of(["lowercase"], "numeric"), gold, extracted)
    assert (result.status, result.score) == (status, float(status == "match"))
    assert "lowercase takes text" in (result.reason or "")
    assert (result.gold_compared, result.extracted_compared) == (gold, extracted)


def test_a_refusal_is_no_problem_of_the_run_and_costs_no_other_record() -> None:
    run = evaljson.evaluate([{"a": 5}, {"a": "X"}], [{"a": "x"}, {"a": "x"}], of(["lowercase"]))
    assert [record.f1 for record in run.records] == [0.0, 1.0]


def test_a_refusal_by_a_later_transform_compares_the_raw_values() -> None:
    result = only(of(["lowercase", {"type_convert": {"to": "int"}}]), "X", "x")
    assert (result.status, result.gold_compared) == ("mismatch", "X")
