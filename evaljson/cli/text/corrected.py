"""Figures as scored and as a review corrects them, on the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rich.table import Table

from evaljson.cli.text.judge_tables import plain_table
from evaljson.report.review.corrected_rows import (
    BEFORE,
    FIELD_HEADS,
    SCORED,
    VARIANT_HEADS,
    field_rows,
    variant_rows,
)
from evaljson.review.label_states import LABEL_STATES

if TYPE_CHECKING:
    from evaljson.review.corrected_figures import CorrectedF1, CorrectedVariant


def corrected_table(variants: Mapping[str, CorrectedVariant], *, is_past: bool = False) -> Table:
    """Make a table with a row for each variant; `is_past`: they are scored otherwise by now than in the review."""
    return plain_table(_heads(VARIANT_HEADS, is_past), variant_rows(variants), right=range(1, len(VARIANT_HEADS)))


def gold_in_counts(states: Mapping[str, int], lacking: Mapping[str, int]) -> str:
    """Say how many of the values of gold that a review looks at are in which state, in a sentence or two.

    `lacking`: the elements and keys that only an extraction has, which are no values of gold. Those that gold should
    have are among what is found wrong.
    """
    words: dict[str, str] = {name: name for name in LABEL_STATES}
    words |= {"corrected": "found wrong", "open": "not decided"}  # gold itself is as it was until it is put in place
    text = f"Gold: {_counts(states, words)}."
    lacks = {"confirmed": "rightly so", "disputed": "disputed", "open": "not decided"}
    others = _counts(lacking, lacks)
    return f"{text} Elements and keys that gold lacks, not counted there: {others}." if others else text


def _counts(states: Mapping[str, int], words: Mapping[str, str]) -> str:
    return ", ".join(f"{states[name]:,} {said}" for name, said in words.items() if states.get(name))


def corrected_fields_table(fields: Mapping[str, CorrectedF1], *, is_past: bool = False) -> Table:
    """Make a table with a row for each field of a variant; `is_past` as in `corrected_table`."""
    return plain_table(_heads(FIELD_HEADS, is_past), field_rows(fields), right=range(1, len(FIELD_HEADS)))


def _heads(heads: Sequence[str], is_past: bool) -> list[str]:
    return [BEFORE if is_past and head == SCORED else head for head in heads]


def corrected_json(variants: Mapping[str, CorrectedVariant]) -> dict[str, Any]:
    """Write corrected figures as JSON, 0..1, by the names of their fields."""
    return {name: asdict(one) for name, one in variants.items()}
