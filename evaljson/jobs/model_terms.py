"""What a job asks a model about, read from its payload."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from evaljson.workspace.closed_books import ClosedBookTerms
from evaljson.workspace.model_asking import TERMS, ModelTerms
from evaljson.workspace.second_looks import SecondLookTerms

_READERS: Final[Mapping[str, Callable[[Mapping[str, Any]], ModelTerms]]] = {
    ClosedBookTerms.kind: ClosedBookTerms.of,
    SecondLookTerms.kind: SecondLookTerms.of,
}


def terms_of(kind: str, payload: Mapping[str, Any]) -> ModelTerms | None:
    """Return the terms of a job; None of one that asks for verdicts."""
    reader = _READERS.get(kind)
    return None if reader is None else reader(payload[TERMS])
