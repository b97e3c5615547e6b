"""Checks extracted records against a JSON Schema, and counts what does not fit by keyword and path."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from jsonschema.exceptions import ValidationError
from referencing.exceptions import Unresolvable

from evaljson.base import paths
from evaljson.base.arrays import Ints
from evaljson.base.errors import InputError, SchemaError
from evaljson.base.limits import DEFAULTS
from evaljson.schema.conform.validator import MapKey, TooManySteps, make_validator
from evaljson.schema.given import AnySchema
from evaljson.stats import clustered_share, wilson_interval

_EXAMPLES: Final = 5
_MESSAGE: Final = 200


@dataclass(frozen=True, slots=True)
class Violation:
    """What does not fit at one schema path by one keyword of the JSON Schema."""

    path: str
    """Schema path, `items[].price`; of the key itself where it is missing or not allowed."""
    keyword: str
    """`required`, `type` (nulls too), `enum`, `pattern`, `additionalProperties`, …"""
    values: int
    """Values concerned, over all records."""
    records: int
    """Records concerned."""
    examples: tuple[Any, ...]
    """Ids of the first of these records."""
    message: str
    """What is wrong with the first value, shortened."""


@dataclass(frozen=True, slots=True)
class Conformity:
    """How many records fit a JSON Schema, and what does not fit."""

    records: int
    conforming: int
    missing: int
    """Records that were not produced: they do not conform."""
    share: float | None
    """conforming / records; None without records."""
    interval: tuple[float, float] | None
    """Where the true share lies, at 95% confidence (Wilson)."""
    violations: tuple[Violation, ...]
    """The most frequent first, by records."""
    per_field: Mapping[str, float]
    """The share of records that were produced without any violation at this schema path, where there is one."""
    by_record: tuple[int | None, ...]
    """Violations of each record, 0 for one that conforms; None for one that was not produced."""


class _Found:
    """One path and keyword, while records are looked at."""

    def __init__(self, message: str) -> None:
        self.message = message
        self.values = 0
        self.records: list[int] = []


def check_conformity(
    records: Sequence[Any], schema: AnySchema, ids: Sequence[Any] | None = None, clusters: Ints | None = None
) -> Conformity:
    """Check records against a JSON Schema (draft 4 to 2020-12, or a Pydantic model); None was not produced.

    `ids` name the records in examples, positions if there are none; `clusters` are those of records, for the interval.
    References lead into the document alone. Raises SchemaError for a schema that cannot be used, InputError for a
    record that takes too long.
    """
    validator, steps = make_validator(schema)
    found: dict[tuple[str, str], _Found] = {}
    by_record: list[int | None] = []
    for place, record in enumerate(records):
        if record is None:
            by_record.append(None)
            continue
        steps.restart()
        problems = _problems(validator, record, place)
        by_record.append(len(problems))
        for path, keyword, message in problems:
            own = found.setdefault((path, keyword), _Found(message))
            own.values += 1
            if not own.records or own.records[-1] != place:
                own.records.append(place)
    total, missing, conforming = len(records), by_record.count(None), by_record.count(0)
    produced = total - missing
    violations = [
        Violation(
            path, keyword, one.values, len(one.records),
            tuple(place if ids is None else ids[place] for place in one.records[:_EXAMPLES]), one.message,
        )
        for (path, keyword), one in found.items()
    ]  # fmt: skip
    violations.sort(key=lambda one: (-one.records, -one.values, one.path, one.keyword))
    at_path: dict[str, set[int]] = {}
    for (path, _), one in found.items():
        at_path.setdefault(path, set()).update(one.records)
    return Conformity(
        total,
        conforming,
        missing,
        conforming / total if total else None,
        wilson_interval(conforming, total)
        if clusters is None
        else clustered_share([n == 0 for n in by_record], [1] * total, groups=clusters),
        tuple(violations),
        {path: 1 - len(places) / produced for path, places in at_path.items()},
        tuple(by_record),
    )


def _problems(validator: Any, record: Any, place: int) -> list[tuple[str, str, str]]:
    """Return (schema path, keyword, message) of what does not fit in a record."""
    try:
        return [_described(error) for one in validator.iter_errors(record) for error in _told(one)]
    except Unresolvable as error:
        raise SchemaError(
            f'"$ref" {error.ref!r} leads to nothing in the schema: put what it refers to into "$defs"'
        ) from None
    except TooManySteps:
        most = DEFAULTS.says("schema_references")
        raise InputError(f"record {place + 1:,} cannot be checked against the JSON Schema: {most}") from None
    except RecursionError:
        raise SchemaError(
            'the schema refers to itself without end, or the record is nested too deeply: check "$ref"'
        ) from None


def _told(error: ValidationError) -> Iterable[ValidationError]:
    """Replace an error of alternatives by those of the only one whose type fits; none fits: it is one of type."""
    if error.validator not in ("anyOf", "oneOf") or not error.context:
        return [error]
    branches: dict[Hashable, list[ValidationError]] = {}
    for one in error.context:
        branches.setdefault(one.schema_path[0], []).append(one)
    fitting = [inside for inside in branches.values() if not any(_is_of_type(one) for one in inside)]
    if not fitting:
        error.validator = "type"
        error.message = f"{error.instance!r}"[:_MESSAGE] + " has none of the types allowed"
        return [error]
    return [told for one in fitting[0] for told in _told(one)] if len(fitting) == 1 else [error]


def _is_of_type(error: ValidationError) -> bool:
    """Check whether the alternative's own type is wrong, also behind references."""
    return error.validator == "type" and not error.path


def _described(error: ValidationError) -> tuple[str, str, str]:
    path = ""
    for step in error.absolute_path:
        if isinstance(step, int):
            path = paths.elements(path)
        else:
            path = paths.entries(path) if isinstance(step, MapKey) else paths.child(path, step)
    return path, str(error.validator), error.message[:_MESSAGE]
