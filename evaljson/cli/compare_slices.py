"""`--by KEY`: a label for each record, from its document type, from what was kept beside gold, or from gold itself."""

from __future__ import annotations

from typing import Any

from evaljson.cli.summary import Scored
from evaljson.compare import Slices, compare_slices
from evaljson.compare.labels import TYPE, labels_by
from evaljson.errors import InputError, did_you_mean
from evaljson.report.reading import kept_beside


def slices_by(key: str, a: Scored, b: Scored, options: dict[str, Any]) -> Slices:
    """Both runs sliced. Raises InputError where no record has the key."""
    if key == TYPE and a.run.types is not None:
        return compare_slices(a.run, b.run, TYPE, **options)
    labels = labels_by(key, a.run, a.gold)
    if not labels:
        known = [*(one.name for one in kept_beside(a.gold)), *sorted({k for r in a.run.records for k in r.gold})]
        raise InputError(f"--by {key}: no record has it, in gold or kept beside it.{did_you_mean(key, known)}")
    places = {id(record): place for place, record in enumerate(a.run.records)}
    return compare_slices(a.run, b.run, lambda record: labels[places[id(record)]], **options)
