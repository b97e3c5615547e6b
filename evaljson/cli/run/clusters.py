"""`--cluster KEY`: records that belong together, by a key or path of gold, or by a key kept beside it."""

from __future__ import annotations

from evaljson.base.errors import InputError, did_you_mean
from evaljson.cli.run.scored_files import ScoredFiles
from evaljson.compare.clusters import NamedValues, values_of_key
from evaljson.report.records.load_report import kept_beside


def cluster_by(key: str | None, scored: ScoredFiles) -> NamedValues | None:
    """Return the values of a key by record; None without a key, where x-eval-cluster holds.

    Raises InputError if no record has the key.
    """
    said = f"x-eval-cluster {scored.run.cluster_field}" if key is None else f"--cluster {key}"
    key = scored.run.cluster_field if key is None else key
    if key is None:
        return None
    run = scored.run
    values = values_of_key(key, run, scored.gold)
    if values is None:
        keys = {name for record in run.records for name in record.gold}
        known = [*(one.name for one in kept_beside(scored.gold)), *sorted(keys)]
        raise InputError(f"{said}: no record has it, in gold or kept beside it.{did_you_mean(key, known)}")
    return values
