"""The values of a chunk's results as JSON text, each distinct one written once for both sides."""

from __future__ import annotations

import math
from collections.abc import Sequence
from json.encoder import encode_basestring
from typing import Any

import numpy as np

from evaljson.base.arrays import Codes, Ints
from evaljson.base.json_text import json_text
from evaljson.base.jsontypes import ABSENT
from evaljson.results.parts import TextColumn, coded
from evaljson.scoring.side import EXTRACTED, GOLD, Side
from evaljson.scoring.table_sink import NOWHERE, Chunk

_SAME_TEXT = frozenset({str, int, float, bool, type(None), type(ABSENT)})
"""Types of which strictly equal values have the same JSON text, except for 0.0 and -0.0; objects differ in order."""


def value_texts(chunk: Chunk, at: Ints) -> tuple[TextColumn, TextColumn]:
    """Return the JSON texts of gold and of extracted in some rows of a chunk, as codes into the same list.

    None stands for no value.
    """
    gold, extracted = _rows(chunk, at, GOLD), _rows(chunk, at, EXTRACTED)
    both = _by_code(chunk, gold, extracted)
    if both is None:
        values = [*_values(chunk.columns.gold, gold), *_values(chunk.columns.extracted, extracted)]
        both = coded(_texts(values))
    return TextColumn(both.codes[: len(at)], both.texts), TextColumn(both.codes[len(at) :], both.texts)


def _rows(chunk: Chunk, at: Ints, side: Side) -> Ints:
    """Return the rows of the values in the columns of a side; NOWHERE where it has none."""
    rows = chunk.rows_of(side)
    return np.full(len(at), NOWHERE) if rows is None else rows[at]


def _values(column: list[Any], rows: Ints) -> list[Any]:
    return [ABSENT if row == NOWHERE else column[row] for row in rows.tolist()]


def _by_code(chunk: Chunk, gold: Ints, extracted: Ints) -> TextColumn | None:
    """Write one value of each code that the engine gave; None where that is not safe, or there are no codes."""
    unit = chunk.unit
    if unit is None:
        return None
    raw = np.concatenate([_codes(unit.raw_gold, gold), _codes(unit.raw_extracted, extracted)])
    _, first, codes = np.unique(raw, return_index=True, return_inverse=True)
    of_gold = first < len(gold)
    values: list[Any] = [None] * len(first)
    for places, column, rows in (
        (np.flatnonzero(of_gold), chunk.columns.gold, gold[first[of_gold]]),
        (np.flatnonzero(~of_gold), chunk.columns.extracted, extracted[first[~of_gold] - len(gold)]),
    ):
        for place, item in zip(places.tolist(), _values(column, rows), strict=True):
            values[place] = item
    types = set(map(type, values))
    if not types <= _SAME_TEXT or (float in types and 0.0 in values):
        return None
    return TextColumn(codes, _texts(values))


def _codes(raw: Codes, rows: Ints) -> Ints:
    codes, there = np.full(len(rows), NOWHERE), rows != NOWHERE
    codes[there] = raw[rows[there]]
    return codes


def _texts(values: Sequence[Any]) -> list[str | None]:
    """Write each value as JSON; None where there is none. Columns of one type, which most are, need no look at each."""
    types = set(map(type, values))
    if types == {str} and all(map(str.isascii, values)):
        return list(map(encode_basestring, values))
    if types == {int} or (types == {float} and all(map(math.isfinite, values))):
        return list(map(repr, values))
    return [None if item is ABSENT else json_text(item) for item in values]
