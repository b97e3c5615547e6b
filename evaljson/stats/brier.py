"""Brier score: the mean squared distance between confidence and outcome.

G. W. Brier: Verification of forecasts expressed in terms of probability. Monthly Weather Review 78, 1950; here in its
usual form for one event, which is half of the original.

The interval is Student's, with four pseudo-values (A. Agresti, B. A. Coull: Approximate is better than "exact" for
interval estimation of binomial proportions. The American Statistician 52, 1998): two right and two wrong ones, with the
confidences that were given. Without them it is far too short where nearly all values are right.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from evaljson.stats.design_effect import checked_groups, design_effect
from evaljson.stats.forecasts import checked
from evaljson.stats.special import stdtrit
from evaljson.stats.wilson import check_level

_PSEUDO = 4


def brier_score(confidence: npt.ArrayLike, correct: npt.ArrayLike) -> float | None:
    """Return a score from 0 (always sure and right) to 1 (always sure and wrong). Raises InputError.

    None for no values. Lower is better. A constant 0.5 scores 0.25; a constant equal to the share that is right scores
    share x (1 - share).
    """
    sure, right = checked(confidence, correct)
    return float(np.square(sure - right).mean()) if len(sure) else None


def brier_interval(
    confidence: npt.ArrayLike, correct: npt.ArrayLike, level: float = 0.95, groups: npt.ArrayLike | None = None
) -> tuple[float, float] | None:
    """Return the interval of the score over all such values; None for no values. Raises InputError.

    `groups` names the group of each value, such as its record.
    """
    check_level(level)
    sure, right = checked(confidence, correct)
    if not len(sure):
        return None
    score = np.square(sure - right)
    pseudo = np.concatenate([np.square(sure), np.square(1 - sure)])
    effect = design_effect(score - score.mean(), checked_groups(groups, len(sure)))
    count = len(sure) / effect + _PSEUDO
    weight = len(sure) / effect / count
    mean = weight * float(score.mean()) + (1 - weight) * float(pseudo.mean())
    square = weight * float(np.square(score).mean()) + (1 - weight) * float(np.square(pseudo).mean())
    freedom = max(1.0, len(sure) / effect - 1)
    half = float(stdtrit(freedom, (1 + level) / 2)) * math.sqrt(max(0.0, square - mean**2) / count)
    seen = float(score.mean())
    return max(0.0, min(seen, mean - half)), min(1.0, max(seen, mean + half))
