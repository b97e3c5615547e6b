"""Values of gold that all variants contradict alike: looked for in a helper process, once for the runs of a time."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Final

import streamlit as st

from evaljson.jobs.page_work import StoppedError
from evaljson.report.gold_check import ContradictedValue, GoldCheck
from evaljson.review.label_states import GoldLabel
from evaljson.store import StoreError
from evaljson.ui.session import author, cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.gold_labels import labels_of
from evaljson.wording.words import counted
from evaljson.workspace.gold_checked import CHECK_GOLD, found_gold_check, gold_check_key

_QUICK: Final = 30_000
"""Results of all variants up to which this takes about a second; else a job looks, and a later run of the page shows
it."""
_NAMED: Final = 3
"""Values that the report names."""
_ASKED: Final = "evaljson.gold-check-asked"
"""What this session asked for by itself: once for each state of an evaluation."""


def gold_check_of(evaluation: OpenEvaluation) -> GoldCheck | None:
    """Return what was found, looked for now where no one has; None while a job looks, and where nobody could.

    Only current runs of two variants or more are looked at.
    """
    runs = [run for name, run in evaluation.stored_runs.items() if name not in evaluation.failures]
    if evaluation.is_earlier or evaluation.outdated or len(runs) < 2:
        return None
    key = gold_check_key(run.id for run in runs)
    known, state = _known(evaluation, key), (evaluation.id, key)
    if known is not None or st.session_state.get(_ASKED) == state:
        return known
    st.session_state[_ASKED] = state
    with suppress(StoppedError, StoreError):  # nobody asked for it, and the page can be read without
        if sum(run.metrics.get("total_fields", 0) for run in runs) > _QUICK:
            server.pool().submit(CHECK_GOLD, evaluation.id, by=author.who())
            return None
        server.work(
            "check_gold", server.url(), evaluation.id, author.who(), instead="use evaljson check-gold in a terminal"
        )
    return _known(evaluation, key)


def _known(evaluation: OpenEvaluation, state: str) -> GoldCheck | None:
    key = ("gold check", evaluation.id, state)
    known: GoldCheck | None = cache.derived(key, lambda: found_gold_check(server.store(), evaluation.id, state))
    if known is None:
        cache.drop(key)  # the next look may find them
    return known


Decided = tuple[ContradictedValue, GoldLabel]
"""A value that all variants contradict, and what people decided about it."""


def checked_by_people(evaluation: OpenEvaluation) -> tuple[GoldCheck | None, list[Decided], int]:
    """Return what is found and open, the values that reviews decided, and in how many of them answers differ."""
    found = gold_check_of(evaluation)
    if found is None or not found.found:
        return found, [], 0
    labels = labels_of(evaluation)
    said = [(one, labels.get(one.position, {}).get(one.path)) for one in found.found]
    decided = [(one, label) for one, label in said if label is not None and label.state != "disputed"]
    known = {id(one) for one, _ in decided}
    left = tuple(one for one in found.found if id(one) not in known)
    disputed = sum(label is not None and label.state == "disputed" for _, label in said)
    return replace(found, found=left), decided, disputed


def gold_remark(evaluation: OpenEvaluation) -> str:
    """Say for the report which values of gold all variants contradict that nobody decided; "" for none."""
    found, _, _ = checked_by_people(evaluation)
    if found is None or not found.found:
        return ""
    values = [f"{one.record} · {one.path} ({one.shown[1]}, not {one.shown[0]})" for one in found.found[:_NAMED]]
    rest = found.listed - len(values)
    named = "; ".join([*values, *([f"{rest:,} more"] if rest else [])])
    of_gold = f"{counted(found.listed, 'value')} of gold: {found.whom} say otherwise, and agree"
    return f"{of_gold}: {named}. Gold may be wrong there. {found.besides}".rstrip()
