"""Numbers that a comparator reads as a thousand times apart, since a mark of thousands counts as one of decimals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from evaljson.base.params import parse_xeval_entry
from evaljson.comparators.quantity.amount_text import read_amount
from evaljson.comparators.quantity.quantity import read_quantity
from evaljson.suggest.kinds.thousands_marks import PATTERN
from evaljson.suggest.model import LEVELS, Level
from evaljson.suggest.proposal import Proposal
from evaljson.suggest.wrong_pairs import Field, WrongPair, counted


def with_thousandths(fld: Field, proposal: Proposal) -> Proposal:
    """Return a comparator's proposal that says how many of the other results it reads so: that is no low risk."""
    edit, known = proposal.edit, set(map(id, proposal.explained))
    rules = edit.params["of"] if edit.compare == "either" else [edit.rule] if edit.compare else []
    others = [pair for pair in fld.mismatches if id(pair) not in known]
    off = {id(pair): pair for rule in rules for pair in _off_by_a_thousand(others, *parse_xeval_entry(rule))}
    n = counted(off.values())
    if not n:
        return proposal
    verb = "is" if n == 1 else "are"
    why = f"{proposal.why}; {n:,} of the others {verb} then read as a thousand times, or a thousandth of, what gold has"
    level: Level = "high" if n > counted(proposal.explained) else "medium"
    return replace(proposal, level=max(proposal.level, level, key=LEVELS.index), why=why)


def _off_by_a_thousand(pairs: Iterable[WrongPair], comparator: str, params: Mapping[str, Any]) -> list[WrongPair]:
    """Return those whose numbers are a thousand times apart as `amount` or `quantity` reads them, as a mark before
    three digits counts as that of decimals on one side; none for other comparators."""
    if comparator == "amount":
        decimal, magnitudes = params.get("decimal", "."), params.get("magnitudes", False)
        return [pair for pair in pairs if _is_off(pair, lambda one: read_amount(one, decimal, magnitudes).number.value)]
    if comparator == "quantity":
        return [pair for pair in pairs if _is_off(pair, lambda one: read_quantity(one, params)[0])]
    return []


def _is_off(pair: WrongPair, read: Callable[[Any], Fraction | None]) -> bool:
    if not any(isinstance(value, str) and re.search(PATTERN, value) for value in (pair.gold, pair.extracted)):
        return False
    gold, extracted = read(pair.gold), read(pair.extracted)
    if not gold or not extracted:
        return False
    return gold == 1000 * extracted or extracted == 1000 * gold
