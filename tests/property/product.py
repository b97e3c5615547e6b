"""The package under test, called the way its users call it, and the oracle on the same input."""

from collections.abc import Sequence
from typing import Any

import evaljson
from tests.oracle import Run, evaluate

from .generate import CUSTOM, Node, Pair
from .graded import closeness


def graded(gold: Any, extracted: Any, params: dict[str, Any]) -> evaljson.ComparatorResult:
    return evaljson.ComparatorResult(closeness(gold, extracted, params), CUSTOM)


def product_run(schema: Node, pairs: Sequence[Pair]) -> evaljson.RunResult:
    """One call for all pairs."""
    evaljson.register(CUSTOM, graded, overwrite=True)  # outside of this folder too
    golds, extracteds = [gold for gold, _ in pairs], [extracted for _, extracted in pairs]
    return evaljson.evaluate(golds, extracteds, evaljson.parse_eval_schema(schema))


def oracle_run(schema: Node, pairs: Sequence[Pair]) -> Run:
    return evaluate(schema, pairs, {CUSTOM: closeness})
