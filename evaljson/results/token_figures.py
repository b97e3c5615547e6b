"""Precision, recall and F1 over tokens: how many words of the extracted values are words of gold's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from evaljson.results.compared_values import NONE, ComparedValues
from evaljson.scoring.status import HALLUCINATION
from evaljson.scoring.tallies import Rows, ratio


@dataclass(frozen=True, slots=True)
class TokenFigures:
    """Micro figures: sums over all results, without weights."""

    gold: int
    """Tokens of gold."""
    extracted: int
    shared: int
    """Tokens that both values of a result have, as often as both have them."""
    precision: float | None
    """shared / extracted; None where that is 0."""
    recall: float | None
    f1: float | None


@dataclass(frozen=True, slots=True)
class RunTokens:
    """The figures over tokens of a run; results of weight 0 do not count."""

    overall: TokenFigures
    per_field: Mapping[str, TokenFigures]
    """By schema path, in schema order: fields with a token on either side."""


def tokens_of(value: Any) -> Counter[str]:
    """Split a value into tokens: words between blanks without case; any other value is one, null is none.

    1 and 1.0 are the same token. Containers have the tokens of all values in them, not of their keys.
    """
    if value is None:
        return Counter()
    if isinstance(value, dict | list):
        inside = value.values() if isinstance(value, dict) else value
        return sum(map(tokens_of, inside), Counter())
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return Counter(str(value).casefold().split())


def token_figures(rows: Rows, parts: Iterable[ComparedValues]) -> RunTokens:
    """Count the tokens of each distinct pair of values once."""
    sums = np.zeros((len(rows.fields), 3), np.int64)
    counts = (rows.status <= HALLUCINATION) & (rows.weight > 0)
    for part in parts:
        for field, of_field in part.where(counts[part.rows]).by_field(rows.field):
            sums[field] += _sums(of_field)
    per_field = {
        path: _figures(*counted) for path, counted in zip(rows.fields, sums.tolist(), strict=True) if any(counted)
    }
    return RunTokens(_figures(*sums.sum(axis=0).tolist()), per_field)


def _sums(part: ComparedValues) -> tuple[int, int, int]:
    """Return the tokens of gold, of the extraction, and those they share."""
    width = len(part.values) + 1
    pairs, counts = np.unique((part.gold + 1) * width + part.extracted + 1, return_counts=True)
    used = np.unique(np.concatenate([part.gold, part.extracted])).tolist()
    tokens = {code: Counter[str]() if code == NONE else tokens_of(part.values[code]) for code in used}
    sizes = {code: tokens_of_value.total() for code, tokens_of_value in tokens.items()}
    in_gold = in_extracted = shared = 0
    for pair, count in zip(pairs.tolist(), counts.tolist(), strict=True):
        gold, extracted = pair // width - 1, pair % width - 1
        in_gold += count * sizes[gold]
        in_extracted += count * sizes[extracted]
        shared += count * (sizes[gold] if gold == extracted else (tokens[gold] & tokens[extracted]).total())
    return in_gold, in_extracted, shared


def _figures(gold: int, extracted: int, shared: int) -> TokenFigures:
    f1 = ratio(2 * shared, gold + extracted)
    return TokenFigures(gold, extracted, shared, ratio(shared, extracted), ratio(shared, gold), f1)
