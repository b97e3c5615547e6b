"""The values of the `x-eval-*` keys, checked one by one. Each reader raises SchemaError at the node's path."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, cast

from evaljson.base.errors import SchemaError, did_you_mean
from evaljson.base.jsontypes import type_name
from evaljson.base.limits import DEFAULTS
from evaljson.base.params import Param, check_params, number_words, read_entry, short
from evaljson.comparators.registry import find_comparator
from evaljson.schema.node import AlignSpec, ComparatorSpec, NullPolicy, Strategy, TransformSpec
from evaljson.transforms.registry import find_transform

MAX_WEIGHT = 1e200
"""Sums of weights, and of their products down a path, never overflow."""
_MOST_STRATEGIES = 10
KEYS = {
    "x-eval-compare": "comparator",
    "x-eval-transform": "transforms",
    "x-eval-skip": "skip",
    "x-eval-align": "alignment",
    "x-eval-weight": "weight",
    "x-eval-threshold": "threshold",
    "x-eval-nulls": "null policy",
    "x-eval-defaults": "defaults",
    "x-eval-id": "record id",
    "x-eval-cluster": "cluster",
    "x-eval-by": "document type",
    "x-eval-schemas": "schemas by document type",
    "x-eval-confidence": "confidence",
    "x-eval-rule": "rules",
}


def _names_problem(value: Any) -> str | None:
    named = isinstance(value, list) and value and all(isinstance(name, str) for name in value)
    return None if named and len(set(value)) == len(value) else "name at least one key, each once"


def _key_problem(value: Any) -> str | None:
    return None if isinstance(value, str) else _names_problem(value)


_on_problem = _names_problem
_MIN_SCORE = Param("min_score", "number", "Pairs below it stay unpaired.", minimum=0, maximum=1)
_KEY = Param("key", "any", "The key that tells which elements belong together, or several.", True, check=_key_problem)
_ON = Param("on", "array", "The fields of the elements that decide.", check=_on_problem)
_KEY_TRANSFORM = Param("transform", "array", "Transforms of the key values, as in x-eval-transform.")
_STRATEGIES: dict[str, tuple[Param, ...]] = {
    "ordered": (),
    "key_field": (_KEY, _KEY_TRANSFORM),
    "hungarian": (_MIN_SCORE, _ON),
    "map_key": (),
}


def read_comparator(entry: Any, path: str) -> ComparatorSpec:
    """x-eval-compare, with a known name and known parameters."""
    return ComparatorSpec(*read_entry(entry, find_comparator, "comparator", path))


def read_transforms(entry: Any, path: str) -> tuple[TransformSpec, ...]:
    """x-eval-transform: a list of entries (a single one is not taken, so that the order is always visible)."""
    if not isinstance(entry, list):
        raise SchemaError(f"x-eval-transform takes a list, not {type_name(entry)}: write [{short(entry)}]", path)
    if len(entry) > DEFAULTS.transforms:
        raise SchemaError(f"x-eval-transform {DEFAULTS.says('transforms', seen=len(entry))}", path)
    return tuple(TransformSpec(*read_entry(item, find_transform, "transform", path)) for item in entry)


def read_align(entry: Any, path: str) -> AlignSpec:
    """x-eval-align: one strategy, or a list in which each takes what the one before it left alone."""
    if isinstance(entry, list):
        return _read_chain(entry, path)
    if not isinstance(entry, Mapping):
        raise SchemaError(f'x-eval-align takes an object such as {{"match_by": "hungarian"}}, not {short(entry)}', path)
    if set(entry) == {"ordered"}:
        if entry["ordered"] is not True:
            raise SchemaError('"ordered" of x-eval-align can only be true: name another strategy with "match_by"', path)
        return AlignSpec()
    strategy = entry.get("match_by")
    if not isinstance(strategy, str) or strategy not in _STRATEGIES:
        hint = did_you_mean(str(strategy), _STRATEGIES)
        raise SchemaError(f'x-eval-align needs "match_by" with a strategy, not {short(strategy)}.{hint}', path)
    # "ordered": false says of another strategy what is so anyway.
    known = {"match_by"} | ({"ordered"} if entry.get("ordered") is False and strategy != "ordered" else set())
    params = {key: value for key, value in entry.items() if key not in known}
    check_params(params, _STRATEGIES[strategy], f"alignment {strategy!r}", path)
    key = params.get("key")
    return AlignSpec(
        cast(Strategy, strategy),
        tuple(key) if isinstance(key, list) else key,
        float(params.get("min_score", 0.0)),
        tuple(params.get("on", ())),
        read_transforms(params.get("transform", []), path),
    )


def _read_chain(entries: list[Any], path: str) -> AlignSpec:
    if not entries:
        raise SchemaError("x-eval-align as a list names at least one strategy", path)
    if len(entries) > _MOST_STRATEGIES:
        raise SchemaError(f"x-eval-align takes at most {_MOST_STRATEGIES} strategies, not {len(entries):,}", path)
    spec: AlignSpec | None = None
    for entry in reversed(entries):
        if isinstance(entry, list):
            raise SchemaError("a list of strategies in x-eval-align holds no further list", path)
        spec = replace(read_align(entry, path), then=spec)
    assert spec is not None
    return spec


def read_nulls(entry: Any, path: str) -> NullPolicy:
    """x-eval-nulls."""
    if not isinstance(entry, Mapping):
        raise SchemaError(f'x-eval-nulls takes an object such as {{"absent": [null, ""]}}, not {short(entry)}', path)
    check_params(
        entry,
        (
            Param("absent", "array", "The values that count as a missing key.", required=True, longest=1_000),
            Param("both_absent", "string", "What two missing ones are.", choices=("skip", "match")),
        ),
        "x-eval-nulls",
        path,
    )
    return NullPolicy(tuple(entry["absent"]), entry.get("both_absent", "skip"))


def read_number(entry: Any, key: str, path: str, most: float) -> float:
    """Read a number from 0 to `most`; booleans are refused."""
    if isinstance(entry, bool) or not isinstance(entry, int | float):
        raise SchemaError(f"{key} takes a number, not {type_name(entry)}", path)
    if not 0 <= entry <= most:
        raise SchemaError(f"{key} is a number from 0 to {number_words(most)}, not {short(entry)}", path)
    return float(entry)


def read_flag(entry: Any, key: str, path: str) -> bool:
    """true or false."""
    if not isinstance(entry, bool):
        raise SchemaError(f"{key} takes true or false, not {short(entry)}", path)
    return entry


def read_text(entry: Any, key: str, path: str) -> str:
    """Read a non-empty string."""
    if not isinstance(entry, str) or not entry:
        raise SchemaError(f"{key} takes a non-empty string, not {short(entry)}", path)
    return entry


def check_keys(raw: Mapping[str, Any], path: str) -> None:
    """Refuse unknown x-eval- keys."""
    for key in raw:
        if isinstance(key, str) and key.startswith("x-eval") and key not in KEYS:
            raise SchemaError(f"there is no setting {short(key)}.{did_you_mean(key, KEYS)}", path)


def read_weight(entry: Any, path: str) -> float:
    """x-eval-weight."""
    return read_number(entry, "x-eval-weight", path, most=MAX_WEIGHT)


def read_threshold(entry: Any, path: str) -> float:
    """x-eval-threshold."""
    return read_number(entry, "x-eval-threshold", path, most=1)


def read_skip(entry: Any, path: str) -> bool:
    """x-eval-skip."""
    return read_flag(entry, "x-eval-skip", path)


READERS: Mapping[str, Callable[[Any, str], Any]] = {
    "x-eval-compare": read_comparator,
    "x-eval-transform": read_transforms,
    "x-eval-threshold": read_threshold,
    "x-eval-weight": read_weight,
    "x-eval-skip": read_skip,
    "x-eval-align": read_align,
    "x-eval-nulls": read_nulls,
}
"""By key, the reader of every setting that any node may have."""
