"""That gold is another one than before, as a line of Overview: how many records, and whether the batch is alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Final

import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.jobs.page_work import StoppedError
from evaljson.report.compare.shift_table import shift_table
from evaljson.shift import Shift
from evaljson.store import StoreError
from evaljson.ui.overview.decision import Decision
from evaljson.ui.session import cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted
from evaljson.workspace.gold_before import ReplacedGold, gold_change

_MOST: Final = 5_000
"""Gold records up to which it is worked out on a page."""


def gold_decision(evaluation: OpenEvaluation) -> Iterator[Decision]:
    """Yield it where variants were scored against another gold before, and its records differ."""
    gold = evaluation.stored.gold
    if gold is None or evaluation.is_earlier or gold.count > _MOST:
        return
    id_field = evaluation.schema.get("x-eval-id")
    key = ("gold change", evaluation.id, gold.id, id_field)
    with suppress(StoreError):  # nobody asked for it, and the page can be read without
        change = cache.derived(key, lambda: gold_change(server.store(), evaluation.stored, id_field))
        if change is not None:
            yield Decision(_in_words(change), partial(_show, evaluation, change, gold.id))


def _in_words(change: ReplacedGold) -> str:
    parts = [(change.new, "new"), (change.gone, "gone"), (change.changed, "changed")]
    first, *others = [(count, word) for count, word in parts if count]
    verb = "is" if first[0] == 1 else "are"
    said = ", ".join(
        [f"{counted(first[0], 'record')} {verb} {first[1]}", *(f"{count:,} {word}" for count, word in others)]
    )
    return f"⇄ **Gold differs from the one before**: {said}."


def _show(evaluation: OpenEvaluation, change: ReplacedGold, gold: str) -> None:
    expander = st.popover("Is it alike?", key="overview.gold", on_change="rerun")
    if not expander.open:
        return
    with expander:
        st.caption("F1 before and after are of other gold. What is unlike about the two, field by field:")
        golds = {"Before": change.before, "Now": gold}

        def look() -> Shift:
            return _shift(evaluation, golds)

        try:
            found = cache.derived(("gold shift", *golds.values(), evaluation.stored.schema_number), look)
        except (StoppedError, EvaljsonError) as error:
            st.caption(plain(str(error), 300))
            return
        st.markdown(plain(found.sentence, 600))
        if found.found:
            st.dataframe(shift_table(found), hide_index=True)


def _shift(evaluation: OpenEvaluation, golds: Mapping[str, str]) -> Shift:
    found: Shift = server.work(
        "shift_between",
        server.url(),
        {},
        dict(golds),
        dict(evaluation.schema),
        instead="use evaljson shift in a terminal",
    )
    return found
