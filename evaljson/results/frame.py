"""Field results as a pandas frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from evaljson.results.model import FieldResult


def make_frame(record_ids: Sequence[Any], fields: Sequence[str], results: Sequence[FieldResult]) -> pd.DataFrame:
    """One row per result. Columns that hold values, keys or nothing are object columns: no value changes its
    type, and what is undefined is None."""
    return pd.DataFrame(
        {
            "record_id": _objects(record_ids),
            "path": _objects([result.path for result in results]),
            "field": _objects(fields),
            "status": pd.Series([result.status for result in results], dtype="str"),
            "score": np.array([result.score for result in results], np.float64),
            "weight": np.array([result.weight for result in results], np.float64),
            "gold": _objects([result.gold_value for result in results]),
            "extracted": _objects([result.extracted_value for result in results]),
            "comparator": pd.Series([result.comparator for result in results], dtype="str"),
            "reason": _objects([result.reason for result in results]),
            "similarity": _objects([result.similarity for result in results]),
            "extracted_path": _objects([result.extracted_path for result in results]),
        }
    )


def _objects(values: Sequence[Any]) -> pd.Series[Any]:
    return pd.Series(np.fromiter(values, dtype=object, count=len(values)), dtype=object)
