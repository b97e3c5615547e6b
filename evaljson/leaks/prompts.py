"""Gold and documents inside a prompt: as examples in JSON, as values anywhere in it, or word by word."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from rapidfuzz import fuzz

from evaljson.leaks.facts import ENOUGH, ENOUGH_OF_ALL, SEVERAL, Known, facts, weight
from evaljson.leaks.model import How, Leak
from evaljson.leaks.texts import LONGEST, Documents, excerpt, plain, words
from evaljson.load.loaded_records import RecordId

HALF: Final = 0.5
"""A record is in a prompt where half of what tells it from others is."""
_NEARLY: Final = 90.0
_MOST_OBJECTS: Final = 2_000
_LONGEST_FUZZY: Final = 20_000
_SCATTERED: Final = 3.0
"""What scattered values must tell: two may be those of a vendor that an example has too."""
_OWN_WORDS: Final = 5
_SHOWN: Final = 4


def gold_in_prompt(name: str, prompt: str, gold: Known, ids: list[RecordId]) -> Iterator[Leak]:
    """Yield the gold records that a prompt has: as JSON, else as values."""
    best: dict[int, Leak] = {}
    for example in _objects(prompt):
        known = facts(example, gold.without)
        for place, told in gold.shared_with(known, ENOUGH_OF_ALL).items():
            own = gold.facts[place]
            shared = [fact for fact in own if fact in known]
            share = len(shared) / len(own)
            if told < ENOUGH and (share < 1 or len(own) < SEVERAL):
                continue
            if share >= HALF and (place not in best or share > best[place].share):
                how: How = "the same" if share == 1 and len(known) == len(own) else "nearly the same"
                best[place] = Leak("gold in a prompt", ids[place], name, None, how, share, _facts_shown(own, shared))
    yield from best.values()
    yield from (one for place, one in _by_values(name, prompt, gold, ids) if place not in best)


def _by_values(name: str, prompt: str, gold: Known, ids: list[RecordId]) -> Iterator[tuple[int, Leak]]:
    text, here = f" {plain(prompt)} ", frozenset(words(prompt))
    found: dict[int, list[str]] = {}
    for value, places in gold.by_text.items():
        first = next(iter(words(value)), None)
        if first is not None and first in here and _is_in(value, text):
            for place in places:
                found.setdefault(place, []).append(value)
    all_of: dict[int, int] = {}
    for places in gold.by_text.values():
        for place in places:
            all_of[place] = all_of.get(place, 0) + 1
    for place, values in found.items():
        share = len(values) / all_of[place]
        if share >= HALF and sum(map(weight, values)) >= (ENOUGH if share == 1 else _SCATTERED):
            shown = ", ".join(excerpt(value) for value in values[:_SHOWN])
            yield place, Leak("gold in a prompt", ids[place], name, None, "values", share, shown)


def _is_in(value: str, text: str) -> bool:
    """Check whether a text has the value, not as a part of a longer word or number."""
    at = text.find(value)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(value) : at + len(value) + 1]
        if not (before.isalnum() and value[0].isalnum()) and not (after.isalnum() and value[-1].isalnum()):
            return True
        at = text.find(value, at + 1)
    return False


def documents_in_prompt(name: str, prompt: str, documents: Documents, ids: list[RecordId]) -> Iterator[Leak]:
    """Yield the documents that a prompt has: runs of 13 words, else nearly as a whole."""
    found = documents.found_in(prompt)
    for place, runs in found.items():
        share = len(runs) / max(1, len(documents.own[place]))
        how_far: How = "the same" if share == 1 else "13 words in a row"
        yield Leak("document in a prompt", ids[place], name, None, how_far, share, excerpt(runs[0]))
    text, here = plain(prompt)[:_LONGEST_FUZZY], frozenset(words(prompt))
    for place, document in enumerate(documents.texts):
        if document is None or place in found or not documents.own[place]:
            continue
        own = documents.own_words[place]
        if len(own) < _OWN_WORDS or len(own & here) < HALF * len(own):
            continue
        near = fuzz.partial_ratio(plain(document)[:_LONGEST_FUZZY], text, score_cutoff=_NEARLY)
        if near:
            yield Leak("document in a prompt", ids[place], name, None, "nearly the same", near / 100, excerpt(document))


def _objects(text: str) -> Iterator[Any]:
    """Yield the JSON objects in a text, and those inside them that could be an example by themselves."""
    decoder, at, count = json.JSONDecoder(), 0, 0
    text = text[:LONGEST]
    while count < _MOST_OBJECTS and (at := text.find("{", at)) >= 0:
        count += 1
        try:
            found, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at += 1
            continue
        yield from _dicts(found)


def _dicts(value: Any, depth: int = 0) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, dict):
        yield value
        below: Any = value.values()
    else:
        below = value if isinstance(value, list) else ()
    if depth < 4:
        for item in below:
            yield from _dicts(item, depth + 1)


def _facts_shown(own: Mapping[Any, str], shared: list[Any]) -> str:
    most = sorted(shared, key=lambda fact: -weight(fact[1]))[:_SHOWN]
    return ", ".join(f"{path.lstrip('.')}: {excerpt(own[path, text])}" for path, text in most)
