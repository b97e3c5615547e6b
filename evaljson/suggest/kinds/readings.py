"""Values that are written in several ways and mean the same day, amount, quantity, answer, address or number."""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from evaljson.base.jsontypes import strict_equal, strict_key
from evaljson.comparators.quantity.amount_text import read_amount
from evaljson.comparators.web.phone import region_of
from evaljson.suggest.edit import Edit
from evaljson.suggest.kinds.decimal_marks import comma_for_point, maybe_thousands
from evaljson.suggest.kinds.marks_read import read_with_marks
from evaljson.suggest.kinds.numbers import numbers_for_texts
from evaljson.suggest.kinds.read_kinds import (
    DIALLED,
    LONGEST,
    OF_NUMBERS,
    READINGS,
    Params,
    Reading,
    ask,
)
from evaljson.suggest.kinds.thousandths import with_thousandths
from evaljson.suggest.kinds.units_beside import most_frequent, units_beside
from evaljson.suggest.model import LEVELS, Level
from evaljson.suggest.proposal import Proposal, merging, share
from evaljson.suggest.wrong_pairs import Field, WrongPair, counted

TITLES: Final = {
    "boolean": "Compare as yes or no",
    "date": "Compare as dates",
    "datetime": "Compare as dates and times",
    "amount": "Compare as amounts",
    "quantity": "Compare as quantities",
    "url": "Compare as web addresses",
    "phone": "Compare as telephone numbers",
    "unit": "Read numbers without a unit in that of the others",
}
_LEAST: Final = 2
_GOLD_SHARE: Final = 0.95
"""Of the distinct gold values that must be readable."""
_MOST_OF_GOLD: Final = 0.7
"""Of amounts, enough where half of what is wrong is explained and nothing is lost: gold itself may be written as in
several countries, 2.169,97 and 979,11 and 3,025.52, which no single reading takes."""
_EXTRACTED_SHARE: Final = 0.7
"""Of the distinct mismatching extracted values."""
_SOME_SHARE: Final = 0.2
"""Enough of them where nearly all that are readable mean the same: one variant's form among the slips of others."""
_SURE_SHARE: Final = 0.9
"""Of the readable ones, so many must mean the same then."""
_AS_MUCH: Final = 0.9
"""Of what a comparator explains, what another way without its losses must explain."""
_FEW: Final = 20
_FEW_FIT: Final = 0.8
_SAMPLE: Final = 300
"""Distinct values looked at to see whether a field is of a kind."""

_BY_MEANING: Final = "Values are compared by what they mean, not by how they are written"
"""How the reason of each risk begins."""


def read_alike(fld: Field) -> Iterator[Proposal]:
    """Propose comparators that read the values of a field, the one that explains most first; the others are rivals."""
    gold, pairs = _both_sides(fld)
    if not gold or not pairs:
        return
    if sum(isinstance(value, str) and len(value) > LONGEST for value in gold) > 0.5 * len(gold):
        return  # long texts are none of these
    tried = (_tried(fld, reading, gold, pairs) for reading in READINGS)
    proposals = [proposal for proposal in tried if proposal is not None]
    proposals = [_without_loss(fld, proposal, pairs) for proposal in proposals]
    proposals = [_with_another_reading(fld, proposal, gold, pairs) for proposal in proposals]
    proposals = [_with_points_too(fld, proposal, pairs) for proposal in proposals]
    proposals = [with_thousandths(fld, proposal) for proposal in proposals]
    proposals += read_with_marks(fld, proposals, _of_rewritten)
    most = max((counted(proposal.explained) for proposal in proposals), default=0)
    ranked = sorted(proposals, key=lambda proposal: -counted(proposal.explained))
    best = {id(pair) for pair in ranked[0].explained} if ranked else set()
    yield from _as_text_instead(fld, ranked[:1])
    for place, proposal in enumerate(ranked):
        other = not place or any(id(pair) not in best for pair in proposal.explained)
        if other and 2 * counted(proposal.explained) > most:
            yield proposal


