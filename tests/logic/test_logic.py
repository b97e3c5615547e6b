"""Conditions: what they say of a value, and how what is wrong with them is refused."""

import copy
import pickle
import re
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from evaljson.base.errors import SchemaError
from evaljson.logic import compile_condition

FIELDS: dict[str, Any] = {name: {"type": "number"} for name in ("a", "b", "c", "d")}
SCHEMA = {
    "type": "object", "x-eval-id": "id",
    "properties": {
        **FIELDS,
        "from": {"type": "string"}, "to": {"type": "string"}, "vat": {"type": "string"},
        "party": {"type": "object", "properties": {"country": {"type": "string"}}},
        "free": {"type": "object", "additionalProperties": {"type": "number"}},
        "items": {"type": "array", "items": {"type": "object", "properties": dict(FIELDS)}},
    },
}  # fmt: skip


def holds(logic: Any, value: Any) -> bool | None:
    return compile_condition(logic, SCHEMA, "rule", "").holds(value)


def var(name: str) -> dict[str, str]:
    return {"var": name}


A, B, C = var("a"), var("b"), var("c")


@pytest.mark.parametrize(
    ("logic", "value", "expected"),
    [
        ({"==": [{"+": [A, B]}, C]}, {"a": 0.1, "b": 0.2, "c": 0.3}, True),
        ({"==": [{"+": [A, B]}, C]}, {"a": "0.1", "b": 0.2, "c": 0.3}, True),
        ({"==": [{"+": [A, B]}, C]}, {"a": 0.1, "b": 0.2}, None),
        ({"==": [{"+": [A, B]}, C]}, {"a": None, "b": 0.2, "c": 0.2}, None),
        ({"==": [{"+": [A, {"var": ["b", 0]}]}, C]}, {"a": 1, "c": 1}, True),
        ({"==": [{"+": [A, B]}, C]}, {"a": True, "b": 1, "c": 2}, None),
        ({"near": [A, B, 0.01]}, {"a": 1.01, "b": 1}, True),
        ({"near": [A, B, 0.01]}, {"a": 1.011, "b": 1}, False),
        ({"/": [A, B]}, {}, "error"),
        ({"<": [{"/": [A, B]}, 1]}, {"a": 1, "b": 0}, None),
        ({"<": [1, A, 3]}, {"a": 2}, True),
        ({"<": [1, A, 3]}, {"a": 3}, False),
        ({"<=": [{"date": var("from")}, {"date": var("to")}]}, {"from": "2025-01-31", "to": "1 Feb 2025"}, True),
        ({"<=": [{"date": var("from")}, {"date": var("to")}]}, {"from": "2025-01-31", "to": "02/03/2025"}, None),
        ({"<": [{"date": var("from")}, {"date": [var("to"), True]}]}, {"from": "2025-03-01", "to": "02/03/2025"}, True),
        ({"<=": [{"days": [var("from"), var("to")]}, 30]}, {"from": "2025-01-01", "to": "2025-02-01"}, False),
        ({"==": [var("from"), var("to")]}, {"from": "x", "to": "x"}, True),
        ({"==": [var("from"), A]}, {"from": "1.50", "a": 1.5}, True),
        ({"!=": [var("from"), A]}, {"from": "x", "a": 1.5}, True),
        ({"==": [var("items"), var("items")]}, {"items": []}, None),
        ({"in": [var("party.country"), ["DE", "FR"]]}, {"party": {"country": "FR"}}, True),
        ({"in": [var("party.country"), ["DE", "FR"]]}, {"party": {}}, None),
        ({"if": [{"has": "vat"}, {"in": [var("party.country"), ["DE"]]}]}, {"vat": " "}, True),
        ({"if": [{"has": "vat"}, {"in": [var("to"), ["DE"]]}]}, {"vat": "1", "to": "US"}, False),
        ({"if": [{">": [A, 1]}, {">": [B, 1]}, {"<": [B, 1]}]}, {"a": 0, "b": 0}, True),
        ({"near": [{"sum": [var("items"), A]}, C, 0]}, {"items": [{"a": 1}, {"a": "2.5"}], "c": 3.5}, True),
        ({"near": [{"sum": [var("items"), A]}, C, 0]}, {"items": [{"a": 1}, {}], "c": 1}, None),
        ({"near": [{"sum": [var("items"), A]}, C, 0]}, {"items": [], "c": 0}, True),
        ({"near": [{"sum": [var("items"), A]}, C, 0]}, {"c": 0}, None),
        ({"==": [{"max": [{"map": [var("items"), A]}]}, C]}, {"items": [{"a": 1}, {"a": 4}], "c": 4}, True),
        ({"==": [{"count": [{"filter": [var("items"), {">": [A, 1]}]}]}, 1]}, {"items": [{"a": 1}, {"a": 4}]}, True),
        ({"all": [var("items"), {">": [A, 0]}]}, {"items": [{}, {"a": -1}]}, False),
        ({"all": [var("items"), {">": [A, 0]}]}, {"items": [{}, {"a": 1}]}, None),
        ({"some": [var("items"), {">": [A, 0]}]}, {"items": [{}, {"a": 1}]}, True),
        ({"none": [var("items"), {">": [A, 0]}]}, {"items": []}, True),
        ({">": [var("items.1.a"), var("items[0].a")]}, {"items": [{"a": 1}, {"a": 4}]}, True),
        ({">": [var("items.7.a"), 1]}, {"items": []}, None),
        ({">": [var("free.x"), 1]}, {"free": {"x": 2}}, True),
        ({"==": [var("id"), "k"]}, {"id": "k"}, True),
        ({"==": [{"round": [{"*": [A, B]}, 2]}, C]}, {"a": 0.5, "b": 0.25, "c": 0.13}, True),
        ({"==": [{"round": [{"-": [A]}, 0]}, C]}, {"a": 2.5, "c": -3}, True),
        ({"==": [{"%": [A, 2]}, 1]}, {"a": 3}, True),
        ({"!": {"==": [A, 1]}}, {"a": 2}, True),
        ({"and": [{"==": [A, 1]}, {"==": [B, 1]}]}, {"b": 2}, False),
        ({"or": [{"==": [A, 1]}, {"==": [B, 1]}]}, {"b": 2}, None),
        ({"has": "a"}, [], False),
    ],
)  # fmt: skip
def test_a_condition_holds_or_not_or_it_is_not_known(logic: Any, value: Any, expected: Any) -> None:
    if expected == "error":
        with pytest.raises(SchemaError, match="neither true nor false"):
            holds(logic, value)
    else:
        assert holds(logic, value) is expected


