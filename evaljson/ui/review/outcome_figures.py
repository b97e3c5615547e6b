"""F1 as scored and as corrected, side by side, with what the corrected figures rest on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import streamlit as st

from evaljson.review.corrected_figures import CorrectedVariant
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.corrected_tables import show_fields, show_variants
from evaljson.wording.words import counted
from evaljson.workspace.read_review import OpenReview
from evaljson.workspace.review_outcome import ReviewResult

EXPLAINED: Final = (
    "As corrected: what F1 would be if gold were right. Where the sides differ, answers count as they are; of matches, "
    "those that were looked at stand for all. What is still open counts as scored."
)


def show_figures(evaluation: OpenEvaluation, opened: OpenReview, result: ReviewResult) -> None:
    """Draw the table of variants, and that of the fields of one."""
    head = st.empty()
    head.subheader("Figures", anchor=False)
    names = {variant.id: variant.name for variant in evaluation.stored.variants}
    shown = {names[variant]: figures for variant, figures in result.variants.items() if variant in names}
    if not shown:
        st.info("The runs that this review was made from are gone, so there are no figures to correct.")
        return
    st.markdown(basis(opened))
    show_variants(shown)
    head.subheader("Figures", anchor=False, help=EXPLAINED)
    unknown = _without_audit(shown).strip()
    if unknown:
        st.caption(unknown)
    with st.expander("The same by field"):
        name = next(iter(shown))
        if len(shown) > 1:
            name = st.selectbox("Variant", list(shown), key="review.outcome.variant") or name
        show_fields(shown[name].fields)


def basis(opened: OpenReview) -> str:
    """Say in words what is decided, of differences and of matches."""
    said: dict[str, list[int]] = {"disagreement": [0, 0, 0], "audit": [0, 0, 0]}
    for number in opened.live:
        counts = said[opened.cards[number].kind]
        counts[1] += 1
        if opened.state_of(number) in ("decided", "settled"):
            counts[0] += 1
            counts[2] += any(
                (gold := opened.outcome.gold.get((at.record, at.gold_path or ""))) is not None
                and gold.state == "corrected"
                for at in opened.cards[number].places
            )
    decided, of, _ = said["disagreement"]
    looked, drawn, wrong = said["audit"]
    text = f"**{decided:,} of {counted(of, 'difference')}** decided"
    if drawn:
        matches = counted(drawn, "match", "matches")
        text += f"; **{looked:,} of {matches}** drawn for the audit looked at, {wrong:,} of them wrong"
    return f"{text}."


def _without_audit(shown: Mapping[str, CorrectedVariant]) -> str:
    if any(one.audited or not one.matches for one in shown.values()):
        return ""
    return " **No match was looked at yet**: nothing is known of gold where it matches, so there are no intervals."
