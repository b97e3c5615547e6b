"""Notes about a variant: model, prompt, tags, cost. All of them are optional, and none is trusted."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final
from urllib.parse import urlsplit

from evaljson.base.errors import InputError

MOST: Final = {"label": 200, "model": 200, "link": 2_000, "prompt": 100_000, "tag": 60}
"""Characters of each at most."""
REPEAT: Final = "repeat:"
"""Variants with the same tag that begins like this are runs of the same prompt."""


@dataclass(frozen=True, slots=True)
class Notes:
    """Empty text and None mean that nothing was noted."""

    label: str = ""
    model: str = ""
    prompt: str = ""
    link: str = ""
    tags: tuple[str, ...] = ()
    cost: float | None = None
    """In whatever unit the people of an evaluation agree on."""
    latency: float | None = None
    """Seconds."""

    def as_meta(self, before: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return it for the store, with other keys of `before`. Raises InputError for what is too long or no number."""
        for name in ("label", "model", "link", "prompt"):
            _check_length(getattr(self, name), name, MOST[name])
        for tag in self.tags:
            _check_length(tag, "tag", MOST["tag"])
        for name in ("cost", "latency"):
            value = getattr(self, name)
            if value is not None and not (math.isfinite(value) and value >= 0):
                raise InputError(f"{name} is a number from 0 on, not {value}", name)
        values = {note.name: getattr(self, note.name) for note in fields(self)}
        filled = {
            name: list(value) if name == "tags" else value
            for name, value in values.items()
            if value not in ("", (), None)
        }
        others = {name: value for name, value in (before or {}).items() if name not in values}
        return others | filled

    @property
    def safe_link(self) -> str | None:
        """The link, where a browser may follow it: http and https alone."""
        return self.link if is_web_address(self.link) else None


def notes_of(meta: Mapping[str, Any]) -> Notes:
    """Read notes from the store; values of another type are left out."""
    texts = {name: meta[name] for name in ("label", "model", "prompt", "link") if isinstance(meta.get(name), str)}
    tags = meta.get("tags")
    listed = tidy_tags(tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else ()
    return Notes(**texts, tags=listed, cost=_number(meta.get("cost")), latency=_number(meta.get("latency")))


def tidy_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Remove repeated and empty tags and the white space around them."""
    return tuple(dict.fromkeys(tidy for tag in tags if (tidy := " ".join(tag.split()))))


def is_web_address(text: str) -> bool:
    """Check whether a text is a whole http or https address, with nothing a browser would read as something else."""
    if not text.isprintable() or any(sign.isspace() or sign == "\\" for sign in text):
        return False
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


def _number(value: Any) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    return float(value) if is_number else None


def _check_length(text: str, name: str, most: int) -> None:
    if len(text) > most:
        raise InputError(f"the {name} has {len(text):,} characters; {most:,} are possible", name)
