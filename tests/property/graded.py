"""A graded comparator with every bad habit: partial scores, a score out of range, NaN, and an exception."""

from typing import Any


def closeness(gold: Any, extracted: Any, params: dict[str, Any]) -> float:
    """The share of common leading characters of two texts, at least `floor`; wrong on purpose for other types."""
    floor = float(params.get("floor", 0.0))
    if isinstance(gold, str) and isinstance(extracted, str):
        longest = max(len(gold), len(extracted))
        if longest == 0:
            return 1.0
        same = next((i for i, (g, e) in enumerate(zip(gold, extracted, strict=False)) if g != e), None)
        return max(floor, (min(len(gold), len(extracted)) if same is None else same) / longest)
    if isinstance(gold, dict | list) or isinstance(extracted, dict | list):
        raise TypeError("closeness takes no containers")
    if isinstance(gold, bool) or isinstance(extracted, bool):
        return 1.5
    if gold is None or extracted is None:
        return 1.0 if gold is extracted else float("nan")
    return max(floor, 1.0 if type(gold) is type(extracted) and gold == extracted else 0.25)
