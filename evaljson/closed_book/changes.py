"""Replaces one value in the text of a document: by that of another record, or a number by another one written alike."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from evaljson.evaluate import Record
from evaljson.grounding import TextSearch
from evaljson.grounding.document import LONGEST, whole
from evaljson.grounding.find import is_looked_for
from evaljson.grounding.leaves import Leaf, leaves
from evaljson.schema.node import SchemaNode
from evaljson.transforms.number_text import read_number

_TRIES = 20


@dataclass(frozen=True, slots=True)
class Change:
    """One value that was replaced."""

    place: int
    """Of the record, in what was given."""
    leaf: Leaf
    new: Any
    text: str
    """With the new value."""


def changes_of(
    gold: Sequence[Record], texts: Sequence[str | None], roots: Sequence[SchemaNode], per_field: int, seed: int
) -> list[Change]:
    """Replace one value in each of up to `per_field` texts of each field; a text is drawn at most once for a field.

    Only values that a text has as they are in gold, or as a number, and nowhere in another form.
    """
    rng, searches = random.Random(seed), dict[int, TextSearch]()
    by_field: dict[str, list[tuple[int, Leaf]]] = {}
    for place, (record, text, root) in enumerate(zip(gold, texts, roots, strict=True)):
        if text and len(text) <= LONGEST:
            for leaf in leaves(record, root, frozenset()):
                if leaf.node is not None and is_looked_for(leaf.value):
                    by_field.setdefault(leaf.path, []).append((place, leaf))
    made = []
    for found in by_field.values():
        drawn, used = rng.sample(found, len(found)), set[int]()
        others = list({(type(leaf.value), leaf.value): leaf.value for _, leaf in found}.values())
        for place, leaf in drawn:
            if len(used) >= per_field:
                break
            text = texts[place] or ""
            search = searches.setdefault(place, TextSearch(text))
            change = None if place in used else _changed(place, leaf, text, search, others, rng)
            if change is not None:
                used.add(place)
                made.append(change)
    return made


def _changed(
    place: int, leaf: Leaf, text: str, search: TextSearch, others: Sequence[Any], rng: random.Random
) -> Change | None:
    at = search.find(leaf.value, leaf.node)
    if at is None or at.how not in ("exact", "number"):
        return None
    written = text[at.start : at.end]
    for new, as_text in _news(leaf.value, written, at.how == "number", others, rng):
        if search.find(new, leaf.node) is not None:
            continue
        changed = _replaced(text, written, as_text)
        after = TextSearch(changed)
        if after.find(leaf.value, leaf.node) is None and after.find(new, leaf.node) is not None:
            return Change(place, leaf, new, changed)
    return None


def _news(
    old: Any, written: str, is_number: bool, others: Sequence[Any], rng: random.Random
) -> Iterator[tuple[Any, str]]:
    """Yield new values, each with how it is written in the text."""
    if is_number or not isinstance(old, str):
        yield from _other_numbers(old, written, rng)
        return
    for new in rng.sample(list(others), min(len(others), _TRIES)):
        if isinstance(new, str) and new.strip().casefold() != old.strip().casefold():
            yield new.strip(), new.strip()


def _other_numbers(old: Any, written: str, rng: random.Random) -> Iterator[tuple[Any, str]]:
    """Yield numbers with one digit changed, written as the old one is."""
    if isinstance(old, str):
        return
    places = [at for at, char in enumerate(written) if char.isascii() and char.isdigit()]
    for decimal in ".,":
        if read_number(written, decimal).value != abs(_fraction(old)):
            continue
        for at in rng.sample(places, len(places)):
            digit = rng.choice([one for one in "123456789" if one != written[at]])
            changed = f"{written[:at]}{digit}{written[at + 1 :]}"
            value = read_number(changed, decimal).value
            if value is not None:
                signed = -value if old < 0 else value
                yield (int(signed) if isinstance(old, int) else float(signed)), changed
        return


def _fraction(value: int | float) -> Any:
    from fractions import Fraction

    return Fraction(str(value))


def _replaced(text: str, written: str, new: str) -> str:
    """Replace all places of a text that are no part of a longer word or number."""
    pieces, rest = list[str](), text
    while (span := whole(rest, written)) is not None:
        pieces += [rest[: span[0]], new]
        rest = rest[span[1] :]
    return "".join([*pieces, rest])