def _both_sides(fld: Field) -> tuple[list[Any], list[WrongPair]]:
    """Return some of the gold values of a field, and the mismatches of which both sides say something."""
    gold = _sample([entry.value for entry in fld.gold.values() if entry.value is not None])
    return gold, [p for p in fld.mismatches if p.gold is not None and p.extracted is not None]


def _of_rewritten(fld: Field) -> Iterator[Proposal]:
    """Yield comparators of numbers for a field whose decimals have a point already."""
    gold, pairs = _both_sides(fld)
    for reading in READINGS:
        if reading.kind in OF_NUMBERS:
            params = tuple(one for one in reading.params if "decimal" not in one)
            found = _tried(fld, replace(reading, params=params), gold, pairs)
            if found is not None and not _lost(fld, reading.kind, _with_own(fld, found.edit.params)):
                yield with_thousandths(fld, found)


def _as_text_instead(fld: Field, best: Sequence[Proposal]) -> Iterator[Proposal]:
    """Yield numbers by their text where that explains all that amounts do and merges nothing: 3.1 is not 3.10 then."""
    now = fld.node.comparator
    for amount in best:
        if amount.edit.compare != "amount" or now is None or now.name != "exact":
            continue
        for text in numbers_for_texts(fld):
            settled = set(map(id, text.explained))
            if not text.merged and all(id(pair) in settled for pair in amount.explained):
                yield replace(text, rival=amount.rival)


def _tried(fld: Field, reading: Reading, gold: list[Any], pairs: list[WrongPair]) -> Proposal | None:
    if not _first_fit(gold, reading):
        return None
    written_otherwise = _in_another_form(fld, pairs) or pairs
    extracted = _sample([pair.extracted for pair in written_otherwise])
    if not reading.looks(gold, extracted):
        return None
    best: tuple[int, Params, list[WrongPair]] = (0, {}, [])
    gained = 0
    for params in _tries(fld, reading, extracted, pairs):
        fits = share(sum(reading.fits(value, params) for value in gold), len(gold))
        if fits < (_MOST_OF_GOLD if reading.kind == "amount" else _GOLD_SHARE):
            continue
        explained = [p for p in pairs if ask(reading.kind, p.gold, p.extracted, _with_own(fld, params)).score == 1.0]
        if not _is_written_so(reading, params, written_otherwise, explained):
            continue
        lost = _lost(fld, reading.kind, _with_own(fld, params))
        if fits < _GOLD_SHARE and (lost or 2 * counted(explained) < counted(pairs)):
            continue
        if counted(explained) - lost > gained or not best[0]:
            best, gained = (counted(explained), params, explained), counted(explained) - lost
    if reading.kind != "amount":
        return _proposal(fld, reading, *best[1:]) if best[0] >= _LEAST else None
    return _of_amounts(fld, reading, *best[1:])


def _is_written_so(
    reading: Reading, params: Params, written_otherwise: Sequence[WrongPair], explained: Sequence[WrongPair]
) -> bool:
    """Check whether a reading takes enough of what is written otherwise. What it explains is that too, though gold may
    have that form, as 2 years has that of 24 months: else one text that nothing can read would be all that counts."""
    same = {id(pair) for pair in explained}
    written = [*(pair for pair in written_otherwise if id(pair) not in same), *explained]
    values = _sample(list({strict_key(pair.extracted): pair.extracted for pair in written}.values()))
    read = share(sum(reading.fits(value, params) for value in values), len(values))
    if read < _SOME_SHARE or read >= _EXTRACTED_SHARE:
        return read >= _EXTRACTED_SHARE
    readable = sum(id(pair) in same or reading.fits(pair.extracted, params) for pair in written)
    return len(same) >= _SURE_SHARE * readable


