"""The tabs of the Compare page below its verdict; only the open one is computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from evaljson.compare import Comparison
from evaljson.compare.adjusted import Adjustment
from evaljson.ui.compare.agreement import show_agreement
from evaljson.ui.compare.comparison_choice import AGREEMENT, FIELDS, RECORDS, SLICES, VARIANTS, Chosen
from evaljson.ui.compare.fields import show_fields
from evaljson.ui.compare.records import show_records
from evaljson.ui.compare.slices import show_slices
from evaljson.ui.compare.variants import show_variants
from evaljson.ui.session.evaluation import OpenEvaluation

Address = Mapping[str, str | list[str] | None]
_SHOWN: Final[Mapping[str, Callable[[OpenEvaluation, Chosen, Comparison], Address]]] = {
    RECORDS: show_records,
    VARIANTS: show_variants,
    SLICES: show_slices,
    AGREEMENT: show_agreement,
}
NOWHERE: Final[Address] = dict.fromkeys(("part", "show", "adjust", "spot", "listed", "rows", "by", "among", "over"))
"""Every choice of every tab, taken out of the address."""


def show_tab(part: str, evaluation: OpenEvaluation, chosen: Chosen, comparison: Comparison, how: Adjustment) -> Address:
    """Draw one of PARTS, and return its choices for the address; `how` are verdicts on fields adjusted."""
    if part == FIELDS:
        choices: Address = show_fields(evaluation, chosen, comparison, how)
    else:
        choices = _SHOWN[part](evaluation, chosen, comparison)
    return {"part": part if part != FIELDS else None, **choices}
