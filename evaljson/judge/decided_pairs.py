"""The pairs that a judge decided in a run, and which of them to label by hand."""

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
from evaljson.judge.questions import Put, put_to_judge
from evaljson.judge.votes import step_of
from evaljson.results.model import RunResult
from evaljson.results.signature import content_hash
from evaljson.scoring.judging import Question
from evaljson.store import pair_sha256


@dataclass(frozen=True)
class DecidedPair:
    """Two values that a judge decided about, however often they occur in a run."""

    question: Question
    rubric: str
    """`rubric_of` the question, for a label."""
    verdict: str
    """The judge's step; who labels should not see it before."""
    reason: str | None
    """The judge's words: foreign text, and not to be seen before either."""
    threshold: float | None = None
    puts: tuple[Put, ...] = field(default=(), repr=False)
    """Where it occurs."""

    @property
    def count(self) -> int:
        """How often it occurs."""
        return len(self.puts)

    @cached_property
    def sha256(self) -> str:
        """What labels are kept under."""
        item = self.question.item
        return pair_sha256(self.question.field, self.rubric, item.gold_compared, item.extracted_compared)

    @cached_property
    def steps(self) -> dict[str, float]:
        """The scale: score by name, worst first."""
        return steps_of(self.question.item.params.get("scale"))

    @property
    def about(self) -> dict[str, Any]:
        """What the judge was told about the field, and so who labels it should be."""
        return {**context_of(self.question), "scale": self.steps}

    def counts_as(self, score: float) -> float:
        """The score of a field that was judged so, after its threshold."""
        return score if self.threshold is None else float(score >= self.threshold)


def rubric_of(question: Question) -> str:
    """sha256 of what judging the field goes by: title, description, instructions, rubric and scale."""
    told = {name: value for name, value in context_of(question).items() if name != "path"}
    return content_hash({**told, "scale": list(steps_of(question.item.params.get("scale")).items())})


def pairs_of(run: RunResult, schema: Schema) -> list[DecidedPair]:
    """The distinct pairs that were judged, in the order of the records; equal ones and those not judged are not in it.

    `schema` is the one that the run was scored under.
    """
    rubrics: dict[Hashable, str] = {}
    found: dict[Hashable, list[Put]] = {}
    for put in put_to_judge(run, schema):
        question, result = put.question, put.result
        item = question.item
        if result.similarity is None or strict_equal(item.gold_compared, item.extracted_compared):
            continue
        told = strict_key([context_of(question), item.params.get("scale")])
        rubric = rubrics.setdefault(told, "") or rubric_of(question)
        rubrics[told] = rubric
        key = (question.field, rubric, strict_key(item.gold_compared), strict_key(item.extracted_compared))
        found.setdefault(key, []).append(put)
    return [_pair(puts, str(key[1])) for key, puts in found.items() if isinstance(key, tuple)]


def _pair(puts: Sequence[Put], rubric: str) -> DecidedPair:
    first = puts[0]
    assert first.result.similarity is not None
    scale = steps_of(first.question.item.params.get("scale"))
    verdict = step_of(first.result.similarity, scale)
    return DecidedPair(first.question, rubric, verdict, first.result.reason, first.threshold, tuple(puts))


def to_label(
    pairs: Sequence[DecidedPair],
    known: Collection[str] = (),
    count: int = 100,
    *,
    field: str | None = None,
    seed: int = 0,
) -> list[DecidedPair]:
    """Up to `count` pairs of each field at random, about as many of each verdict, in an order that tells nothing.

    `known` are the sha256 of pairs that are labelled already: they count towards what is wanted and do not come again.
    The same seed goes through a group in the same order, whatever was labelled of it.
    """
    chosen: list[DecidedPair] = []
    groups: dict[tuple[str, str], dict[str, list[DecidedPair]]] = {}
    for pair in pairs:
        if field is None or pair.question.field == field:
            own = groups.setdefault((pair.question.field, pair.rubric), {name: [] for name in pair.steps})
            own.setdefault(pair.verdict, []).append(pair)
    for (path, rubric), own in groups.items():
        by_verdict = [_shuffled(some, f"{seed} {path} {rubric}") for some in own.values() if some]
        for share, some in zip(_shares(count, list(map(len, by_verdict))), by_verdict, strict=True):
            chosen += some[:share]
    # Left out last, so that the order of the others stays.
    return [pair for pair in _shuffled(chosen, f"{seed}") if pair.sha256 not in known]


def _shuffled(pairs: Iterable[DecidedPair], seed: str) -> list[DecidedPair]:
    found = sorted(pairs, key=lambda pair: pair.sha256)
    random.Random(seed).shuffle(found)
    return found


def _shares(count: int, sizes: Sequence[int]) -> list[int]:
    """How many of each: as even as their sizes allow, and not more than `count` together."""
    shares = [0] * len(sizes)
    while sum(shares) < count and (wanting := [at for at, size in enumerate(sizes) if shares[at] < size]):
        for at in wanting[: count - sum(shares)]:
            shares[at] += 1
    return shares
