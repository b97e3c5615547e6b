"""Values with their presence, as JSON: `{"value": …}`, and `{}` for what is absent, which is neither null nor empty."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evaljson.base.errors import InputError
from evaljson.base.jsontypes import ABSENT


def present(value: Any) -> dict[str, Any]:
    """Write a value, or ABSENT, as JSON."""
    return {} if value is ABSENT else {"value": value}


def value_of(written: object) -> Any:
    """Read what `present` wrote. Raises InputError for anything else."""
    if not isinstance(written, Mapping) or set(written) - {"value"}:
        raise InputError('a value is written as {"value": …}, and as {} where it is absent.')
    return written.get("value", ABSENT)
