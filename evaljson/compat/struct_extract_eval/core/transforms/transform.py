"""The protocol of transforms, for annotations."""

from __future__ import annotations

from typing import Any, Protocol


class Transform(Protocol):
    """Prepares a value for comparison."""

    def __call__(self, value: Any, params: dict[str, Any]) -> Any:
        """Return the value to compare; raise for one that it cannot take."""
