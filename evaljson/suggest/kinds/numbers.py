"""Numbers that were rounded, and numbers where gold has their text."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from typing import Any, Final

from evaljson.suggest.edit import Edit
from evaljson.suggest.model import Level
from evaljson.suggest.proposal import Proposal, merging
from evaljson.suggest.wrong_pairs import Field, WrongPair, counted
from evaljson.transforms.number_text import read_number

TITLES: Final = {
    "number_for_text": "Compare numbers as text",
    "tolerance": "Allow rounding",
}
_LEAST: Final = 3
_APART: Final = 2
"""How many times the tolerance the smallest error that it does not cover must exceed."""
_MOST: Final = Decimal("0.05")
"""A share above which a tolerance forgives more than rounding."""
_STEPS: Final = (Decimal(1), Decimal(2), Decimal(5), Decimal(10))


def rounded(fld: Field) -> Iterator[Proposal]:
    """Propose a tolerance where rounding errors are far smaller than all others."""
    sides = [(pair, both) for pair in fld.mismatches if (both := _numbers(pair)) is not None and both[0] != both[1]]
    close = [(pair, both) for pair, both in sides if _is_rounding(*both)]
    if counted(pair for pair, _ in close) < _LEAST:
        return
    widest = max(_absolute(*both) for _, both in close)
    # A zero shows no digits that it could have been rounded to: it is as far off as other values, or wrong.
    close += [(pair, both) for pair, both in sides if not both[1] and _absolute(*both) <= widest]
    kept = {id(pair) for pair, _ in close}
    others = [both for pair, both in sides if id(pair) not in kept]
    for name, error in (("abs", _absolute), ("rel", _relative)):
        allowed = step_above(max(error(*both) for _, both in close))
        if name == "rel" and allowed > _MOST:
            continue
        if all(error(*both) > _APART * allowed for both in others):
            yield _proposal(fld, name, allowed, tuple(pair for pair, _ in close))
            return


def _numbers(pair: WrongPair) -> tuple[Decimal, Decimal] | None:
    gold, extracted = _decimal(pair.gold), _decimal(pair.extracted)
    return None if gold is None or extracted is None else (gold, extracted)


def _decimal(value: Any) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    number = read_number(value).value
    if number is None:
        return None
    text = value.strip() if isinstance(value, str) else repr(value)
    try:
        return Decimal(text)
    except ArithmeticError:  # text with separators
        return Decimal(number.numerator) / Decimal(number.denominator)


def _places(number: Decimal) -> int:
    """Count the decimals without trailing zeros; negative for tens and hundreds."""
    exponent = number.normalize().as_tuple().exponent
    return -exponent if isinstance(exponent, int) else 0


def _is_rounding(gold: Decimal, extracted: Decimal) -> bool:
    """Check whether extracted is gold with fewer digits, or off by one in the last of at least two decimals."""
    fine, coarse = _places(gold), _places(extracted)
    if max(fine, coarse) >= 2 and abs(gold - extracted) <= Decimal(1).scaleb(-max(fine, coarse)):
        return True
    if coarse >= fine or fine < 1 or not extracted:
        return False
    unit = Decimal(1).scaleb(-max(coarse, 0))
    try:
        return any(gold.quantize(unit, mode) == extracted for mode in (ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_DOWN))
    except ArithmeticError:  # more digits than decimals have
        return False


def _absolute(gold: Decimal, extracted: Decimal) -> Decimal:
    return abs(gold - extracted)


def _relative(gold: Decimal, extracted: Decimal) -> Decimal:
    return abs(gold - extracted) / (abs(gold) or Decimal(1))


def step_above(error: Decimal) -> Decimal:
    """Return the next of 1, 2, 5 times a power of ten."""
    power = Decimal(1).scaleb(error.adjusted()) if error else Decimal("1e-9")
    return next(step * power for step in _STEPS if step * power >= error)


def _proposal(fld: Field, name: str, allowed: Decimal, close: tuple[WrongPair, ...]) -> Proposal:
    of = counted(fld.mismatches)
    shown = float(allowed)
    size = f"{shown * 100:g}%" if name == "rel" else f"{shown:g}"
    sentence = f"In {fld.path}, {counted(close):,} of {of:,} mismatches are rounding differences of at most {size}"
    near = [] if name == "rel" else [v for v in fld.values(int, float) if abs(v) < 20 * shown]
    why = "The other errors are more than twice as large"
    if near:
        why += f"; but {len(near):,} gold values are so small that this is more than 5% of them"
    risk: Level = "medium" if near else "low"
    edit = Edit(fld.path, params={"tolerance": {name: shown}})
    doing = f"Allowing numbers to differ by {size}"
    return Proposal("tolerance", edit, sentence, doing, close, of, risk, why)


def numbers_for_texts(fld: Field) -> Iterator[Proposal]:
    """type_convert where extracted has a number whose text is what gold has."""
    explained = [
        pair
        for pair in fld.mismatches
        if {type(pair.gold), type(pair.extracted)} in ({str, int}, {str, float})
        and str(pair.gold).strip() == str(pair.extracted).strip()
    ]
    if counted(explained) < 2:
        return
    of = counted(fld.mismatches)
    sentence = (
        f"In {fld.path}, {counted(explained):,} of {of:,} mismatches are a number on one side and its text on the other"
    )
    merged = merging(fld, lambda value: str(value) if type(value) in (str, int, float) else None)
    edit = Edit(fld.path, ({"type_convert": {"to": "str"}},))
    why = "Whether it is a number or a text is then no longer scored; a number that lost a zero stays wrong"
    doing = "Comparing numbers by their text"
    yield Proposal("number_for_text", edit, sentence, doing, tuple(explained), of, "low", why, merged)
