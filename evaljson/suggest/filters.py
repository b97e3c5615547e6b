"""Selects suggestions by kind, path and gain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evaljson.base.errors import InputError, did_you_mean
from evaljson.base.paths import is_below
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.suggest.edit import nodes_at
from evaljson.suggest.kinds.registry import KINDS
from evaljson.suggest.model import Suggestion


def check_kinds(kinds: Sequence[str]) -> None:
    """Raise InputError for an unknown kind."""
    for kind in kinds:
        if kind not in KINDS:
            raise InputError(f"there is no kind of suggestion {kind!r}.{did_you_mean(kind, KINDS)}")


def check_paths(paths: Sequence[str], schema: Mapping[str, Any]) -> None:
    """Raise InputError for a path that the schema does not have."""
    for path in paths:
        if not nodes_at(schema, path):
            known = [node for root in parse_eval_schema(schema).roots for node in root.walk()]
            raise InputError(f"the schema has no field {path!r}.{did_you_mean(path, {node.path for node in known})}")


def narrowed(
    every: Sequence[Suggestion], kinds: Sequence[str], paths: Sequence[str], least: float | None
) -> tuple[Suggestion, ...]:
    """Return those of these kinds, at or below these paths, that gain at least `least` mean F1 (0..1) somewhere."""
    check_kinds(kinds)
    return tuple(
        suggestion
        for suggestion in every
        if (not kinds or suggestion.kind in kinds)
        and (not paths or any(is_below(suggestion.path, path) for path in paths))
        and (least is None or suggestion.gain >= least)
    )
