"""Accuracy, figures over tokens and figures of classes, result by result, by their definitions in words."""

from typing import Any

from evaljson.base.jsontypes import strict_equal
from evaljson.results.field_result import FieldResult

SCORED = ("match", "mismatch", "omission", "hallucination")
INVENTED, MISSING = object(), object()


def accuracy(records: list[list[FieldResult]]) -> tuple[int, int, list[float]]:
    """Matches, leaves, and the share of each record."""
    counted = [[one for one in results if one.status in SCORED and one.weight > 0] for results in records]
    right = [sum(one.status == "match" for one in results) for results in counted]
    shares = [hits / len(results) if results else 1.0 for hits, results in zip(right, counted, strict=True)]
    return sum(right), sum(map(len, counted)), shares


def words(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [word for item in value.values() for word in words(item)]
    if isinstance(value, list):
        return [word for item in value for word in words(item)]
    if value is None:
        return []
    if isinstance(value, float) and value == value and abs(value) != float("inf") and int(value) == value:
        return [str(int(value))]
    return str(value).casefold().split()


def tokens(results: list[FieldResult]) -> tuple[int, int, int]:
    """Of gold, of the extraction, shared."""
    total = [0, 0, 0]
    for one in results:
        if one.status not in SCORED or one.weight == 0:
            continue
        gold = [] if one.status == "hallucination" else words(one.gold_compared)
        extracted = [] if one.status == "omission" else words(one.extracted_compared)
        left = list(gold)
        for word in extracted:
            if word in left:
                left.remove(word)
                total[2] += 1
        total[0] += len(gold)
        total[1] += len(extracted)
    return total[0], total[1], total[2]


def labels(results: list[FieldResult]) -> list[tuple[Any, Any]]:
    """The class of gold and of the extraction of each result; a match has gold's class."""
    pairs: list[tuple[Any, Any]] = []
    for one in results:
        if one.status not in SCORED:
            continue
        gold = INVENTED if one.status == "hallucination" else one.gold_compared
        extracted = MISSING if one.status == "omission" else one.extracted_compared
        pairs.append((gold, gold if one.status == "match" else extracted))
    return pairs


def same(a: Any, b: Any) -> bool:
    return a is b or (a is not INVENTED and b is not MISSING and a is not MISSING and strict_equal(a, b))


def one_class(pairs: list[tuple[Any, Any]], value: Any) -> tuple[int, int, int, float | None, float | None, float]:
    """Support, extracted, right, precision, recall, F1."""
    support = sum(same(value, gold) for gold, _ in pairs)
    extracted = sum(same(value, other) for _, other in pairs)
    right = sum(same(value, gold) and same(value, other) for gold, other in pairs)
    precision = right / extracted if extracted else None
    recall = right / support if support else None
    return support, extracted, right, precision, recall, 2 * right / (support + extracted)


def distinct(values: list[Any]) -> list[Any]:
    found: list[Any] = []
    for value in values:
        if not any(same(value, other) for other in found):
            found.append(value)
    return found


def has_classes(pairs: list[tuple[Any, Any]], most: int) -> bool:
    values = [gold for gold, _ in pairs if gold is not INVENTED]
    few = distinct(values)
    return 0 < len(few) <= most and len(values) >= 2 * len(few) and not any(isinstance(v, dict | list) for v in few)


def by_field(records: list[tuple[list[FieldResult], list[str]]]) -> dict[str, list[FieldResult]]:
    found: dict[str, list[FieldResult]] = {}
    for results, fields in records:
        for result, field in zip(results, fields, strict=True):
            found.setdefault(field, []).append(result)
    return found
