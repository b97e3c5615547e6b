"""Figures as scored and as a review corrects them, on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rich.table import Table

from evaljson.cli.text.judge_tables import plain_table
from evaljson.report.review.corrected_rows import FIELD_HEADS, VARIANT_HEADS, field_rows, variant_rows
from evaljson.review.label_states import LABEL_STATES

if TYPE_CHECKING:
    from evaljson.review.corrected_figures import CorrectedF1, CorrectedVariant


def corrected_table(variants: Mapping[str, CorrectedVariant]) -> Table:
    """Make a table with a row for each variant."""
    return plain_table(VARIANT_HEADS, variant_rows(variants), right=range(1, len(VARIANT_HEADS)))


def gold_in_counts(states: Mapping[str, int]) -> str:
    """Say how many of the values of gold that a review looks at are in which state."""
    words: dict[str, str] = {name: name for name in LABEL_STATES}
    words |= {"corrected": "found wrong", "open": "not decided"}  # gold itself is as it was until it is put in place
    return ", ".join(f"{states[name]:,} {said}" for name, said in words.items() if states.get(name))


def corrected_fields_table(fields: Mapping[str, CorrectedF1]) -> Table:
    """Make a table with a row for each field of a variant."""
    return plain_table(FIELD_HEADS, field_rows(fields), right=range(1, len(FIELD_HEADS)))


def corrected_json(variants: Mapping[str, CorrectedVariant]) -> dict[str, Any]:
    """Write corrected figures as JSON, 0..1, by the names of their fields."""
    return {name: asdict(one) for name, one in variants.items()}
