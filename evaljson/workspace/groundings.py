"""Which values of gold and of variants are in the source texts kept beside the records of an evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from evaljson.grounding import THRESHOLD, Grounding, TextSearch, ground_texts, no_values
from evaljson.load import LoadedRecords
from evaljson.load.document_texts import source_of
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode

GOLD: Final = "Gold"


def groundings(
    runs: Mapping[str, RunResult], gold: LoadedRecords, extracted: Mapping[str, LoadedRecords], tree: SchemaNode
) -> dict[str, Grounding]:
    """Look for the values of gold, under `GOLD`, and of each run in their texts: those of gold, else of the variant.

    Gold is that of the run with the most texts. Records of runs, which are in the order of gold, give ids and values.
    """
    searches: dict[str, TextSearch] = {}
    found: dict[str, Grounding] = {}
    best: Grounding | None = None
    for name, run in runs.items():
        places = run.positions or tuple((at, at) for at in range(len(run.records)))
        loaded = extracted[name]
        texts = [source_of(gold, at) or source_of(loaded, other) for at, other in places]
        ids = [at if one.record_id is None else one.record_id for at, one in enumerate(run.records)]
        without = no_values(tree, run.id_field)
        sides = ([record.extracted for record in run.records], [record.gold for record in run.records])
        found[name], of_gold = (
            ground_texts(side, ids, texts, tree, without, THRESHOLD, {}, searches) for side in sides
        )  # fmt: skip
        best = of_gold if best is None or of_gold.records > best.records else best
    return found if best is None else {GOLD: best, **found}
