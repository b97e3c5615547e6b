"""What the figures of a comparison cannot say of themselves, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from evaljson.compare.estimate import NO_DIFFERENCE, Estimate, Method
from evaljson.compare.fields import FieldComparison, told_by_f1
from evaljson.compare.words.sentence import listed
from evaljson.results.model import RunResult
from evaljson.wording.words import counted

_ALL_BUT = 0.99
_SMALL = 30
_FIELD = "field", "fields"
_KEY = "key that the eval schema lacks", "keys that the eval schema lacks"


def of_runs(a: Sequence[RunResult], b: Sequence[RunResult], names: tuple[str, str]) -> Iterable[str]:
    """What is odd about the runs themselves."""
    if len(a) == len(b) == 1 and a[0].signature["extracted"] == b[0].signature["extracted"]:
        yield f"{names[0]} and {names[1]} were scored from the same extracted records."
    if any(run.signature["libraries"] != a[0].signature["libraries"] for run in (*a, *b)):
        yield "The runs were scored with different versions of libraries; score them again to rule that out."
    for runs, name in ((a, names[0]), (b, names[1])):
        if len({run.signature["extracted"] for run in runs}) < len(runs):
            yield f"Repeats of {name} were scored from the same extracted records: of how runs differ they say nothing."
    if (len(a) == 1) != (len(b) == 1):
        once = names[0] if len(a) == 1 else names[1]
        yield f"{once} was run once: how much its runs differ is not known, and not in the interval."


def of_figures(own: Estimate, fields: Sequence[FieldComparison], records: int, unjudged: int) -> Iterable[str]:
    """What to know of the verdict."""
    if unjudged:
        yield (
            f"{counted(unjudged, 'place')} left out on both sides, field by field: a run could not judge its own "
            "result there."
        )
    scored = any(one.test for one in fields)
    if scored and min(own.a or 0.0, own.b or 0.0) >= _ALL_BUT and own.verdict == NO_DIFFERENCE:
        yield "Both sides are nearly all right, so only records that are hard can tell them apart."
    if records == 1:
        yield "A single record cannot show whether a difference is more than chance."
    elif records < _SMALL:
        hopeless = own.differing > 0 and (own.smallest is None or own.smallest > 1)
        shows = "they can show no difference" if hopeless else "only large differences show"
        yield f"{records} records are few: {shows}."


def of_fields(fields: Sequence[FieldComparison], names: tuple[str, str], method: Method) -> Iterable[str]:
    """Where verdicts on fields are not what F1 or the resamples let expect."""
    for missing, other, alone in (
        (names[0], names[1], [one for one in fields if one.a is None and one.b is not None]),
        (names[1], names[0], [one for one in fields if one.b is None and one.a is not None]),
    ):
        yield from _on_one_side(missing, other, [one.path for one in alone if one.declared], _FIELD)
        yield from _on_one_side(missing, other, [one.path for one in alone if not one.declared], _KEY)
    silent = [
        one for one in fields
        if one.verdict != NO_DIFFERENCE and one.difference is not None and not told_by_f1(one.difference, one.verdict)
    ]  # fmt: skip
    if silent:
        yield (
            f"F1 does not show the verdict on {counted(len(silent), 'field')} "
            f"({listed([one.path or '(the record)' for one in silent])}): that counts mistakes, and F1 stays at 0 "
            "where nothing is right, however many there are."
        )
    own, beyond = ([one for one in fields if one.test and one.declared is declared] for declared in (True, False))
    if own and beyond:
        yield (
            f"Verdicts are adjusted for {counted(len(own), 'field')} of the eval schema and, apart from them, for "
            f"{counted(len(beyond), 'key')} that it lacks."
        )
    for family, word in ((own, "field"), (beyond, "key")):
        yield from _too_few_resamples(family, word, method)


def _on_one_side(missing: str, other: str, paths: Sequence[str], words: tuple[str, str]) -> Iterable[str]:
    if paths:
        have, their = ("has", "its verdict counts") if len(paths) == 1 else ("have", "their verdicts count")
        yield (
            f"{counted(len(paths), *words)} ({listed([path or '(the record)' for path in paths])}) {have} values in "
            f"{other} alone: there is no F1 of {missing} to compare, so {their} mistakes."
        )


def _too_few_resamples(family: Sequence[FieldComparison], word: str, method: Method) -> Iterable[str]:
    least = (1 + 1e-9) / (method.resamples + 1)
    short = sum(
        one.test == "permutation" and one.p is not None and one.p <= least and one.verdict == NO_DIFFERENCE
        for one in family
    )
    if short:
        lacked = " that the eval schema lacks" if word == "key" else ""
        yield (
            f"{counted(short, word)}{lacked} moved as clearly as {method.resamples:,} resamples can show, which is too "
            f"few for a verdict among {counted(len(family), word)}: take more resamples."
        )
