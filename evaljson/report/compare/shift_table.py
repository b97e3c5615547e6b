"""What is unlike about two batches of documents, as a table."""

from __future__ import annotations

from typing import Final

import pandas as pd

from evaljson.shift import Shift
from evaljson.wording.words import shown_p

FIELD, WHAT, UNLIKE, SIZE, P = "Field", "Asked of", "What is unlike", "Size", "p"
_LIKELY: Final = 5


def shift_table(found: Shift) -> pd.DataFrame:
    """Return a row per shift that was found; where none was, the questions nearest to one."""
    rows = [
        (one.path or "(the record)", one.what, one.words, one.size, shown_p(one.p_bh))
        for one in (found.found or found.tests[:_LIKELY])
    ]
    return pd.DataFrame(rows, columns=[FIELD, WHAT, UNLIKE, SIZE, P])
