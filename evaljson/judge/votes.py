"""From votes to an answer, and from a verdict to the words that a person reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from evaljson.comparators.base import ComparatorResult
from evaljson.judge.cache import JudgeVerdict


def answer(votes: Sequence[JudgeVerdict], scale: Mapping[str, float]) -> ComparatorResult:
    """The median vote, which is the majority's where there is one; of an odd number of votes it is always one of them.

    Where they differ, the reason says so.
    """
    score = sorted(vote.score for vote in votes)[len(votes) // 2]
    chosen = next(vote for vote in votes if vote.score == score)
    said = f"{step_of(score, scale)}: {chosen.reason}" if chosen.reason else step_of(score, scale)
    if len(votes) > 1:
        said = f"{_tally(votes, scale)}. {said}"
    return ComparatorResult(score, "semantic", f"{said} ({chosen.model})")


def step_of(score: float, scale: Mapping[str, float]) -> str:
    """The name of the step nearest to a score."""
    return min(scale, key=lambda name: abs(scale[name] - score))


def _tally(votes: Sequence[JudgeVerdict], scale: Mapping[str, float]) -> str:
    counts = Counter(step_of(vote.score, scale) for vote in votes).most_common()
    if len(counts) == 1:
        return f"all {len(votes)} votes agree"
    return "votes differ: " + ", ".join(f"{count} {name}" for name, count in counts)
