"""Which records a variant lacks, on every page whose figures they touch: a line, and all of them behind it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

import streamlit as st

from evaljson.load.document_texts import ids_of
from evaljson.load.loaded_records import RecordId
from evaljson.report.records.id_keys import id_labels
from evaljson.report.records.missing import (
    COPY,
    COUNTS,
    LEFT_OUT,
    Gone,
    copies_in_words,
    gone_records,
    gone_table,
    in_words,
)
from evaljson.ui.session import cache
from evaljson.ui.session.address import go_to_records, new_in_address
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.run_facts import invented_records
from evaljson.ui.shared.copies import show_count_again
from evaljson.ui.shared.notes import PageNote
from evaljson.ui.shared.parts import plain


def missing_note(evaluation: OpenEvaluation, variants: Iterable[str], page: str) -> PageNote | None:
    """Return which records these variants lack; None where they lack none."""
    missing = {name: gone for name in variants if (gone := gone_of(evaluation, name))}
    words = " · ".join(f"{plain(name, 40)}: {in_words(gone)}" for name, gone in missing.items())
    return PageNote(words, lambda: _tables(evaluation, missing, page)) if missing else None


def missing_of_several_note(evaluation: OpenEvaluation, variants: Sequence[str], page: str) -> PageNote | None:
    """Return the same on pages that read no file: the counts come from the stored runs."""
    counts = {name: count for name in variants if (count := _stored_count(evaluation, name))}
    words = [", ".join(f"{plain(name, 40)} {count:,}" for name, count in counts.items())]
    words = [f"Gold records missing: {words[0]}"] if counts else []
    copies = len(evaluation.missing_policy.without)
    if copies:
        words.append(copies_in_words(copies))
    shown = list(counts) or list(variants)[:1]
    if not words:
        return None
    return PageNote("; ".join(words), lambda: _tables(evaluation, {n: gone_of(evaluation, n) for n in shown}, page))


def show_copies(evaluation: OpenEvaluation, page: str) -> None:
    """Draw the copies in gold that someone left out, and the button that counts them again."""
    copies = [Gone(label, COPY, LEFT_OUT) for label in id_labels(left_out_by_hand(evaluation))]
    _table("", copies, f"{page}.copies")
    show_count_again(evaluation, page)


def _tables(evaluation: OpenEvaluation, missing: Mapping[str, list[Gone]], page: str) -> None:
    for number, (name, gone) in enumerate(missing.items()):
        st.markdown(f"**{plain(name)}**: {in_words(gone)}")
        _table(name, gone, f"{page}.missing.{number}")
    show_count_again(evaluation, page)


def _stored_count(evaluation: OpenEvaluation, variant: str) -> int:
    run, gold = evaluation.scored_run(variant), evaluation.stored.gold
    if run is None or gold is None:
        return 0
    scored = int(run.metrics.get("total_records") or 0) - invented_records(evaluation, variant)
    left_out = max(gold.count - scored - len(evaluation.missing_policy.without), 0)
    missing = int(run.metrics.get("missing") or 0)
    return max(missing, left_out) if evaluation.missing_policy.excludes_missing else missing + left_out


def gone_of(evaluation: OpenEvaluation, variant: str) -> list[Gone]:
    """Return the missing records of one variant."""
    run, loaded = evaluation.runs[variant], evaluation.variants[variant]
    id_key = evaluation.schema.get("x-eval-id")
    left_out = left_out_by_hand(evaluation)
    find = partial(gone_records, run, loaded, id_key, left_out, evaluation.gold)
    return cache.shared(("gone", evaluation.run_key(variant), id_key, tuple(left_out)), find)


def left_out_by_hand(evaluation: OpenEvaluation) -> list[RecordId]:
    """Return the ids of the gold records that someone left out."""
    places = evaluation.missing_policy.without
    ids = ids_of(evaluation.gold.records, evaluation.schema.get("x-eval-id")) if places else []
    return [ids[place] for place in places]


def tell_if_left_out(evaluation: OpenEvaluation, variant: str) -> None:
    """Say why another record is shown: the link leads to a gold record that no figure of this variant counts."""
    asked = new_in_address("record")
    out = (record for record in gone_of(evaluation, variant) if record.counts == LEFT_OUT) if asked is not None else ()
    for record in out:
        if record.record == asked:
            named = plain(record.record)
            what = f"Record {named} is" if record.why == COPY else f"{plain(variant)} has no record {named}:"
            st.warning(f"{what} {record.why}, and left out of all figures.")


def _table(variant: str, missing: list[Gone], key: str) -> None:
    frame = gone_table(missing)
    empty = [name for name in frame if not frame[name].astype(bool).any()]
    if any(record.counts == COUNTS for record in missing):
        st.caption("Tick a missing record to see what gold has there.")
    event = st.dataframe(
        frame.drop(columns=empty),
        hide_index=True,
        height=min(38 * len(frame) + 40, 300),
        placeholder="",
        key=f"{key}.table",
        on_select="rerun",
        selection_mode="single-row",
    )
    rows = event["selection"]["rows"]
    last = st.session_state.get(f"{key}.last")
    st.session_state[f"{key}.last"] = rows
    if rows == last:  # on the Records page itself the tick stays, and must not lead there again and again
        return
    if rows and rows[0] < len(missing) and missing[rows[0]].counts == COUNTS:
        go_to_records(a=variant, record=missing[rows[0]].record)
