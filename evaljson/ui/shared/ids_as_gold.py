"""How many records of a scored variant do not pair since their ids are written otherwise than in gold."""

from __future__ import annotations

from typing import Any

from evaljson.load.ids_written_otherwise import ids_written_otherwise
from evaljson.report.records.scored_file import PairedFile
from evaljson.ui.session import cache
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.pairing import pairing_of
from evaljson.ui.session.run_facts import file_kept


def ids_as_gold(evaluation: OpenEvaluation, variant: str) -> int:
    """Count the stray records whose id is one of gold that is written otherwise; see `ids_written_otherwise`."""
    id_key = evaluation.schema.get("x-eval-id")
    paired = None if id_key is None else _paired(evaluation, variant, id_key)
    if paired is None or paired.by != "id" or not paired.strays:
        return 0
    gold: list[Any] = evaluation.gold.records

    def count() -> int:
        ids = (record.get(id_key) for record in gold if record is not None)
        return len(ids_written_otherwise(ids, paired.missing, [stray.id for stray in paired.strays]))

    dataset = next((one.dataset.id for one in evaluation.stored.variants if one.name == variant), variant)
    return cache.derived(("ids as gold", evaluation.gold.sha256, dataset, id_key), count)


def _paired(evaluation: OpenEvaluation, variant: str, id_key: str) -> PairedFile | None:
    """Return how its file pairs: as a job has kept it, else worked out, for which the file is read."""
    kept = file_kept(evaluation, variant)
    if kept is not None:
        return kept.pairing
    pairing = pairing_of(evaluation.gold, evaluation.variants[variant], id_key)
    return None if isinstance(pairing, str) else PairedFile.of(pairing)
