"""Transforms of text."""

from __future__ import annotations

from typing import Any

from evaljson.transforms.base import Refusal


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise Refusal(name, "text", value)
    return value


def lowercase(value: Any, params: dict[str, Any]) -> str:
    """Lower case."""
    return _text("lowercase", value).lower()


def strip(value: Any, params: dict[str, Any]) -> str:
    """Without white space at either end."""
    return _text("strip", value).strip()


def normalize_whitespace(value: Any, params: dict[str, Any]) -> str:
    """Each run of white space as one space, none at the ends."""
    return " ".join(_text("normalize_whitespace", value).split())


def sort_tokens(value: Any, params: dict[str, Any]) -> str:
    """Words, as white space divides them, in order."""
    return " ".join(sorted(_text("sort_tokens", value).split()))
