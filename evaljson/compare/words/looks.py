"""Says what looking again at a grown set of records does to a verdict, and what to do about it."""

from __future__ import annotations

from math import floor, log10

from evaljson.compare.looks import LookNow
from evaljson.wording.words import counted


def note_on_looks(now: LookNow | None) -> tuple[str, ...]:
    """Write one sentence on the present look; nothing where nobody said anything of looks."""
    if now is None:
        return ()
    if now.any_time:
        return (
            "The verdict and the interval of its figure hold at any time, however often you look; intervals of pooled "
            "figures and of fields hold for one look only.",
        )
    if now.planned is not None:
        number = len(now.earlier) + 1
        last = ", the last one" if now.records >= now.planned else ""
        return (
            f"Look {number} of a plan of {now.planned:,} records{last}: verdicts and intervals hold for all looks "
            f"together, so this one asks for {_level(now.confidence)}% confidence.",
        )
    if not now.earlier:
        return ()
    return (looked_before(now.earlier, now.records),)


def _level(confidence: float) -> str:
    """Write a confidence in points with two digits of what is left to 100, as early looks leave hardly anything."""
    left = 100 * (1 - confidence)
    digits = max(1, 1 - floor(log10(left))) if left > 0 else 1
    return f"{100 * confidence:.{min(digits, 9)}f}".rstrip("0").rstrip(".")


def looked_before(earlier: tuple[int, ...], records: int) -> str:
    """Say that the same variants were compared over fewer records before, and what to do."""
    before = " and ".join(f"{one:,}" for one in earlier) if len(earlier) < 3 else f"{len(earlier)} smaller numbers of"
    return (
        f"These variants were compared over {before} records before, and over {counted(records, 'record')} now: each "
        "look is a chance to err, so say how many records you plan, or look at any time."
    )
