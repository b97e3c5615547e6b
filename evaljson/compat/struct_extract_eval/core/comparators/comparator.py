"""What comparators take and give, and protocols for annotations."""

from __future__ import annotations

from typing import Any, Protocol

from evaljson.comparators.base import BatchItem, ComparatorResult

__all__ = ["BatchComparator", "BatchItem", "Comparator", "ComparatorResult"]


class Comparator(Protocol):
    """Compares two values."""

    def __call__(self, gold: Any, extracted: Any, params: dict[str, Any]) -> ComparatorResult:
        """Score how alike they are."""


class BatchComparator(Protocol):
    """Compares many fields at once; its `is_batch` is True."""

    is_batch: bool

    def __call__(self, items: list[BatchItem]) -> list[ComparatorResult | None]:
        """Score each item, in order; None where it is not decided."""
