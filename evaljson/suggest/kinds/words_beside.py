"""Words before a text, or legal forms behind it, that one side always has: Phase II for II, Acme for Acme Inc."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from evaljson.suggest.edit import Edit
from evaljson.suggest.proposal import Proposal, first_few, merging, seen_apart, share
from evaljson.suggest.wrong_pairs import Field, WrongPair, counted
from evaljson.transforms.number_text import short

_LEAST: Final = 3
"""Different gold values with the same words: beside fewer they may be part of the name."""
_BEFORE: Final = re.compile(r"([^\W\d_][^\d\n,:;]{0,18}[^\W\d_]\.?)[\s:,-]+")
_BEHIND: Final = re.compile(r"[\s,]+([^\W\d_][^\d\n,:;]{0,18}?[^\W\d_]\.?)")
_NO_DIGIT: Final = 0.9
"""Of the gold values, the share that must hold no digit: before a number, a word may be read from another place."""
_LEGAL_FORMS: Final = frozenset(
    {
        "inc", "incorporated", "ltd", "limited", "llc", "llp", "lp", "plc", "corp", "corporation", "co", "company",
        "gmbh", "ag", "kg", "ohg", "kgaa", "gmbh & co kg", "ug", "eg", "se", "sa", "sas", "sarl", "srl", "spa", "sl",
        "bv", "nv", "ab", "oy", "oyj", "asa", "aps", "pty", "pty ltd", "co ltd", "sro", "doo", "kft", "zoo", "sp z oo",
    }
)  # fmt: skip
"""Words behind a name that are no other name, without points. Any other word there may make it one: Acme Holding."""
TURNS: Final = frozenset(
    {
        "not", "no", "non", "never", "without", "except", "excluding", "minus", "anti", "ex", "former", "pre", "post",
        "un", "vice", "deputy", "kein", "keine", "keinen", "nicht", "nie", "ohne", "außer", "ehemalige", "ehemaliger",
        "pas", "jamais", "sans", "sauf", "sin", "nunca", "senza", "failed", "denied", "rejected", "cancelled",
        "canceled", "void", "expired", "false",
    }
)  # fmt: skip
"""Words that turn what follows into something else: no pain is not pain."""


def beside_texts(fld: Field, left: list[WrongPair]) -> Iterator[Proposal]:
    """regex_replace for words before, or legal forms behind, at least three different values, on whichever side.

    `left` are the mismatches that nothing simpler explains.
    """
    golds = [value for value in fld.values(str) if value]
    if share(sum(not any(map(str.isdigit, value)) for value in golds), len(golds)) < _NO_DIGIT:
        return
    texts = [pair for pair in left if pair.is_text]
    before = usual_words((_before(pair), pair) for pair in texts)
    behind = usual_words((_behind(pair), pair) for pair in texts)
    if not before and not behind:
        return
    pattern = "|".join(
        [rf"^\s*(?:{either_of(before)})[\s:,-]+(?=\S)"] * bool(before)
        + [rf"(?<=\S)[\s,]+(?:{either_of(behind)})\s*$"] * bool(behind)
    )
    remove = re.compile(pattern)
    bare = [(remove.sub("", pair.gold), remove.sub("", pair.extracted)) for pair in texts]
    explained = [
        pair
        for pair, (gold, extracted) in zip(texts, bare, strict=True)
        if gold == extracted and (gold == pair.gold or extracted == pair.extracted)  # two forms are another matter
    ]
    if not explained:
        return
    words = sorted(before | behind)
    where = "before it" if not behind else "behind it" if not before else "beside it"
    named = first_few(list(map(short, words)))
    sentence = (
        f"In {fld.path}, {counted(explained):,} of {counted(fld.mismatches):,} mismatches have {named} {where} on one "
        "side only"
    )
    merged = merging(fld, lambda value: remove.sub("", value) if isinstance(value, str) else None)
    why = "A word beside a name can make it another name: look at the examples"
    edit = Edit(fld.path, ({"regex_replace": {"pattern": pattern}},))
    doing, of = "Ignoring these words", counted(fld.mismatches)
    yield Proposal("added_words", edit, sentence, doing, tuple(explained), of, "medium", why, merged)


def usual_words(found: Iterable[tuple[str | None, WrongPair]]) -> set[str]:
    """Return the words that are beside different values, in different records."""
    by_word: dict[str, list[WrongPair]] = defaultdict(list)
    for word, pair in found:
        if word is not None and TURNS.isdisjoint(re.findall(r"\w+", word.casefold())):
            by_word[word].append(pair)
    return {
        word
        for word, pairs in by_word.items()
        if len({min(pair.gold, pair.extracted, key=len) for pair in pairs}) >= _LEAST and seen_apart(pairs, _LEAST)
    }


def _before(pair: WrongPair) -> str | None:
    """Return what the longer of two texts has before the shorter one."""
    inner, outer = sorted((pair.gold.strip(), pair.extracted.strip()), key=len)
    match = _BEFORE.fullmatch(outer[: len(outer) - len(inner)]) if inner and outer.endswith(inner) else None
    return None if match is None else match[1]


def _behind(pair: WrongPair) -> str | None:
    """Return the legal form that the longer of two texts has behind the shorter one."""
    inner, outer = sorted((pair.gold.strip(), pair.extracted.strip()), key=len)
    match = _BEHIND.fullmatch(outer[len(inner) :]) if inner and outer.startswith(inner) else None
    return match[1] if match is not None and match[1].casefold().replace(".", "") in _LEGAL_FORMS else None


def either_of(words: set[str]) -> str:
    """Return a pattern of any of these words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))
