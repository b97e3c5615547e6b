"""Ways to say nothing: null, a missing key, an empty text, and words for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from evaljson.base.jsontypes import ABSENT, strict_equal
from evaljson.suggest.edit import Edit
from evaljson.suggest.model import EMPTY
from evaljson.suggest.proposal import Proposal
from evaljson.suggest.wrong_pairs import Field, WrongPair, counted, records_of

TITLES: Final = {
    "null_words": "Read words such as n/a as null",
    "nulls": "Treat null and a missing key as the same",
}
_WORDS: Final = frozenset(
    word
    for line in (
        "n/a|na|n.a.|n. a.|none|null|nil|nan|-|--|\u2013|\u2014|not available|not applicable|not specified|not given",
        "not stated|not provided|not found|not mentioned|unspecified|undefined|missing|empty|no data|k.a.|k. a.",
        "unknown|not known|not documented|not recorded|not reported|not listed|none given|n/d|n.d.|#n/a|unbekannt",
        "nicht angegeben|nicht bekannt|inconnu|inconnue|desconocido|sconosciuto|onbekend|nieznany",
        "keine angabe|keine|ohne|aucun|aucune|s/o|nessuno|nessuna|ninguno|ninguna|brak|ingen|geen|nvt|n.v.t.",
    )
    for word in line.split("|")
)
_LEAST: Final = 2
_OFTEN: Final = 5


def is_nothing(value: Any) -> bool:
    """Check whether a value is empty: a missing key, null, an empty or blank text, or an empty container."""
    return value is ABSENT or value is None or value in ([], {}) or (isinstance(value, str) and not value.strip())


def is_word(value: Any) -> bool:
    """Check whether a text is a word for nothing, such as n/a."""
    return isinstance(value, str) and value.strip().casefold() in _WORDS


def ways_to_say_nothing(fld: Field) -> Iterator[Proposal]:
    """null_words where words stand for nothing, nulls where null, missing and empty do."""
    wrong, of = [pair for pair in fld.wrong if not pair.alone], counted(fld.wrong)
    worded = [p for p in wrong if _one_of_each(p)]
    plain = [p for p in wrong if is_nothing(p.gold) and is_nothing(p.extracted)]
    missing = [p for p in worded if ABSENT in (p.gold, p.extracted)]
    both = "match" if any(is_nothing(gold.value) and gold.matched for gold in fld.gold.values()) else None
    if counted(worded) >= _LEAST and _seen_apart(worded):
        yield _words(fld, worded, of, both if missing else None, bool(missing))
    if counted(plain) >= _LEAST and _seen_apart(plain):
        yield _policy(fld, plain, of, both)


def _one_of_each(pair: WrongPair) -> bool:
    return (is_word(pair.gold) and is_nothing(pair.extracted)) or (is_nothing(pair.gold) and is_word(pair.extracted))


def _seen_apart(pairs: list[WrongPair]) -> bool:
    """Check whether it is seen in different records, or often in one: a long table is evidence too."""
    return len(records_of(pairs)) >= _LEAST or counted(pairs) >= _OFTEN


def _words(fld: Field, pairs: list[WrongPair], of: int, both: str | None, missing: bool) -> Proposal:
    spelled = sorted({v.strip().casefold() for pair in pairs for v in (pair.gold, pair.extracted) if is_word(v)})
    listed = ", ".join(map(repr, spelled[:3])) + (", …" if len(spelled) > 3 else "")
    sentence = (
        f"In {fld.path}, {counted(pairs):,} of {of:,} wrong results are {listed} where the other side has nothing"
    )
    blank = [v for pair in pairs for v in (pair.gold, pair.extracted) if isinstance(v, str) and not v.strip()]
    words = {"null_if": {"values": [*spelled, *([""] if blank else [])], "ignore_case": True}}
    edit = Edit(
        fld.path,
        (*(("normalize_whitespace",) if any(blank) else ()), words),
        absent=(None,) if missing else (),
        both_absent=both,
    )
    real = sum(gold.count for gold in fld.gold.values() if is_word(gold.value))
    why = "These words occur in gold too, and then count as null" if real else "Gold never has these words for a value"
    doing = "Reading such words as null"
    return Proposal("null_words", edit, sentence, doing, tuple(pairs), of, "medium" if real else "low", why)


def _policy(fld: Field, pairs: list[WrongPair], of: int, both: str | None) -> Proposal:
    kinds = {_named(value) for pair in pairs for value in (pair.gold, pair.extracted)}
    absent = [None, *(value for value, name in EMPTY if name in kinds)]
    blank = any(isinstance(v, str) and v for pair in pairs for v in (pair.gold, pair.extracted))
    sentence = (
        f"In {fld.path or 'the record'}, {counted(pairs):,} of {of:,} wrong results are "
        f"{_against(sorted(kinds))}: "
        "neither side has a value"
    )
    transforms = ("normalize_whitespace",) if blank else ()
    edit = Edit(fld.path, transforms, absent=tuple(absent), both_absent=both)
    why = f"Whether a key is there but empty, or missing, is then no longer scored{_lighter(fld, absent)}"
    return Proposal("nulls", edit, sentence, "Treating these as the same", tuple(pairs), of, "low", why)


def _lighter(fld: Field, absent: list[Any]) -> str:
    """Errors that stay and cost less: that is why F1 rises in more records than have something explained."""
    one_sided = [p for p in fld.mismatches if _is_listed(p.gold, absent) != _is_listed(p.extracted, absent)]
    if not one_sided:
        return ""
    n = counted(one_sided)
    return (
        f"; {n:,} more {'mismatch that has' if n == 1 else 'mismatches that have'} a value on only one side "
        f"then {'counts' if n == 1 else 'count'} as missing or invented, which costs less"
    )


def _is_listed(value: Any, absent: list[Any]) -> bool:
    return any(strict_equal(value, listed) for listed in absent)


def _against(kinds: list[str]) -> str:
    if len(kinds) < 3:
        return " against ".join(kinds)
    return f"{', '.join(kinds[:-1])} or {kinds[-1]}, one against another"


def _named(value: Any) -> str:
    if value is ABSENT or value is None:
        return "a missing key" if value is ABSENT else "null"
    return next((name for empty, name in EMPTY if empty == value), "an empty text")
