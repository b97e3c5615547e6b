"""The questions that the engine asks a judge, and the answers it takes. Judges themselves are in `evaljson.judge`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from evaljson.comparators.base import BatchItem, ComparatorResult, says
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
    """The title of the field in the schema."""
    description: str | None = None


@dataclass(frozen=True, slots=True)
class NotJudged:
    """Why there is no verdict; the field becomes `batch_error`."""

    reason: str


@dataclass(frozen=True, slots=True)
class JudgeUsage:
    """How much a judge was asked for one run, and the cost. fields = equal + decided + failed."""

    model: str
    """The model by the name it was asked for, or the name of the stand-in."""
    stand_in: bool = False
    """Whether the stand-in judged: a text similarity in place of a language model."""
    fields: int = 0
    """Fields to judge, including pairs of an alignment."""
    equal: int = 0
    """Fields that are equal after transforms: a match without a question."""
    decided: int = 0
    failed: int = 0
    distinct: int = 0
    """Distinct questions among the others; each vote is one."""
    cached: int = 0
    """Distinct questions that were answered before: they cost nothing."""
    asked: int = 0
    """Distinct questions that were sent."""
    calls: int = 0
    """Requests that were answered."""
    tokens_in: int = 0
    """As counted by the endpoint; estimated where it does not report them."""
    tokens_out: int = 0
    price: float | None = None
    """US dollars; None where no price is known for the model."""
    stopped: str | None = None
    """Why the judge stopped before the last question; None where it did not."""
    verdicts: str = ""
    """sha256 of all verdicts that the run's numbers depend on, and of the reasons of failures."""

    def plus(self, later: JudgeUsage) -> JudgeUsage:
        """Add the usage of a later request for the same run."""
        names = ("fields", "equal", "decided", "failed", "distinct", "cached", "asked", "calls")
        summed = {name: getattr(self, name) + getattr(later, name) for name in (*names, "tokens_in", "tokens_out")}
        prices = [usage.price for usage in (self, later) if usage.price is not None]
        return replace(
            later,
            **summed,
            price=sum(prices) if len(prices) == 2 else None,
            stopped=self.stopped or later.stopped,
            verdicts=hashlib.sha256(f"{self.verdicts} {later.verdicts}".encode()).hexdigest(),
        )


@dataclass(frozen=True, slots=True)
class Decided:
    """Answers in the order of the questions, and their cost."""

    answers: Sequence[ComparatorResult | NotJudged]
    usage: JudgeUsage


class Judging(Protocol):
    """A judge, as the engine sees it."""

    def decide(self, questions: Sequence[Question]) -> Decided:
        """Return one answer per question, in order."""

    def identity(self) -> Mapping[str, Any]:
        """Return everything its verdicts depend on, as JSON, for the signature of a run. Never an API key."""


def judged_fields(tree: SchemaNode) -> Iterator[SchemaNode]:
    """Yield the fields of all document types that a judge decides, if there is one."""
    return (node for root in tree.roots for node in root.leaves() if is_for_judge(node))


def is_for_judge(node: SchemaNode) -> bool:
    """Check whether a judge decides the field, if there is one."""
    return (
        node.comparator is not None and not node.skip and says(find_comparator(node.comparator.name).fn, "takes_judge")
    )


def question(item: BatchItem, node: SchemaNode) -> Question:
    """Build the question for a field, with its title and description from the schema."""
    title, description = (node.raw.get(key) for key in _CONTEXT_KEYS)
    return Question(
        item,
        node.path,
        title if isinstance(title, str) else None,
        description if isinstance(description, str) else None,
    )
