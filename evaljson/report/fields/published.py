"""The figures of a run that people publish, one per row: what is fully right, accuracy, and tokens."""

from __future__ import annotations

import pandas as pd

from evaljson.results.fully_right import RightShare
from evaljson.results.model import RunResult

Interval = tuple[float, float] | None


def published_frame(run: RunResult) -> pd.DataFrame:
    """Return the columns Figure, Value, From, To (the interval at 95% confidence) and What it is; all from 0 to 1."""
    right, accuracy, tokens = run.fully_right, run.accuracy, run.tokens.overall
    rows: list[tuple[str, float | None, Interval, str]] = [
        ("Records fully right", right.records.share, right.records.interval, _of(right.records, "records")),
        *(
            (f"Rows of {path} fully right", one.share, one.interval, _of(one, "rows"))
            for path, one in right.per_array.items()
        ),
        ("Accuracy", accuracy.share, accuracy.interval, "Matches among all values of gold and extraction together."),
        ("Mean accuracy", accuracy.mean, None, "The same of each record, as a mean over records."),
        ("Token precision", tokens.precision, None, "Of the extracted words, the share that gold has there too."),
        ("Token recall", tokens.recall, None, "Of gold's words, the share that was extracted there."),
        ("Token F1", tokens.f1, None, "Both in one figure."),
    ]
    return pd.DataFrame(
        {
            "Figure": [name for name, *_ in rows],
            "Value": pd.array([value for _, value, *_ in rows], dtype="Float64"),
            "From": pd.array([None if ends is None else ends[0] for *_, ends, _ in rows], dtype="Float64"),
            "To": pd.array([None if ends is None else ends[1] for *_, ends, _ in rows], dtype="Float64"),
            "What it is": [text for *_, text in rows],
        }
    )


def _of(one: RightShare, what: str) -> str:
    undecided = f"; {one.undecided:,} were not judged" if one.undecided else ""
    return f"All values in them match: {one.right:,} of {one.right + one.wrong:,} {what}{undecided}."
