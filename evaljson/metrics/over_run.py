"""Compute a metric over all records of a run; a bad record never stops it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from evaljson.base.errors import EvaljsonError, InputError
from evaljson.load.missing_policy import MissingRecords
from evaljson.metrics.base import Direction, Metric, Record
from evaljson.metrics.documents import read_object
from evaljson.metrics.registry import find_metric


@dataclass(frozen=True, slots=True)
class RunMetric:
    """A metric over a run; positions are those of the gold records."""

    name: str
    params: Mapping[str, Any]
    """All parameters, including presets of the variant."""
    direction: Direction
    """Whether higher or lower is better."""
    mean: float | None
    """Mean of the defined scores; None if there are none."""
    scores: tuple[float | None, ...]
    """One per record; None if it is undefined or left out."""
    undefined: int
    """Records without a score that are not left out; they are not in the mean."""
    missing: tuple[int, ...]
    """Positions of records that were not produced, or could not be read (these have an error too)."""
    missing_records: MissingRecords
    """Whether missing records count as all wrong ("omit") or are left out ("exclude")."""
    errors: Mapping[int, str]
    """By position, why a record could not be read or scored, or its score is undefined."""


def metric_over_run(
    name: str,
    gold_records: Iterable[Any],
    extracted_records: Iterable[Any],
    *,
    missing_records: MissingRecords = "omit",
    **params: Any,
) -> RunMetric:
    """Score each extracted record against the gold record at its position, and average.

    Records are objects, or text that holds one; None in `extracted_records` was not produced. An extracted record that
    does not contain an object counts as not produced: 0, or with JSON Distance the number of gold's keys. A bad gold
    record makes the score undefined. Raises InputError for an unknown metric, wrong parameters, and
    unequal lengths.
    """
    metric, gold, extracted = find_metric(name), list(gold_records), list(extracted_records)
    used = metric.checked(params)
    if missing_records not in ("omit", "exclude"):
        raise InputError(f'missing_records is "omit" or "exclude", not {missing_records!r}.')
    if len(gold) != len(extracted):
        raise InputError(
            f"{len(gold):,} gold and {len(extracted):,} extracted records cannot be paired by position; "
            "pair them by id first, or make the lengths equal."
        )
    read = [
        _Pair(gold_record, extracted_record, used)
        for gold_record, extracted_record in zip(gold, extracted, strict=True)
    ]
    if metric.check_run is not None:
        metric.check_run([document for pair in read for document in pair.documents()], used)
    scored = [_score(metric, pair, used, missing_records) for pair in read]
    scores = tuple(score for score, _ in scored)
    defined = [score for score in scores if score is not None]
    missing = tuple(place for place, pair in enumerate(read) if pair.extracted is None)
    left_out = missing if missing_records == "exclude" else ()
    return RunMetric(
        name,
        used,
        metric.direction,
        math.fsum(defined) / len(defined) if defined else None,
        scores,
        len(scores) - len(defined) - len(left_out),
        missing,
        missing_records,
        {place: error for place, (_, error) in enumerate(scored) if error},
    )


class _Pair:
    """Two records as objects; None, with an error, for one that is not."""

    def __init__(self, gold: Any, extracted: Any, params: Mapping[str, Any]) -> None:
        self.errors: list[str] = []
        self.gold = self._read(gold, "expected")
        unread = isinstance(extracted, str) and params.get("parse_strings") is False
        if unread:
            self.errors.append("actual: the record is text, and parse_strings is off.")
        self.extracted = None if extracted is None or unread else self._read(extracted, "actual")

    def _read(self, record: Any, side: Literal["actual", "expected"]) -> Record | None:
        try:
            return read_object(record, side)
        except InputError as error:
            self.errors.append(str(error))
            return None

    def documents(self) -> Iterator[Record]:
        return (record for record in (self.gold, self.extracted) if record is not None)


def _score(
    metric: Metric, pair: _Pair, params: Mapping[str, Any], missing_records: MissingRecords
) -> tuple[float | None, str | None]:
    """Return the score, and an error or explanation."""
    errors = " ".join(pair.errors) or None
    if pair.extracted is None and missing_records == "exclude":
        return None, errors
    if pair.gold is None:
        return None, errors
    if pair.extracted is None:
        return metric.missing(pair.gold), errors
    try:
        result = metric.fn(pair.extracted, pair.gold, **params)
    except EvaljsonError as error:
        return None, str(error)
    except Exception as error:  # a failure on one record must not cost the others their scores
        return None, f"{metric.name} raised {type(error).__name__}: {error}"
    return result.score, result.details.get("explanation")
