"""Expected calibration error: the distance between confidence and the share of right values.

M. P. Naeini, G. F. Cooper, M. Hauskrecht: Obtaining well calibrated probabilities using Bayesian binning. AAAI 2015;
C. Guo, G. Pleiss, Y. Sun, K. Q. Weinberger: On calibration of modern neural networks. ICML 2017. Bins of equal width,
which include their lower edge here, not their upper one: models give round numbers, and 0.9 means "90% and more".
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from evaljson.stats.forecasts import checked
from evaljson.stats.reliability_curve import binned


def expected_calibration_error(confidence: npt.ArrayLike, correct: npt.ArrayLike, bins: int = 10) -> float | None:
    """Average, over bins by their counts, the distance between mean confidence and share right; lower is better.

    0 means that of the values with confidence 80%, 80% are right. None for no values. Raises InputError.
    """
    sure, right = checked(confidence, correct)
    _, sums, hits = binned(sure, right, bins)
    return float(np.abs(sums - hits).sum() / len(sure)) if len(sure) else None
