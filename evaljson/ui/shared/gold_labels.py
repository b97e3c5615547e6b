"""What reviews say of the labels of gold, read once for everyone and each state of the reviews."""

from __future__ import annotations

import streamlit as st

from evaljson.jobs.page_work import StoppedError
from evaljson.results.model import RunResult
from evaljson.review.label_states import GoldLabels, LabelsOfRecord
from evaljson.ui.session import server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.wording.values import escaped
from evaljson.workspace.review_outcome import reviews_up_to_gold

_KEPT = 8
_INSTEAD = "look at the review itself"


def labels_of(evaluation: OpenEvaluation) -> GoldLabels:
    """Return the labels of the gold that is in place; shared, so never changed.

    Empty without a review of it, or of gold that was corrected to it.
    """
    gold = evaluation.stored.gold
    reviews = reviews_up_to_gold(server.store(), evaluation.stored)
    if gold is None or not reviews:
        return {}
    return _labels(evaluation.id, gold.id, tuple((one.id, one.last_event) for one in reviews))


def labels_in_record(labels: GoldLabels, run: RunResult, place: int) -> LabelsOfRecord:
    """Return the labels of a record, by its position in a run."""
    return labels.get(run.positions[place][0] if run.positions else place, {})


def label_html(words: str) -> str:
    """Return what is said of a label, to stand behind the value; nothing for no words."""
    return f' <span style="opacity:.8;white-space:nowrap">({escaped(words)})</span>' if words else ""


@st.cache_resource(show_spinner="Reading what reviews say of gold", max_entries=_KEPT)
def _labels(evaluation: str, gold: str, states: tuple[tuple[str, int], ...]) -> GoldLabels:
    try:
        labels: GoldLabels = server.work("gold_labels", server.url(), evaluation, gold, states, instead=_INSTEAD)
    except StoppedError:
        return {}
    return labels