def _of_amounts(fld: Field, reading: Reading, params: Params, explained: list[WrongPair]) -> Proposal | None:
    """Propose to compare as amounts, in the same currency where that is enough: 10 USD and 10 EUR are not the same."""
    others = [pair for pair in explained if _currencies_differ(pair)]
    same = [pair for pair in explained if not _currencies_differ(pair)]
    if counted(same) < _LEAST:
        return None
    strict = {**params, "currency": "same"}
    if others and all(ask("amount", one.gold, one.extracted, _with_own(fld, strict)).score == 1.0 for one in same):
        params, others = strict, []
    proposal = _proposal(fld, reading, params, same)
    proposal = replace(proposal, why=proposal.why + _unread(fld, reading, params))
    same_number = next((group for group in proposal.merged if _are_bare(group)), None)
    if same_number is not None:
        shown = " and ".join(map(str, same_number[:2]))
        why = f"{proposal.why}; {shown} count as the same, which of versions or codes are two answers"
        proposal = replace(proposal, level=max(proposal.level, "medium", key=LEVELS.index), why=why)
    if not others:
        return proposal
    n = counted(others)
    more = f"; {n:,} {'amount' if n == 1 else 'amounts'} in another currency would count as right as well"
    return replace(proposal, level="high", why=proposal.why + more)


def _are_bare(group: Sequence[Any]) -> bool:
    """Check for texts of one number that differ in their decimals, as those of versions do: 3.1 and 3.10."""
    texts = {value.strip() for value in group if isinstance(value, str)}
    return sum(re.fullmatch(r"\d+\.\d+", text) is not None for text in texts) > 1


def _unread(fld: Field, reading: Reading, params: Params) -> str:
    """Say how much of gold cannot be read, where that is more than slips."""
    values = [entry.value for entry in fld.gold.values() if entry.value is not None]
    unread = sum(not reading.fits(value, params) for value in values)
    if 1 - share(unread, len(values)) >= _GOLD_SHARE:
        return ""
    return f"; {unread:,} of {len(values):,} gold values cannot be read so, and match only what is written the same"


def _currencies_differ(pair: WrongPair) -> bool:
    """Check whether both sides of a pair name a currency, and not the same."""
    named = [read_amount(value).currencies for value in (pair.gold, pair.extracted)]
    return all(named) and named[0].isdisjoint(named[1])


def _in_another_form(fld: Field, pairs: Sequence[WrongPair]) -> list[WrongPair]:
    """Return those whose extracted value is not written as gold writes the field: the others say nothing of a form."""
    forms = {_form(entry.value) for entry in fld.gold.values()}
    return [pair for pair in pairs if _form(pair.extracted) not in forms]


def _form(value: Any) -> Hashable:
    """Return the type of a value and, of a text, what is left with numbers and words told apart only by place."""
    if not isinstance(value, str):
        return type(value).__name__
    return str, re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "9", value[:LONGEST]))


def _lost(fld: Field, comparator: str, params: Params) -> int:
    """Count the right results that a comparator would take for wrong."""
    return sum(one.count for one in fld.alike.values() if ask(comparator, one.gold, one.extracted, params).score < 1.0)


