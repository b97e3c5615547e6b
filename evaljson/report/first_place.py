"""What is still to be decided about variants and changes first place, for who has their runs and no page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from evaljson.base.arrays import Floats
from evaljson.compare.ranks import lined_up
from evaljson.compare.words.first_place import (
    AS_IN_GOLD,
    WITHOUT_ALIKE,
    WITHOUT_MISSING,
    WITHOUT_UNKNOWN,
    WayToFirst,
    way_to_first,
)
from evaljson.report.fields.unknown_effect import f1_without_unknown
from evaljson.report.patterns.other_record import f1_without_look_alikes
from evaljson.report.records.missing import f1_of_those_there
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode
from evaljson.suggest.renamed_effect import renamed_preview
from evaljson.suggest.renamed_keys import renamed_keys

_MOST: Final = 2_000_000
"""Results of all runs up to which it is worked out."""


def ways_to_first(runs: Mapping[str, RunResult], tree: SchemaNode) -> list[WayToFirst]:
    """Return the ways of deciding about renamed and unknown keys, missing records and those that look like another one,
    that change which is best.

    None of one run, of runs that cannot be ranked together, and of more results than are looked at.
    """
    if sum(len(run.tallies.rows.record) for run in runs.values()) > _MOST:
        return []
    after = {what: f1 for what, f1 in _after(runs, tree).items() if f1}
    ranked = lined_up(runs) if after else None
    if ranked is None:
        return []
    return [found for what, f1 in after.items() for found in way_to_first(what, ranked.change(f1))]


def _after(runs: Mapping[str, RunResult], tree: SchemaNode) -> dict[str, dict[str, Floats]]:
    """Return by way the F1 of each record of the runs that it concerns."""
    renamed = {name: keys for name, run in runs.items() if (keys := renamed_keys(run, tree))}
    keep = {key.called_path for keys in renamed.values() for key in keys}
    with_missing = {name: run for name, run in runs.items() if run.missing and run.missing_records != "exclude"}
    without_alike = {name: f1_without_look_alikes(run) for name, run in runs.items()}
    return {
        AS_IN_GOLD: {name: renamed_preview(runs[name], tree, keys).f1 for name, keys in renamed.items()},
        WITHOUT_UNKNOWN: f1_without_unknown(runs, tree, keep),
        WITHOUT_MISSING: {name: f1_of_those_there(run) for name, run in with_missing.items()},
        WITHOUT_ALIKE: {name: f1 for name, f1 in without_alike.items() if f1 is not None},
    }
