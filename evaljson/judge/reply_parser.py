"""Reads verdicts from a model's reply: only clear answers about items that were asked about count."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

_SHOWN = 300
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]+")
_DECODER = json.JSONDecoder(strict=False)


@dataclass(slots=True)
class ParsedReply:
    """The verdicts of a reply."""

    verdicts: dict[str, tuple[float, str]] = field(default_factory=dict)
    """Score and reason by id, of items that were asked about and got one clear verdict."""
    unclear: set[str] = field(default_factory=set)
    """Items with two different verdicts, or one that is not on the scale."""
    unknown: int = 0
    """Entries with ids that were not asked about; they are ignored."""


def parse_reply(
    text: str, names: Collection[str], scale: Mapping[str, float], hide: Callable[[str], str] = lambda text: text
) -> ParsedReply:
    """Read a reply: JSON as requested, JSON cut off, or JSON with prose around it.

    Only whole entries count, so a reply cut off inside an entry has no verdict on that item. The id decides which item
    an entry is about, never its position. `hide` removes secrets from reasons.
    """
    parsed, steps = ParsedReply(), {name.casefold(): score for name, score in scale.items()}
    for entry in _entries(text):
        name = entry.get("id")
        if not isinstance(name, str) or name not in names:
            parsed.unknown += 1
            continue
        verdict = entry.get("verdict")
        score = steps.get(verdict.strip().casefold()) if isinstance(verdict, str) else None
        earlier = parsed.verdicts.get(name)
        if score is None or (earlier is not None and earlier[0] != score):
            parsed.unclear.add(name)
        elif earlier is None:
            parsed.verdicts[name] = score, _one_line(entry.get("reason"), hide)
    for name in parsed.unclear:
        parsed.verdicts.pop(name, None)
    return parsed


def _one_line(reason: Any, hide: Callable[[str], str]) -> str:
    """Write a model's reason on one line, shortened if it is long."""
    # Hidden before it is shortened, or half of a secret could be left; and after reading JSON, which can escape it.
    text = hide(_UNSEEN.sub(" ", reason).strip()) if isinstance(reason, str) else ""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _entries(text: str) -> Iterator[dict[str, Any]]:
    """Yield the entries of whole JSON documents in the text, and single entries of one that is cut off."""
    position = 0
    while (start := text.find("{", position)) >= 0:
        try:
            value, position = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            position = start + 1
            continue
        yield from _entries_of(value)


def _entries_of(value: Any) -> Iterator[dict[str, Any]]:
    if not isinstance(value, dict):
        return
    listed = value.get("verdicts")
    if isinstance(listed, list):
        yield from (entry for entry in listed if isinstance(entry, dict))
    elif "id" in value:
        yield value
