"""The patterns of a run with what a page shows of each: its figures, and one error as an example."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaljson.report.patterns.find import ErrorPatterns
from evaljson.report.patterns.table import Pattern, pattern_list
from evaljson.results.field_result import FieldResult
from evaljson.results.model import RunResult


@dataclass(frozen=True, slots=True)
class ShownPattern:
    """A pattern, and an error of it."""

    pattern: Pattern
    example: FieldResult


def shown_patterns(run: RunResult, patterns: ErrorPatterns, field: str | None = None) -> list[ShownPattern]:
    """Return the patterns of a run, or of one of its fields; those that cost F1 most first."""
    listed = pattern_list(run, patterns, field, examples=1)
    rows = np.array([one.rows[0] for one in listed], np.intp)
    return [ShownPattern(one, example) for one, example in zip(listed, run.table.some(rows), strict=True)]
