"""`--by KEY`: a label for each record, from its document type, from what was kept beside gold, or from gold itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evaljson.base.errors import InputError, did_you_mean
from evaljson.cli.text.summary import ScoredFiles
from evaljson.compare import Slices, compare_slices
from evaljson.compare.record_labels import TYPE, labels_by
from evaljson.report.records.load_report import kept_beside


def slices_by(key: str, a: Sequence[ScoredFiles], b: Sequence[ScoredFiles], options: dict[str, Any]) -> Slices:
    """All runs of both sides sliced. Raises InputError where no record has the key."""
    of_a, of_b = [one.run for one in a], [one.run for one in b]
    first, gold = a[0].run, a[0].gold
    if key == TYPE and first.types is not None:
        return compare_slices(of_a, of_b, TYPE, **options)
    labels = labels_by(key, first, gold)
    if not labels:
        known = [*(one.name for one in kept_beside(gold)), *sorted({k for r in first.records for k in r.gold})]
        raise InputError(f"--by {key}: no record has it, in gold or kept beside it.{did_you_mean(key, known)}")
    places = {id(record): place for place, record in enumerate(first.records)}
    return compare_slices(of_a, of_b, lambda record: labels[places[id(record)]], **options)
