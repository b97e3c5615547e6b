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
    """Count the stray records of a variant whose id is one of gold except for case, white space and separators."""
    id_key, loaded = evaluation.schema.get("x-eval-id"), evaluation.variants.get(variant)
    if id_key is None or loaded is None:
        return 0
    key = ("ids as gold", evaluation.gold.sha256, loaded.sha256, id_key)
    return cache.derived(key, lambda: _counted(evaluation, variant, id_key))


def _counted(evaluation: OpenEvaluation, variant: str, id_key: str) -> int:
    kept = file_kept(evaluation, variant)
    paired = _paired(evaluation, variant, id_key) if kept is None else kept.pairing
    if paired is None or paired.by != "id" or not paired.strays:
        return 0
    gold: list[Any] = evaluation.gold.records
    ids = (record.get(id_key) for record in gold if record is not None)
    return len(ids_written_otherwise(ids, paired.missing, [stray.id for stray in paired.strays]))


def _paired(evaluation: OpenEvaluation, variant: str, id_key: str) -> PairedFile | None:
    pairing = pairing_of(evaluation.gold, evaluation.variants[variant], id_key)
    return None if isinstance(pairing, str) else PairedFile.of(pairing)
