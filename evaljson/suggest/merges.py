"""Which gold values that are different answers become the same under a setting: one check for suggestions of all kinds.

Two gold values are different answers unless they differ in nothing but case, white space, the width of characters,
signs that look alike or a zero before the hour, or a comparator reads them as the same day, amount, quantity, address
or number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from evaljson.base.jsontypes import strict_equal, strict_key
from evaljson.comparators.number.numeric import as_number
from evaljson.comparators.quantity.amount_text import read_amount
from evaljson.comparators.quantity.quantity import read_quantity
from evaljson.schema.node import ComparatorSpec, SchemaNode, TransformSpec
from evaljson.schema.parse.entries import read_comparator, read_transforms
from evaljson.suggest.edit import Edit, change
from evaljson.suggest.kinds.read_kinds import ask
from evaljson.suggest.kinds.readings import TITLES as READINGS
from evaljson.suggest.kinds.times_of_day import without_hour_zero
from evaljson.suggest.kinds.written_texts import same_but_for_looks
from evaljson.suggest.prepared import prepared
from evaljson.suggest.wrong_pairs import Field, WrongPair
from evaljson.transforms.date_text import read_date

Group = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class _Value:
    """A gold value: as it is, and as the setting compares it."""

    raw: Any
    compared: Any
    is_number: bool = False
    """Whether the field is compared as numbers already, so that "5.0" is 5."""

    @property
    def answer(self) -> Hashable:
        """A key that is equal for values that are the same answer in other looks."""
        return _answer(self.raw, self.is_number)


def merged_answers(fld: Field, edits: Sequence[Edit], explained: Iterable[WrongPair] = ()) -> tuple[Group, ...]:
    """Group gold values of a field that are different answers and would count as the same with the edits.

    `explained` are the wrong results that become right: where the comparator cannot be asked about all values, a gold
    value that was extracted for another one is found in them.
    """
    if any(edit.as_map or edit.skip for edit in edits):
        return ()
    changes = [edit for edit in edits if edit.transforms or edit.compare or edit.params]
    now, absent = fld.node.comparator, [value for edit in edits for value in edit.absent]
    transforms, comparator = fld.node.transforms, now
    if now is not None and changes:
        transforms, comparator = _settings(fld.node, now, changes)
    is_number = now is not None and now.name == "numeric"
    values = [_Value(gold.raw, prepared(gold.raw, transforms), is_number) for gold in fld.gold.values()]
    nothing = _nothing(fld, values, absent)
    groups = [nothing] if nothing else []
    if comparator is not None and changes:
        grouped = set(map(id, nothing))
        rest = [value for value in values if id(value) not in grouped]
        groups += _groups(rest, comparator, list(explained))
    return tuple(map(_shown, groups))


def _nothing(fld: Field, values: Sequence[_Value], absent: Sequence[Any]) -> list[_Value]:
    """Return the values that would count as absent, unless they are one answer: null and an empty text are two, except
    for those that count as absent already."""
    if not absent:
        return []
    now = fld.node.nulls.absent if fld.node.nulls is not None else ()
    same = [one for one in values if _is_listed(one.compared, (*now, *absent))]
    answers = {None if _is_listed(one.raw, now) else strict_key(one.raw) for one in same}
    return same if len(answers) > 1 else []


def _is_listed(value: Any, listed: Iterable[Any]) -> bool:
    return any(strict_equal(value, one) for one in listed)


def _settings(
    node: SchemaNode, now: ComparatorSpec, edits: Sequence[Edit]
) -> tuple[tuple[TransformSpec, ...], ComparatorSpec]:
    """Return the transforms and the comparator of a field with the edits."""
    raw = dict(node.raw)
    for edit in edits:
        change(raw, edit, node.inherited)
    transforms, comparator = raw.get("x-eval-transform"), raw.get("x-eval-compare")
    return (
        node.transforms if transforms is None else read_transforms(transforms, node.path),
        now if comparator is None else read_comparator(comparator, node.path),
    )


def _groups(values: list[_Value], comparator: ComparatorSpec, explained: list[WrongPair]) -> Iterator[list[_Value]]:
    name, params = comparator.name, comparator.params
    if name == "exact":
        yield from _alike(values, lambda value: (strict_key(value.compared),))
    elif name == "numeric":
        yield from _close(values, name, params, as_number)
    elif name == "any_of":
        yield from _listed(values, params)
    elif name == "date":
        yield from _alike(values, lambda value: _day(value.compared, params), _times_differ)
    elif name == "amount" and params.get("tolerance"):
        yield from _close(values, name, params, lambda value: _number(value, params), _amounts_differ(params))
    elif name == "quantity" and params.get("tolerance"):
        yield from _close(values, name, params, lambda value: _quantity(value, params), _quantities_differ(params))
    elif name == "amount":
        yield from _alike(values, lambda value: _number(value.compared, params), _currencies_differ)
    elif name not in READINGS:
        yield from _seen(values, explained)


def _alike(
    values: Iterable[_Value], key: Callable[[_Value], Hashable], differ: Callable[[list[_Value]], bool] | None = None
) -> Iterator[list[_Value]]:
    """Yield values with the same key that are different answers; `differ` says whether, else their answers do."""
    by_key: dict[Hashable, list[_Value]] = defaultdict(list)
    for value in values:
        found = key(value)
        if found is not None:
            by_key[found].append(value)
    for group in by_key.values():
        if len(group) > 1 and (differ(group) if differ is not None else _answers_differ(group)):
            yield group


def _answers_differ(group: list[_Value]) -> bool:
    return len({value.answer for value in group}) > 1


def _close(
    values: list[_Value],
    name: str,
    params: Any,
    read: Callable[[Any], Any],
    differ: Callable[[list[_Value]], bool] = _answers_differ,
) -> Iterator[list[_Value]]:
    """Yield values that count as equal, by what they are read as, in its order: if any two do, some neighbours do.

    `differ` says whether they are different answers.
    """
    numbers = [(number, value) for value in values if (number := read(value.compared)) is not None]
    numbers = sorted((pair for pair in numbers if pair[0] == pair[0]), key=lambda pair: pair[0])
    for one, other in pairwise(value for _, value in numbers):
        pairs = (one.compared, other.compared), (other.compared, one.compared)
        near = any(ask(name, *pair, params).score == 1.0 for pair in pairs)
        if near and differ([one, other]):
            yield [one, other]


def _listed(values: list[_Value], params: Any) -> Iterator[list[_Value]]:
    """Yield values that gold lists in different places and never together."""
    if params.get("compare") is not None:
        return
    transforms = read_transforms(list(params.get("transform", ())), "")
    lists = [value.raw for value in values if isinstance(value.raw, list)]
    together = {frozenset(map(_answer, listed)) for listed in lists}
    items = {strict_key(item): item for listed in lists for item in listed}
    apart = [_Value(item, prepared(item, transforms)) for item in items.values()]
    for group in _alike(apart, lambda value: (strict_key(value.compared),)):
        answers = {value.answer for value in group}
        if not any(answers <= known for known in together):
            yield group


def _seen(values: list[_Value], explained: list[WrongPair]) -> Iterator[list[_Value]]:
    """Yield gold values that were extracted for another one, which the setting takes for right."""
    by_raw = {strict_key(value.raw): value for value in values}
    for pair in explained:
        gold, other = by_raw.get(strict_key(pair.raw_gold)), by_raw.get(strict_key(pair.raw_extracted))
        if gold is not None and other is not None and gold.answer != other.answer:
            yield [gold, other]


def _answer(value: Any, is_number: bool = False) -> Hashable:
    """Return a key that is equal for values that are the same answer in other looks; 5 and "5" are one answer.

    `is_number` says that the field is compared as numbers already, so that "5.0" is 5 as well.
    """
    number = as_number(value) if is_number else None
    if number is not None:
        return "number", number
    if isinstance(value, int | float) and not isinstance(value, bool):
        return "text", str(int(value) if float(value).is_integer() else value)
    return (
        ("text", same_but_for_looks(without_hour_zero(value)))
        if isinstance(value, str)
        else ("json", strict_key(value))
    )


def _day(value: Any, params: Any) -> Hashable:
    moment = read_date(value, params).moment if isinstance(value, str) else None
    return None if moment is None else moment.date()


def _times_differ(group: list[_Value]) -> bool:
    readings = [read_date(value.compared, {}) for value in group]
    return len({reading.moment for reading in readings if reading.moment is not None and reading.has_time}) > 1


def _number(value: Any, params: Any) -> Hashable:
    return read_amount(value, params.get("decimal", "."), params.get("magnitudes", False)).number.value


def _quantity(value: Any, params: Any) -> tuple[str, Fraction] | None:
    """Return the unit and the number of a quantity; None for what is none."""
    number, unit = read_quantity(value, params)
    return None if number is None else (unit, number)


def _amounts_differ(params: Any) -> Callable[[list[_Value]], bool]:
    """Return a check for different amounts: of other numbers, or in other currencies."""
    return lambda group: len({_number(one.compared, params) for one in group}) > 1 or _currencies_differ(group)


def _quantities_differ(params: Any) -> Callable[[list[_Value]], bool]:
    return lambda group: len({_quantity(one.compared, params) for one in group}) > 1


def _currencies_differ(group: list[_Value]) -> bool:
    named = [codes for value in group if (codes := read_amount(value.compared).currencies)]
    return any(one.isdisjoint(other) for one in named for other in named)


def _shown(group: list[_Value]) -> Group:
    return tuple(value.raw for value in group)
