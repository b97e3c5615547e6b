"""How far people agree, as sentences and a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import RenderableType

from evaljson.agreement import LEAST_DOUBLES, AgainstPeople, GoldAgreement, MeanF1, OfElements, OfValues
from evaljson.cli.console import printable
from evaljson.cli.text.compare_table import text_table
from evaljson.results.ranking import lowest_first
from evaljson.stats import Coefficient
from evaljson.wording.words import counted, fraction, points, signed_points

_VALUES = ("value, least agreed on first", "doubles", "same", "alpha", "AC1")
_PRESENCE = ("there or not", "doubles", "same", "alpha", "AC1")
_ELEMENTS = ("elements", "both", "alone", "F1", "interval")


def people_blocks(found: GoldAgreement, width: int) -> Iterator[RenderableType]:
    """Write what people agree to, each pair of them, systems beside them, and a table with a row per field."""
    level = f"{found.level * 100:g}% interval"
    names = _listed([printable(name) for name in found.annotators])
    doubles = f"{counted(found.doubles, 'record')} that two or more labelled"
    if found.f1.value is None:
        yield f"{names} have {doubles}: with fewer than {LEAST_DOUBLES} there are only counts."
    else:
        yield f"{names} agree to F1 {points(found.f1.value)} ({_ends(found.f1, level)}) over {doubles}."
    if found.singles:
        yield f"{counted(found.singles, 'record')} of one annotator alone: in no figure."
    for pair in found.pairs if len(found.annotators) > 2 else ():
        both = f"{printable(pair.a)} and {printable(pair.b)}: "
        figure = "" if pair.f1.value is None else f"F1 {points(pair.f1.value)} ({_ends(pair.f1, level)}) over "
        yield f"  {both}{figure}{counted(pair.f1.records, 'record')}"
    for system in found.systems:
        yield _against(system, level)
    for heads, rows in (
        (_VALUES, _value_rows(found)),
        (_PRESENCE, _presence_rows(found)),
        (_ELEMENTS, _elements(found)),
    ):
        if rows:
            yield ""
            yield text_table(list(heads), rows, width)
    agreed = [field for field in found.fields if field.presence is not None and field.presence.share == 1]
    if agreed:
        yield f"Whether there is a value, people always agree on at {counted(len(agreed), 'field')}."


def _against(system: AgainstPeople, level: str) -> str:
    name, gap = printable(system.name), system.difference
    missing = f"; it lacks {counted(system.missing, 'record')}" if system.missing else ""
    if system.missing and system.f1_produced.value is not None:
        missing += f", without {'it' if system.missing == 1 else 'them'} F1 is {points(system.f1_produced.value)}"
    if system.f1.value is None or gap.value is None:
        return f"{name}: {counted(system.f1.records, 'record')} to compare, too few for figures{missing}."
    ends = f"{level} {signed_points(gap.low)} to {signed_points(gap.high)}"
    return (
        f"{name} gets F1 {points(system.f1.value)} against them, {signed_points(gap.value)} points ({ends}){missing}."
    )


def _ends(mean: MeanF1, level: str) -> str:
    return f"{level} {points(mean.low)} to {points(mean.high)}"


def _listed(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]])


def _value_rows(found: GoldAgreement) -> list[list[str]]:
    return _rows({field.path: field.value for field in found.fields if field.value is not None})


def _presence_rows(found: GoldAgreement) -> list[list[str]]:
    """Make a row per field that is not there for all people alike."""
    presence = {field.path: field.presence for field in found.fields if field.presence is not None}
    return _rows({path: one for path, one in presence.items() if one.share is not None and one.share < 1})


def _rows(found: Mapping[str, OfValues]) -> list[list[str]]:
    """Make a row per field, least agreed on first."""
    ordered = lowest_first({path: one.share for path, one in found.items()})
    return [_row(path, found[path]) for path in ordered]


def _row(path: str, found: OfValues) -> list[str]:
    share = "–" if found.share is None else points(found.share)
    return [printable(path), f"{found.doubles:,}", share, _shown(found.alpha), _shown(found.ac1)]


def _elements(found: GoldAgreement) -> list[list[str]]:
    arrays = {field.path: field.elements for field in found.fields if field.elements is not None}
    ordered = lowest_first({path: one.f1 for path, one in arrays.items()})
    return [_element_row(path, arrays[path]) for path in ordered]


def _element_row(path: str, found: OfElements) -> list[str]:
    ends = "–" if found.low is None else f"{points(found.low)} to {points(found.high)}"
    return [printable(path), f"{found.both:,}", f"{found.alone:,}", points(found.f1), ends]


def _shown(found: Coefficient | None) -> str:
    """Write a coefficient with its interval."""
    if found is None:
        return "–"
    ends = (
        "" if found.low is None or found.high is None else f" ({fraction(found.low, 2)} to {fraction(found.high, 2)})"
    )
    return f"{fraction(found.value, 2)}{ends}"
