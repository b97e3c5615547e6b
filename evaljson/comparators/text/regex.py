"""regex: extracted has the form that a pattern describes, from its first to its last character.

With `groups`, both sides must have it, and the same in its groups: "INV-0042" and "no. 42" by `\\D*0*(\\d+)`. Symmetric
then, and else not: gold plays no part. Values that are not text are equal (1) or not (0).
"""

from __future__ import annotations

from typing import Any, ClassVar

from evaljson.base.params import Param
from evaljson.comparators.base import ComparatorResult, Params
from evaljson.comparators.text.not_text import not_text
from evaljson.transforms.number_text import short
from evaljson.transforms.patterns import PatternError, guarded, pattern_problem


class Regex:
    """Whether a text matches a pattern, 0 or 1."""

    params: ClassVar[tuple[Param, ...]] = (
        Param("pattern", "string", "The form, as a regular expression.", required=True, check=pattern_problem),
        Param(
            "groups",
            "boolean",
            "Both sides must match, with the same in every group (in all, if there is none).",
            default=False,
        ),
    )

    def __call__(self, gold: Any, extracted: Any, params: Params) -> ComparatorResult:
        if not isinstance(gold, str) or not isinstance(extracted, str):
            return self._not_both_text(gold, extracted, params)
        if params.get("groups", False) and gold == extracted:
            return ComparatorResult(1.0, "regex")
        try:
            groups = self._groups("extracted", extracted, params)
            if not params.get("groups", False):
                return ComparatorResult(1.0, "regex", "extracted matches the pattern")
            wanted = self._groups("gold", gold, params)
        except PatternError as refused:
            return ComparatorResult(0.0, "regex", str(refused))
        if groups == wanted:
            return ComparatorResult(1.0, "regex", f"both give {_listed(groups)}")
        return ComparatorResult(0.0, "regex", f"gold gives {_listed(wanted)}, extracted {_listed(groups)}")

    def _not_both_text(self, gold: Any, extracted: Any, params: Params) -> ComparatorResult:
        """Accept any gold value if only extracted has to match."""
        if isinstance(extracted, str) and not params.get("groups", False):
            return self(extracted, extracted, params)
        return not_text("regex", gold, extracted)

    def _groups(self, side: str, text: str, params: Params) -> tuple[str | None, ...]:
        groups = guarded(params["pattern"]).fullmatch(text)
        if groups is None:
            raise PatternError(f"{side} does not match the pattern: {short(text)}")
        return groups


def _listed(groups: tuple[str | None, ...]) -> str:
    return ", ".join("nothing" if group is None else short(group) for group in groups)


regex = Regex()
