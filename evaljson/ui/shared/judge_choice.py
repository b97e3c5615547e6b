"""Chooses the judge of an evaluation, and scores with the verdicts available."""

from __future__ import annotations

import streamlit as st

from evaljson.ui.session import author, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.scoring_work import score
from evaljson.workspace.judge_choice import JudgeChoice, choice_of, choose


def stand_in_button(evaluation: OpenEvaluation, key: str) -> None:
    """Show a button that completes all figures without a model."""
    st.button(
        "Use the offline stand-in",
        key=key,
        on_click=put,
        args=(evaluation.id, JudgeChoice(None)),
        **needs("editor", help="Free and at once: compares words and knows no meaning. Can be undone."),
    )


def put(identity: str, choice: JudgeChoice | None) -> None:
    """Set the judge and score with the verdicts available. For callbacks."""
    attempt(lambda: choose_judge(identity, choice))


def choose_judge(identity: str, choice: JudgeChoice | None) -> None:
    """Set the judge outside of a callback. Raises StoreError."""
    store = server.store()
    stored = store.evaluations.get(identity)
    if choice_of(stored.settings) != choice:
        choose(store, identity, stored.revision, choice, by=author.who())
    score(identity)
