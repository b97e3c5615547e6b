"""Values of gold that all variants contradict alike, as a decision of Overview: look at them, or have them reviewed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import streamlit as st

from evaljson.base.jsontypes import strict_equal
from evaljson.report.export.gold_check import gold_check_csv
from evaljson.report.gold_check import ContradictedValue, GoldCheck
from evaljson.report.records.id_keys import id_labels
from evaljson.review.label_states import GoldLabel
from evaljson.ui.overview.decision import Decision
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.review_wish import ReviewWish
from evaljson.ui.session.version_asked import here
from evaljson.ui.shared.download import download_button
from evaljson.ui.shared.gold_check import Decided, checked_by_people
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.record_filters import FAULT
from evaljson.ui.shared.review_these import review_these, variant_ids
from evaljson.wording.values import escaped
from evaljson.wording.words import counted, person
from evaljson.workspace.make_review import ReviewScope

_SHOWN: Final = 8
_FIELDS: Final = 3
_NAMED: Final = 3
_STAYS, _CORRECTED, _TO_CORRECT = "stays as it is", "was corrected to this", "is to be corrected"
_FATES: Final = (_STAYS, _CORRECTED, _TO_CORRECT)
_CAPTION: Final = (
    "Gold may be wrong here, or the variants: look into the documents. Variants of one model share errors, so that "
    "they agree proves little."
)
_STYLE: Final = (
    "<style>[class*=st-key-ej-check-gold] :is(a,p,span){text-decoration:underline;white-space:normal;"
    "overflow-wrap:anywhere}.ej-check{font-size:.875rem;line-height:1.35;overflow-wrap:anywhere}</style>"
)


def check_gold_decision(evaluation: OpenEvaluation) -> Iterator[Decision]:
    """Yield it where single values of gold are contradicted by all variants alike, and nobody decided them yet."""
    found, decided, disputed = checked_by_people(evaluation)
    if found is not None and found.found:
        text = f"**{counted(found.listed, 'value')} of gold**: {found.whom} say otherwise, and agree."
        more = f" {_decided_in_words(decided, 'more')}" if decided else ""
        if disputed:
            more += f" Answers differ in {disputed:,} of them: settle them in the review."
        if found.besides:
            more += f" {found.besides}"
        yield Decision(text + more, partial(_draw, evaluation, found))


def show_decided_values(evaluation: OpenEvaluation) -> None:
    """Say how many such values people decided, where none is left to decide."""
    found, decided, _ = checked_by_people(evaluation)
    if found is not None and decided and not found.found:
        whom = replace(found, found=tuple(one for one, _ in decided)).whom
        about = f"{'value' if len(decided) == 1 else 'values'} of gold that {whom} contradict"
        st.caption(f"✓ {_decided_in_words(decided, about)}")


def show_contradicted_field(evaluation: OpenEvaluation) -> None:
    """Name the field that is contradicted too often for single values to be wrong, where none of these is left."""
    found, _, _ = checked_by_people(evaluation)
    if found is not None and found.fields and not found.found:
        first, *others = found.fields
        more = f" So they do in {counted(len(others), 'other field')}." if others else ""
        st.caption(f"{plain(first.sentence, 400)}{more}")
        st.page_link("pages/records.py", label="Its records", query_params=_of_field(found, first.field))


def _decided_in_words(decided: Sequence[Decided], about: str) -> str:
    """Say it with names: `9 more are decided by Ann, Ben: gold stays as it is in 2 and is to be corrected in 7.`

    It stays where people say that it is right, and where they accept both sides. Where corrected gold is in place,
    variants may contradict what people made of it.
    """
    people = sorted({who for _, label in decided for who in label.people})
    named = ", ".join(plain(person(who), 40) for who in people)
    by = named if len(people) <= _NAMED else f"{len(people):,} people in all"
    counts = Counter(_fate(*one) for one in decided)
    said = [f"{fate}{f' in {counts[fate]:,}' if len(counts) > 1 else ''}" for fate in _FATES if counts[fate]]
    are = "is" if len(decided) == 1 else "are"
    return f"{len(decided):,} {about} {are} decided by {by}: gold {' and '.join(said)}."


def _fate(one: ContradictedValue, label: GoldLabel) -> str:
    if not strict_equal(label.value, one.gold):
        return _TO_CORRECT
    return _CORRECTED if label.state == "corrected" else _STAYS


def _draw(evaluation: OpenEvaluation, found: GoldCheck) -> None:
    with st.popover("Show", key="overview.check-gold"):
        st.html(_STYLE)
        st.caption(_CAPTION)
        with st.container(key="ej-check-gold", gap="xsmall"):
            _lines(evaluation, found.found[:_SHOWN])
        if len(found.found) > _SHOWN:
            beyond = len(found.found) - _SHOWN
            st.caption(f"{beyond:,} more {'is' if beyond == 1 else 'are'} in the file and in the review.")
        if found.more:
            are = "other is" if found.more == 1 else "others are"
            st.caption(f"{found.more:,} {are} not kept: `evaljson check-gold` lists all.")
        for field in found.fields[:_FIELDS]:
            st.caption(plain(field.sentence, 300))
            st.page_link("pages/records.py", label="Its records", query_params=_of_field(found, field.field))
        if found.left_out_in_words:
            st.caption(found.left_out_in_words)
            st.page_link("pages/records.py", label="All records with a fault", query_params=_with_fault(found))
        of_all = "" if not found.more else f" The first {len(found.found):,} of {found.listed:,}."
        download_button(
            "As CSV", partial(gold_check_csv, found), "check_gold.csv", "text/csv", evaluation=evaluation.id,
            key="overview.check-gold.csv", help=f"One row per value.{of_all}",
        )  # fmt: skip
    review_these(evaluation, "overview.check-gold", lambda: _wish(evaluation, found))


def _lines(evaluation: OpenEvaluation, values: Sequence[ContradictedValue]) -> None:
    """Draw one line per value: its record and path as a link, and who says what."""
    for one, record in zip(values, _labels(evaluation, values), strict=True):
        address: dict[str, Any] = {**here(), "a": one.variants[0], "b": one.variants[1], "record": record}
        link, said = st.columns([2, 3], vertical_alignment="center", gap="small")
        label = f"{plain(record, 40)} · {plain(one.path, 60)}"
        link.page_link("pages/records.py", label=label, query_params={**address, "field": one.field})
        gold, extracted = (f'<bdi dir="auto"><b>{escaped(text)}</b></bdi>' for text in one.shown)
        stop = "" if one.shown[0].endswith(".") else "."
        words = f"{one.who} say {extracted}{one.or_alike} where gold has {gold}{stop} {one.text_in_words}"
        said.html(f'<div class="ej-check">{words}</div>')


def _of_field(found: GoldCheck, field: str) -> dict[str, Any]:
    """Return where the records of a field are in which variants have it wrong."""
    return {**_with_fault(found), "field": field}


def _with_fault(found: GoldCheck) -> dict[str, Any]:
    """Return where all records are in which variants have something wrong."""
    return {**here(), "a": found.variants[0], "b": found.variants[1], "status": FAULT}


def _labels(evaluation: OpenEvaluation, values: Sequence[ContradictedValue]) -> list[str]:
    """Return the ids of records as addresses have them."""
    key = evaluation.schema.get("x-eval-id")
    ids = [record.get(key) for record in evaluation.gold.records if record is not None and key in record]
    return id_labels([*(one.record for one in values), *ids])[: len(values)]


def _wish(evaluation: OpenEvaluation, found: GoldCheck) -> ReviewWish:
    """Return just these values as a scope."""
    names = (*found.variants, *found.copies)
    places = tuple((one.position, one.path) for one in found.found)
    scope = ReviewScope(variants=variant_ids(evaluation, names), values=places)
    return ReviewWish(scope, f"{counted(len(places), 'value')} of gold that {found.whom} contradict")
