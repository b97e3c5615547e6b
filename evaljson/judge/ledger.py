"""Counts what a judge has spent, and checks that the next request is within its budget."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from evaljson.judge.price import Price

TOKENS_OUT = 45
"""An estimate for the answer to one item: an id, a short reason, a verdict."""


@dataclass(frozen=True, slots=True)
class Spent:
    """Requests and tokens."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0

    def plus(self, other: Spent) -> Spent:
        """Add both."""
        return Spent(
            self.calls + other.calls, self.tokens_in + other.tokens_in, self.tokens_out + other.tokens_out
        )  # fmt: skip

    def price(self, price: Price | None) -> float | None:
        """Return US dollars; None without a price."""
        return None if price is None else price.of(self.tokens_in, self.tokens_out)


class OverAllowanceError(Exception):
    """The next request is not within an allowance; the text says what to do."""


class Allowance(Protocol):
    """A budget that other judges, processes and days share."""

    def reserve(self, expected: Spent) -> Callable[[Spent], None]:
        """Reserve a request before it is sent. Return what replaces the reservation by what the request took.

        Raises OverAllowanceError.
        """


class Ledger:
    """Counts the requests and tokens of a judge over its life, including those expected for requests in flight."""

    def __init__(
        self, price: Price | None, max_cost: float | None, max_tokens: int | None, allowance: Allowance | None = None
    ) -> None:
        self._price, self._max_cost, self._max_tokens = price, max_cost, max_tokens
        self._allowance = allowance
        self._lock = threading.Lock()
        self._spent = Spent()
        self._expected: dict[int, Spent] = {}
        self._replace: dict[int, Callable[[Spent], None]] = {}
        self._next = 0
        self._refusal: str | None = None

    @property
    def spent(self) -> Spent:
        """What was spent so far."""
        with self._lock:
            return self._spent

    def begin(self, tokens_in: int, tokens_out: int) -> int:
        """Reserve a request and return its number; -1 if it might exceed the budget."""
        with self._lock:
            expected = Spent(0, tokens_in, tokens_out)
            total = expected.plus(self._spent)
            for other in self._expected.values():
                total = total.plus(other)
            if self._max_tokens is not None and total.tokens_in + total.tokens_out > self._max_tokens:
                return -1
            price = total.price(self._price)
            if self._max_cost is not None and price is not None and price > self._max_cost:
                return -1
            if self._allowance is not None:
                try:
                    replace = self._allowance.reserve(Spent(1, tokens_in, tokens_out))
                except OverAllowanceError as error:
                    self._refusal = str(error)
                    return -1
                self._replace[self._next + 1] = replace
            self._next += 1
            self._expected[self._next] = expected
            return self._next

    @property
    def may_fit_later(self) -> bool:
        """Whether a request that was refused may fit once those in flight have taken less than expected."""
        with self._lock:
            return bool(self._expected) and self._refusal is None

    def end(self, number: int, spent: Spent) -> None:
        """Replace a request's reservation by what it took."""
        with self._lock:
            self._expected.pop(number, None)
            self._spent = self._spent.plus(spent)
            replace = self._replace.pop(number, None)
        if replace is not None:
            replace(spent)

    def reached(self) -> str:
        """Describe the budget that stopped the work."""
        if self._refusal is not None:
            return self._refusal
        limits = []
        if self._max_cost is not None:
            limits.append(f"${self._max_cost:g}")
        if self._max_tokens is not None:
            limits.append(f"{self._max_tokens:,} tokens")
        return (
            f"the judge's budget of {' and '.join(limits)} is used up: raise it and score again; what is done is kept"
        )
