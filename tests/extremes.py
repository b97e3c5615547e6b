"""Calls every comparator and transform with extreme parameters and extreme values, in a process with little to spend.

`python -m tests.extremes comparator 99 NAME ...` or `transform 99 NAME ...`; `tests/test_extremes.py` starts it. The
number is how many values are tried with each parameter. The process may use MEMORY bytes, and each call SECONDS of
processor time: the system ends it where one takes more, and the last line that was written names that call.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from evaljson.base.errors import SchemaError
from evaljson.base.params import Param
from evaljson.comparators.base import BatchItem, ComparatorResult
from evaljson.comparators.registry import find_comparator
from evaljson.evaluate import evaluate
from evaljson.schema import parse_eval_schema
from evaljson.transforms.registry import find_transform

MEMORY, SECONDS = 2 << 30, 4
LONG = 100_000
NEEDED: Mapping[str, dict[str, Any]] = {
    "oneof": {"values": ["a", 1, None]},
    "regex": {"pattern": "(a|b)*c"},
    "either": {"of": ["exact", "date", "amount", "phone", {"url": {}}]},
    "compound": {"fields": ["f", "g"], "primary": "f"},
    "round_digits": {"digits": 2},
    "type_convert": {"to": "int"},
    "regex_replace": {"pattern": "a|b+"},
    "map_values": {"values": {"a": "b"}},
    "null_if": {"values": ["a"]},
}


def nested(depth: int, leaf: Any = 1) -> Any:
    """Lists inside each other."""
    for _ in range(depth):
        leaf = [leaf]
    return leaf


NUMBERS = [
    0, -1, 1, 10**15, -(10**15), 10**400, -(10**400), 10**5000, -(10**9), 1e308, -1e308, 5e-324, -0.0,
    float("nan"), float("inf"), float("-inf"), True,
]  # fmt: skip
TEXTS = [
    "", " ", "\0", "\ud800", "a", "9" * 400, "1" * LONG, "1" * LONG + "x", "a" * LONG + "b", "a." * (LONG // 2) + " ",
    "http://" + "a." * (LONG // 2), "%" * LONG, "\u0301" * (LONG // 2) + "\u0316" * (LONG // 2), "ß" * LONG,
    "(" * LONG, "1e999999999", "-" * LONG + "1", "1," * (LONG // 2), "2024-03-04 " * (LONG // 11), "{" * 4000,
    "(?:a{1,999}){1,999}", "(a*)*" * 900, "[" + "a" * 4000 + "]*b", "%Y" * 5000, "%1000000000d.%m.%Y",
]  # fmt: skip
CONTAINERS: list[Any] = [
    [], {}, [None], nested(90), nested(900), {"a": nested(900)}, list(range(20_000)), ["a"] * 100_001,
    {str(number): number for number in range(100_001)}, ["a" * LONG, 10**400, 1e308, float("nan")],
    [["exact"]] * 50, ["exact"] * 5000, ["lowercase"] * 5000, {"either": {"of": ["exact"] * 5000}}, {"rel": 1e308},
    {"abs": 10**400}, {"days": -1}, {"seconds": float("inf")}, {"steps": {str(n): n for n in range(5000)}},
]  # fmt: skip
DATA: list[Any] = [
    None, True, 0, -1, 10**400, -(10**5000), 1e308, 5e-324, float("nan"), float("inf"), *TEXTS, [], {},
    nested(90), list(range(500)), ["a" * LONG] * 3, {"a": 1e308, "b": ["x"]},
]  # fmt: skip
PARTNERS: list[Any] = [None, 1, 1e308, "a", "12 kg", "2024-03-04", "+49 30 1234567", ["a"], {"a": 1}]


def limited(what: str, call: Callable[[], Any]) -> Any:
    """Call with SECONDS of processor time."""
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + SECONDS, resource.RLIM_INFINITY))
    return call()


def settings(params: Sequence[Param], needed: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield parameter objects with one extreme value each, at every place that the descriptions name."""
    for param in params:
        bounds = [bound for bound in (param.minimum, param.maximum) if bound is not None]
        whole = [int(bound) if param.kind == "integer" else bound for bound in bounds]
        containers = CONTAINERS if param.kind in ("array", "object", "any") else CONTAINERS[:6]
        for value in [None, *NUMBERS, *TEXTS, *containers, *whole, *param.choices]:
            yield {**needed, param.name: value}
        for inner in settings(param.fields, {}):
            yield {**needed, param.name: inner}


