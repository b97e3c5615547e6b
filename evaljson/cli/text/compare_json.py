"""A comparison as one JSON document."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from evaljson.compare import ManyComparison, Slices, shrunken_fields, shrunken_slices
from evaljson.compare.gate_checks import ComparisonGateResult


def comparison_document(
    comparison: ManyComparison,
    slices: Mapping[str, Slices] | None,
    results: Sequence[ComparisonGateResult],
    shrunken: bool = False,
) -> str:
    """Write the document in ASCII without NaN, as `score --json` does; `shrunken` adds what fields are drawn to."""
    whole = {
        "baseline": comparison.baseline,
        "ranking": comparison.ranking,
        "comparisons": {name: one.to_dict() for name, one in comparison.comparisons.items()},
        "variants": [asdict(cell) for cell in comparison.variants],
        "cells": [asdict(cell) for cell in comparison.cells],
        "wins": dict(comparison.wins),
        "losses": dict(comparison.losses),
        "notes": list(comparison.notes),
        "slices": None if slices is None else {name: asdict(one) for name, one in slices.items()},
        "gates": [
            {**asdict(one.gate), "variant": one.variant, "passed": one.passed, "message": one.message}
            for one in results
        ],
    }
    if shrunken:
        whole["shrunken"] = {
            name: {
                "fields": [asdict(drawn) for drawn in shrunken_fields(one).values()],
                "slices": None
                if slices is None
                else [asdict(drawn) for drawn in shrunken_slices(slices[name], one.confidence).values()],
            }
            for name, one in comparison.comparisons.items()
        }
    return json.dumps(whole, indent=2, ensure_ascii=True, allow_nan=False)
