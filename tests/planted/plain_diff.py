"""What differs between two records, found without knowing what was planted: to hold the counts in planted.json against.

Knows nothing of the generators or of evaljson. Arrays of objects are
paired greedily by equal values; any other array is one value.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Any

ABSENT: Any = object()
"""The key is not there."""

Differences = Counter[tuple[str, str]]
"""(schema path, kind) -> count; kind is "other" where a look at the two values does not tell it."""

NO_DECOMPOSITION = str.maketrans({"ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "œ": "oe"})


def differences(gold: Any, extracted: Any, path: str = "") -> Differences:
    """Differences of one record. A swap of two neighbours counts at both, a reordered array once."""
    if isinstance(gold, dict) and isinstance(extracted, dict):
        return _of_objects(gold, extracted, path)
    if _rows(gold) and _rows(extracted):
        return _of_rows(gold, extracted, path)
    if gold is extracted or (type(gold) is type(extracted) and gold == extracted):
        return Counter()
    return Counter([(path, _kind(gold, extracted))])


def _of_objects(gold: dict[str, Any], extracted: dict[str, Any], path: str) -> Differences:
    found: Differences = Counter()
    swapped = set()
    for one, other in (("vendor", "buyer"), ("net_amount", "gross_amount"), ("unit_price", "amount")):
        values = (gold.get(one), gold.get(other))
        if values[0] != values[1] and (extracted.get(other), extracted.get(one)) == values:
            swapped |= {one, other}
    for key in {**gold, **extracted}:
        below = f"{path}.{key}" if path else key
        if key in swapped:
            found[below, "swapped"] += 1
        else:
            found += differences(gold.get(key, ABSENT), extracted.get(key, ABSENT), below)
    return found


def _of_rows(gold: list[Any], extracted: list[Any], path: str) -> Differences:
    """Copies of an earlier row and rows that have neither sku nor quantity are taken for extra."""
    found: Differences = Counter()
    rows: list[Any] = []
    for row in extracted:
        if row in rows:
            found[f"{path}[]", "doubled"] += 1
        elif row.get("sku", "") is None and row["quantity"] is None:
            found[f"{path}[]", "subtotal"] += 1
        else:
            rows.append(row)
    pairs = dict(_greedy(gold, rows))
    if len(pairs) < len(gold):
        found[f"{path}[]", "dropped"] += len(gold) - len(pairs)
    in_gold_order = list(dict(sorted(pairs.items())).values())
    if in_gold_order != sorted(in_gold_order):
        found[path, "reordered"] += 1
    for gold_at, row_at in pairs.items():
        found += differences(gold[gold_at], rows[row_at], f"{path}[]")
    return found


def _greedy(gold: list[Any], rows: list[Any]) -> Iterator[tuple[int, int]]:
    """Pairs of positions, those with most equal values first, then those that lie closest together."""
    scores = sorted(
        (-sum(one[key] == other.get(key, ABSENT) for key in one), abs(at - row_at), at, row_at)
        for at, one in enumerate(gold)
        for row_at, other in enumerate(rows)
    )
    used: tuple[set[int], set[int]] = (set(), set())
    for *_, at, row_at in scores:
        if at not in used[0] and row_at not in used[1]:
            used[0].add(at)
            used[1].add(row_at)
            yield at, row_at


def _rows(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


def _kind(gold: Any, extracted: Any) -> str:
    if gold is ABSENT or gold is None:
        if extracted is None or extracted is ABSENT:
            return "null or absent"
        return "empty text" if extracted == "" else "invented"
    if extracted is None or extracted is ABSENT:
        return "missed"
    if isinstance(gold, list) and isinstance(extracted, list):
        return "reordered" if sorted(gold) == sorted(extracted) else "other"
    if isinstance(gold, str) and isinstance(extracted, str):
        return _kind_of_text(gold, extracted)
    expected = {
        (float, str): "text",
        (int, str): "text",
        (str, int): "number",
        (str, dict): "object",
        (dict, str): "text",
    }
    return expected.get((type(gold), type(extracted)), "other")


def _kind_of_text(gold: str, extracted: str) -> str:
    if gold.lower() == extracted.lower():
        return "case"
    if gold.split() == extracted.split():
        return "whitespace"
    if _plain(gold) == extracted:
        return "accents"
    iso = re.compile(r"\d{4}-\d\d-\d\d")
    return "date format" if iso.fullmatch(gold) and not iso.fullmatch(extracted) else "other"


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.translate(NO_DECOMPOSITION))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
