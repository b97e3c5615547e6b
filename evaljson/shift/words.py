"""What is unlike about two batches, in words."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.shift.dates import day_text
from evaljson.shift.model import ChangeOfF1, ShiftTest, UnderMix
from evaljson.stats.reweighting import Reweighted
from evaljson.wording.differences import in_points
from evaljson.wording.values import as_text
from evaljson.wording.words import counted, points, signed_points

Names = tuple[str, str]
_CUT: Final = 40
_SHOWN: Final = 2
_NOISE: Final = 1e-9
_NO_VALUE: Final = ("absent", "null", "empty")


def of_kinds(kinds: Sequence[Hashable], a: Floats, b: Floats, inside: bool) -> str:
    """Say how often there is a value; of which kind, where it is that which changed most."""
    none = np.array([kind in _NO_VALUE for kind in kinds], np.bool_)
    where = "of elements" if inside else "of records"
    if none.any() and abs(float(a[none].sum() - b[none].sum())) >= float(np.abs(a - b).max()) / 2:
        there, there_b = float(a[~none].sum()), float(b[~none].sum())
        return f"has a value in {points(there)}% → {points(there_b)}% {where}"
    most = int(np.argmax(np.abs(a - b)))
    return f"is {kinds[most]} in {points(float(a[most]))}% → {points(float(b[most]))}% {where}"


def of_values(values: Sequence[Any], a: Floats, b: Floats) -> str:
    """Name the values whose shares changed most."""
    order = np.argsort(-np.abs(a - b), kind="stable")[:_SHOWN].tolist()
    parts = [f"{_short(values[at])} {points(float(a[at]))}% → {points(float(b[at]))}%" for at in order]
    return ", ".join(parts)


def of_new(share: float, examples: Sequence[Any], names: Names) -> str:
    """Say how many values are new, and which are most frequent."""
    listed = f", such as {', '.join(map(_short, examples))}" if examples else ""
    return f"{points(share)}% of the values of {names[1]} are nowhere in {names[0]}{listed}"


def of_numbers(a: Floats, b: Floats, are_days: bool) -> str:
    """Say how far numbers moved: the medians, and the mean way from one distribution to the other beside the spread."""
    from scipy.stats import wasserstein_distance  # here, because it takes long to import

    middle = [float(np.median(one)) for one in (a, b)]
    shown = [day_text(one) if are_days else f"{one:,.6g}" for one in middle]
    low, high = np.quantile(a, [0.25, 0.75]).tolist()
    moved = f"median {shown[0]} → {shown[1]}"
    if high > low:
        moved += f", moved by {float(wasserstein_distance(a, b)) / (high - low):.2g} of its middle half's width"
    return moved


def of_lengths(a: float, b: float, unit: str) -> str:
    """Say how long on average."""
    return f"{a:.1f} → {b:.1f} {unit} on average"


def of_loss(a: float, b: float) -> str:
    """Say how much of its weight a field loses."""
    return f"F1 {points(1 - a)} → {points(1 - b)}"


def of_mix(path: str, found: Reweighted, names: Names, level: float) -> str:
    """Say what the mix of the groups of one field would change."""
    ends = f"{level * 100:g}% interval {signed_points(found.low)} to {signed_points(found.high)}"
    said = (
        f"with {names[1]}'s mix of {path}, {names[0]} would get {points(found.mean)}: "
        f"{signed_points(found.difference)} ({ends})"
    )
    if found.unmatched:
        said += f", without the {points(found.unmatched)}% of {names[1]} in groups that {names[0]} lacks"
    return said


def sentence(
    tests: Sequence[ShiftTest], f1: ChangeOfF1 | None, mixes: Sequence[UnderMix], names: Names, level: float
) -> str:
    """Say in a sentence or two what shifted, and what could explain the change in F1."""
    found = [one for one in tests if one.found and one.what != "loss"]
    fields = list(dict.fromkeys(one.path for one in found))
    asked = counted(len(tests), "question")
    if fields:
        shifted = f"{counted(len(fields), 'field')} shifted between {names[0]} and {names[1]}"
        said = f"{shifted}: {_listed(fields)} ({asked} asked)."
    else:
        said = f"No field shifted detectably between {names[0]} and {names[1]} ({asked} asked)."
    if f1 is None:
        return said
    ends = f"{level * 100:g}% interval {signed_points(f1.low)} to {signed_points(f1.high)}"
    before, after, change = in_points(f1.a, f1.b)
    said += f" F1 went from {before} to {after}: {change} points ({ends})."
    best = next((one for one in mixes if one.could_explain), None)
    if not f1.detected:
        return said
    if best is None:
        return f"{said}{_unexplained(fields, mixes)}"
    part = "all" if (best.explained or 0) >= 1 - _NOISE else signed_points(best.change)
    return f"{said} The mix of {best.path} could explain {part} of them."


def _unexplained(fields: Sequence[str], mixes: Sequence[UnderMix]) -> str:
    """Say that no shift explains the change where the mix of each shifted field was worked out for all of B."""
    known = {one.path for one in mixes if not one.unmatched}
    unknown = [path for path in fields if path not in known]
    if unknown:
        return f" Whether the shift of {_listed(unknown)} explains it cannot be fully worked out."
    return " No shift explains it: within the groups, the errors changed." if fields else ""


def _listed(fields: Sequence[str]) -> str:
    return ", ".join(fields[:3]) + (f" and {len(fields) - 3:,} more" if len(fields) > 3 else "")


def _short(value: Any) -> str:
    text = as_text(value)
    return text if len(text) <= _CUT else f"{text[:_CUT]}…"
