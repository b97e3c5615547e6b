"""What errors have in common, as one part of the HTML report: of the baseline and of the best other variant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from evaljson.report.patterns.table import Pattern, error_patterns
from evaljson.results.model import RunResult
from evaljson.results.ranking import highest_first
from evaljson.wording.values import escaped, isolated
from evaljson.wording.words import points

MOST: Final = 6
"""Patterns of one variant."""
_NAMED: Final = 2
"""Fields that are named of one pattern."""


def patterns_section(runs: Mapping[str, RunResult]) -> str:
    """Write the patterns that cost F1 most, of at most two variants; empty where there is no error."""
    base, *others = runs
    best = highest_first({name: runs[name].mean_f1 for name in others})[:1]
    parts = []
    for name in (base, *best):
        listed = error_patterns(runs[name])[:MOST]
        title = f"<h3><bdi>{escaped(name)}</bdi></h3>" if others else ""
        if listed:
            parts.append(f"<div>{title}<ul>{''.join(f'<li>{_line(one)}</li>' for one in listed)}</ul></div>")
    if not parts:
        return ""
    return f'<h2 id="patterns">What errors have in common</h2><div class="two">{"".join(parts)}</div>'


def _line(one: Pattern) -> str:
    mostly = "" if one.mostly is None else f"; {one.mostly.told}{isolated(one.mostly.record)}"
    share = f"{points(one.share)}% of what F1 loses"
    remedy = f". {escaped(one.kind.remedy)}" if one.kind.remedy else ""
    return f"<b>{escaped(one.title)}</b>: {one.counts}, {share}, in {_fields(one)}{mostly}{remedy}"


def _fields(one: Pattern) -> str:
    paths: Sequence[str] = [at.field for at in one.fields]
    named = ", ".join(isolated(path) or "(whole record)" for path in paths[:_NAMED])
    more = len(paths) - _NAMED
    return f"{named} and {more:,} more" if more > 0 else named
