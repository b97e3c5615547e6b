"""`--by KEY`: groups of records by document type, by a key kept beside gold, or by a key of gold itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evaljson.base.errors import InputError, did_you_mean
from evaljson.cli.run.scored_files import ScoredFiles
from evaljson.compare import Slices, compare_slices
from evaljson.compare.slice_labels import TYPE, labels_by
from evaljson.report.records.load_report import kept_beside


def compare_groups(key: str, a: Sequence[ScoredFiles], b: Sequence[ScoredFiles], options: dict[str, Any]) -> Slices:
    """Compare both sides group by group. Raises InputError if no record has the key."""
    runs_a, runs_b = [one.run for one in a], [one.run for one in b]
    first, gold = a[0].run, a[0].gold
    if key == TYPE and first.types is not None:
        return compare_slices(runs_a, runs_b, TYPE, **options)
    labels = labels_by(key, first, gold)
    if not labels:
        keys = {name for record in first.records for name in record.gold}
        known = [*(one.name for one in kept_beside(gold)), *sorted(keys)]
        raise InputError(f"--by {key}: no record has it, in gold or kept beside it.{did_you_mean(key, known)}")
    places = {id(record): place for place, record in enumerate(first.records)}
    return compare_slices(runs_a, runs_b, lambda record: labels[places[id(record)]], **options)
