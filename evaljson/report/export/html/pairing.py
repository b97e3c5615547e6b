"""What pairing arrays by content would make of F1, in the HTML report."""

from __future__ import annotations

from collections.abc import Mapping

from evaljson.results.model import RunResult
from evaljson.wording.differences import in_points
from evaljson.wording.values import escaped


def pairing_line(runs: Mapping[str, RunResult], by_content: Mapping[str, float | None]) -> str:
    """Write F1 of each variant that pairing by content would change; nothing where it changes none."""
    moved = []
    for name, run in runs.items():
        now, then = run.mean_f1, by_content.get(name)
        if now is not None and then is not None and now != then:
            before, after, *_ = in_points(now, then)
            moved.append(f"{name} {after} instead of {before}")
    if not moved:
        return ""
    line = (
        f"⇄ Arrays are compared by position. With their elements paired by content, F1 would be: {', '.join(moved)}. "
        "That is right only where their order means nothing."
    )
    return f'<p dir="auto">{escaped(line)}</p>'
