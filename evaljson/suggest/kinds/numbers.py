"""Numbers that were rounded, and numbers where gold has their text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import partial
from typing import Any, Final

from evaljson.comparators.quantity.amount_text import read_amount
from evaljson.comparators.quantity.quantity import read_quantity
from evaljson.suggest.edit import Edit
from evaljson.suggest.kinds.lost_decimals import lost_decimals, places_of
from evaljson.suggest.kinds.numbered_codes import are_numbered_codes
from evaljson.suggest.proposal import Proposal, merging
from evaljson.suggest.wrong_pairs import Field, WrongPair, counted
from evaljson.transforms.number_text import read_number
from evaljson.wording.words import as_set

TITLES: Final = {
    "number_for_text": "Compare numbers as text",
    "tolerance": "Allow rounding",
}
_LEAST: Final = 3
_APART: Final = 2
"""How many times the tolerance the smallest error that it does not cover must exceed."""
_WIDE: Final = 10
"""Times an error that a tolerance may be, where errors of its width are usual."""
_MOST: Final = Decimal("0.05")
"""A share above which a tolerance forgives more than rounding."""
_HALF: Final = Decimal("0.5")
"""A share above which fewer digits are no sign of rounding: 1 for 0.6."""
_Read = Callable[[Any], tuple[Fraction | None, str]]
"""A value -> the number in it, None for none, and the name of its unit."""
_Both = tuple[WrongPair, tuple[Decimal, Decimal]]
_CHANCE: Final = 0.05
"""Of the pairs that rounding explains, those that may look so by chance."""
_STEPS: Final = (Decimal(1), Decimal(2), Decimal(5), Decimal(10))


def rounded(fld: Field) -> Iterator[Proposal]:
    """Propose a tolerance where rounding errors are far smaller than nearly all others; none of codes."""
    if are_numbered_codes(fld.path, fld.values(str)):
        return
    read, _ = _reading(fld)
    sides = [
        (pair, both) for pair in fld.mismatches if (both := _numbers(pair, read)) is not None and both[0] != both[1]
    ]
    may_be = [(pair, both) for pair, both in sides if not both[1] or _is_either_rounded(*both)]
    close = [(pair, both) for pair, both in may_be if both[1] and _is_small(*both)]
    for spare in (0.0, _CHANCE):  # one wrong number among many that were rounded must not hide these
        for few in _without_chance(close):
            proposal = _under_tolerance(fld, sides, may_be, few, spare)
            if proposal is not None:
                yield proposal
                return


def _without_chance(close: list[_Both]) -> Iterator[list[_Both]]:
    """Yield the pairs that rounding explains, then without the widest ones that are few: one that looks like a rounding
    by chance, as 0.899 and 0.8 do, says nothing of many that are a tenth as far apart."""
    ranked = sorted(close, key=lambda one: _absolute(*one[1]))
    spare = _CHANCE * counted(pair for pair, _ in close)
    left_out = 0
    while ranked and counted(pair for pair, _ in ranked) >= _LEAST:
        yield ranked
        widest = _absolute(*ranked[-1][1])
        kept = [one for one in ranked if _absolute(*one[1]) < widest]
        left_out += counted(pair for pair, _ in ranked[len(kept) :])
        if left_out > spare:
            return
        ranked = kept


def _under_tolerance(
    fld: Field, sides: Sequence[_Both], may_be: Sequence[_Both], sure: Sequence[_Both], spare: float
) -> Proposal | None:
    """Propose a tolerance that covers the pairs that are `sure`, if all others are far off.

    `spare` is how many may not be, as a share of these pairs: then most of these must need a tolerance that wide.
    """
    close = list(sure)
    widest = max(_absolute(*both) for _, both in close)
    # A zero shows no digits that it could have been rounded to, and 1 for 0.5 is twice as much: such a number is as far
    # off as others that were rounded, or wrong.
    known = {id(pair) for pair, _ in close}
    close += [(pair, both) for pair, both in may_be if id(pair) not in known and _absolute(*both) <= widest]
    kept = {id(pair) for pair, _ in close}
    others = [(pair, both) for pair, both in sides if id(pair) not in kept]
    for name, error in (("abs", _absolute), ("rel", _relative)):
        allowed = step_above(max(error(*both) for _, both in close))
        if name == "rel" and allowed > _MOST:
            continue
        near = [one for one in others if error(*one[1]) <= _APART * allowed]
        n, wide = counted(pair for pair, _ in close), [one for one in close if _WIDE * error(*one[1]) >= allowed]
        is_usual = 2 * counted(pair for pair, _ in wide) >= n
        if not near or (is_usual and counted(pair for pair, _ in near) <= spare * n):
            covered = [pair for pair, both in near if error(*both) <= allowed]
            return _proposal(fld, name, allowed, close, covered, _beside(others, near, _reading(fld)[1]))
    return None


def _beside(others: Sequence[_Both], near: Sequence[_Both], which: str) -> str:
    """Say what other errors of numbers there are; `near` are those that are hardly larger or as small."""
    if not others:
        return f"All errors of {which} are that small"
    if near:
        return f"Nearly all other errors of {which} are more than twice as large"
    return f"The other errors of {which} are more than twice as large"


def _numbers(pair: WrongPair, read: _Read) -> tuple[Decimal, Decimal] | None:
    """Return both numbers, where they are of one unit."""
    (gold, unit), (extracted, other) = (_decimal(value, read) for value in (pair.gold, pair.extracted))
    return None if gold is None or extracted is None or unit != other else (gold, extracted)


def _reading(fld: Field) -> tuple[_Read, str]:
    """Return how the comparator of a field reads a number and its unit, and what it reads."""
    now = fld.node.comparator
    assert now is not None
    if now.name == "amount":
        decimal, magnitudes = now.params.get("decimal", "."), now.params.get("magnitudes", False)
        return lambda value: (read_amount(value, decimal, magnitudes).number.value, ""), "amounts"
    if now.name == "quantity":
        return partial(read_quantity, params=now.params), "quantities in one unit"
    return lambda value: (read_number(value).value, ""), "numbers" if now.name == "numeric" else "plain numbers"


def _decimal(value: Any, read: _Read) -> tuple[Decimal | None, str]:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None, ""
    number, unit = read(value)
    if number is None:
        return None, ""
    text = value.strip() if isinstance(value, str) else repr(value)
    try:
        return Decimal(text), unit
    except ArithmeticError:  # text with separators or a unit
        return Decimal(number.numerator) / Decimal(number.denominator), unit


def may_be_rounded(gold: Any, extracted: Any) -> bool:
    """Check whether of two values, which are numbers or their texts, one is the other rounded, or hardly differs."""
    numbers = [_decimal(value, lambda one: (read_number(one).value, ""))[0] for value in (gold, extracted)]
    left, right = numbers
    return left is not None and right is not None and _is_either_rounded(left, right)


def _is_either_rounded(gold: Decimal, extracted: Decimal) -> bool:
    """Check whether extracted is gold rounded, or gold what was extracted, unless gold is a whole number."""
    return _is_rounding(gold, extracted) or (places_of(gold) >= 1 and _is_rounding(extracted, gold))


def _is_rounding(gold: Decimal, extracted: Decimal) -> bool:
    """Check whether extracted is gold with fewer digits, or off by one in the last of at least two decimals."""
    if _is_last_digit(gold, extracted):
        return True
    fine, coarse = places_of(gold), places_of(extracted)
    if coarse >= fine or fine < 1 or not extracted:
        return False
    unit = Decimal(1).scaleb(-max(coarse, 0))
    try:
        return any(gold.quantize(unit, mode) == extracted for mode in (ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_DOWN))
    except ArithmeticError:  # more digits than decimals have
        return False


def _is_last_digit(gold: Decimal, extracted: Decimal) -> bool:
    """Check whether two numbers differ by one in the last of at least two decimals."""
    places = max(places_of(gold), places_of(extracted))
    return places >= 2 and abs(gold - extracted) <= Decimal(1).scaleb(-places)


def _is_small(gold: Decimal, extracted: Decimal) -> bool:
    """Check whether a difference that rounding could explain is so small that hardly anything else does: more than half
    as much again is another number, and so is one with as many digits that is more than 5% off."""
    smaller = min(abs(gold), abs(extracted))
    share = _MOST if _is_last_digit(gold, extracted) else _HALF
    return abs(gold - extracted) <= share * smaller


def _absolute(gold: Decimal, extracted: Decimal) -> Decimal:
    return abs(gold - extracted)


def _relative(gold: Decimal, extracted: Decimal) -> Decimal:
    return abs(gold - extracted) / (abs(gold) or Decimal(1))


def step_above(error: Decimal) -> Decimal:
    """Return the next of 1, 2, 5 times a power of ten."""
    power = Decimal(1).scaleb(error.adjusted()) if error else Decimal("1e-9")
    return next(step * power for step in _STEPS if step * power >= error)


def _proposal(
    fld: Field, name: str, allowed: Decimal, close: Sequence[_Both], covered: Sequence[WrongPair], others: str
) -> Proposal:
    """Propose a tolerance for the `close` pairs; it makes the `covered` ones right as well, though nothing was rounded
    there. `others` says what there is beside them."""
    of, pairs = counted(fld.mismatches), tuple(pair for pair, _ in close)
    shown = float(allowed)
    size = f"{as_set(shown * 100)}%" if name == "rel" else as_set(shown)
    sentence = f"In {fld.path}, {counted(pairs):,} of {of:,} mismatches are rounding differences of at most {size}"
    read, _ = _reading(fld)
    numbers = {_decimal(value, read)[0] for value in fld.values(int, float, str)}  # 3 and 3.0 are one
    near = [] if name == "rel" else [one for one in numbers if one is not None and abs(one) < 20 * allowed]
    doubts: list[str] = []
    if near:
        small = "1 gold value is" if len(near) == 1 else f"{len(near):,} different gold values are"
        doubts.append(f"{small} so small that this is more than 5% of {'it' if len(near) == 1 else 'them'}")
    ranked = sorted(close, key=lambda one: -one[0].count)
    lost = lost_decimals((gold for _, (gold, _) in ranked), allowed, is_share=name == "rel")
    if lost is not None:
        doubts.append(lost)
    if covered:
        n, first = counted(covered), covered[0]
        right = (
            "that is no rounding counts as right too, as" if n == 1 else "that are no rounding count as right too, as"
        )
        doubts.append(f"{n:,} {right} {first.extracted} does for {first.gold}")
    why = f"{others}; but {'; '.join(doubts)}" if doubts else others
    edit = Edit(fld.path, params={"tolerance": {name: shown}})
    doing = f"Allowing numbers to differ by {size}"
    return Proposal("tolerance", edit, sentence, doing, pairs, of, "medium" if doubts else "low", why)


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
