"""The risk of what a suggestion needs is its own: nobody can take it without that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from evaljson.suggest.model import LEVELS, Suggestion


def with_needed_risk(suggestions: Sequence[Suggestion], among: Sequence[Suggestion]) -> tuple[Suggestion, ...]:
    """Raise the risk of each suggestion to the highest of those that it builds on, which are `among` others."""
    by_id = {one.id: one for one in among}
    return tuple(_raised(one, by_id) for one in suggestions)


def _raised(one: Suggestion, by_id: Mapping[str, Suggestion]) -> Suggestion:
    needed = [by_id[identity] for identity in one.builds_on if identity in by_id]
    most = max(needed, key=lambda other: LEVELS.index(other.risk.level), default=one)
    if LEVELS.index(most.risk.level) <= LEVELS.index(one.risk.level):
        return one
    why = f"{one.risk.why.removesuffix('.')}; it needs “{most.title}”, which is of {most.risk.level} risk."
    return replace(one, risk=replace(one.risk, level=most.risk.level, why=why))
