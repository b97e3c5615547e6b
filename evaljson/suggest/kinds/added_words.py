"""Values behind which an extraction always writes the same words, such as 14:05 Uhr for 14:05 or 72 bpm for 72.

For units that no comparator knows, and for what is not a unit; words beside texts are in `words_beside`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

from evaljson.suggest.edit import Edit
from evaljson.suggest.proposal import Proposal, merging, seen_apart, share
from evaljson.suggest.wrong_pairs import Field, WrongPair, counted
from evaljson.transforms.number_text import short

TITLES: Final = {"added_words": "Ignore words that are always added"}
_LEAST: Final = 3
_BEHIND: Final = re.compile(r"\s*([^\W\d_][^\d]{0,18}[^\W\d_]\.?|[^\W\d_]|[%°][^\W\d_]?)\s*")
_DIGITS: Final = 0.9
"""Of the gold values, the share that must hold a digit: behind a name, another word may be another name."""


def always_added(fld: Field, left: list[WrongPair]) -> Iterator[Proposal]:
    """regex_replace for words that stand behind at least three different values, and behind none of gold."""
    golds = [gold.value for gold in fld.gold.values() if gold.value is not None]
    if share(sum(any(map(str.isdigit, _text(value))) for value in golds), len(golds)) < _DIGITS:
        return
    by_word: dict[str, list[WrongPair]] = defaultdict(list)
    for pair in left:
        word = _behind(pair)
        if word is not None:
            by_word[word].append(pair)
    usual = {
        word: pairs
        for word, pairs in by_word.items()
        if len({pair.gold for pair in pairs}) >= _LEAST and seen_apart(pairs, _LEAST)
        and not any(_text(value).rstrip().endswith(word) for value in golds)
    }  # fmt: skip
    if not usual:
        return
    words = sorted(usual, key=lambda word: (-len(word), word))
    pattern = rf"(?<=\d)\s*(?:{'|'.join(map(re.escape, words))})\s*$"
    explained = [pair for pairs in usual.values() for pair in pairs]
    most = sorted(usual, key=lambda word: (-counted(usual[word]), word))
    sentence = (
        f"In {fld.path}, {counted(explained):,} of {counted(fld.mismatches):,} mismatches are gold with "
        f"{', '.join(short(word) for word in most[:3])} behind it"
    )
    merged = merging(fld, lambda value: re.sub(pattern, "", value) if isinstance(value, str) else None)
    why = "Gold never has these words there; any other added word still counts as wrong"
    # Only texts can be cut; a number is read again from its text.
    as_text = ({"type_convert": {"to": "str"}},) if fld.values(int, float) else ()
    edit = Edit(fld.path, (*as_text, {"regex_replace": {"pattern": pattern}}))
    doing, of = "Ignoring these words", counted(fld.mismatches)
    yield Proposal("added_words", edit, sentence, doing, tuple(explained), of, "low", why, merged)


def _behind(pair: WrongPair) -> str | None:
    """Return the words that the extracted text has behind the gold value, which ends with a digit."""
    gold = _text(pair.gold)
    if not isinstance(pair.extracted, str) or not gold or not gold[-1].isdigit() or not pair.extracted.startswith(gold):
        return None
    match = _BEHIND.fullmatch(pair.extracted[len(gold) :])
    return None if match is None else match[1]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else repr(value) if type(value) in (int, float) else ""
