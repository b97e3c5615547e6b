"""Prices tokens, and estimates how many a text has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

_BYTES_PER_TOKEN = 3
"""English has about four, other scripts fewer: the estimate is rather too high."""


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens."""

    input: float
    output: float

    def of(self, tokens_in: int, tokens_out: int) -> float:
        """Return the price of some tokens in US dollars."""
        return (tokens_in * self.input + tokens_out * self.output) / 1_000_000


PRICES: Mapping[str, Price] = MappingProxyType(
    {
        "gpt-4.1": Price(2.00, 8.00),
        "gpt-4.1-mini": Price(0.40, 1.60),
        "gpt-4.1-nano": Price(0.10, 0.40),
        "gpt-4o": Price(2.50, 10.00),
        "gpt-4o-mini": Price(0.15, 0.60),
        "gpt-5": Price(1.25, 10.00),
        "gpt-5-mini": Price(0.25, 2.00),
        "gpt-5-nano": Price(0.05, 0.40),
    }
)
"""List prices by model, as they were in August 2025; providers change them. Pass `prices` to say what you pay."""


def tokens_of(text: str) -> int:
    """Estimate how many tokens a text has."""
    return -(-len(text.encode("utf-8", "surrogatepass")) // _BYTES_PER_TOKEN)
