"""Records of scored variants that do not pair since their ids are written otherwise, and the way to them."""

from __future__ import annotations

from typing import Any

import streamlit as st

from evaljson.load import LoadedRecords
from evaljson.load.ids_written_otherwise import ids_written_otherwise
from evaljson.report.records.scored_file import PairedFile
from evaljson.ui.session import cache
from evaljson.ui.session.drafts import begin_draft_of
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.pairing import pairing_of
from evaljson.ui.session.run_facts import file_kept
from evaljson.ui.session.version_asked import here
from evaljson.ui.shared.allowed import may


def ids_as_gold(evaluation: OpenEvaluation, variant: str) -> int:
    """Count the stray records whose id is one of gold that is written otherwise; see `ids_written_otherwise`."""
    id_key = evaluation.schema.get("x-eval-id")
    paired = None if id_key is None else _paired(evaluation, variant, id_key)
    if paired is None or not paired.strays:
        return 0
    dataset = next((one.dataset.id for one in evaluation.stored.variants if one.name == variant), variant)
    key = ("ids as gold", evaluation.gold.sha256, dataset, id_key)
    return cache.derived(key, lambda: _count(evaluation, paired))


def ids_of_file(evaluation: OpenEvaluation, loaded: LoadedRecords) -> int:
    """Count the same in a file that is no variant yet."""
    id_key = evaluation.schema.get("x-eval-id")
    pairing = pairing_of(evaluation.gold, loaded, id_key)
    return 0 if id_key is None or isinstance(pairing, str) else _count(evaluation, PairedFile.of(pairing))


def _count(evaluation: OpenEvaluation, paired: PairedFile) -> int:
    if paired.by != "id" or not paired.strays:
        return 0
    gold: list[Any] = evaluation.gold.records
    ids = (record.get(evaluation.schema.get("x-eval-id")) for record in gold if record is not None)
    return len(ids_written_otherwise(ids, paired.missing, [stray.id for stray in paired.strays]))


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
