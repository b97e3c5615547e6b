"""Tables of `evaljson judge`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from evaljson.cli.console import printable
from evaljson.wording.words import signed_points

if TYPE_CHECKING:
    from evaljson.judge.calibration import Corrected, FieldCalibration

AGREEMENT_COLUMNS = ("variant", "field", "labels", "pairs", "agree", "95%", "kappa", "95%", "judge", "people", "95%")


def agreement_row(variant: str, calibration: FieldCalibration) -> tuple[str, ...]:
    """Make a row of AGREEMENT_COLUMNS for one field."""
    kappa, mean = calibration.kappa, calibration.corrected
    return (
        variant,
        calibration.field,
        f"{calibration.labelled:,}",
        f"{calibration.pairs:,}",
        "–" if calibration.agreement is None else f"{calibration.agreement:.3f}",
        _interval(calibration.agreement_interval),
        "–" if kappa is None else f"{kappa.value:.2f}",
        _interval(None if kappa is None else (kappa.low, kappa.high), 2),
        "–" if mean is None else f"{mean.judged:.3f}",
        "–" if mean is None else f"{mean.value:.3f}",
        _interval(None if mean is None else (mean.low, mean.high)),
    )


def difference_line(name: str, baseline: str, corrected: Corrected | None) -> str:
    """Write the difference of a variant from another one as people would have it, in points of pooled F1."""
    pair = f"{name} against {baseline}"
    if corrected is None:
        return f"{pair}: not corrected: it takes two labels of each verdict, and the same records."
    value, low, high, judged = map(signed_points, (corrected.value, corrected.low, corrected.high, corrected.judged))
    return (
        f"{pair}: {value} points of pooled F1 as people would have it (95% interval {low} to {high}, about "
        f"{corrected.about}); {judged} as judged."
    )


def _interval(bounds: tuple[float, float] | None, digits: int = 3) -> str:
    return "–" if bounds is None else f"{bounds[0]:.{digits}f} to {bounds[1]:.{digits}f}"


def plain_table(columns: Iterable[str], rows: Iterable[tuple[Any, ...]], right: Iterable[int] = ()) -> Table:
    """Make a table whose cells are never cut; `right` are the columns aligned to the right."""
    table, aligned_right = Table(box=None, pad_edge=False, padding=(0, 0, 0, 2), header_style="bold"), set(right)
    for place, name in enumerate(columns):
        table.add_column(name, justify="right" if place in aligned_right else "left", no_wrap=True)
    for row in rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    return table
