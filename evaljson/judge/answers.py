"""From what a model wrote to verdicts: whatever is not a clear answer to an item that was asked about is none."""

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
class Parsed:
    """What an answer says."""

    verdicts: dict[str, tuple[float, str]] = field(default_factory=dict)
    """Score and reason by id, of items that were asked about and got one clear verdict."""
    unclear: set[str] = field(default_factory=set)
    """Items with two verdicts that differ, or one that is not on the scale."""
    unknown: int = 0
    """Entries for ids that nobody asked about; they are ignored."""


def parse(
    text: str, names: Collection[str], scale: Mapping[str, float], hide: Callable[[str], str] = lambda text: text
) -> Parsed:
    """Read an answer: JSON as asked for, JSON cut off, or JSON with prose around it.

    Only whole entries count, so an answer cut off inside an entry says nothing about that item. Ids decide whom an
    entry is about, never its place. `hide` takes out of reasons what nobody is to see.
    """
    found, steps = Parsed(), {name.casefold(): score for name, score in scale.items()}
    for entry in _entries(text):
        name = entry.get("id")
        if not isinstance(name, str) or name not in names:
            found.unknown += 1
            continue
        verdict = entry.get("verdict")
        score = steps.get(verdict.strip().casefold()) if isinstance(verdict, str) else None
        known = found.verdicts.get(name)
        if score is None or (known is not None and known[0] != score):
            found.unclear.add(name)
        elif known is None:
            found.verdicts[name] = score, tidy(entry.get("reason"), hide)
    for name in found.unclear:
        found.verdicts.pop(name, None)
    return found


def tidy(reason: Any, hide: Callable[[str], str] = lambda text: text) -> str:
    """A model's words on one line, cut off where they are long."""
    # Hidden before it is cut, or half of it could be left; and after JSON was read, which has many ways to write it.
    text = hide(_UNSEEN.sub(" ", reason).strip()) if isinstance(reason, str) else ""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _entries(text: str) -> Iterator[dict[str, Any]]:
    """All entries in it: of the documents in it that are whole, else single entries of one that is cut off."""
    at = 0
    while (start := text.find("{", at)) >= 0:
        try:
            value, at = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            at = start + 1
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
