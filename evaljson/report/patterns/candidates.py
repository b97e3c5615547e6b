"""The settings that may settle a pattern at a field, as its rule names them: the mildest first.

Which one does is found out by `remedies`; what is tried here may also come from the values themselves.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from typing import Any, Final

from evaljson.results.field_result import FieldResult
from evaljson.suggest.edit import Edit
from evaljson.suggest.kinds.abbreviations import cuts_of, entries_of
from evaljson.suggest.kinds.numbers import step_above
from evaljson.suggest.kinds.synonyms import may_be_synonyms
from evaljson.suggest.kinds.text_axes import AXES
from evaljson.suggest.kinds.units_apart import are_units
from evaljson.transforms.date_text import read_date
from evaljson.transforms.number_text import read_number

Way = Callable[[str, Sequence[FieldResult]], Iterator[Edit]]
"""The path of a field and errors of it -> edits."""
_AXES: Final = {axis.kind: axis.transforms for axis in AXES}
_MARKS: Final = (".", ",")
_COMMA: Final = {"regex_replace": {"pattern": r"(?<=\d),(?=(?:\d{1,2}|\d{4,})(?!\d))", "replacement": "."}}
_ANY_COMMA: Final = {"regex_replace": {"pattern": ",", "replacement": "."}}
_NO_SPACE: Final = _AXES["spaces"][0]
_NO_MARKS: Final = {"regex_replace": {"pattern": r"[\W_]+", "replacement": ""}}
_MOST_UNITS: Final = 3
_MOST_WORDS: Final = 10
_SIMILAR: Final = (0.9, 0.8, 0.7, 0.6)


def candidates(pattern: str, path: str, errors: Sequence[FieldResult]) -> Iterator[Edit]:
    """Yield the settings that may settle errors of a pattern at a field; none where the pattern names no rule."""
    way = WAYS.get(pattern)
    if way is not None:
        yield from way(path, errors)


def _fixed(*edits: Mapping[str, Any]) -> Way:
    return lambda path, errors: (Edit(path, **edit) for edit in edits)


def _written(*every: tuple[Any, ...]) -> Way:
    return _fixed(*({"transforms": entries} for entries in every))


def _as(*names: str, marks: bool = False) -> Way:
    more: Sequence[Mapping[str, str]] = ({}, {"decimal": ","}) if marks else ({},)
    return _fixed(*({"compare": name, "params": params} for name in names for params in more))


def _as_null(path: str, errors: Sequence[FieldResult], *, plain: Sequence[Any]) -> Iterator[Edit]:
    """Read 0 or false as null on both sides: what is right stays right, and another value for it wrong."""
    sides = (value for one in errors for value in (one.gold_compared, one.extracted_compared))
    texts = {value for value in sides if isinstance(value, str)}
    yield Edit(path, ({"null_if": {"values": [*plain, *sorted(texts)]}},))


def _words(path: str, errors: Sequence[FieldResult]) -> Iterator[Edit]:
    sides = (value for one in errors for value in (one.gold_compared, one.extracted_compared))
    words = {value.casefold() for value in sides if isinstance(value, str)}
    yield Edit(path, ({"null_if": {"values": sorted(words), "ignore_case": True}},))


def _numbers(path: str, errors: Sequence[FieldResult]) -> Iterator[Edit]:
    yield Edit(path, compare="numeric")
    yield from _as("amount", marks=True)(path, errors)


def _within(path: str, errors: Sequence[FieldResult]) -> Iterator[Edit]:
    apart = []
    for one in errors:
        left, right = (read_number(value).value for value in (one.gold_compared, one.extracted_compared))
        if left is not None and right is not None:
            apart.append(abs(left - right))
    if apart:
        most = max(apart)
        allowed = step_above(Decimal(most.numerator) / Decimal(most.denominator))
        params = {"tolerance": {"abs": float(allowed)}}
        yield Edit(path, params=params)  # amounts and quantities stay what they are
        yield Edit(path, compare="numeric", params=params)


def _with_units(path: str, errors: Sequence[FieldResult], *, before: tuple[Any, ...] = ()) -> Iterator[Edit]:
    texts = (one.extracted_compared for one in errors if isinstance(one.extracted_compared, str))
    units = Counter(re.sub(r"[\d.,'\s+-]", "", text) for text in texts)
    for mark in _MARKS:
        params = {} if mark == "." else {"decimal": mark}
        yield Edit(path, before, compare="amount", params=params)
        for unit, _ in units.most_common(_MOST_UNITS):
            yield Edit(path, before, compare="quantity", params={"unit": unit, **params})


def _in_other_units(path: str, errors: Sequence[FieldResult]) -> Iterator[Edit]:
    yield from _as("quantity", marks=True)(path, errors)
    yield from (Edit(path, (comma,), compare="quantity") for comma in (_COMMA, _ANY_COMMA))


def _with_units_and_marks(path: str, errors: Sequence[FieldResult]) -> Iterator[Edit]:
    yield from _with_units(path, errors)
    for comma in (_COMMA, _ANY_COMMA):
        yield from _with_units(path, errors, before=(comma,))


def _dates(path: str, errors: Sequence[FieldResult]) -> Iterator[Edit]:
    """Compare as dates and times where gold has times: as dates alone, another hour would be right too."""
    gold = (one.gold_compared for one in errors)
    has_times = any(isinstance(text, str) and read_date(text, {}).has_time for text in gold)
    name = "datetime" if has_times else "date"
    yield from _fixed({"compare": name}, {"compare": name, "params": {"day_first": True}})(path, errors)


def _similar(path: str, errors: Sequence[FieldResult]) -> Iterator[Edit]:
    for threshold in _SIMILAR:
        yield Edit(path, compare="levenshtein", threshold=threshold)


def _abbreviations(path: str, errors: Sequence[FieldResult]) -> Iterator[Edit]:
    pairs = ((one.gold_compared, one.extracted_compared) for one in errors)
    entries = entries_of(cut for left, right in pairs for cut in cuts_of(str(left), str(right)))
    yield Edit(path, entries[:_MOST_WORDS])


def _synonyms(path: str, errors: Sequence[FieldResult]) -> Iterator[Edit]:
    pairs = [(one.gold_compared, one.extracted_compared) for one in errors]
    texts = list(dict.fromkeys(pair for pair in pairs if all(isinstance(one, str) for one in pair)))
    of_units = are_units({gold for gold, _ in texts})
    meant = Counter(extracted for _, extracted in texts)
    table = {
        extracted: gold
        for gold, extracted in texts
        if meant[extracted] == 1 and may_be_synonyms(gold, extracted, of_units=of_units)
    }
    if table:
        yield Edit(path, ({"map_values": {"values": dict(sorted(table.items()))}},))


_NOTHING: Final = _fixed({"absent": (None, "", [], {}), "both_absent": "match"})
WAYS: Final[Mapping[str, Way]] = {
    "empty_missing": _NOTHING,
    "empty_invented": _NOTHING,
    "null_for_empty": _NOTHING,
    "empty_for_null": _NOTHING,
    "null_for_zero": partial(_as_null, plain=[0, 0.0]),
    "null_for_false": partial(_as_null, plain=[False]),
    "zero_for_null": partial(_as_null, plain=[0, 0.0]),
    "false_for_null": partial(_as_null, plain=[False]),
    "words_for_null": _words,
    "null_for_words": _words,
    "one_of_list": _as("any_of"),
    "number_as_text": _numbers,
    "number_form": _numbers,
    "magnitude": _fixed(
        *({"compare": "amount", "params": {"magnitudes": True, **more}} for more in ({}, {"decimal": ","}))
    ),
    "boolean_as_text": _fixed({"compare": "boolean"}, {"compare": "boolean", "params": {"numbers": True}}),
    "list_order": _as("set"),
    "rounded": _within,
    "white_space": _written(_AXES["whitespace"], (_NO_SPACE,)),
    "case": _written(("lowercase",), ("casefold",)),
    "case_space": _written(("casefold", *_AXES["whitespace"]), ("casefold", _NO_SPACE)),
    "looks": _written(_AXES["accents"], _AXES["lookalikes"], (*_AXES["lookalikes"], *_AXES["accents"])),
    "punctuation": _written(_AXES["punctuation"]),
    "written": _as("normalized"),
    "date_form": _dates,
    "decimal_mark": _written((_COMMA,), (_ANY_COMMA,)),
    "unit_form": _in_other_units,
    "unit_added": _with_units,
    "unit_and_mark": _with_units_and_marks,
    "abbreviated": _abbreviations,
    "separators": _written(_AXES["separators"], (_NO_MARKS,)),
    "word_order": _written(_AXES["word_order"], ("casefold", "strip_punctuation", "sort_tokens")),
    "typing": _similar,
    "repeated": _synonyms,
}
"""By pattern."""
