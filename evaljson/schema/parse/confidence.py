"""`x-eval-confidence`: where an extraction says how sure it is of each value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from evaljson.base import paths
from evaljson.base.errors import SchemaError
from evaljson.base.params import Param, check_params, short
from evaljson.schema.node import ConfidenceSpec, SchemaNode

KEY = "x-eval-confidence"


def _key_problem(value: str) -> str | None:
    return None if value else "a key is not empty"


def _path_problem(value: str) -> str | None:
    try:
        steps = paths.split(value)
    except ValueError:
        steps = []
    keys = bool(steps) and all(isinstance(step, str) for step in steps)
    return None if keys else 'write the path of a key, such as "confidence" or "meta.confidence"'


def _scale_problem(value: float) -> str | None:
    return None if value > 0 else "write a number above 0, such as 100 for per cent"


_LEAVES = (
    Param("value", "string", "The key that holds a value.", default="value", check=_key_problem),
    Param("confidence", "string", "The key beside it.", default="confidence", check=_key_problem),
)
_PARAMS = (
    Param("leaves", "object", "Values come with their confidence: {value, confidence}.", fields=_LEAVES),
    Param("parallel", "string", "The path of an object that mirrors the record.", check=_path_problem),
    Param("scale", "number", "What stands for certainty.", default=1, minimum=0, maximum=1e9, check=_scale_problem),
)


def read_confidence(entry: Any, path: str) -> ConfidenceSpec:
    """Read the value of the key. Raises SchemaError."""
    if not isinstance(entry, Mapping):
        raise SchemaError(f'{KEY} takes {{"leaves": {{}}}} or {{"parallel": "confidence"}}, not {short(entry)}', path)
    check_params(entry, _PARAMS, KEY, path)
    if ("leaves" in entry) == ("parallel" in entry):
        raise SchemaError(f'{KEY} takes one of "leaves" and "parallel"', path)
    scale = float(entry.get("scale", 1))
    if "parallel" in entry:
        return ConfidenceSpec(parallel=entry["parallel"], scale=scale)
    names = {param.name: entry["leaves"].get(param.name, param.default) for param in _LEAVES}
    if names["value"] == names["confidence"]:
        raise SchemaError(f"{KEY} needs two different keys for value and confidence", path)
    return ConfidenceSpec(**names, scale=scale)


def check_confidence(spec: ConfidenceSpec | None, roots: Iterable[SchemaNode]) -> None:
    """Refuse a parallel object that is also a field: the two could not be told apart. Raises SchemaError."""
    if spec is None or spec.parallel is None:
        return
    for root in roots:
        node: SchemaNode | None = root
        for step in paths.split(spec.parallel):
            node = node.properties.get(str(step)) if node is not None else None
            if node is not None and node.is_unit:
                break
        if node is not None:
            raise SchemaError(
                f"{KEY} names {spec.parallel!r}, a field of the schema: take the field out, or name another key",
                node.path,
            )
