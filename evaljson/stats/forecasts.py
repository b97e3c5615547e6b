"""Forecasts with their outcomes, checked for the methods on probabilities."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Bools, Floats
from evaljson.base.errors import InputError


def checked(confidence: npt.ArrayLike, correct: npt.ArrayLike) -> tuple[Floats, Bools]:
    """Return two equally long rows: confidences from 0 to 1, and whether each value is right. Raises InputError."""
    sure, right = np.asarray(confidence), np.asarray(correct)
    if sure.ndim != 1 or sure.shape != right.shape:
        raise InputError(
            f"confidence and correct are two equally long rows, not of shape {sure.shape} and {right.shape}"
        )
    if not len(sure):
        return np.zeros(0), np.zeros(0, np.bool_)
    if sure.dtype.kind not in "fiu" or not ((sure >= 0) & (sure <= 1)).all():  # NaN fails both
        raise InputError("confidences are numbers from 0 to 1; divide percentages by 100, leave out the rest")
    if right.dtype.kind not in "bfiu" or not ((right == 0) | (right == 1)).all():
        raise InputError("correct holds true or false (or 1 and 0) for each confidence")
    return sure.astype(np.float64), right.astype(np.bool_)
