"""Whether the confidences of a run can be believed: by field and over all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.scoring.status import HALLUCINATION, MATCH, MISMATCH, OMISSION
from evaljson.scoring.tallies import Rows
from evaljson.stats import ReliabilityBin, auroc, brier_score, expected_calibration_error, reliability_curve

if TYPE_CHECKING:
    import pandas as pd

BINS = 10
FIGURES = ("n", "n_without", "omissions", "mean_confidence", "share_right", "auroc", "brier", "ece")


@dataclass(frozen=True, slots=True)
class ConfidenceFigures:
    """Of the extracted values of a field, or of all fields. A value is right if its status is `match`."""

    n: int
    """Values with a confidence: matches, mismatches and hallucinations. The figures below are about them."""
    n_without: int
    """Values of the same three statuses that carry none."""
    omissions: int
    """What was not extracted, and so can carry none."""
    mean_confidence: float | None
    share_right: float | None
    auroc: float | None
    """The chance that a right value has the higher confidence of a right and a wrong one; None without both kinds."""
    brier: float | None
    """Mean squared distance of confidence from right (1) or wrong (0); lower is better."""
    ece: float | None
    """Expected calibration error, over the bins of `curve`; lower is better."""
    curve: tuple[ReliabilityBin, ...]
    """How many are right, by confidence."""


@dataclass(frozen=True, slots=True)
class RunConfidence:
    """What the confidences of a run are worth."""

    overall: ConfidenceFigures
    """All values of all fields together, each once, whatever its weight."""
    per_field: Mapping[str, ConfidenceFigures]
    """By schema path, in schema order: fields with a value or an omission."""
    bins: int

    def to_frame(self) -> pd.DataFrame:
        """A row a field, then one for all with None as `field`; what is undefined is None."""
        import pandas as pd

        rows = [*self.per_field.items(), (None, self.overall)]
        columns: dict[str, Any] = {"field": [path for path, _ in rows]}
        columns |= {name: [getattr(own, name) for _, own in rows] for name in FIGURES}
        counts = FIGURES[:3]
        return pd.DataFrame(
            {name: pd.Series(values, dtype="int64" if name in counts else object) for name, values in columns.items()}
        )


def run_confidence(rows: Rows, confidence: Floats, bins: int = BINS) -> RunConfidence:
    """The figures of a run's results; `confidence` has one a row, NaN where there is none. Raises InputError."""
    there = np.isin(rows.status, (MATCH, MISMATCH, HALLUCINATION))
    kept = there | (rows.status == OMISSION)
    field, status, sure = rows.field[kept], rows.status[kept], confidence[kept]
    order = np.argsort(field, kind="stable")
    numbers, starts = np.unique(field[order], return_index=True)
    groups = np.split(order, starts[1:]) if len(numbers) else []
    per_field = {
        rows.fields[number]: _figures(status[places], sure[places], bins)
        for number, places in zip(numbers.tolist(), groups, strict=True)
    }
    return RunConfidence(_figures(status, sure, bins), per_field, bins)


def _figures(status: Any, confidence: Floats, bins: int) -> ConfidenceFigures:
    there = status != OMISSION
    carries = there & ~np.isnan(confidence)
    sure, right = confidence[carries], status[carries] == MATCH
    n = len(sure)
    return ConfidenceFigures(
        n,
        int(there.sum()) - n,
        int((~there).sum()),
        float(sure.mean()) if n else None,
        float(right.mean()) if n else None,
        auroc(sure, right),
        brier_score(sure, right),
        expected_calibration_error(sure, right, bins),
        reliability_curve(sure, right, bins),
    )
