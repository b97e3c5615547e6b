"""Check the judge against people: they label pairs by hand, and the page shows how often both agree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pandas as pd
import streamlit as st

from evaljson.judge.decided_pairs import DecidedPair, pairs_of
from evaljson.review.label_states import in_counts, labels_of_value
from evaljson.store import Label
from evaljson.ui.judge.label_pairs import show_label
from evaljson.ui.session import author, cache, server
from evaljson.ui.session.address import pick
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.gold_labels import labels_of
from evaljson.ui.shared.judge_agreement import show_agreement
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.people import name_field
from evaljson.wording.values import as_text
from evaljson.wording.words import counted, person
from evaljson.workspace.history import when

_ALL: Final = "all fields"
_LISTED: Final = 200
Labels = dict[str, list[Label]]


def show_check(evaluation: OpenEvaluation) -> dict[str, str | None]:
    """Draw the tab, and return its choices for the address."""
    names = [name for name in evaluation.runs if name not in evaluation.outdated]
    if not names:
        st.info("No variant is scored with this judge yet.")
        return {}
    first, second, third = st.columns(3)
    with first:
        variant = pick("Variant", "a", names, page="judge")
    pairs = _pairs(evaluation, variant)
    paths = list(dict.fromkeys(pair.question.field for pair in pairs))
    with second:
        path = pick("Field", "judged", [_ALL, *paths], page="judge", default=_ALL)
    with third:
        name_field()
    if not pairs:
        st.info(
            "There is nothing to label yet: no judge has decided a pair of this variant (equal values need no judge). "
            "Ask one first, under “Ask the judge”."
        )
        return {"a": variant, "judged": None}
    labels = server.store().labels.of([pair.sha256 for pair in pairs])
    if not author.has_name():
        st.caption("Labels are stored per person. Enter your name if other people label here too.")
    left, right = st.columns([1, 1], gap="large")
    with left:
        st.subheader("Label pairs", anchor=False)
        show_label(
            evaluation.run_key(variant), pairs, labels, path if path != _ALL else None,
            lambda pair: _said_of_gold(evaluation, pair),
        )  # fmt: skip
        _yours(pairs, labels)
    with right:
        st.subheader("Agreement of judge and people", anchor=False)
        show_agreement(evaluation, variant, pairs, labels)
    return {"a": variant, "judged": path if path != _ALL else None}


def _pairs(evaluation: OpenEvaluation, variant: str) -> list[DecidedPair]:
    run = evaluation.runs[variant]
    key = ("judge pairs", evaluation.run_key(variant), evaluation.stored.schema_number)
    return cache.derived(key, lambda: pairs_of(run, evaluation.schema))


def _said_of_gold(evaluation: OpenEvaluation, pair: DecidedPair) -> str:
    labels, question = labels_of(evaluation), pair.question
    gold = evaluation.gold.records if labels else []
    return in_counts(labels_of_value(labels, gold, question.field, question.item.gold_raw))


def _yours(pairs: Sequence[DecidedPair], labels: Labels) -> None:
    """List the labels of this person, with a button that withdraws them."""
    who = author.who()
    mine = sorted(
        (one for of_pair in labels.values() for one in of_pair if one.who == who),
        key=lambda one: one.created,
        reverse=True,
    )
    if not mine:
        return
    expander = st.expander(f"Labels by {plain(person(who), 40)} ({len(mine):,})", key="judge.yours", on_change="rerun")
    if not expander.open:
        return
    verdicts = {pair.sha256: pair.verdict for pair in pairs}
    with expander:
        rows = [
            (
                one.path,
                _cut(one.gold),
                _cut(one.extracted),
                one.step,
                verdicts.get(one.pair),
                one.note,
                when(one.created),
            )
            for one in mine[:_LISTED]
        ]
        columns = ["Field", "Gold", "Extracted", "You", "Judge", "Comment", "When"]
        chosen = st.dataframe(
            pd.DataFrame(rows, columns=columns),
            hide_index=True,
            key=f"judge.yours.{hash(tuple(one.id for one in mine))}",
            on_select="rerun",
            selection_mode="multi-row",
            height=320,
        )
        ticked = [mine[at] for at in chosen["selection"].get("rows", []) if at < len(mine)]
        if ticked:
            st.button(f"Withdraw {len(ticked):,}", key="judge.withdraw", on_click=_withdraw, args=(ticked,))
        else:
            st.caption("Tick labels to withdraw them; their pairs then come up again.")


def _cut(value: object) -> str:
    return as_text(value)[:200]


def _withdraw(labels: Sequence[Label]) -> None:
    store = server.store()

    def work() -> None:
        for one in labels:
            store.labels.withdraw(one.id)

    def back() -> None:
        for one in labels:
            store.labels.reinstate(one.id)

    attempt(work, f"Withdrew {counted(len(labels), 'label')}.", back)
