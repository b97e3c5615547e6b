"""Says what exploratory verdicts on fields add to the strict ones, which sentences, cards and reports go by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from evaljson.base.listed import first_of
from evaljson.compare.adjusted import verdict_under
from evaljson.compare.comparison import Comparison
from evaljson.compare.fields import FieldComparison
from evaljson.compare.moved import DetectablyMoved
from evaljson.compare.verdict import NO_DIFFERENCE, Verdict
from evaljson.compare.words.overall_sentence import NAMED, cut
from evaljson.wording.words import counted

ADJUSTED: Final[Mapping[str, str]] = {"holm": "Strict (Holm)", "bh": "Exploratory (Benjamini-Hochberg)"}
_WAYS: Final[tuple[Verdict, ...]] = ("worse", "better")


def added(comparison: Comparison, way: Verdict) -> DetectablyMoved:
    """Count what only exploratory verdicts call better or worse."""
    fields = _added(comparison, way)
    declared = sum(field.declared for field in fields)
    return DetectablyMoved(declared, len(fields) - declared)


def exploratory_sentence(comparison: Comparison) -> str:
    """Name what exploratory verdicts add to the strict ones; "" where they add nothing."""
    said = []
    for way in _WAYS:
        fields = _added(comparison, way)
        declared = [field for field in fields if field.declared]
        keys = [field for field in fields if not field.declared]
        said += _named(declared, way, "field", "fields")
        said += _named(keys, way, "key that the schema lacks and", "keys that the schema lacks and")
    if not said:
        return ""
    rest = f"{ADJUSTED['holm'][:1].lower()}{ADJUSTED['holm'][1:]}"
    return (
        f"{ADJUSTED['bh']} verdicts, of which about one in twenty may be chance, add {'; '.join(said)}. All else here "
        f"is {rest}."
    )


def with_exploratory(comparison: Comparison) -> Comparison:
    """Return a comparison whose text to copy says that, too."""
    more = exploratory_sentence(comparison)
    return replace(comparison, sentence=f"{comparison.sentence} {more}") if more else comparison


def _added(comparison: Comparison, way: Verdict) -> list[FieldComparison]:
    quiet = (field for field in comparison.fields if field.verdict == NO_DIFFERENCE)
    return [field for field in quiet if verdict_under(field, "bh", comparison.confidence) == way]


def _named(fields: Sequence[FieldComparison], way: Verdict, noun: str, plural: str) -> list[str]:
    if not fields:
        return []
    names = [cut(field.path or "(the record)") for field in fields]
    return [f"{counted(len(fields), noun, plural)} that got {way}: {first_of(names, NAMED)}"]