def _with_another_reading(fld: Field, proposal: Proposal, gold: list[Any], pairs: list[WrongPair]) -> Proposal:
    """Add the reading that explains most of what this one leaves, where one variant writes 9,5 and another 9.5 kg.

    No single reading takes both: where a comma marks decimals, 9.5 is no number.
    """
    if proposal.edit.compare not in OF_NUMBERS:
        return proposal
    known = {id(pair) for pair in proposal.explained}
    left = [pair for pair in pairs if id(pair) not in known]
    others = (_tried(fld, reading, gold, left) for reading in READINGS if left and reading.kind in OF_NUMBERS)
    other = max(filter(None, others), key=lambda one: counted(one.explained), default=None)
    if other is None:
        return proposal
    params = {"of": [proposal.edit.rule, other.edit.rule]}
    if _lost(fld, "either", params):
        return proposal
    explained = (*proposal.explained, *other.explained)
    nouns = " or ".join(dict.fromkeys(TITLES[one.kind].removeprefix("Compare as ") for one in (proposal, other)))
    said = _said(explained, f"the same {nouns}, written in two ways")
    sentence = f"In {fld.path}, {counted(explained):,} of {counted(fld.mismatches):,} mismatches are {said}"
    return replace(
        proposal,
        edit=Edit(fld.path, compare="either", params=params),
        said=sentence,
        doing=f"Comparing as {nouns}, in either way",
        explained=explained,
        level=max(proposal.level, other.level, key=LEVELS.index),
        why=f"{proposal.why}{other.why.removeprefix(_BY_MEANING)}; a value counts as right if either reading says so",
        merged=(*proposal.merged, *other.merged),
        also=(other.kind,) if other.kind != proposal.kind else (),
    )


def _without_loss(fld: Field, proposal: Proposal, pairs: list[WrongPair]) -> Proposal:
    """Return a proposal that takes nothing right for wrong: where the comparator would, the mark before the decimals is
    rewritten, or else the current comparator is asked as well."""
    now, edit = fld.node.comparator, proposal.edit
    assert edit.compare is not None
    if now is None or not _lost(fld, edit.compare, _with_own(fld, edit.params)):
        return proposal
    for mark in comma_for_point(fld, pairs) if now.name == "numeric" else ():
        if counted(mark.explained) >= _AS_MUCH * counted(proposal.explained):
            return replace(mark, rival=proposal.rival)
    current: Any = {now.name: dict(now.params)} if now.params else now.name
    either = replace(edit, compare="either", params={"of": [current, edit.rule]})
    why = f"{proposal.why}; a value counts as right if either this reading or the one until now says so"
    return replace(proposal, edit=either, doing=f"{proposal.doing} or as before", why=why)


def _with_points_too(fld: Field, proposal: Proposal, pairs: list[WrongPair]) -> Proposal:
    """Return a proposal by which numbers of gold are also read from texts with a point, as a later variant may write
    them: where it reads a comma alone, the mark is rewritten if that does as well, or else the risk says so."""
    now = fld.node.comparator
    if proposal.edit.params.get("decimal") != "," or not fld.values(int, float):
        return proposal
    for mark in comma_for_point(fld, pairs) if now is not None and now.name == "numeric" else ():
        if counted(mark.explained) >= counted(proposal.explained):
            return replace(mark, rival=proposal.rival)
    why = f"{proposal.why}; a text with a point before the decimals, as 1.5, would be wrong for the same number of gold"
    return replace(proposal, level=max(proposal.level, "medium", key=LEVELS.index), why=why)


