"""Field results as a pandas frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from evaljson.results.protocol import Listed


def make_frame(record_ids: Sequence[Any], listed: Listed) -> pd.DataFrame:
    """Return one row per result.

    Columns of values, keys or None are object columns: no value changes its type, and undefined is None.
    """
    return pd.DataFrame(
        {
            "record_id": _objects(record_ids),
            "path": _objects(listed.path),
            "field": _objects(listed.field),
            "status": pd.Series(listed.status, dtype="str"),
            "score": np.array(listed.score, np.float64),
            "weight": np.array(listed.weight, np.float64),
            "gold": _objects(listed.gold),
            "extracted": _objects(listed.extracted),
            "comparator": pd.Series(listed.comparator, dtype="str"),
            "reason": _objects(listed.reason),
            "similarity": _objects(listed.similarity),
            "extracted_path": _objects(listed.extracted_path),
        }
    )


def _objects(values: Sequence[Any]) -> pd.Series[Any]:
    return pd.Series(np.fromiter(values, dtype=object, count=len(values)), dtype=object)
