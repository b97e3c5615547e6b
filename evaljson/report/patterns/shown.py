"""The patterns of a run with what a page shows of each: its figures, one error as an example, and what settles it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from evaljson.report.patterns.find import ErrorPatterns
from evaljson.report.patterns.remedies import Remedies
from evaljson.report.patterns.table import Pattern, pattern_list
from evaljson.results.field_result import FieldResult
from evaljson.results.model import RunResult
from evaljson.suggest.edit import Edit
from evaljson.suggest.kinds import readings

_COMPARED: Final = {name: title[:1].lower() + title[1:] for name, title in readings.TITLES.items()} | {
    "numeric": "compare as numbers"
}
"""By comparator."""


@dataclass(frozen=True, slots=True)
class ShownPattern:
    """A pattern, and an error of it."""

    pattern: Pattern
    example: FieldResult
    remedy: Edit | None
    """What its rule means at the field that costs F1 most; None where no setting does what the rule says."""

    @property
    def offer(self) -> str:
        """What taking the remedy does, for a button: a comparator by its own name, where the rule leaves it open."""
        compared = self.remedy.compare if self.remedy is not None else None
        return _COMPARED.get(compared or "", self.pattern.kind.rule)


def shown_patterns(
    run: RunResult, patterns: ErrorPatterns, schema: Mapping[str, Any], field: str | None = None
) -> list[ShownPattern]:
    """Return the patterns of a run under its schema, or of one of its fields; those that cost F1 most first."""
    listed = pattern_list(run, patterns, field, examples=1)
    rows = np.array([one.rows[0] for one in listed], np.intp)
    remedies = Remedies(run, schema)
    return [
        ShownPattern(one, example, remedy_of(run, patterns, one, remedies))
        for one, example in zip(listed, run.table.some(rows), strict=True)
    ]


def remedy_of(run: RunResult, patterns: ErrorPatterns, one: Pattern, remedies: Remedies) -> Edit | None:
    """Return what the rule of a pattern means at its first field; None where it has none, or none that does."""
    if not one.kind.rule:
        return None
    rows, field = run.tallies.rows, one.fields[0].field
    at = patterns.rows_of(one.kind.name) & (rows.field == rows.fields.index(field))
    return remedies.of(one.kind.name, field, np.flatnonzero(at))
