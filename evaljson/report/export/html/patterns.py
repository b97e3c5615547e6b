"""What errors have in common, as one part of the HTML report: of the baseline and of the variant compared with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from evaljson.report.patterns.table import Pattern, error_patterns
from evaljson.results.model import RunResult
from evaljson.results.ranking import highest_first
from evaljson.wording.values import escaped, isolated
from evaljson.wording.words import counted, points

MOST: Final = 6
"""Patterns of one variant."""
MOST_OF_THREE: Final = 3
"""Of each of three."""
_NAMED: Final = 2
"""Fields that are named of one pattern."""


def patterns_section(
    runs: Mapping[str, RunResult], compared: str | None = None, leaders: Sequence[str] = ()
) -> str:  # fmt: skip
    """Write the patterns that cost F1 most, of at most three variants; empty where there is no error.

    They are the baseline, which is the first, the one `compared` with it (None: the best other one), and one more of
    the `leaders`, which nobody can tell from the best.
    """
    base, *others = runs
    best = highest_first({name: runs[name].mean_f1 for name in others})
    beside = [compared] if compared in others else best[:1]
    more = [name for name in leaders if name in others and name not in beside][:1]
    most = MOST if not more else MOST_OF_THREE
    parts, shown = [], (base, *beside, *more)
    for name in shown:
        found = error_patterns(runs[name])
        title = f"<h3><bdi>{escaped(name)}</bdi></h3>" if others else ""
        if found:
            lines = [f"<li>{_line(one)}</li>" for one in found[:most]]
            parts.append(f"<div>{title}<ul>{''.join([*lines, *_rest(found[most:])])}</ul></div>")
    if not parts:
        return ""
    beside_each_other = "two" if len(parts) < 3 else "two three"
    is_all = len(shown) == len(runs)
    which = f"the baseline, the one compared with it{', one that nobody can tell from the best' if more else ''}"
    of = f"shown for {len(shown):,} of {counted(len(runs), 'variant')}: {which}"
    note = "" if is_all else f' <span class="faint">({of})</span>'
    heading = f'<h2 id="patterns">What errors have in common{note}</h2>'
    return f'{heading}<div class="{beside_each_other}">{"".join(parts)}</div>'


def _rest(patterns: Sequence[Pattern]) -> list[str]:
    """Say how much the patterns that are not listed cost; nothing without any."""
    if not patterns:
        return []
    values = counted(sum(one.values for one in patterns), "value")
    share = points(sum(one.share for one in patterns))
    return [f"<li>{counted(len(patterns), 'more pattern')}: {values}, {share}% of what F1 loses</li>"]


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
