"""How alike several runs of one prompt are, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pandas as pd

from evaljson.consistency import FieldConsistency
from evaljson.consistency.of_runs import UnlikeRecord
from evaljson.results.ranking import lowest_first
from evaljson.wording.differences import shown_difference
from evaljson.wording.words import points_column

FIELD, SAME, ALWAYS, F1, SPREAD, VOTE, GAIN = "Field", "Same", "In all runs", "F1", "±", "F1 of vote", "Gain"
RECORD: Final = "Record"


def consistency_by_field(fields: Sequence[FieldConsistency]) -> pd.DataFrame:
    """Return a row per field in points, those first that two runs have the same least often."""
    by_path = {one.path: one for one in fields}
    listed = [by_path[path] for path in lowest_first({path: one.same for path, one in by_path.items()})]
    columns = {
        SAME: [one.same for one in listed],
        ALWAYS: [one.always for one in listed],
        F1: [one.f1 for one in listed],
        SPREAD: [one.deviation for one in listed],
        VOTE: [one.voted for one in listed],
    }
    frame = pd.DataFrame({name: points_column(shares) for name, shares in columns.items()}, dtype="float64")
    gains = (shown_difference(one.f1, one.voted, 1) for one in listed)
    frame[GAIN] = pd.Series([None if gain is None else 100 * gain for gain in gains], dtype="float64")
    frame.insert(0, FIELD, [one.path or "(the record)" for one in listed])
    return frame


def unlike_records(listed: Sequence[UnlikeRecord], runs: Sequence[str]) -> pd.DataFrame:
    """Return a row per record in points: how alike the runs are, F1 of each of them, by name, and of the vote."""
    same = pd.Series(points_column(one.same for one in listed), dtype="float64")
    frame = pd.DataFrame({RECORD: [one.record for one in listed], SAME: same})
    for at, name in enumerate(runs):
        frame[name] = points_column(one.f1[at] for one in listed)
    frame[VOTE] = points_column(one.voted for one in listed)
    return frame
