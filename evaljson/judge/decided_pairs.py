"""Lists the pairs that a judge decided in a run, and draws a sample of them to label by hand."""

from __future__ import annotations

import random
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from evaljson.base.jsontypes import strict_equal, strict_key
from evaljson.comparators.scale import steps_of
from evaljson.evaluate import Schema
from evaljson.judge.prompt import context_of
from evaljson.judge.run_questions import JudgedResult, judged_results
from evaljson.judge.votes import step_of
from evaljson.results.model import RunResult
from evaljson.results.signature import content_hash
from evaljson.scoring.judging import Question
from evaljson.store import pair_sha256


@dataclass(frozen=True)
class DecidedPair:
    """Two values that a judge decided on, however often they occur in a run."""

    question: Question
    rubric: str
    """`rubric_of` the question, for a label."""
    verdict: str
    """The judge's step; hide it from people until they have labelled the pair."""
    reason: str | None
    """The judge's words: untrusted text, to be hidden in the same way."""
    threshold: float | None = None
    results: tuple[JudgedResult, ...] = field(default=(), repr=False)
    """Where it occurs."""

    @property
    def count(self) -> int:
        """How often it occurs."""
        return len(self.results)

    @cached_property
    def sha256(self) -> str:
        """The hash that labels are stored under."""
        item = self.question.item
        return pair_sha256(self.question.field, self.rubric, item.gold_compared, item.extracted_compared)

    @cached_property
    def steps(self) -> dict[str, float]:
        """The scale: score by name, worst first."""
        return steps_of(self.question.item.params.get("scale"))

    @property
    def about(self) -> dict[str, Any]:
        """What the judge knew about the field, to be shown to people who label it too."""
        return {**context_of(self.question), "scale": self.steps}

    def counts_as(self, score: float) -> float:
        """Apply the field's threshold to a score."""
        return score if self.threshold is None else float(score >= self.threshold)


def rubric_of(question: Question) -> str:
    """Hash (sha256) what the field is judged by: title, description, instructions, rubric and scale."""
    context = {name: value for name, value in context_of(question).items() if name != "path"}
    return content_hash({**context, "scale": list(steps_of(question.item.params.get("scale")).items())})


def pairs_of(run: RunResult, schema: Schema) -> list[DecidedPair]:
    """List the distinct pairs that were judged, in the order of the records; pairs of equal values are left out.

    `schema` is the one that the run was scored under.
    """
    rubrics: dict[Hashable, str] = {}
    by_pair: dict[Hashable, list[JudgedResult]] = {}
    for judged in judged_results(run, schema):
        question, item = judged.question, judged.question.item
        if judged.result.similarity is None or strict_equal(item.gold_compared, item.extracted_compared):
            continue
        context = strict_key([context_of(question), item.params.get("scale")])
        rubric = rubrics.setdefault(context, "") or rubric_of(question)
        rubrics[context] = rubric
        key = (question.field, rubric, strict_key(item.gold_compared), strict_key(item.extracted_compared))
        by_pair.setdefault(key, []).append(judged)
    return [_pair(results, str(key[1])) for key, results in by_pair.items() if isinstance(key, tuple)]


def _pair(results: Sequence[JudgedResult], rubric: str) -> DecidedPair:
    first = results[0]
    assert first.result.similarity is not None
    scale = steps_of(first.question.item.params.get("scale"))
    verdict = step_of(first.result.similarity, scale)
    return DecidedPair(first.question, rubric, verdict, first.result.reason, first.threshold, tuple(results))


def to_label(
    pairs: Sequence[DecidedPair],
    known: Collection[str] = (),
    count: int = 100,
    *,
    field: str | None = None,
    seed: int = 0,
) -> list[DecidedPair]:
    """Draw up to `count` pairs of each field at random, about as many of each verdict, in a random order.

    `known` are the sha256 of pairs that are labelled already: they count towards `count` but are not returned. The
    order depends on the seed alone, whatever is labelled.
    """
    chosen: list[DecidedPair] = []
    groups: dict[tuple[str, str], dict[str, list[DecidedPair]]] = {}
    for pair in pairs:
        if field is None or pair.question.field == field:
            by_verdict = groups.setdefault((pair.question.field, pair.rubric), {name: [] for name in pair.steps})
            by_verdict.setdefault(pair.verdict, []).append(pair)
    for (path, rubric), by_verdict in groups.items():
        shuffled = [_shuffled(group, f"{seed} {path} {rubric}") for group in by_verdict.values() if group]
        for share, group in zip(even_shares(count, list(map(len, shuffled))), shuffled, strict=True):
            chosen += group[:share]
    # Left out last, so that the order of the others stays.
    return [pair for pair in _shuffled(chosen, f"{seed}") if pair.sha256 not in known]


def _shuffled(pairs: Iterable[DecidedPair], seed: str) -> list[DecidedPair]:
    shuffled = sorted(pairs, key=lambda pair: pair.sha256)
    random.Random(seed).shuffle(shuffled)
    return shuffled


def even_shares(count: int, sizes: Sequence[int]) -> list[int]:
    """Return how many to draw of each group: as evenly as their sizes allow, and at most `count` together."""
    shares, left = [0] * len(sizes), min(count, sum(sizes))
    while left > 0:
        open_groups = [at for at, size in enumerate(sizes) if shares[at] < size]
        each = min(left // len(open_groups), *(sizes[at] - shares[at] for at in open_groups))
        for place, at in enumerate(open_groups):
            drawn = each if each else int(place < left)
            shares[at] += drawn
        left -= each * len(open_groups) if each else left
    return shares
