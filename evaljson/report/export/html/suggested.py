"""What the suggested settings are and would make of F1, in the HTML report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from evaljson.report.export.html.pairing import instead_of
from evaljson.results.model import RunResult
from evaljson.wording.values import escaped
from evaljson.wording.words import counted

_NAMED: Final = 3
_LONGEST: Final = 80
"""Characters of a title."""


@dataclass(frozen=True, slots=True)
class Suggested:
    """Settings that would explain errors, applied together."""

    titles: Sequence[str]
    """Best first."""
    f1: Mapping[str, float | None]
    """Mean F1 with all of them, by variant."""
    is_ranked: bool = False
    """Whether it is over the records of the ranking, else over the own ones of each variant."""


def suggested_line(runs: Mapping[str, RunResult], suggested: Suggested) -> str:
    """Name the first settings, and write F1 of each variant that they would change; `runs` are over the same records.

    Nothing where they change none.
    """
    moved = instead_of(runs, suggested.f1)
    if not moved:
        return ""
    titles = [title if len(title) <= _LONGEST else f"{title[: _LONGEST - 1]}…" for title in suggested.titles]
    others = len(titles) - _NAMED
    more = f" and {others:,} more" if others > 0 else ""
    line = (
        f"⚙ With {counted(len(titles), 'suggested setting')} ({'; '.join(titles[:_NAMED])}{more}), "
        f"F1 would be: {', '.join(moved)}."
    )
    return f'<p dir="auto">{escaped(line)}</p>'
