"""Why the figure of a gate is undefined, in words."""

from __future__ import annotations

from evaljson.cli.options.fail_under import CLASS_FIGURES, CONFIDENCE_FIGURES, TOKEN_FIGURES
from evaljson.results.class_figures import MOST_CLASSES


def why_undefined(figure: str) -> str:
    """Say what a figure that is no metric lacks; a value does not count if skipped, not judged or of weight 0."""
    if figure in CLASS_FIGURES:
        return f"it needs single gold values that are scored, at most {MOST_CLASSES} different ones, twice on average"
    if figure in CONFIDENCE_FIGURES:
        both = CONFIDENCE_FIGURES[figure][0] == "auroc"
        return f"it needs {'right and wrong values with a confidence' if both else 'values with a confidence'}"
    if figure in ("records_right", "rows_right"):
        return f"no {'record' if figure == 'records_right' else 'row of an array'} is decided"
    side = "extracted " if figure.endswith("precision") else "gold " if figure.endswith("recall") else ""
    return f"no {side}{'token' if figure in TOKEN_FIGURES else 'value'} counts"
