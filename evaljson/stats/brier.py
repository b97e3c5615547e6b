"""Brier score: the mean squared distance of confidence from what came true.

G. W. Brier: Verification of forecasts expressed in terms of probability. Monthly Weather Review 78, 1950; here in its
usual form for one event, which is half of the original.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from evaljson.stats.forecasts import checked


def brier_score(confidence: npt.ArrayLike, correct: npt.ArrayLike) -> float | None:
    """Score from 0 (always sure and right) to 1 (always sure and wrong); lower is better. Raises InputError.

    None without values. Always 0.5 gives 0.25; always the share that is right gives share x (1 - share).
    """
    sure, right = checked(confidence, correct)
    return float(np.square(sure - right).mean()) if len(sure) else None
