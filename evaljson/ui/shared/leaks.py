"""Gold inside prompts, or twice in itself: looked for in a helper process, once for a gold and its prompts."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace
from typing import Final

import streamlit as st

from evaljson.jobs.page_work import StoppedError
from evaljson.leaks import Leak, Leaks
from evaljson.store import StoreError
from evaljson.ui.session import author, cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.missing import left_out_by_hand
from evaljson.workspace.leaks_found import LEAKS, found_leaks, leaks_key

TWICE: Final = "twice in gold"
"""The kind of leak of a gold record that another one repeats."""
_QUICK: Final = 10_000
"""Results of a variant up to which this takes about a second; else a job looks, and a later run of the page shows."""
_ASKED: Final = "evaljson.leaks-asked"
"""What this session asked for by itself: once for each state of an evaluation."""


def known_leaks(evaluation: OpenEvaluation) -> Leaks | None:
    """Return them if someone has looked."""
    id_field = evaluation.schema.get("x-eval-id")
    key = ("leaks", evaluation.id, leaks_key(evaluation.stored, id_field))
    known: Leaks | None = cache.derived(key, lambda: found_leaks(server.store(), evaluation.stored, id_field))
    if known is None:
        cache.drop(key)  # the next look may find them
    return known


def leaks_of(evaluation: OpenEvaluation) -> Leaks | None:
    """Return them, looked for now where no one has; None while a job looks, and where nobody could."""
    known, id_field = known_leaks(evaluation), evaluation.schema.get("x-eval-id")
    state = evaluation.id, leaks_key(evaluation.stored, id_field)
    if known is not None or evaluation.is_earlier or st.session_state.get(_ASKED) == state:
        return known
    st.session_state[_ASKED] = state
    results = max((run.metrics.get("total_fields", 0) for run in evaluation.stored_runs.values()), default=0)
    with suppress(StoppedError, StoreError):  # nobody asked for it, and the page can be read without
        if results > _QUICK:
            server.pool().submit(LEAKS, evaluation.id, by=author.who())
            return None
        server.work(
            "look_at_leaks", server.url(), evaluation.id, author.who(), instead="use evaljson leaks in a terminal"
        )
    return known_leaks(evaluation)


def in_figures(evaluation: OpenEvaluation, leaks: Leaks | None, names: Collection[str] | None = None) -> Leaks | None:
    """Return those of gold records that count: of two that are the same, one may be left out by hand.

    With `names`, prompts of other variants are left out too.
    """
    if leaks is None:
        return None
    out = frozenset(left_out_by_hand(evaluation))

    def counts(one: Leak) -> bool:
        if one.record in out or (one.kind == TWICE and one.other in out):
            return False
        return names is None or one.where not in leaks.prompts or one.kind == TWICE or one.where in names

    prompts = tuple(name for name in leaks.prompts if names is None or name in names)
    return replace(leaks, prompts=prompts, found=tuple(filter(counts, leaks.found)))
