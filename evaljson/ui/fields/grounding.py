"""The section of Fields on the source text: which values are not in it, by field, for gold and each variant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import Final

import streamlit as st

from evaljson.grounding import Grounding
from evaljson.load.document_texts import has_sources
from evaljson.report.fields.grounding_table import gold_in_words, missing_values, rates_by_field
from evaljson.results.model import RunResult
from evaljson.ui.fields.alone import AloneSection, show_alone, show_places, show_rates
from evaljson.ui.fields.heatmap_view import View
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.parts import plain
from evaljson.workspace.groundings import GOLD

OPENED: Final = "fields.grounding"
"""Key of the expander."""
LABEL: Final = "Values that are not in the source text"
_MANY: Final = 20
"""Variants up to which the files of all are looked at for texts; of more, that of the one that is shown."""
_SECTION: Final = AloneSection(
    OPENED,
    LABEL,
    "groundings_of",
    "look at fewer variants",
    "Look at fewer variants, or use `evaljson grounding`.",
)

_OF_GOLD: Final = replace(_SECTION, key=f"{OPENED}.gold")


def show_grounding(evaluation: OpenEvaluation, runs: Mapping[str, RunResult], view: View) -> bool:
    """Draw an expander, where records have source texts, and say so; closed, nothing is computed."""
    looked_at = runs if len(runs) <= _MANY else [view.variant]
    files = chain([evaluation.gold], map(evaluation.variants.__getitem__, looked_at))
    if not any(map(has_sources, files)):
        return False
    show_alone(_SECTION, evaluation, runs, lambda found: _draw(found, evaluation, view))
    return True


def _draw(found: Mapping[str, Grounding], evaluation: OpenEvaluation, view: View) -> None:
    of_variant = found[view.variant]
    st.markdown(f"{plain(view.variant)}: {of_variant.sentence}")
    for note in of_variant.notes:
        st.caption(f"{note[:1].upper()}{note[1:]}.")
    rates = rates_by_field(found)
    if rates.empty:
        return
    of_gold = found.get(GOLD)
    about_gold = "" if of_gold is None else plain(gold_in_words(of_gold), 400)
    st.caption(f"Share of values that are not in the text. {about_gold}".rstrip())
    show_rates(rates, found)
    if of_variant.missing:
        st.caption(f"Values of {plain(view.variant)} that are not in the text. Tick one to see its record.")
        show_places(_SECTION, missing_values(of_variant), evaluation, view)
    if of_gold is not None and of_gold.missing:
        st.caption("Values of gold that are not in the text. Tick one to see its record.")
        show_places(_OF_GOLD, missing_values(of_gold), evaluation, view)
