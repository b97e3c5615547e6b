"""Ways to say nothing: null, a missing key, an empty text, and words for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from evaljson.base.jsontypes import ABSENT, strict_equal
from evaljson.base.params import parse_xeval_entry
from evaljson.schema.parse.entries import read_transforms
from evaljson.suggest.edit import Edit
from evaljson.suggest.model import EMPTY, Level
from evaljson.suggest.prepared import prepared
from evaljson.suggest.proposal import Proposal, uncapitalised
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
_SHOWN: Final = 3


def is_nothing(value: Any) -> bool:
    """Check whether a value is empty: a missing key, null, an empty or blank text, or an empty container."""
    return value is ABSENT or value is None or value in ([], {}) or (isinstance(value, str) and not value.strip())


def is_word(value: Any) -> bool:
    """Check whether a text is a word for nothing, such as n/a."""
    return isinstance(value, str) and value.strip().casefold() in _WORDS


def ways_to_say_nothing(fld: Field, inside: Sequence[Field] = ()) -> Iterator[Proposal]:
    """null_words where words stand for nothing, nulls where null, missing and empty do, and one for both where a
    setting settles both.

    `inside` are the fields in an object or array: what its setting says of nothing holds for them too.
    """
    wrong = [pair for pair in fld.wrong if not pair.alone and not _is_emptied(pair)]
    worded = [p for p in wrong if _one_of_each(p)]
    plain = [p for p in wrong if is_nothing(p.gold) and is_nothing(p.extracted)]
    words = worded if counted(worded) >= _LEAST and _seen_apart(worded) else []
    nothings = plain if counted(plain) >= _LEAST and _seen_apart(plain) else []
    if fld.node.is_unit:
        if words and plain and (_blank(words) or _is_missing(words)):
            yield _proposed(fld, words, plain)
            return
        if words:
            yield _proposed(fld, words, [])
        if nothings:
            yield _proposed(fld, [], nothings)
    elif words or nothings:
        below = [p for part in inside for p in part.wrong if is_nothing(p.gold) and is_nothing(p.extracted)]
        yield _proposed(fld, words, [*plain, *below], tuple(inside) if below else (), reached=inside)


def _is_emptied(pair: WrongPair) -> bool:
    """Check whether transforms have left nothing of a value, as of % without punctuation: it does not say nothing."""
    sides = ((pair.gold, pair.raw_gold), (pair.extracted, pair.raw_extracted))
    return any(
        isinstance(one, str) and is_nothing(one) and not is_nothing(raw) and not is_word(raw) for one, raw in sides
    )


def _one_of_each(pair: WrongPair) -> bool:
    return (is_word(pair.gold) and is_nothing(pair.extracted)) or (is_nothing(pair.gold) and is_word(pair.extracted))


def _seen_apart(pairs: list[WrongPair]) -> bool:
    """Check whether it is seen in different records, or often in one: a long table is evidence too."""
    return len(records_of(pairs)) >= _LEAST or counted(pairs) >= _OFTEN


def _values(pairs: Iterable[WrongPair]) -> list[Any]:
    return [value for pair in pairs for value in (pair.gold, pair.extracted)]


def _is_missing(pairs: Iterable[WrongPair]) -> bool:
    """Check whether a key is missing on one side of any."""
    return any(value is ABSENT for value in _values(pairs))


def _blank(pairs: Iterable[WrongPair]) -> list[str]:
    return [value for value in _values(pairs) if isinstance(value, str) and not value.strip()]


def _proposed(
    fld: Field,
    words: list[WrongPair],
    plain: list[WrongPair],
    inside: Sequence[Field] = (),
    *,
    reached: Sequence[Field] = (),
) -> Proposal:
    """Propose to read words as null, to take the plain ways to say nothing for the same, or both.

    `reached` are all fields in an object or array, `inside` the same where something in them is explained.
    """
    kinds = {_named(value) for value in _values(plain)}
    empties = [value for value, name in EMPTY if name in kinds]
    of = counted([*fld.wrong, *(pair for part in inside for pair in part.wrong)])
    by_policy = plain or _is_missing(words) or not fld.node.is_unit
    golds = [gold for part in (fld, *inside) for gold in part.gold.values()]
    # Where gold lacks the key as well, a match would be a bonus for null: an extraction without the key gets no result
    # there, so that two extractions that say the same would differ.
    lacks = any(pair.gold is ABSENT for pair in plain)
    is_match = not lacks and any(is_nothing(gold.value) and gold.matched for gold in golds)
    if "x-eval-nulls" in fld.node.raw:  # what was chosen before stays
        is_match = fld.node.nulls is not None and fld.node.nulls.both_absent == "match"
    both = "match" if is_match else None
    edit = Edit(
        fld.path,
        _transforms(fld, words, plain),
        absent=tuple([None, *empties, *(() if fld.node.is_unit else _spelled(words, str))] if by_policy else ()),
        both_absent=both if by_policy else None,
    )
    explained = (*words, *plain)
    where = f"{fld.path or 'the record'}{' and the fields in it' if inside else ''}"
    sentence = f"In {where}, {counted(explained):,} of {of:,} wrong results are {_ways(words, plain)}"
    spelled = _spelled(words, _looked_up)
    texts = [gold for gold in fld.gold.values() if isinstance(gold.value, str)]
    told = [gold for gold in texts if _looked_up(gold.value) in spelled]
    real, right = sum(gold.count for gold in told), sum(gold.matched for gold in told)
    of_words = (
        "These words occur in gold too, and then count as null" if real else "Gold never has these words for a value"
    )
    of_plain = "Whether a key is there but empty, or missing, is then no longer scored"
    parts = [of_words] * bool(words) + [uncapitalised(of_plain) if words else of_plain] * bool(plain)
    cheaper = counted(_one_sided([fld, *reached], edit))
    parts += _lighter(cheaper)
    blank = _name_of_blank(edit)
    parts += [f"{blank} then count as null as well"] * (blank is not None and bool(words))
    parts += ["null and a missing key then count as the same"] * (not plain and _is_missing(words))
    invented = 0
    if by_policy and both == "match":
        parts.append("where neither side has a value, that counts as right")
        invented = _in_invented_elements(fld, edit)
        parts += [f"so {'does' if invented == 1 else 'do'} {invented:,} in elements that gold lacks"] * bool(invented)
    why = "; ".join(parts)
    first, second = ("null_words", "nulls") if counted(words) > counted(plain) else ("nulls", "null_words")
    also = (second,) if words and plain else ()
    also_blank = "" if blank is None else f" and {blank}"
    doing = "Treating these as the same" if plain else f"Reading such words{also_blank} as null"
    level: Level = "medium" if real or cheaper > counted(explained) else "low"
    if right > counted(explained) and not (by_policy and both == "match"):
        level = "high"  # the word is an answer, and is given more often where it is right
        why += f"; {right:,} right {'value' if right == 1 else 'values'} that are such words no longer count"
    if invented > counted(explained):
        level = "high"  # most of what it makes right is part of what was made up
    return Proposal(first, edit, sentence, doing, explained, of, level, why, also=also)


def _transforms(fld: Field, words: list[WrongPair], plain: list[WrongPair]) -> tuple[Any, ...]:
    """Return what makes null of words; an object or array takes no transforms, its null policy lists the words."""
    if not fld.node.is_unit:
        return ()
    # as they occur: normalize_whitespace would refuse numbers, and forgive white space in what is no blank text
    blank = {*_blank(words), *filter(None, _blank(plain))}
    listed = [*sorted({*_spelled(words, str.casefold), *_spelled(words, _looked_up)}), *sorted(blank)]
    return ({"null_if": {"values": listed, "ignore_case": True}},) if listed else ()


def _looked_up(word: str) -> str:
    return word.strip().casefold()


def _spelled(words: Iterable[WrongPair], how: Callable[[str], str]) -> list[str]:
    return sorted({how(value) for value in _values(words) if is_word(value)})


def _ways(words: list[WrongPair], plain: list[WrongPair]) -> str:
    """Name the ways to say nothing that stand against each other."""
    kinds = sorted({_named(value) for value in (*_values(plain), *filter(is_nothing, _values(words)))})
    spelled = _spelled(words, _looked_up)
    listed = list(map(repr, spelled[:_SHOWN])) + ["other such words"] * (len(spelled) > _SHOWN)
    if not plain:
        return f"{', '.join(listed)} where the other side has {_either(kinds)}"
    return f"{_against([*listed, *kinds])}: neither side has a value"


def _either(kinds: list[str]) -> str:
    *others, last = kinds
    return f"{', '.join(others)} or {last}" if others else last


def _name_of_blank(edit: Edit) -> str | None:
    """Name the texts without a word that the transforms of an edit read as null; None without any."""
    entries = map(parse_xeval_entry, edit.transforms)
    listed = [value for name, params in entries if name == "null_if" for value in params.get("values", ())]
    blank = [value for value in listed if isinstance(value, str) and not value.strip()]
    return ("empty texts" if "" in blank else "blank texts") if blank else None


def title_of_words(edit: Edit) -> str:
    """Say which words are read as null, and that texts without a word are, where that is not said of the same edit."""
    blank = _name_of_blank(edit)
    title = TITLES["null_words"]
    return title if blank is None or "" in edit.absent else title.replace(" as null", f", and {blank}, as null")


def _lighter(n: int) -> list[str]:
    """Name errors that stay and cost less: that is why F1 rises in more records than have something explained."""
    if not n:
        return []
    return [
        f"{n:,} more {'mismatch that has' if n == 1 else 'mismatches that have'} a value on only one side "
        f"then {'counts' if n == 1 else 'count'} as missing or invented, which costs less"
    ]


def _one_sided(fields: Sequence[Field], edit: Edit) -> list[WrongPair]:
    """Return mismatches of which just one side is absent under an edit of the first field: what both sides lack then is
    settled. Fields in it with a null policy of their own keep that."""
    now = fields[0].node.nulls
    absent = [*(now.absent if now is not None else ()), *edit.absent]
    transforms = read_transforms(list(edit.transforms), edit.path)
    return [
        pair
        for part in fields
        if part.node.nulls == now
        for pair in part.mismatches
        if _is_listed(prepared(pair.gold, transforms), absent)
        != _is_listed(prepared(pair.extracted, transforms), absent)
    ]


def _in_invented_elements(fld: Field, edit: Edit) -> int:
    """Count what says nothing inside elements that gold lacks: it is invented now, and right as an absent value."""
    transforms, absent = read_transforms(list(edit.transforms), edit.path), list(edit.absent)
    return counted(
        pair
        for pair in fld.wrong
        if pair.alone
        and "[]" in fld.path
        and pair.gold is ABSENT
        and _is_listed(prepared(pair.extracted, transforms), absent)
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
