"""What pairing arrays by content would make of F1, in the HTML report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from evaljson.results.model import RunResult
from evaljson.wording.differences import digits_together, in_points
from evaljson.wording.values import escaped


@dataclass(frozen=True, slots=True)
class ByContent:
    """Mean F1 of variants with arrays paired by content."""

    f1: Mapping[str, float | None]
    """By name."""
    is_ranked: bool = False
    """Whether it is over the records of the ranking, else over the own ones of each variant."""


def pairing_line(runs: Mapping[str, RunResult], by_content: ByContent) -> str:
    """Write F1 of each variant that pairing by content would change; nothing where it changes none.

    `runs` are over the same records.
    """
    moved = instead_of(runs, by_content.f1)
    if not moved:
        return ""
    line = (
        f"⇄ With arrays paired by content that are compared by position now, F1 would be: {', '.join(moved)}. "
        "That is right only where their order means nothing."
    )
    return f'<p dir="auto">{escaped(line)}</p>'


def instead_of(runs: Mapping[str, RunResult], f1: Mapping[str, float | None]) -> list[str]:
    """Write `Prompt A 98.2 instead of 95.7` of each run whose mean F1 would be another one."""
    moved = {
        name: (now, then)
        for name, run in runs.items()
        if (now := run.mean_f1) is not None and (then := f1.get(name)) is not None and now != then
    }
    digits, said = digits_together(moved.values()), list[str]()
    for name, both in moved.items():
        before, after, *_ = in_points(*both, digits)
        said.append(f"{name} {after} instead of {before}")
    return said
