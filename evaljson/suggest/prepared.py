"""A single value as it is compared: its transforms applied as scoring does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evaljson.base.errors import EvaljsonError
from evaljson.schema.node import TransformSpec
from evaljson.transforms.registry import get_transform


def prepared(raw: Any, transforms: Sequence[TransformSpec]) -> Any:
    """Apply transforms as scoring does: a value that one refuses stays as it is."""
    value = raw
    for spec in transforms:
        if value is None:
            return None
        try:
            value = get_transform(spec.name)(value, dict(spec.params))
        except (EvaljsonError, TypeError, ValueError, ArithmeticError):
            return raw
    return value
