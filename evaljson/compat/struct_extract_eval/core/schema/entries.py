"""The values of the `x-eval-*` keys, checked. Each reader raises SchemaError at the node's path."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from evaljson.base.errors import RegistryError, SchemaError, SchemaTypeError
from evaljson.base.jsontypes import type_name
from evaljson.base.params import parse_xeval_entry, short
from evaljson.compat.struct_extract_eval.core.comparators.registry import get_comparator
from evaljson.compat.struct_extract_eval.core.schema.json_nodes import Json
from evaljson.compat.struct_extract_eval.core.schema.node import ComparatorSpec, TransformSpec
from evaljson.compat.struct_extract_eval.core.schema.unknown_names import unknown_name
from evaljson.compat.struct_extract_eval.core.transforms.registry import get_transform


def read_comparator(entry: Any, path: str) -> ComparatorSpec:
    """Read x-eval-compare: a known name, with the parameters that the built-in ones can use."""
    spec = ComparatorSpec(*_known(entry, get_comparator, path))
    if spec.name == "oneof" and not isinstance(spec.params.get("values"), list):
        raise SchemaTypeError(f"oneof takes a list of values, not {short(spec.params.get('values'))}", path)
    if spec.name == "numeric":
        _check_tolerance(spec.params.get("tolerance"), path)
    return spec


def _check_tolerance(tolerance: Any, path: str) -> None:
    if tolerance is None:
        return
    if not isinstance(tolerance, dict):
        raise SchemaTypeError(f"the tolerance of numeric is an object, not {type_name(tolerance)}", path)
    for key in ("rel", "abs"):
        bound = tolerance.get(key)
        if bound is None:
            continue
        if isinstance(bound, bool) or not isinstance(bound, int | float):
            raise SchemaTypeError(f"{key!r} of the tolerance is a number, not {type_name(bound)}", path)
        if not 0 <= bound < math.inf:
            raise SchemaError(f"{key!r} of the tolerance is a finite number of 0 or more, not {short(bound)}", path)


def read_transforms(entries: Any, path: str) -> list[TransformSpec]:
    """Read x-eval-transform: a list of known names."""
    if not isinstance(entries, list):
        raise SchemaError(f"x-eval-transform takes a list, not {type_name(entries)}", path)
    specs = [TransformSpec(*_known(entry, get_transform, path)) for entry in entries]
    for spec in specs:
        if spec.name == "round_digits":
            _check_digits(spec.params.get("digits"), path)
        if spec.name == "type_convert" and not isinstance(spec.params.get("to"), str):
            raise SchemaTypeError(f"type_convert takes the name of a type as 'to', not {spec.params.get('to')!r}", path)
    return specs


def _check_digits(digits: Any, path: str) -> None:
    """Check that the digits are whole, as a number or as its text."""
    try:
        whole = digits is not None and int(digits) == float(digits)
    except (TypeError, ValueError, OverflowError):
        whole = False
    if not whole:
        raise SchemaTypeError(f"round_digits takes a whole number of digits, not {short(digits)}", path)


def read_align(raw: Json, types: Sequence[str], path: str) -> dict[str, Any] | None:
    """Read x-eval-align of an array; other keys than `ordered`, `match_by` and `key` mean nothing."""
    if "x-eval-align" not in raw:
        return None
    align = raw["x-eval-align"]
    if "array" not in types:
        raise SchemaError("x-eval-align belongs on an array", path)
    if not isinstance(align, dict):
        raise SchemaError(f'x-eval-align takes an object such as {{"match_by": "hungarian"}}, not {short(align)}', path)
    match_by = align.get("match_by", "ordered" if align.get("ordered") is True else None)
    if match_by not in ("ordered", "key_field", "hungarian"):
        raise SchemaError(
            f'x-eval-align needs "match_by": key_field or hungarian, or "ordered": true, not {align}', path
        )
    if match_by == "key_field":
        _check_key(align, raw, path)
    return align


def _check_key(align: Json, raw: Json, path: str) -> None:
    if not isinstance(align.get("key"), str) or not align["key"]:
        raise SchemaError(f'key_field needs "key", the name of a field of the elements, not {align.get("key")!r}', path)
    items = raw.get("items")
    element = items.get("type", "object" if "properties" in items else None) if isinstance(items, dict) else None
    if "object" not in (element if isinstance(element, list) else [element]):
        raise SchemaError("key_field needs elements that are objects, to have a key", path)


def _known(entry: Any, get: Callable[[str], Any], path: str) -> tuple[str, dict[str, Any]]:
    name, params = parse_xeval_entry(entry, path)
    try:
        get(name)
    except RegistryError as error:
        raise unknown_name(error, path) from None
    return name, params
