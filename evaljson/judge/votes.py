"""Combines votes into an answer, and names verdicts for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from evaljson.comparators.base import ComparatorResult
from evaljson.judge.cache import JudgeVerdict


def answer_of(votes: Sequence[JudgeVerdict], scale: Mapping[str, float]) -> ComparatorResult:
    """Return the median vote, which is the majority's if there is one; votes are odd in number, so it is one of them.

    If votes differ, the reason says so.
    """
    score = sorted(vote.score for vote in votes)[len(votes) // 2]
    chosen = next(vote for vote in votes if vote.score == score)
    reason = f"{step_of(score, scale)}: {chosen.reason}" if chosen.reason else step_of(score, scale)
    if len(votes) > 1:
        reason = f"{_tally(votes, scale)}. {reason}"
    return ComparatorResult(score, "semantic", f"{reason} ({chosen.model})")


def step_of(score: float, scale: Mapping[str, float]) -> str:
    """Name the step nearest to a score."""
    return min(scale, key=lambda name: abs(scale[name] - score))


def _tally(votes: Sequence[JudgeVerdict], scale: Mapping[str, float]) -> str:
    counts = Counter(step_of(vote.score, scale) for vote in votes).most_common()
    if len(counts) == 1:
        return f"all {len(votes)} votes agree"
    return "votes differ: " + ", ".join(f"{count} {name}" for name, count in counts)
