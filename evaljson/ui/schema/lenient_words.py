"""What a change does that makes nothing wrong that was right: F1 falls all the same where right values leave it."""

from __future__ import annotations

from evaljson.wording.words import counted


def lenient_in_words(what: str, uncounted: int, over: str, *, falls: bool) -> str:
    """Say that `what` (it, this) is lenient, and whether right values count for less; without a full stop.

    `uncounted` right values no longer count in F1, `over` some variants; `falls` says whether F1 of any record does.
    """
    if not uncounted and not falls:
        return f"{what} only makes scoring more lenient: nothing that was right becomes wrong"
    lenient = f"{what} makes scoring more lenient: nothing that was right becomes wrong, but"
    less = no_longer_count(uncounted, over) if uncounted else "what was right counts for less"
    return f"{lenient} {less}{', and F1 falls in some records' if falls else ''}"


def no_longer_count(values: int, over: str) -> str:
    """Say that so many right values are neither right nor wrong any longer, or have weight 0."""
    return f"{counted(values, 'right value')} no longer {'counts' if values == 1 else 'count'} in F1{over}"
