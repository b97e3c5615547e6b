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
_NEARLY_ALL: Final = 0.9
"""The share of gold's values that are not in the texts from which on a field is one that no text has."""
_NAMED: Final = 3


def rates_by_field(found: Mapping[str, Grounding]) -> pd.DataFrame:
    """Return a row per field with a value that is not in the text, the share of them by side in points, worst first."""
    sides = {name: {field.path: field.not_in_text for field in one.fields} for name, one in found.items()}
    paths = dict.fromkeys(path for shares in sides.values() for path in shares)
    listed = [path for path in paths if any(shares.get(path) for shares in sides.values())]
    worst = sorted(listed, key=lambda path: -max(shares.get(path) or 0 for shares in sides.values()))
    columns = {name: points_column(shares.get(path) for path in worst) for name, shares in sides.items()}
    return pd.DataFrame({FIELD: [path or "(the record)" for path in worst], **columns})


def gold_in_words(gold: Grounding) -> str:
    """Say what values of gold that are not in the text may be; "" where gold has none.

    Only of a field that is in hardly any text it is said that it is worked out: a value that stands alone may be an
    error of gold just as well.
    """
    absent = [field for field in gold.fields if field.missing]
    worked_out = [field for field in absent if field.missing >= field.values * _NEARLY_ALL and field.missing > 1]
    said = []
    if worked_out:
        names = ", ".join(field.path or "(the record)" for field in worked_out[:_NAMED])
        more = f" and {len(worked_out) - _NAMED:,} more" if len(worked_out) > _NAMED else ""
        said.append(f"Nearly all that gold has at {names}{more} is in no text: worked out, not invented.")
    if len(worked_out) < len(absent):
        other = "other " if worked_out else ""
        said.append(
            f"Where gold has {other}values that are not in the text, gold is wrong or they are worked out: look."
        )
    return " ".join(said)


def missing_values(found: Grounding) -> pd.DataFrame:
    """Return a row per value that is not in its text, at most `MOST`."""
    rows = [(str(one.record), one.at, as_text(one.value)) for one in found.missing[:MOST]]
    return pd.DataFrame(rows, columns=[RECORD, AT, VALUE])
