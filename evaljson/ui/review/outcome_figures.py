"""F1 as scored and as corrected, side by side, with what the corrected figures rest on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import streamlit as st

from evaljson.report.review.corrected_rows import ACCEPTED, earlier_in_words, stay_invented
from evaljson.review.corrected_figures import CorrectedF1, CorrectedVariant
from evaljson.store import ReviewHead
from evaljson.ui.review.reading import stored_runs_of
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.corrected_tables import LOOKED_AT, show_fields, show_variants
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted
from evaljson.workspace.read_review import OpenReview
from evaljson.workspace.review_outcome import ReviewResult
from evaljson.workspace.scoring_options import has_other_options

EXPLAINED: Final = (
    "As corrected: what F1 would be if gold were right. Where the sides differ, answers count as they are; of matches, "
    f"those of the audit stand for all. {ACCEPTED} What an earlier review decided counts as it says; what is not "
    "decided counts as scored."
)

_AT_MATCHES: Final = (
    f"“Wrong” in “{LOOKED_AT}” is about matches only: where a variant differs from gold, what was found wrong is among "
    "the values of gold counted above the table, and not there."
)
_SAME: Final = 1e-9


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
    now = {variant.id: evaluation.run_ids.get(variant.name) for variant in evaluation.stored.variants}
    is_past = any(result.runs.get(variant) != now[variant] for variant in result.variants if variant in names)
    show_variants(shown, is_past=is_past)
    if has_other_choice(evaluation, opened.review):
        st.caption(
            "Which records count was changed since: these figures count those that the runs of the review counted."
        )
    notes = [note for note in (_AT_MATCHES if result.wrong else "", _of_interval(shown), of_at_most(shown)) if note]
    head.subheader(
        "Figures", anchor=False, help="\n\n".join((EXPLAINED, "The table counts the values of each variant.", *notes))
    )
    before = earlier_in_words({plain(name, 60): one for name, one in shown.items()})
    for note in (before, _looked_at_elsewhere(shown), _without_audit(shown).strip()):
        if note:
            st.caption(note)
    with st.expander("The same by field"):
        name = next(iter(shown))
        if len(shown) > 1:
            name = st.selectbox("Variant", list(shown), key="review.outcome.variant") or name
        show_fields(shown[name].fields, is_past=is_past)


def has_other_choice(evaluation: OpenEvaluation, review: ReviewHead) -> bool:
    """Check whether it was chosen otherwise since the runs of a review which records count."""
    return any(has_other_options(evaluation.stored.settings, run) for run in stored_runs_of(review))


def basis(opened: OpenReview) -> str:
    """Say in words how many cards are decided, of differences and of the audit."""
    said = _decided(opened)
    decided, of, _ = said["disagreement"]
    looked, drawn, wrong = said["audit"]
    text = f"Decided: **{decided:,} of {counted(of, 'card')}** with a difference"
    if drawn:
        text += f", **{looked:,} of {drawn:,}** of the audit (gold was wrong on {wrong:,})"
    return f"{text}."


def _decided(opened: OpenReview) -> dict[str, tuple[int, int, int]]:
    """Count the cards that are decided, all of them, and those decided on which gold was wrong, by kind."""
    said: dict[str, list[int]] = {"disagreement": [0, 0, 0], "audit": [0, 0, 0]}
    for number in opened.live:
        counts = said[opened.cards[number].kind]
        counts[1] += 1
        if opened.is_decided(number):
            counts[0] += 1
            counts[2] += any(
                (gold := opened.outcome.gold.get((at.record, at.gold_path or ""))) is not None
                and gold.state == "corrected"
                for at in opened.cards[number].places
            )
    return {kind: (decided, of, wrong) for kind, (decided, of, wrong) in said.items()}


def _looked_at_elsewhere(shown: Mapping[str, CorrectedVariant]) -> str:
    """Say why the table has more matches that were looked at than people answered cards of the audit about."""
    if not any(one.looked_at > one.audited for one in shown.values()):
        return ""
    return (
        f"“{LOOKED_AT}” counts values of a variant that match gold, also where another variant differs: those are on "
        "cards with a difference, not of the audit."
    )


def _of_interval(shown: Mapping[str, CorrectedVariant]) -> str:
    """Say why an estimate is the upper end of its interval, and what makes the interval wide."""
    partly = [one for one in shown.values() if 0 < one.audited < one.auditable and one.mean_f1 is not None]
    if not partly:
        return ""
    text = "The interval allows for errors of gold among matches that nobody looked at. "
    text += "It gets narrower the more matches of the audit are decided."
    if all(_is_upper_end(one.mean_f1) for one in partly):
        text += " These cost no F1 so far, so the corrected F1 is the upper end of its interval."
    return text


def _is_upper_end(one: CorrectedF1 | None) -> bool:
    return one is not None and one.high is not None and one.high - one.value < _SAME


def of_at_most(shown: Mapping[str, CorrectedVariant]) -> str:
    """Say why "at most" may lie above the interval, or below its upper end."""
    figures = [one.mean_f1 for one in shown.values() if one.mean_f1 is not None]
    ends = [(one.at_most, one.high) for one in figures if one.high is not None]
    said: list[str] = []
    if any(at_most > high + _SAME for at_most, high in ends):
        kept = f"; {stay_invented(shown)}" if stay_invented(shown) else ""
        said.append(
            f"“At most” can lie above it: it counts what is not decided as right, the interval as scored{kept}."
        )
    if any(at_most < high - _SAME for at_most, high in ends):
        said.append(
            "“At most” can lie below its upper end: it takes the matches that the audit estimates to be wrong as "
            "certain, and the interval does not."
        )
    return " ".join(said)


def _without_audit(shown: Mapping[str, CorrectedVariant]) -> str:
    if any(one.audited or not one.auditable for one in shown.values()):
        return ""
    return " **No match of an audit is decided**, so the F1 of a variant has no interval."
