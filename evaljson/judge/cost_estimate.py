"""Estimates what asking a judge would cost, before anything is sent."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from evaljson.judge.ledger import Spent
from evaljson.judge.price import Price
from evaljson.judge.request_form import VERDICTS, Asked, RequestForm


@dataclass(frozen=True, slots=True)
class CostEstimate:
    """The fields, distinct questions, requests, tokens and price of asking."""

    fields: int
    """Fields for a judge to decide."""
    equal: int
    """Of these, equal after transforms: they need no judge."""
    distinct: int
    """Distinct questions among the others; each vote is one."""
    cached: int
    """Of these, answered before: they cost nothing."""
    to_ask: int
    """The rest."""
    batches: int
    """Requests."""
    tokens_in: int
    """An estimate: three bytes of text count as a token."""
    tokens_out: int
    price: float | None
    """US dollars; None if the price of the model is not known."""


def estimated(
    fields: int,
    equal: int,
    keys: Collection[str],
    cached: Collection[str],
    batches: Sequence[Sequence[Asked]],
    price: Price | None,
    form: RequestForm = VERDICTS,
) -> CostEstimate:
    """Add up what would be asked; `cached` are the keys that are answered already."""
    expected = [form.expected_tokens(batch) for batch in batches]
    spent = Spent(0, sum(tokens_in for tokens_in, _ in expected), sum(tokens_out for _, tokens_out in expected))
    return CostEstimate(
        fields=fields,
        equal=equal,
        distinct=len(keys),
        cached=len(cached),
        to_ask=len(keys) - len(cached),
        batches=len(batches),
        tokens_in=spent.tokens_in,
        tokens_out=spent.tokens_out,
        price=spent.price(price),
    )