@pytest.mark.parametrize(
    ("logic", "problem"),
    [
        ({"near": [1, 2]}, "'near' takes 3 values in a list, not 2"),
        ({"neer": [1, 2, 3]}, "there is no operator 'neer'. Did you mean 'near'?"),
        ({"reduce": [var("items"), 1, 0]}, "there is no operator 'reduce'."),
        ({"<": [var("aa"), 2]}, "the schema has no 'aa' for 'aa'. Did you mean 'a'?"),
        ({"<": [var("party.land"), 2]}, "the schema has no 'land' for 'party.land'."),
        ({"all": [var("items"), {">": [var("price"), 1]}]}, "the schema has no 'price'"),
        ({"all": [{"filter": [var("items"), {">": [A, 1]}]}, {">": [var("to"), 1]}]}, "the schema has no 'to'"),
        ({"<": [var("a["), 2]}, "'var' takes the path of a value, such as \"vendor.name\""),
        ({"<": [{"var": 3}, 2]}, "'var' takes the path of a value"),
        ({"<": [{"var": ["a", {"+": [1]}]}, 2]}, "stands in for 'a' is no operation"),
        ({"<": [1, 2], ">": [1, 2]}, "an operation is an object with one operator"),
        ({"+": [A, 1]}, "is neither true nor false"),
        (True, "is neither true nor false"),
        ({"and": [{"==": [A, at]} for at in range(101)]}, "'and' takes 1 to 100 values"),
        ({"and": [{"and": [{"==": [A, at]} for at in range(90)]} for _ in range(9)]}, "at most 500 operations"),
    ],
)
def test_a_bad_condition_is_refused_with_what_is_wrong_where(logic: Any, problem: str) -> None:
    with pytest.raises(SchemaError, match=re.escape(problem)) as caught:
        compile_condition(logic, SCHEMA, "x-eval-rule 'r'", "items[]")
    assert caught.value.path == "items[]"
    assert caught.value.problem.startswith("x-eval-rule 'r': ")


