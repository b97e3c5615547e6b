"""Whether a new review asks about what replies lack that were cut off."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

import streamlit as st

from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.workspace.make_review import ReviewScope

_KEY: Final = "review.new"


def choose_cut_off(evaluation: OpenEvaluation, scope: ReviewScope, variants: Collection[str]) -> ReviewScope:
    """Draw the choice, if one of these variants has such replies: off, and on for single values, which were picked."""
    names = (variant.name for variant in evaluation.stored.variants if variant.id in variants)
    if not any(evaluation.runs[name].cut_off for name in names):
        return scope
    is_list = scope.values is not None
    asked = st.toggle(
        "Ask about what cut-off replies lack", is_list, key=f"{_KEY}.cut_off{'.list' if is_list else ''}",
        help="The model wrote no value there, so there is nothing to decide between. Without a card, these values "
        "count as scored.",
    )  # fmt: skip
    return replace(scope, cut_off=bool(asked))
