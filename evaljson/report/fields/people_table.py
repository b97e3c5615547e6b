"""How far people agree who labelled the same documents, in words and as tables."""

from __future__ import annotations

from typing import Final

import pandas as pd

from evaljson.agreement import LEAST_DOUBLES, AgainstPeople, GoldAgreement, MeanF1, OfValues
from evaljson.results.ranking import lowest_first
from evaljson.stats import Coefficient
from evaljson.wording.words import counted, fraction, points, points_column, signed_points

FIELD, BOTH, SAME, ALPHA, AC1, THERE, ELEMENTS = (
    "Field", "Values", "Same value", "Alpha", "AC1", "There or not", "Same elements",
)  # fmt: skip
VARIANT, AGAINST, BESIDE = "Variant", "F1 against people", "Beside people"
_AT_ROOT: Final = "(the record)"


def people_in_words(found: GoldAgreement) -> str:
    """Say how far people agree, over how many records."""
    doubles = f"{counted(found.doubles, 'record')} that two or more people labelled"
    if found.f1.value is None:
        return f"{doubles}: figures of agreement come from {LEAST_DOUBLES} on, with fewer they would be chance."
    return f"People agree with each other to F1 {points(found.f1.value)} ({_ends(found.f1)}) over {doubles}."


def systems_beside_people(found: GoldAgreement) -> pd.DataFrame:
    """Return a row per variant: its F1 against people, and how far that is from people with each other."""
    rows = [
        (one.name, f1_in_words(one), f"{signed_points(one.difference.value)} ({_signed_ends(one.difference)})")
        for one in found.systems
        if one.f1.value is not None
    ]
    return pd.DataFrame(rows, columns=[VARIANT, AGAINST, BESIDE])


def f1_in_words(one: AgainstPeople) -> str:
    """Write the F1 of a variant against people: `90.1`, or `90.1 (1 record is missing; 96.3 without it)`."""
    if not one.missing:
        return points(one.f1.value)
    are, them = ("is", "it") if one.missing == 1 else ("are", "them")
    without = "" if one.f1_produced.value is None else f"; {points(one.f1_produced.value)} without {them}"
    return f"{points(one.f1.value)} ({counted(one.missing, 'record')} {are} missing{without})"


def agreement_by_field(found: GoldAgreement) -> pd.DataFrame:
    """Return a row per field, least agreed on first, shares in points."""
    fields = {field.path: field for field in found.fields}
    shares = {
        path: min((share for share in _shares(found, path) if share is not None), default=None) for path in fields
    }
    listed = [fields[path] for path in lowest_first(shares)]
    values = [one.value for one in listed]
    return pd.DataFrame(
        {
            FIELD: [one.path or _AT_ROOT for one in listed],
            SAME: points_column(None if one is None else one.share for one in values),
            ALPHA: [_alpha(one) for one in values],
            AC1: [None if one is None or one.ac1 is None else _coefficient(one.ac1) for one in values],
            BOTH: pd.array([None if one is None else one.doubles for one in values], dtype="Int64"),
            THERE: points_column(None if one.presence is None else one.presence.share for one in listed),
            ELEMENTS: points_column(None if one.elements is None else one.elements.f1 for one in listed),
        }
    )


def _shares(found: GoldAgreement, path: str) -> list[float | None]:
    one = found.at(path)
    of = [None if level is None else level.share for level in (one.value, one.presence)]
    return [*of, None if one.elements is None else one.elements.f1]


def _alpha(found: OfValues | None) -> str | None:
    if found is None:
        return None
    return found.why if found.alpha is None else _coefficient(found.alpha)


def _coefficient(found: Coefficient) -> str:
    if found.low is None or found.high is None:
        return fraction(found.value, 2)
    return f"{fraction(found.value, 2)} ({fraction(found.low, 2)} to {fraction(found.high, 2)})"


def _ends(mean: MeanF1) -> str:
    return f"95% interval {points(mean.low)} to {points(mean.high)}"


def _signed_ends(mean: MeanF1) -> str:
    return f"95% interval {signed_points(mean.low)} to {signed_points(mean.high)}"
