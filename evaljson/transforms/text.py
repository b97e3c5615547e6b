"""Transforms of text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from evaljson.transforms.base import Refusal


def _on_text(name: str, change: Callable[[str], str]) -> Callable[[Any, dict[str, Any]], str]:
    def transform(value: Any, params: dict[str, Any]) -> str:
        if not isinstance(value, str):
            raise Refusal(name, "text", value)
        return change(value)

    transform.__doc__ = f"{name}, of text."
    return transform


lowercase = _on_text("lowercase", str.lower)
strip = _on_text("strip", str.strip)
normalize_whitespace = _on_text("normalize_whitespace", lambda text: " ".join(text.split()))
sort_tokens = _on_text("sort_tokens", lambda text: " ".join(sorted(text.split())))
