"""Measures whether the confidences of a run are right: by field and overall."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from evaljson.base.arrays import Floats, Ints
from evaljson.scoring.status import HALLUCINATION, MATCH, MISMATCH, OMISSION
from evaljson.scoring.tallies import Rows
from evaljson.stats import (
    ReliabilityBin,
    auroc,
    auroc_interval,
    brier_interval,
    brier_score,
    calibration_error,
    expected_calibration_error,
    reliability_curve,
)

if TYPE_CHECKING:
    import pandas as pd

BINS = 10
FIGURES = ("n", "n_without", "omissions", "mean_confidence", "share_right", "auroc", "brier", "ece", "ece_plain")
WITH_INTERVAL = ("auroc", "brier", "ece")
Interval = tuple[float, float]
"""Low and high."""


@dataclass(frozen=True, slots=True)
class ConfidenceFigures:
    """Figures of the extracted values of a field, or of all fields. A value is right if its status is `match`."""

    n: int
    """Values with a confidence: matches, mismatches and hallucinations. The figures below are about them."""
    n_without: int
    """Values of the same three statuses without a confidence."""
    omissions: int
    """Values that were not extracted, and so have no confidence."""
    mean_confidence: float | None
    share_right: float | None
    auroc: float | None
    """The chance that a right value has a higher confidence than a wrong one; None without both kinds."""
    brier: float | None
    """Mean squared distance of confidence from right (1) or wrong (0); lower is better."""
    ece: float | None
    """Calibration error without the bias of binning: the root mean square over the bins of `curve` (Kumar, Liang and Ma
    2019); lower is better."""
    ece_plain: float | None
    """Expected calibration error as other tools compute it: above 0 for perfect confidences too."""
    auroc_interval: Interval | None
    """95% interval over all such records, in which values of one record are not independent; as the two below."""
    brier_interval: Interval | None
    ece_interval: Interval | None
    curve: tuple[ReliabilityBin, ...]
    """The share of right values, by confidence."""


@dataclass(frozen=True, slots=True)
class RunConfidence:
    """How well the confidences of a run predict which values are right."""

    overall: ConfidenceFigures
    """All values of all fields together, each once, whatever its weight."""
    per_field: Mapping[str, ConfidenceFigures]
    """By schema path, in schema order: fields with a value or an omission."""
    bins: int

    def to_frame(self) -> pd.DataFrame:
        """Return one row per field, then one for all fields with None as `field`; undefined figures are None."""
        import pandas as pd

        rows = [*self.per_field.items(), (None, self.overall)]
        columns: dict[str, Any] = {"field": [path for path, _ in rows]}
        columns |= {name: [getattr(figures, name) for _, figures in rows] for name in FIGURES}
        for name in WITH_INTERVAL:
            intervals = [getattr(figures, f"{name}_interval") or (None, None) for _, figures in rows]
            columns[f"{name}_low"], columns[f"{name}_high"] = zip(*intervals, strict=True)
        counts = FIGURES[:3]
        return pd.DataFrame(
            {name: pd.Series(values, dtype="int64" if name in counts else object) for name, values in columns.items()}
        )


def run_confidence(rows: Rows, confidence: Floats, bins: int = BINS, clusters: Ints | None = None) -> RunConfidence:
    """Compute the figures; `confidence` has one value per row, NaN where there is none. `clusters` are
    those of records, for intervals. Raises InputError.
    """
    extracted = np.isin(rows.status, (MATCH, MISMATCH, HALLUCINATION))
    counted = extracted | (rows.status == OMISSION)
    field, status, sure = rows.field[counted], rows.status[counted], confidence[counted]
    record = rows.record[counted] if clusters is None else clusters[rows.record[counted]]
    order = np.argsort(field, kind="stable")
    numbers, starts = np.unique(field[order], return_index=True)
    groups = np.split(order, starts[1:]) if len(numbers) else []
    per_field = {
        rows.fields[number]: _figures(status[places], sure[places], record[places], bins)
        for number, places in zip(numbers.tolist(), groups, strict=True)
    }
    return RunConfidence(_figures(status, sure, record, bins), per_field, bins)


def _figures(status: Any, confidence: Floats, record: Any, bins: int) -> ConfidenceFigures:
    extracted = status != OMISSION
    has_confidence = extracted & ~np.isnan(confidence)
    sure, right = confidence[has_confidence], status[has_confidence] == MATCH
    groups, n = record[has_confidence], len(sure)
    error = calibration_error(sure, right, bins, groups=groups)
    return ConfidenceFigures(
        n=n,
        n_without=int(extracted.sum()) - n,
        omissions=int((~extracted).sum()),
        mean_confidence=float(sure.mean()) if n else None,
        share_right=float(right.mean()) if n else None,
        auroc=auroc(sure, right),
        brier=brier_score(sure, right),
        ece=None if error is None else error.value,
        ece_plain=expected_calibration_error(sure, right, bins),
        auroc_interval=auroc_interval(sure, right, groups=groups),
        brier_interval=brier_interval(sure, right, groups=groups),
        ece_interval=None if error is None else (error.low, error.high),
        curve=reliability_curve(sure, right, bins),
    )