def accepted(name: str, key: str, params: Sequence[Param], needed: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the parameters that a schema may have; all others are refused with a sentence."""
    yield dict(needed)
    for number, setting in enumerate(settings(params, needed)):
        entry: Any = {name: setting}
        field = {"type": "string", key: entry if key == "x-eval-compare" else [entry]}
        schema = {"type": "object", "properties": {"f": field, **({"g": field} if name == "compound" else {})}}
        refused = limited(f"parameters {number} of {name}: {_shown(setting)}", lambda s=schema: _problem(s))
        if refused is None:
            yield setting
        else:
            assert 10 < len(refused) < 1000, refused


def comparator(name: str, share: int) -> None:
    """Compare extreme values under all parameters that are accepted."""
    fn = find_comparator(name).fn
    for number, params in enumerate(accepted(name, "x-eval-compare", fn.params, NEEDED.get(name, {}))):
        for gold in _some(number, share):
            for extracted in (*PARTNERS, gold, _changed(gold)):
                for left, right in ((gold, extracted), (extracted, gold)):
                    what = f"{name} {_shown(params)}: {_shown(left)} {_shown(right)}"
                    result = limited(what, lambda a=left, b=right, p=params: _compare(fn, a, b, p))
                    assert 0 <= result.score <= 1, what
                    assert len(result.reason or "") < 2000, what
        if number % max(1, len(DATA) // share) == 0:
            _column({"x-eval-compare": {name: params}})


def transform(name: str, share: int) -> None:
    """Transform extreme values under all parameters that are accepted."""
    known = find_transform(name)
    assert known.params is not None
    for number, params in enumerate(accepted(name, "x-eval-transform", known.params, NEEDED.get(name, {}))):
        for value in _some(number, share):
            what = f"{name} {_shown(params)}: {_shown(value)}"
            refused = limited(what, lambda v=value, p=params: _refusal(known.fn, v, p))
            assert refused is None or len(refused) < 2000, what
        if number % max(1, len(DATA) // share) == 0:
            _column({"x-eval-transform": [{name: params}]})


def _problem(schema: dict[str, Any]) -> str | None:
    try:
        parse_eval_schema(schema)
    except SchemaError as error:
        return str(error)
    return None


def _refusal(fn: Callable[[Any, Any], Any], value: Any, params: Mapping[str, Any]) -> str | None:
    try:
        fn(value, params)
    except ValueError as error:
        return str(error)
    return None


def _some(number: int, share: int) -> list[Any]:
    """All values for the first parameters, and for the others a few, in turn."""
    if number == 0:
        return DATA
    return [DATA[(number * share + place) % len(DATA)] for place in range(min(share, len(DATA)))]


def _column(rule: Mapping[str, Any]) -> None:
    """Score all values in one column, as the engine does, and explain every result."""
    properties = {key: {"type": "string", **rule} for key in ("f", "g")}
    gold = [{"f": _cut(value), "g": 1} for value in DATA if not isinstance(value, list | dict) or len(value) < 10]
    schema = {"type": "object", "properties": properties}

    def score() -> None:
        run = evaluate(gold, [*gold[1:], gold[0]], schema)
        assert all(0 <= result.score <= 1 for record in run.records for result in record.field_results)

    limited(f"a column under {_shown(rule)}", score)


def _cut(value: Any) -> Any:
    """Shorten a text: one pair of long ones may take a quarter of a second, and a column has many."""
    return value[: LONG // 20] if isinstance(value, str) else value


def _compare(fn: Any, gold: Any, extracted: Any, params: Mapping[str, Any]) -> Any:
    if getattr(fn, "is_batch", False):
        answer = fn([BatchItem("f", gold, extracted, gold, extracted, params)])[0]
        return ComparatorResult(0.0) if answer is None else answer
    return fn(gold, extracted, params)


def _changed(value: Any) -> Any:
    return value + "!" if isinstance(value, str) else [value]


def _shown(value: Any) -> str:
    try:
        return f"{value!a:.80}"
    except (ValueError, RecursionError):
        return f"a value of type {type(value).__name__}"


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    kind, share_of_values, *names = sys.argv[1:]
    for each in names:
        {"comparator": comparator, "transform": transform}[kind](each, int(share_of_values))
    sys.stdout.write("done\n")
