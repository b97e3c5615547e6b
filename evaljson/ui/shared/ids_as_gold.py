"""Records of scored variants that do not pair since their ids are written otherwise, and the way to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import streamlit as st

from evaljson.base.arrays import Floats
from evaljson.judge import takes_judge
from evaljson.load import LoadedRecords
from evaljson.load.ids_written_otherwise import ids_written_otherwise, with_ids_as_gold
from evaljson.load.loaded_records import RecordId
from evaljson.report.records.scored_file import PairedFile
from evaljson.scoring.tallies import record_figures
from evaljson.ui.session import cache
from evaljson.ui.session.drafts import begin_draft_of
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.pairing import pairing_of
from evaljson.ui.session.run_facts import file_kept
from evaljson.ui.session.version_asked import here
from evaljson.ui.shared.allowed import may
from evaljson.workspace.outcome import Failure, score

_QUICK: Final = 20_000
"""Results of the variants up to which a page itself scores them again."""


def ids_as_gold(evaluation: OpenEvaluation, variant: str) -> int:
    """Count the stray records whose id is one of gold that is written otherwise; see `ids_written_otherwise`."""
    id_key = evaluation.schema.get("x-eval-id")
    paired = None if id_key is None else _paired(evaluation, variant, id_key)
    if paired is None or not paired.strays:
        return 0
    dataset = next((one.dataset.id for one in evaluation.stored.variants if one.name == variant), variant)
    key = ("ids as gold", evaluation.gold.sha256, dataset, id_key)
    return cache.derived(key, lambda: len(_ids(evaluation, paired)))


def ids_of_file(evaluation: OpenEvaluation, loaded: LoadedRecords) -> int:
    """Count the same in a file that is no variant yet."""
    id_key = evaluation.schema.get("x-eval-id")
    pairing = pairing_of(evaluation.gold, loaded, id_key)
    return 0 if id_key is None or isinstance(pairing, str) else len(_ids(evaluation, PairedFile.of(pairing)))


Paired = Mapping[str, tuple[float | None, Floats]]
"""By variant its mean F1, and F1 by record."""


def scored_as_gold(evaluation: OpenEvaluation, names: Sequence[str]) -> Paired:
    """Return what these variants score if such ids pair, those without any left out.

    Empty where that takes too long for a page, or is no matter of scoring again alone: with a judge to ask, or where
    records without gold count, which there would be fewer of.
    """
    is_simple = evaluation.missing_policy.strays == "report" and not takes_judge(evaluation.schema)
    if not is_simple or sum(evaluation.stored_runs[name].metrics["total_fields"] for name in names) > _QUICK:
        return {}
    key = (evaluation.stored.schema_number, *(evaluation.run_key(name) for name in names))
    return cache.derived(("scored as gold", key), lambda: dict(_scored(evaluation, names)))


def _scored(evaluation: OpenEvaluation, names: Sequence[str]) -> Iterator[tuple[str, tuple[float | None, Floats]]]:
    id_key = str(evaluation.schema["x-eval-id"])
    for name in names:
        paired = _paired(evaluation, name, id_key)
        ids = {} if paired is None else _ids(evaluation, paired)
        if not ids:
            continue
        file = with_ids_as_gold(evaluation.variants[name], id_key, ids)
        run = score(evaluation.gold, file, evaluation.schema, evaluation.missing_policy)
        if not isinstance(run, Failure) and run.record_keys == evaluation.runs[name].record_keys:
            yield name, (run.mean_f1, record_figures(*run.tallies.by_record()).f1)


def _ids(evaluation: OpenEvaluation, paired: PairedFile) -> dict[RecordId, RecordId]:
    if paired.by != "id" or not paired.strays:
        return {}
    gold: list[Any] = evaluation.gold.records
    ids = (record.get(evaluation.schema.get("x-eval-id")) for record in gold if record is not None)
    return ids_written_otherwise(ids, paired.missing, [stray.id for stray in paired.strays])


def only_written(ids: int) -> str:
    """Say how many of the records in question were extracted under an id that is written otherwise, in Markdown."""
    if ids == 1:
        return "**1 of them is there under an id of gold written otherwise**: it would pair."
    return f"**{ids:,} of them are there under ids of gold written otherwise**: they would pair."


def show_way_to_ids(evaluation: OpenEvaluation) -> None:
    """Draw the button that leads to where they are paired, for those who may."""
    if may("editor") and st.button("Look at the ids", key="decide.ids", help="On Data, as a draft."):
        begin_draft_of(evaluation)
        st.switch_page("pages/data.py", query_params=here())


def _paired(evaluation: OpenEvaluation, variant: str, id_key: str) -> PairedFile | None:
    """Return how its file pairs: as a job has kept it, else worked out, for which the file is read."""
    kept = file_kept(evaluation, variant)
    if kept is not None:
        return kept.pairing
    pairing = pairing_of(evaluation.gold, evaluation.variants[variant], id_key)
    return None if isinstance(pairing, str) else PairedFile.of(pairing)
