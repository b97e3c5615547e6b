"""What the engine asks a judge, and what it takes for an answer. Judges themselves are in `evaljson.judge`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from evaljson.comparators.base import BatchItem, ComparatorResult
from evaljson.comparators.registry import find_comparator
from evaljson.schema.node import SchemaNode

_CONTEXT_KEYS = ("title", "description")


@dataclass(frozen=True, slots=True)
class Question:
    """One field of one record, put to a judge."""

    item: BatchItem
    field: str
    """Schema path."""
    title: str | None = None
    """What the schema says that the field is."""
    description: str | None = None


@dataclass(frozen=True, slots=True)
class NotJudged:
    """The answer where there is none; the field becomes `batch_error`."""

    reason: str


@dataclass(frozen=True, slots=True)
class JudgeUsage:
    """What a judge was asked for one run, and what that took. fields = equal + decided + failed."""

    model: str
    """The model by the name it was asked for, or the name of the stand-in."""
    stand_in: bool = False
    """No language model was asked: a measure of texts stood in for it."""
    fields: int = 0
    """Fields put to it, pairs of an alignment included."""
    equal: int = 0
    """Of these, equal after transforms: a match without a question."""
    decided: int = 0
    failed: int = 0
    distinct: int = 0
    """Distinct questions among the others; each vote is one."""
    cached: int = 0
    """Distinct questions that had been answered before: they cost nothing."""
    asked: int = 0
    """Distinct questions that were sent."""
    calls: int = 0
    """Requests that were answered."""
    tokens_in: int = 0
    """As the endpoint counts them; estimated where it does not say."""
    tokens_out: int = 0
    price: float | None = None
    """US dollars; None where no price is known for the model."""
    stopped: str | None = None
    """Why it ended before all was asked; None where it did not."""
    verdicts: str = ""
    """sha256 of all verdicts that the run's numbers depend on, and of why others failed."""

    def plus(self, later: JudgeUsage) -> JudgeUsage:
        """Of two askings for one run together."""
        names = ("fields", "equal", "decided", "failed", "distinct", "cached", "asked", "calls")
        summed = {name: getattr(self, name) + getattr(later, name) for name in (*names, "tokens_in", "tokens_out")}
        prices = [one.price for one in (self, later) if one.price is not None]
        return replace(
            later,
            **summed,
            price=sum(prices) if len(prices) == 2 else None,
            stopped=self.stopped or later.stopped,
            verdicts=hashlib.sha256(f"{self.verdicts} {later.verdicts}".encode()).hexdigest(),
        )


@dataclass(frozen=True, slots=True)
class Decided:
    """Answers in the order of the questions, and what they took."""

    answers: Sequence[ComparatorResult | NotJudged]
    usage: JudgeUsage


class Judging(Protocol):
    """A judge, as the engine sees it."""

    def decide(self, questions: Sequence[Question]) -> Decided:
        """One answer for each question, in order."""

    def identity(self) -> Mapping[str, Any]:
        """What its verdicts depend on, as JSON, for the signature of a run. Never a key."""


def judged_fields(tree: SchemaNode) -> Iterator[SchemaNode]:
    """The fields below all roots of a schema that are for a judge, where there is one."""
    return (node for root in tree.roots for node in root.leaves() if is_for_judge(node))


def is_for_judge(node: SchemaNode) -> bool:
    """Whether a field is for a judge, where there is one."""
    return (
        node.comparator is not None
        and not node.skip
        and getattr(find_comparator(node.comparator.name).fn, "takes_judge", False)
    )


def question(item: BatchItem, node: SchemaNode) -> Question:
    """A field with what its schema says about it."""
    title, description = (node.raw.get(key) for key in _CONTEXT_KEYS)
    return Question(
        item,
        node.path,
        title if isinstance(title, str) else None,
        description if isinstance(description, str) else None,
    )
