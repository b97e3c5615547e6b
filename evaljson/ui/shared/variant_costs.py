"""What is noted of the cost and latency of variants."""

from __future__ import annotations

from collections.abc import Iterable

from evaljson.report.compare.cost_of_gain import VariantCost
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.workspace.variant_notes import notes_of


def costs_of(evaluation: OpenEvaluation, names: Iterable[str]) -> dict[str, VariantCost]:
    """Return it by variant; those that are gone are left out."""
    notes = {variant.name: notes_of(variant.meta) for variant in evaluation.stored.variants}
    return {name: VariantCost(notes[name].cost, notes[name].latency) for name in names if name in notes}