def test_nothing_nested_deep_or_large_takes_long() -> None:
    deep: Any = {"==": [A, 1]}
    for _ in range(5_000):
        deep = {"!": [deep]}
    with pytest.raises(SchemaError, match="40 inside each other"):
        holds(deep, {})
    over: Any = {">": [var("a"), 0]}
    for _ in range(6):
        over = {"all": [var(""), over]}
    listed: Any = [1]
    for _ in range(6):
        listed = [listed] * 40
    assert compile_condition(over, {}, "rule", "").holds(listed) is None
    power: Any = A
    for _ in range(12):
        power = {"*": [power, power]}
    assert len(str(power)) > 10_000
    with pytest.raises(SchemaError, match="at most 500"):
        holds({">": [power, 0]}, {"a": 3})
    assert holds({">": [{"*": [A] * 100}, 0]}, {"a": 10**300}) is None
    assert holds({"in": ["x", var("from")]}, {"from": "y" * 1_000_000}) is False
    assert holds({"in": ["x", var("from")]}, {"from": "y" * 3_000_000}) is None


def test_it_can_be_copied_and_sent_to_another_process() -> None:
    one = compile_condition({"==": [{"+": [A, B]}, C]}, SCHEMA, "rule", "")
    for other in (pickle.loads(pickle.dumps(one)), copy.deepcopy(one)):
        assert other.names == ("a", "b", "c")
        assert other.holds({"a": 1, "b": 2, "c": 4}) is False
        assert other == one


def plainly(logic: Any, value: dict[str, Any]) -> Any:
    """What an expression of numbers and truths is, written as plainly as possible; None is not known."""
    if not isinstance(logic, dict):
        return Fraction(logic)
    ((name, given),) = logic.items()
    if name == "var":
        return None if value.get(given) is None else Fraction(repr(value[given]))
    parts = [plainly(one, value) for one in given]
    if name == "and":
        return False if False in parts else None if None in parts else True
    if name == "or":
        return True if True in parts else None if None in parts else False
    if None in parts:
        return None
    if name == "!":
        return not parts[0]
    left, right = parts
    return {
        "+": lambda: left + right, "-": lambda: left - right, "*": lambda: left * right,
        "<": lambda: left < right, "<=": lambda: left <= right, "==": lambda: left == right,
        "!=": lambda: left != right,
    }[name]()  # fmt: skip


def made(rng: Random, depth: int, is_condition: bool) -> Any:
    if is_condition:
        name = rng.choice(["and", "or", "!", "<", "<=", "==", "!="]) if depth else rng.choice(["<", "==", "<="])
        inner = name in ("and", "or", "!")
        return {name: [made(rng, depth - 1, inner) for _ in range(1 if name == "!" else 2)]}
    if depth <= 0 or rng.random() < 0.4:
        return var(rng.choice("abcd")) if rng.random() < 0.7 else rng.randrange(5)
    return {rng.choice("+-*"): [made(rng, depth - 1, False) for _ in range(2)]}


@pytest.mark.parametrize("seed", range(40))
def test_conditions_are_what_a_plain_reading_of_them_says(seed: int) -> None:
    rng = Random(seed)
    for _ in range(15):
        logic = made(rng, 4, True)
        value = {name: rng.choice([None, 1, 2, 0.5, -3, 0]) for name in "abcd"}
        assert holds(logic, value) is plainly(logic, value), (logic, value)
