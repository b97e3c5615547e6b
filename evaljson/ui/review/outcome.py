"""What comes of a review, at any moment of it: figures, corrected gold, rules, and how far people agree."""

from __future__ import annotations

import streamlit as st

from evaljson.ui.review.counts import show_counts
from evaljson.ui.review.outcome_agreement import show_agreement
from evaljson.ui.review.outcome_figures import show_figures
from evaljson.ui.review.outcome_files import show_files
from evaljson.ui.review.outcome_gold import show_gold
from evaljson.ui.review.outcome_rules import show_rules
from evaljson.ui.review.reading import questions_of
from evaljson.ui.session.open_evaluation import current
from evaljson.ui.shared.review_results import people_of, result_of
from evaljson.wording.words import counted
from evaljson.workspace.read_review import OpenReview


def show_outcome(opened: OpenReview) -> None:
    """Draw the whole part."""
    if not any(state.answer is not None for state in opened.outcome.places.values()):
        st.info(
            f"Nothing is decided yet. Once {_what_is_missing(opened)}, corrected figures, corrections of gold and "
            "rules appear here."
        )
        show_counts(opened)
        show_files(opened)
        return
    evaluation = current()
    result = result_of(opened.review)
    show_counts(opened, result.wrong)
    show_figures(evaluation, opened, result)
    show_gold(evaluation, opened, result)
    show_rules(evaluation, opened)
    show_agreement(evaluation, people_of(opened.review))
    show_files(opened)


def _what_is_missing(opened: OpenReview) -> str:
    questions = len(questions_of(opened))
    missing = ["cards have all the opinions that they need"] if any(map(opened.waits, opened.live)) else []
    if questions:
        missing.append(f"{counted(questions, 'question')} under Settle {'is' if questions == 1 else 'are'} decided")
    return " or ".join(missing) or "cards are answered"
