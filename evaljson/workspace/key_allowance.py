"""The daily limits of the judge's key that the server has, over all people, evaluations, processes and restarts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from evaljson.base import limits
from evaljson.base.limits import LimitValues
from evaljson.judge import PRICES, Price
from evaljson.judge.ledger import OverAllowanceError, Spent
from evaljson.store import DayLimits, KeyUse, Store
from evaljson.store.column_types import now

_DEAREST: Final = Price(max(price.input for price in PRICES.values()), max(price.output for price in PRICES.values()))
"""For a model without a list price: its name alone must not make it free."""


class KeyAllowance:
    """What may still be sent today with the key of the server. Prices are list prices: anyone may change the others."""

    def __init__(self, store: Store, model: str) -> None:
        self._spending, self._price = store.key_spending, PRICES.get(model, _DEAREST)

    def reserve(self, expected: Spent) -> Callable[[Spent], None]:
        """Reserve a request; return what replaces the reservation. Raises OverAllowanceError, StoreError."""
        day, use, most = today(), self._use(expected), limits.current()
        if not self._spending.add(day, use, DayLimits(most.judge_requests, most.judge_tokens, most.judge_dollars)):
            raise OverAllowanceError(_reached(most, self._spending.of(day), use))

        def replace(spent: Spent) -> None:
            took = self._use(spent)  # a request that failed was still sent
            change = KeyUse(0, took.tokens_in - use.tokens_in, took.tokens_out - use.tokens_out, took.price - use.price)
            self._spending.add(day, change)

        return replace

    def _use(self, spent: Spent) -> KeyUse:
        price = self._price.of(spent.tokens_in, spent.tokens_out)
        return KeyUse(spent.calls, spent.tokens_in, spent.tokens_out, price)


def today() -> str:
    """Return the day in UTC, such as 2026-01-31."""
    return now().date().isoformat()


def _reached(most: LimitValues, used: KeyUse, use: KeyUse) -> str:
    if used.calls + use.calls > most.judge_requests:
        return most.says("judge_requests")
    return most.says("judge_tokens" if used.tokens + use.tokens > most.judge_tokens else "judge_dollars")
