"""Scoring a node that is compared as one value."""

from typing import Any

from . import comparators
from .place import Place, Result
from .schema import Node, comparator
from .transforms import Refused, transformed
from .values import strictly_equal


def score_unit(node: Node, gold: Any, extracted: Any, place: Place) -> Result:
    """At least one side is not MISSING; `place` has been entered."""
    steps = node.get("x-eval-transform", [])
    gold_value, gold_refused = try_transform(steps, gold)
    extracted_value, extracted_refused = try_transform(steps, extracted)
    gold_absent, extracted_absent = place.is_absent(gold_value), place.is_absent(extracted_value)
    if gold_absent and extracted_absent:
        return place.both_absent(extracted)
    if gold_absent:
        return place.result("hallucination", extracted)
    if extracted_absent:
        return place.result("omission", extracted)
    if gold_refused or extracted_refused:
        return judged(place, extracted, 1.0 if strictly_equal(gold, extracted) else 0.0, None)

    name, params = comparator(node)
    if name == "semantic" and not strictly_equal(gold_value, extracted_value):
        # there is no judge; only while candidates are paired does it count as unequal
        return judged(place, extracted, 0.0, None) if place.pairing else place.result("batch_error", extracted)
    if name == "numeric":
        score = comparators.numeric(gold_value, extracted_value, params.get("tolerance", {}))
    elif name == "oneof":
        listed = [try_transform(steps, value)[0] for value in params["values"]]
        score = comparators.oneof(extracted_value, listed)
    elif name in place.comparators:
        try:
            score = place.comparators[name](gold_value, extracted_value, params)
        except Exception:
            return judged(place, extracted, 0.0, None)
        if not 0.0 <= score <= 1.0:  # NaN fails this too
            return judged(place, extracted, 0.0, None)
    elif name in ("exact", "semantic"):
        score = comparators.exact(gold_value, extracted_value)
    else:
        raise KeyError(name)
    return judged(place, extracted, score, node.get("x-eval-threshold"))


def try_transform(steps: list[Any], value: Any) -> tuple[Any, bool]:
    """The transformed value and False, or the raw one and True where a transform refuses it."""
    try:
        return transformed(steps, value), False
    except Refused:
        return value, True


def judged(place: Place, extracted: Any, similarity: float, threshold: float | None) -> Result:
    score = similarity
    if threshold is not None:
        score = 1.0 if similarity >= threshold else 0.0
    return place.result("match" if score == 1.0 else "mismatch", extracted, score, similarity)
