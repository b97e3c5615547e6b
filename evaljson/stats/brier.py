"""Brier score: the mean squared distance between confidence and outcome.

G. W. Brier: Verification of forecasts expressed in terms of probability. Monthly Weather Review 78, 1950; here in its
usual form for one event, which is half of the original.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from evaljson.stats.forecasts import checked


def brier_score(confidence: npt.ArrayLike, correct: npt.ArrayLike) -> float | None:
    """Return a score from 0 (always sure and right) to 1 (always sure and wrong). Raises InputError.

    None for no values. Lower is better. A constant 0.5 scores 0.25; a constant equal to the share that is right scores
    share x (1 - share).
    """
    sure, right = checked(confidence, correct)
    return float(np.square(sure - right).mean()) if len(sure) else None
