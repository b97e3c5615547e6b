"""`--by KEY`: groups of records by document type, by a key kept beside gold, or by a key or path of gold itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evaljson.base.errors import InputError, did_you_mean
from evaljson.cli.run.scored_files import ScoredFiles
from evaljson.compare import Slices, compare_slices
from evaljson.compare.slice_labels import TYPE, labels_by
from evaljson.report.records.load_report import kept_beside
from evaljson.results.group_labels import By
from evaljson.results.groups import Groups, figures_by_group


def compare_groups(key: str, a: Sequence[ScoredFiles], b: Sequence[ScoredFiles], options: dict[str, Any]) -> Slices:
    """Compare both sides group by group. Raises InputError if no record has the key."""
    return compare_slices([one.run for one in a], [one.run for one in b], _by(key, a[0]), **options)


def score_groups(key: str, scored: ScoredFiles) -> Groups:
    """Return the figures of each group of a run. Raises InputError if no record has the key."""
    return figures_by_group(scored.run, _by(key, scored))


def _by(key: str, scored: ScoredFiles) -> By:
    """Return what the records of a run are grouped by. Raises InputError if no record has the key."""
    run = scored.run
    if key == TYPE and run.types is not None:
        return TYPE
    labels = labels_by(key, run, scored.gold)
    if not labels:
        keys = {name for record in run.records for name in record.gold}
        known = [*(one.name for one in kept_beside(scored.gold)), *sorted(keys)]
        raise InputError(f"--by {key}: no record has it, in gold or kept beside it.{did_you_mean(key, known)}")
    places = {id(record): place for place, record in enumerate(run.records)}
    return lambda record: labels[places[id(record)]]
