"""What a judgement would take, before anything is sent."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from evaljson.judge.ledger import Spent
from evaljson.judge.price import Price
from evaljson.judge.prompt import Ask
from evaljson.judge.question_keys import Distinct
from evaljson.judge.requests import expected_of


@dataclass(frozen=True, slots=True)
class CostEstimate:
    """Fields, distinct questions, requests, tokens and price of a judgement."""

    fields: int
    """Fields that a judge is to decide."""
    equal: int
    """Of these, equal after transforms: they need none."""
    distinct: int
    """Distinct questions among the others; each vote is one."""
    cached: int
    """Of these, answered before: they cost nothing."""
    to_ask: int
    """The rest."""
    batches: int
    """Requests."""
    tokens_in: int
    """About; a token is taken for three bytes of text."""
    tokens_out: int
    price: float | None
    """US dollars; None where no price is known for the model."""


def estimated(
    fields: int, found: Distinct, known: Collection[str], batches: Sequence[Sequence[Ask]], price: Price | None
) -> CostEstimate:
    """The sums over what would be asked."""
    expected = [expected_of(batch) for batch in batches]
    spent = Spent(0, sum(one for one, _ in expected), sum(other for _, other in expected))
    return CostEstimate(
        fields, found.equal, len(found.asks), len(known), len(found.asks) - len(known), len(batches),
        spent.tokens_in, spent.tokens_out, spent.price(price),
    )  # fmt: skip
