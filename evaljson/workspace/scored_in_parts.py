"""Scoring large variants some records after the others: the figures and results of scoring all at once, in less memory.

A job scores so from a size on where nothing looks at all records together.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from evaljson.base.bounded_cache import size_of_records
from evaljson.base.errors import EvaljsonError
from evaljson.comparators.base import says
from evaljson.comparators.registry import find_comparator
from evaljson.evaluate import SlicedEvaluation
from evaljson.load import LoadedRecords
from evaljson.load.missing_policy import MissingPolicy
from evaljson.results.cut_off import with_cut_off
from evaljson.results.model import RunResult
from evaljson.results.saved.in_parts import SavedInParts
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.scoring.progress import watching
from evaljson.scoring.record_blocks import RECORDS_PER_BLOCK
from evaljson.workspace.outcome import Failure

SLICE_BYTES: Final = 48 << 20
"""Bytes of both sides of a slice, as objects in memory."""


@dataclass(frozen=True, slots=True)
class InParts:
    """A variant that was scored in parts."""

    run: RunResult
    """Its figures, without results behind them."""
    table: bytes
    """The run as `save_run` writes it."""


@dataclass(frozen=True, slots=True)
class Scored:
    """How far scoring in parts is."""

    records: int
    of: int
    rate: float | None
    """Records a second; None before the first part."""

    @property
    def text(self) -> str:
        """`4,000 of 50,000 records, 2,100 a second, 22 s left`."""
        text = f"{self.records:,} of {self.of:,} records"
        if not self.rate:
            return text
        minutes, seconds = divmod(round((self.of - self.records) / self.rate), 60)
        left = f"{minutes:,} min {seconds} s left" if minutes else f"{seconds} s left"
        return f"{text}, {self.rate:,.0f} a second, {left}"


def records_of_slice(gold: LoadedRecords, extracted: LoadedRecords) -> int:
    """Return how many records are scored together: whole blocks, at least one."""
    bytes_held = size_of_records(gold.records) + size_of_records([one for one in extracted.records if one is not None])
    a_record = max(bytes_held // max(len(gold.records), 1), 1)
    return max(SLICE_BYTES // a_record // RECORDS_PER_BLOCK, 1) * RECORDS_PER_BLOCK


def can_be_sliced(schema: Mapping[str, Any]) -> bool:
    """Check that no comparator of the schema takes the values of all records at once. Raises SchemaError."""
    nodes = (node for root in parse_eval_schema(schema).roots for node in root.leaves())
    specs = [node.comparator for node in nodes if node.comparator is not None]
    return not any(says(find_comparator(spec.name).fn, "across_records") for spec in specs)


def score_in_parts(
    gold: LoadedRecords, extracted: LoadedRecords, schema: Mapping[str, Any], policy: MissingPolicy, records: int,
    tell: Callable[[float, str], None],
) -> InParts | Failure:  # fmt: skip
    """Score one variant, `records` of it at a time; a problem of its data is an outcome too.

    `tell` takes the share that is done and how far that is in words; what it raises ends the work.
    """
    every: list[Any] = gold.records
    try:
        arguments = policy.for_variant(every, extracted, schema.get("x-eval-id")).arguments()
        slices = SlicedEvaluation(every, extracted.records, schema, records=records, **arguments)
        with SavedInParts() as parts:
            _score_all(slices, parts, tell)
            run = with_cut_off(slices.run(parts.figures()), every, extracted)
            return InParts(run, parts.saved(run))
    except EvaljsonError as error:
        return Failure(getattr(error, "problem", str(error)), getattr(error, "path", ""))


def _score_all(slices: SlicedEvaluation, parts: SavedInParts, tell: Callable[[float, str], None]) -> None:
    began, of, scored = time.monotonic(), len(slices), slices.scored()
    done, rate = 0, None
    while True:
        text, before = Scored(done, of, rate).text, done
        size = min(slices.records, of - done)

        def report(share: float, before: int = before, size: int = size, text: str = text) -> None:
            tell((before + share * size) / max(of, 1), text)

        with watching(report):
            part = next(scored, None)
        if part is None:
            return
        parts.add(part)
        done += part.total_records
        took = time.monotonic() - began
        rate = done / took if took > 0 else None
