"""The verdict in one sentence, for somebody who has never heard of a confidence interval."""

from __future__ import annotations

from collections.abc import Sequence

from evaljson.compare.estimate import Estimate
from evaljson.compare.fields import FieldComparison
from evaljson.report import differences
from evaljson.report.words import counted, points, signed_points

_WORDS = {
    "f1": "F1", "precision": "precision", "recall": "recall",
    "pooled_f1": "pooled F1", "pooled_precision": "pooled precision", "pooled_recall": "pooled recall",
}  # fmt: skip
_NAMED = 3


def figure_word(figure: str) -> str:
    """A figure's name as it stands in a sentence."""
    return _WORDS[figure]


def sentence(
    names: tuple[str, str], own: Estimate, fields: Sequence[FieldComparison], records: int, confidence: float
) -> str:
    """Verdict, difference with its interval, what it rests on, and which fields moved."""
    a, b = names
    word, over = figure_word(own.figure), f"over {counted(records, 'record')}"
    if not any(one.test for one in fields):
        return f"No verdict on {b} against {a}: nothing was there to score {over}."
    if own.difference is None:
        return f"No verdict on {b} against {a}: nothing was there to score for {word} {over}."
    if not own.differing and not any(one.up or one.down for one in fields):
        each = "the one record there is" if records == 1 else f"each of {counted(records, 'record')}"
        return f"{b} scores the same as {a} on {each}: {word} {points(own.b)}."
    digits = digits_of(own)
    low, high = signed_points(own.low, digits), signed_points(own.high, digits)
    interval = f"{signed_points(own.difference, digits)} points ({confidence * 100:g}% interval {low} to {high})"
    if own.verdict == "no detectable difference":
        head = (
            f"No detectable difference between {b} and {a}: {word} {interval} {over}; {_lower(could_have_shown(own))}."
        )
    else:
        figures = f"{points(own.b, digits)} against {points(own.a, digits)}"
        head = f"{b} is {own.verdict} than {a}: {word} {interval}, {figures}, {over}."
    return f"{head} {_moved(fields)}"


def digits_of(own: Estimate) -> int:
    """Decimals of a figure, its difference and its interval, none of which may look like nothing where it is not."""
    return max(differences.digits_for(own.a, own.b), differences.digits_of(own.low, own.high))


def could_have_shown(own: Estimate) -> str:
    """What a sample of this size can tell at all, without a stop."""
    if own.smallest is None or own.smallest > 1:
        return "So few records can show no difference at all"
    return f"A true difference of {points(own.smallest, digits_of(own))} points would have shown four times out of five"


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _moved(fields: Sequence[FieldComparison]) -> str:
    worse = [one.path or "(the record)" for one in fields if one.verdict == "worse"]
    better = [one.path or "(the record)" for one in fields if one.verdict == "better"]
    if not worse and not better:
        return "No single field is detectably better or worse."
    told = [f"{counted(len(paths), 'field')} got {word} ({listed(paths)})"
            for word, paths in (("worse", worse), ("better", better)) if paths]  # fmt: skip
    return " and ".join(told) + "." if worse else f"{told[0]}; no field got detectably worse."


def listed(paths: Sequence[str]) -> str:
    """The first of them by name, and how many more there are."""
    more = f" and {len(paths) - _NAMED:,} more" if len(paths) > _NAMED else ""
    return ", ".join(paths[:_NAMED]) + more
