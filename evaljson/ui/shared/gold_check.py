"""Values of gold that all variants contradict alike: looked for in a helper process, once for the runs of a time."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import streamlit as st

from evaljson.jobs.page_work import StoppedError
from evaljson.report.gold_check import GoldCheck
from evaljson.store import StoreError
from evaljson.ui.session import author, cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.workspace.gold_checked import CHECK_GOLD, found_gold_check, gold_check_key

_QUICK: Final = 30_000
"""Results of all variants up to which this takes about a second; else a job looks, and a later run of the page shows
it."""
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
