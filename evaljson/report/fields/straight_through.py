"""What could go straight through (fully right records and rows of arrays), in words and by group."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from evaljson.results.fully_right import FullyRight, RightShare
from evaljson.results.groups import FEW_RECORDS, Groups
from evaljson.results.shown_means import shown_figures
from evaljson.wording.words import counted, points, points_column

Interval = tuple[float, float] | None


def right_in_words(right: FullyRight) -> str:
    """Write both shares with their intervals: `3 of 4 records (75.0 of 100, …), 5 of 6 rows of arrays (…)`."""
    parts = [_share(right.records, "record", "records")]
    if right.per_array:
        parts.append(_share(right.rows, "row of arrays", "rows of arrays"))
    return ", ".join(parts)


def records_right_in_words(right: RightShare) -> str:
    """Write the same of records alone."""
    return _share(right, "record", "records")


def _share(one: RightShare, single: str, many: str) -> str:
    decided = one.right + one.wrong
    undecided = f"; {one.undecided:,} not judged" if one.undecided else ""
    if one.interval is None:
        return f"no {many} to count{undecided}"
    low, high = map(points, one.interval)
    share = f"{points(one.share)} of 100, 95% interval {low} to {high}{undecided}"
    return f"{one.right:,} of {counted(decided, single, many)} ({share})"


def group_table(by_variant: Mapping[str, Groups]) -> pd.DataFrame:
    """Return one row per group and variant, the groups in the order of the first variant.

    Columns: Group, Variant, Records, then F1, records right and rows right in points, each with its interval as text.
    """
    order: dict[str, int] = {}
    for groups in by_variant.values():
        for group in groups.groups:
            order.setdefault(group.label, len(order))
    listed = [(name, group) for name, groups in by_variant.items() for group in groups.groups]
    listed.sort(key=lambda pair: order[pair[1].label])
    rights = [group.fully_right for _, group in listed]
    f1 = [shown_figures(group)[0] for _, group in listed]
    return pd.DataFrame(
        {
            "Group": pd.Series([group.label for _, group in listed], dtype=object),
            "Variant": pd.Series([name for name, _ in listed], dtype=object),
            "Records": pd.Series([group.records for _, group in listed], dtype="int64"),
            "F1": pd.Series(points_column([one.mean for one in f1]), dtype="Float64"),
            "F1 interval": [_ends(one.interval) for one in f1],
            "Records right": points_column([right.records.share for right in rights]),
            "Records interval": [_ends(right.records.interval) for right in rights],
            "Rows right": pd.Series(points_column([right.rows.share for right in rights]), dtype="Float64"),
            "Rows interval": [_ends(right.rows.interval) for right in rights],
        }
    )


def notes_on_groups(groups: Groups) -> str:
    """Say which groups say little, and how many records are in none."""
    few = [group.label for group in groups.groups if group.has_few]
    notes = [f"Intervals are at 95% confidence, for each group alone: of {counted(len(groups.groups), 'group')}, "
             "some may look special by chance."]  # fmt: skip
    if few:
        notes.append(f"Fewer than {FEW_RECORDS} records, which say little: {', '.join(few)}.")
    if groups.unlabelled:
        notes.append(f"In no group, since they have no value there: {counted(groups.unlabelled, 'record')}.")
    return " ".join(notes)


def _ends(interval: Interval) -> str:
    return "–" if interval is None else "{} to {}".format(*map(points, interval))
