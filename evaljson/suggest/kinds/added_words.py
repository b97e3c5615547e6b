"""Values beside which an extraction writes the same words, such as 14:05 Uhr for 14:05 or UN 1500 for 1500.

For units that no comparator knows, and for what is not a unit; words beside texts are in `words_beside`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from evaljson.comparators.number.numeric import as_number
from evaljson.suggest.edit import Edit
from evaljson.suggest.kinds.words_beside import TURNS
from evaljson.suggest.model import Level
from evaljson.suggest.proposal import Proposal, first_few, merging, seen_apart, share
from evaljson.suggest.wrong_pairs import Field, WrongPair, counted
from evaljson.transforms.number_text import short

TITLES: Final = {"added_words": "Ignore words that one side adds"}
_LEAST: Final = 3
_HABIT: Final = 0.5
"""Of the values of a variant that are right except for a word, the share from which on writing it is a habit."""
_BEHIND: Final = re.compile(
    r"\s*([^\W\d_]{1,5}\s?/\s?10{1,3}\s?[^\W\d_]{1,5}|[^\W\d_][^\d]{0,18}[^\W\d_]\.?|[^\W\d_]|[%°][^\W\d_]?)\s*"
)
"""Words, one letter, per cent and degrees, or so much per hundred: l/100 km."""
_DIGITS: Final = 0.9
"""Of the gold values, the share that must hold a digit: behind a name, another word may be another name."""
_BEFORE: Final = re.compile(r"([^\W\d_]{1,5}\.?)[\s:#-]*")
_FIRST_NUMBER, _LAST_NUMBER = re.compile(r"\A\d+(?:\.\d+)?"), re.compile(r"\d+(?:\.\d+)?\Z")
BOUNDS: Final = frozenset(
    {
        "over", "under", "above", "below", "about", "circa", "ca", "appr", "max", "min", "least", "most", "up", "to",
        "from", "till", "until", "since", "after", "by", "half", "minus", "less", "more", "than", "each",
        "ab", "bis", "über", "unter", "von", "vor", "nach", "seit", "etwa", "rund", "höchs", "mind", "je", "pro",
        "plus", "moins", "avant", "après", "env", "sous", "sur", "des", "dès", "hasta", "desde", "entre", "entro", "da",
        "per", "every",
    }
)  # fmt: skip
"""Words before a number that make another one of it: over 5 is not 5."""
_HALF_OF_DAY: Final = re.compile(r"[ap]\.?\s?m\.?", re.IGNORECASE)
"""Words behind a time that say which one it is: 8:15 pm is not 8:15, and who ignores am takes 12:10 am for 12:10."""
_WORD: Final = 4
"""Capitals from which on a word is no abbreviation: UN 1500 is 1500, un 5 is not 5."""


def always_added(fld: Field, left: list[WrongPair]) -> Iterator[Proposal]:
    """regex_replace for words that stand behind or before at least three different values, and beside none of gold."""
    golds = [gold.value for gold in fld.gold.values() if gold.value is not None]
    if share(sum(any(map(str.isdigit, _text(value))) for value in golds), len(golds)) < _DIGITS:
        return
    texts = [_text(value) for value in golds]
    is_numeric = fld.node.comparator is not None and fld.node.comparator.name == "numeric"
    behind = _usual(
        left, partial(_behind, as_numbers=is_numeric), lambda word: any(text.rstrip().endswith(word) for text in texts)
    )
    before = _usual(
        left,
        partial(_before, as_numbers=is_numeric),
        lambda word: any(text.lstrip().startswith(word) for text in texts),
    )
    if not behind and not before:
        return
    pattern = "|".join(
        [rf"^\s*(?:{_any(before)})[\s:#-]*(?=\d)"] * bool(before)
        + [rf"(?<=\d)\s*(?:{_any(behind)})\s*$"] * bool(behind)
    )
    explained = [pair for pairs in (*before.values(), *behind.values()) for pair in pairs]
    named = [f"{_listed(words)} {where} it" for words, where in ((before, "before"), (behind, "behind")) if words]
    sentence = (
        f"In {fld.path}, {counted(explained):,} of {counted(fld.mismatches):,} mismatches are gold with "
        f"{' or '.join(named)}"
    )
    merged = merging(fld, lambda value: re.sub(pattern, "", value) if isinstance(value, str) else None)
    why = "Gold never has these words there; any other added word still counts as wrong"
    level: Level = "low"
    if before:
        level, why = "medium", f"{why}; a word before a number can also say which number it is: look at the examples"
    slips = _slips(fld, {**before, **behind})
    if slips is not None:
        level, why = "medium", f"{why}; {slips}"
    if any(_is_fused_to_code(pair) for pairs in behind.values() for pair in pairs):
        level, why = "high", "A letter behind a code can make it another code: look at the examples"
    # Only texts can be cut; a number is read again from its text.
    as_text = ({"type_convert": {"to": "str"}},) if fld.values(int, float) else ()
    edit = Edit(fld.path, (*as_text, {"regex_replace": {"pattern": pattern}}))
    doing, of = "Ignoring these words", counted(fld.mismatches)
    yield Proposal("added_words", edit, sentence, doing, tuple(explained), of, level, why, merged)


def _slips(fld: Field, usual: Mapping[str, list[WrongPair]]) -> str | None:
    """Say how few values have words that no variant writes by habit; None where there are none of these."""
    with_word = right = 0
    for pairs in usual.values():
        by = sum((pair.by for pair in pairs), Counter[str]())
        if any(share(count, count + fld.variants[name][0]) >= _HABIT for name, count in by.items()):
            continue
        with_word += by.total()
        right = max(right, sum(fld.variants[name][0] for name in by))
    if not with_word:
        return None
    right += with_word
    return (
        f"{right:,} values are right without these words, and only {with_word:,} of them have any, so they may be slips"
    )


def _is_fused_to_code(pair: WrongPair) -> bool:
    """Check for K12 and K12b; 14:05 and 14:05h are no codes."""
    gold = _text(pair.gold)
    return any(map(str.isalpha, gold)) and str(pair.extracted)[len(gold) :][:1].isalpha()


def _usual(
    left: list[WrongPair], beside: Callable[[WrongPair], str | None], in_gold: Callable[[str], bool]
) -> dict[str, list[WrongPair]]:
    """Return the words that are beside enough different values, each with its pairs, and beside none of gold."""
    by_word: dict[str, list[WrongPair]] = defaultdict(list)
    for pair in left:
        word = beside(pair)
        if word is not None:
            by_word[word].append(pair)
    return {
        word: pairs
        for word, pairs in by_word.items()
        if len({pair.gold for pair in pairs}) >= _LEAST and seen_apart(pairs, _LEAST) and not in_gold(word)
    }


def _any(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))


def _listed(words: Mapping[str, list[WrongPair]]) -> str:
    most = sorted(words, key=lambda word: (-counted(words[word]), word))
    return first_few(list(map(short, most)))


def _before(pair: WrongPair, *, as_numbers: bool) -> str | None:
    """Return the word that the extracted text has before the gold value, which begins with a digit."""
    gold = _as_written(pair, _LAST_NUMBER) if as_numbers else _text(pair.gold)
    if not isinstance(pair.extracted, str) or not gold[:1].isdigit() or not pair.extracted.endswith(gold):
        return None
    match = _BEFORE.fullmatch(pair.extracted[: -len(gold)].lstrip())
    if match is None:
        return None
    word = match[1].rstrip(".")
    if word.isupper() and len(word) < _WORD:
        return match[1]
    turns = BOUNDS if match[1].endswith(".") else BOUNDS | TURNS  # no. 5 is number 5
    return match[1] if word.casefold() not in turns else None


def _behind(pair: WrongPair, *, as_numbers: bool) -> str | None:
    """Return the words that the extracted text has behind the gold value, which ends with a digit."""
    gold = _as_written(pair, _FIRST_NUMBER) if as_numbers else _text(pair.gold)
    if not isinstance(pair.extracted, str) or not gold or not gold[-1].isdigit() or not pair.extracted.startswith(gold):
        return None
    match = _BEHIND.fullmatch(pair.extracted[len(gold) :])
    return None if match is None or _HALF_OF_DAY.fullmatch(match[1]) else match[1]


def _as_written(pair: WrongPair, where: re.Pattern[str]) -> str:
    """Return the gold number as the extracted text writes it there: 211.90 for 211.9."""
    found = where.search(pair.extracted) if isinstance(pair.extracted, str) else None
    return found[0] if found is not None and as_number(found[0]) == as_number(pair.gold) else _text(pair.gold)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else repr(value) if type(value) in (int, float) else ""
