"""The fields of a run, with those that have no scored result: skipped and not judged."""

from __future__ import annotations

from evaljson import FieldAggregation, RunResult
from evaljson.scoring.status import BATCH_ERROR, SKIPPED


def all_fields(run: RunResult) -> dict[str, FieldAggregation]:
    """Return `run.per_field` and the fields it leaves out, in schema order.

    Entries of a map that are all skipped are no field of their own: `*` says only that other keys do not matter.
    """
    tallies = run.tallies
    counts = tallies.statuses_by_field().tolist()
    weights = tallies.weight_of_fields()
    return {
        path: run.per_field.get(path) or _unscored(counts[at][SKIPPED], counts[at][BATCH_ERROR], weights.get(at, 1.0))
        for at, path in enumerate(tallies.rows.fields)
        if path in run.per_field or counts[at][BATCH_ERROR] or not _is_map_entry(path)
    }


def _is_map_entry(path: str) -> bool:
    """Check whether a schema path is that of a map's entries; a key of that name is in quotes."""
    return path == "*" or path.endswith(".*")


def unscored_fields(run: RunResult) -> dict[str, FieldAggregation]:
    """Return only the fields that `run.per_field` leaves out."""
    return {path: field for path, field in all_fields(run).items() if path not in run.per_field}


def _unscored(skipped: int, batch_errors: int, weight: float) -> FieldAggregation:
    return FieldAggregation(None, 0, 0, 0, 0, skipped=skipped, batch_errors=batch_errors, weight=weight)
