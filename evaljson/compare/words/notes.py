"""Writes notes on a comparison: what its figures do not show by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from evaljson.compare.comparison import RecordDifference
from evaljson.compare.estimate import Estimate
from evaljson.compare.fields import FieldComparison
from evaljson.compare.verdict import NO_DIFFERENCE
from evaljson.compare.words.phrases import listed
from evaljson.results.model import RunResult
from evaljson.wording.words import counted, signed_points

_NEARLY_RIGHT = 0.99
_SMALL = 30
_ONE_RECORD = "One record makes most of the difference"
_STANDS_OUT_AMONG = 10
_LONGEST = 60
"""Characters of an id."""
_LARGE = 0.005
"""Of mean F1, 0..1: half a point."""
_FIELD = "field", "fields"
_KEY = "key that the eval schema lacks", "keys that the eval schema lacks"


def of_runs(a: Sequence[RunResult], b: Sequence[RunResult], names: tuple[str, str], unjudged: int) -> Iterable[str]:
    """Write what is unusual about the runs, of whose places `unjudged` could not be compared."""
    most_strays = [max(len(run.invented_records) for run in runs) for runs in (a, b)]
    if any(most_strays):
        counts = " and ".join(f"{count:,} of {name}" for count, name in zip(most_strays, names, strict=True))
        yield f"Records that gold lacks count as invented: {counts}. A side without such a record is right there."
    if len(a) == len(b) == 1 and a[0].signature["extracted"] == b[0].signature["extracted"]:
        yield f"{names[0]} and {names[1]} were scored from the same extracted records."
    if any(run.signature["libraries"] != a[0].signature["libraries"] for run in (*a, *b)):
        yield "The runs were scored with different versions of libraries; score them again to rule out an effect."
    for runs, name in ((a, names[0]), (b, names[1])):
        if len({run.signature["extracted"] for run in runs}) < len(runs):
            yield f"Repeats of {name} were scored from the same extracted records: they do not show how runs differ."
    if (len(a) == 1) != (len(b) == 1):
        once = names[0] if len(a) == 1 else names[1]
        yield f"{once} was run once: how much its runs differ is unknown, and not in the interval."
    elif len(a) != len(b):
        yield (
            f"{names[0]} was run {len(a):,} times and {names[1]} {len(b):,}: the side with fewer runs decides how far "
            "the verdict can be trusted. Run both equally often."
        )
    if 2 in (len(a), len(b)):
        yield (
            "Two runs hardly show how much runs differ, so the interval is long: three runs of each side find far more."
        )
    if unjudged:
        yield (
            f"{counted(unjudged, 'place')} left out on both sides, field by field: a run could not judge its own "
            "result there."
        )


def of_one_record(records: Sequence[RecordDifference]) -> Iterable[str]:
    """Write that one record makes most of a difference. Of few records, or of a small difference, one always does."""
    if len(records) < _STANDS_OUT_AMONG:
        return
    change = np.array([one.difference for one in records])
    mean, most = float(change.mean()), int(np.abs(change).argmax())
    without = float(np.delete(change, most).mean())
    if abs(mean) >= _LARGE and (without * mean <= 0 or abs(without) < abs(mean) / 2):
        yield (
            f"{_ONE_RECORD}: without {_name(records[most])}, it is {signed_points(without)} F1 points, not "
            f"{signed_points(mean)}."
        )


def decisive(every: Iterable[str]) -> list[str]:
    """Take the note that one record makes most of the difference out of those of a comparison."""
    return [note for note in every if note.startswith(_ONE_RECORD)]


def _name(record: RecordDifference) -> str:
    if record.record_id is not None:
        return str(record.record_id)[:_LONGEST]
    return "one that gold lacks" if record.position is None else f"record {record.position + 1:,} of gold"


def of_figures(figure: Estimate, fields: Sequence[FieldComparison], records: int) -> Iterable[str]:
    """Write what to know about the verdict."""
    scored = any(field.test for field in fields)
    if scored and min(figure.a or 0.0, figure.b or 0.0) >= _NEARLY_RIGHT and figure.verdict == NO_DIFFERENCE:
        yield "Both sides are almost entirely right, so only hard records can tell them apart."
    if records == 1:
        yield "A single record cannot show whether a difference is more than chance."
    elif records < _SMALL:
        hopeless = figure.differing > 0 and (figure.smallest is None or figure.smallest > 1)
        effect = "they cannot show any difference" if hopeless else "only large differences show"
        yield f"{records} records are few: {effect}."


@dataclass(frozen=True, slots=True)
class FieldFamily:
    """The tests of fields that one adjustment is for, over all variants that are compared with a baseline."""

    fields: int
    """Of the eval schema."""
    keys: int
    """That it lacks."""
    variants: int


def of_fields(fields: Sequence[FieldComparison], names: tuple[str, str], family: FieldFamily) -> Iterable[str]:
    """Write where verdicts on fields are not what F1 suggests, and what they are adjusted for."""
    for missing, other, one_sided in (
        (names[0], names[1], [field for field in fields if field.a is None and field.b is not None]),
        (names[1], names[0], [field for field in fields if field.b is None and field.a is not None]),
    ):
        values = [field for field in one_sided if not field.is_whole]
        yield from _on_one_side(missing, other, [field.path for field in values if field.declared], _FIELD)
        yield from _on_one_side(missing, other, [field.path for field in values if not field.declared], _KEY)
        yield from _wholes_on_one_side(missing, other, [field.path for field in one_sided if field.is_whole])
    hidden = [field for field in fields if field.verdict != NO_DIFFERENCE and field.difference == 0]
    if hidden:
        yield (
            f"F1 does not show the verdict on {counted(len(hidden), 'field')} "
            f"({listed([field.path or '(the record)' for field in hidden])}): the verdict counts mistakes, and F1 "
            "stays at 0 if nothing is right, however many there are."
        )
    if family.variants > 1:
        keys = f" and, separately, for {family.keys:,} of keys that it lacks" if family.keys else ""
        over = "both" if family.variants == 2 else f"all {family.variants:,}"
        yield (
            f"Verdicts on fields are adjusted for {counted(family.fields, 'test')} of fields of the eval schema{keys}, "
            f"over {over} variants that are compared with {names[0]}; intervals are not."
        )
    elif family.fields and family.keys:
        wholes = sum(field.is_whole for field in fields if field.test and field.declared)
        parts = f", {wholes:,} of its objects, arrays or elements as a whole" if wholes else ""
        yield (
            f"Verdicts are adjusted for {counted(family.fields - wholes, 'field')} of the eval schema{parts} and, "
            f"separately, for {counted(family.keys, 'key')} that it lacks; intervals are not."
        )


def _on_one_side(missing: str, other: str, paths: Sequence[str], words: tuple[str, str]) -> Iterable[str]:
    if paths:
        have, their = ("has", "its verdict counts") if len(paths) == 1 else ("have", "their verdicts count")
        yield (
            f"{counted(len(paths), *words)} ({listed([path or '(the record)' for path in paths])}) {have} values in "
            f"{other} only: there is no F1 of {missing} to compare, so {their} mistakes."
        )


def _wholes_on_one_side(missing: str, other: str, paths: Sequence[str]) -> Iterable[str]:
    """Write where an object, array or element itself has results on one side: its parts may have values on both."""
    if paths:
        one = len(paths) == 1
        itself, their = ("itself has", "its verdict counts") if one else ("themselves have", "their verdicts count")
        yield (
            f"{listed([path or '(the record)' for path in paths])} {itself} results in {other} only, being null, empty "
            f"or of another type as a whole: there is no F1 of {missing} to compare, so {their} mistakes."
        )
