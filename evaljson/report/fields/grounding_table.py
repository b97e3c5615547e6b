"""The values of gold and of variants that are not in their texts, as tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pandas as pd

from evaljson.grounding import Grounding
from evaljson.wording.values import as_text
from evaljson.wording.words import points_column

FIELD, RECORD, AT, VALUE = "Field", "Record", "Where", "Value"
MOST: Final = 1_000
"""Values that are listed."""


def rates_by_field(found: Mapping[str, Grounding]) -> pd.DataFrame:
    """Return a row per field with a value that is not in the text, the share of them by side in points, worst first."""
    sides = {name: {field.path: field.not_in_text for field in one.fields} for name, one in found.items()}
    paths = dict.fromkeys(path for shares in sides.values() for path in shares)
    listed = [path for path in paths if any(shares.get(path) for shares in sides.values())]
    worst = sorted(listed, key=lambda path: -max(shares.get(path) or 0 for shares in sides.values()))
    columns = {name: points_column(shares.get(path) for path in worst) for name, shares in sides.items()}
    return pd.DataFrame({FIELD: [path or "(the record)" for path in worst], **columns})


def missing_values(found: Grounding) -> pd.DataFrame:
    """Return a row per value that is not in its text, at most `MOST`."""
    rows = [(str(one.record), one.at, as_text(one.value)) for one in found.missing[:MOST]]
    return pd.DataFrame(rows, columns=[RECORD, AT, VALUE])
