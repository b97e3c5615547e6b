"""Transforms of text."""

from __future__ import annotations

from typing import Any

from evaljson.transforms.base import refusal


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise refusal(name, "text", value)
    return value


def lowercase(value: Any, params: dict[str, Any]) -> str:
    """Lower case."""
    return _text("lowercase", value).lower()


def strip(value: Any, params: dict[str, Any]) -> str:
    """Remove white space at both ends."""
    return _text("strip", value).strip()


def normalize_whitespace(value: Any, params: dict[str, Any]) -> str:
    """Replace each run of white space by one space, and remove it at both ends."""
    return " ".join(_text("normalize_whitespace", value).split())


def sort_tokens(value: Any, params: dict[str, Any]) -> str:
    """Sort the words, which white space separates."""
    return " ".join(sorted(_text("sort_tokens", value).split()))