def _sample(values: list[Any]) -> list[Any]:
    """Return all values if there are few, else an evenly spread sample."""
    return values[:: max(len(values) // _SAMPLE, 1)]


def _first_fit(gold: Sequence[Any], reading: Reading) -> bool:
    """Check by its first values whether a field is worth a look: most are of another kind."""
    few = gold[:_FEW]
    return any(_mostly_fit(few, reading, params) for params in reading.params)


def _mostly_fit(values: Sequence[Any], reading: Reading, params: Params) -> bool:
    """Check whether enough of the values fit; stop as soon as too many do not."""
    spare = len(values) - math.ceil(_FEW_FIT * len(values))
    for value in values:
        spare -= not reading.fits(value, params)
        if spare < 0:
            return False
    return True


def _with_own(fld: Field, params: Params) -> Params:
    """Add the field's current tolerance, which it keeps."""
    params_now = fld.node.comparator.params if fld.node.comparator is not None else {}
    return {**({"tolerance": params_now["tolerance"]} if "tolerance" in params_now else {}), **params}


def _tries(fld: Field, reading: Reading, extracted: Sequence[Any], pairs: Sequence[WrongPair]) -> Iterator[Params]:
    """Yield the parameters; for quantities without a unit on one side, also the units these may be in, and for
    telephone numbers the country that most of them name."""
    yield from reading.params
    if reading.kind == "phone":
        numbers = [v for v in (*fld.values(str), *extracted) if isinstance(v, str) and DIALLED.match(v)]
        yield from ({"region": region} for region in most_frequent(map(region_of, _sample(numbers))))
    for unit in units_beside(fld, extracted, pairs) if reading.kind == "quantity" else ():
        for params in reading.params:
            yield {**params, "unit": unit}


def unit_of_numbers(fld: Field) -> Iterator[Proposal]:
    """Propose the unit of numbers that name none, at a field that is compared as quantities already."""
    now = fld.node.comparator
    pairs = [p for p in fld.mismatches if p.gold is not None and p.extracted is not None]
    if now is None or now.name != "quantity" or "unit" in now.params:
        return
    for unit in units_beside(fld, _sample([pair.extracted for pair in pairs]), pairs):
        params = {**now.params, "unit": unit}
        explained = [pair for pair in pairs if ask(now.name, pair.gold, pair.extracted, params).score == 1.0]
        if counted(explained) < _LEAST or _lost(fld, now.name, params):
            continue
        n, of = counted(explained), counted(fld.mismatches)
        sentence = (
            f"In {fld.path}, {n:,} of {of:,} mismatches are the same quantities, where what names no unit is in {unit}"
        )
        edit = Edit(fld.path, params={"unit": unit})
        why = f"{_BY_MEANING}; {_in_unit(unit)}"
        doing = f"Taking what names no unit for {unit}"
        yield Proposal("unit", edit, sentence, doing, tuple(explained), of, "low", why)


def _in_unit(unit: str) -> str:
    return f"what names no unit counts as {unit}"


def _said(explained: Iterable[WrongPair], words: str) -> str:
    """Complete "so many mismatches are …": what a comparator of numbers cannot read is wrong even where both sides have
    the very same, such as <5."""
    equal = counted([pair for pair in explained if strict_equal(pair.gold, pair.extracted)])
    return words + (f", or ({equal:,} of them) the same text, which is no number" if equal else "")


def _proposal(fld: Field, reading: Reading, params: Params, explained: list[WrongPair]) -> Proposal:
    merged: tuple[tuple[Any, ...], ...] = ()
    if reading.key is not None:
        key = reading.key
        merged = merging(fld, lambda value: key(value, params))
    n, of = counted(explained), counted(fld.mismatches)
    zone = f" if times without a zone are {params['timezone']}" if "timezone" in params else ""
    said = _said(explained, f"the same {reading.noun}{zone}, written differently")
    sentence = f"In {fld.path}, {n:,} of {of:,} mismatches are {said}"
    edit = Edit(fld.path, compare=reading.kind, params=dict(params))
    why = _BY_MEANING
    if "day_first" in params or "decimal" in params:
        first = "the day comes first" if "day_first" in params else "a comma marks the decimals"
        why += f"; where a text can be read in two ways, {first}"
    if "magnitudes" in params:
        why += "; k, million and such behind a number multiply it"
    if "region" in params:
        why += f"; numbers without a country code are read as numbers of {params['region']}"
    if "unit" in params:
        why += f"; {_in_unit(params['unit'])}"
    in_zone = params.get("timezone")
    if in_zone:
        why += f"; times that name no zone are read as {in_zone}: elsewhere they are other times"
    unsure = maybe_thousands(explained, params.get("decimal", ".")) if reading.kind in ("amount", "quantity") else []
    if unsure:
        why += f"; in {counted(unsure):,} of them three digits behind a mark count as decimals, but may be thousands"
    doing = f"Comparing{TITLES[reading.kind].removeprefix('Compare')}"
    risk: Level = "medium" if unsure or in_zone else "low"
    return Proposal(reading.kind, edit, sentence, doing, tuple(explained), of, risk, why, merged, rival="compare")
