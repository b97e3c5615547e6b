"""NumPy array types, named once for the whole package; each may have any number of dimensions."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]
"""Floats of half the size, for resamples."""
Ints = npt.NDArray[np.intp]
"""Positions and counts."""
Bools = npt.NDArray[np.bool_]
"""Masks."""
Codes = npt.NDArray[np.int32]
"""Positions in a list of distinct values or fields; -1 for none."""
ByteCodes = npt.NDArray[np.int8]
"""Positions in a short list, such as statuses or kinds."""
Scores = Floats | Bools
"""Scores from 0 to 1; a comparator that knows only right and wrong gives booleans."""
Objects = npt.NDArray[np.object_]
AnyInts = npt.NDArray[np.integer[Any]]
AnyArray = npt.NDArray[Any]
