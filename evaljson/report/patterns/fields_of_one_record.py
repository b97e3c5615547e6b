"""Which fields one record decides, in a sentence: their figures without it may be quite other ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from evaljson.compare.fields import FieldComparison
from evaljson.compare.words.overall_sentence import cut
from evaljson.report.patterns.one_record import MostInRecord

_NAMED: Final = 3
_RECORDS: Final = 2


def said_of_fields(
    found: Mapping[str, MostInRecord], variant: str | None = None, only: Collection[str] | None = None
) -> tuple[str, ...]:
    """Say in pieces in which record these fields are mostly wrong: "Mostly in K1: a, b and 2 more of Prompt A."

    `only` some fields; `variant` where others are beside it. () where no record stands out in any of them.
    """
    by_record: dict[str, list[str]] = {}
    for field, most in found.items():
        if only is None or field in only:
            by_record.setdefault(most.record, []).append(field)
    said: list[str] = []
    for record, fields in list(by_record.items())[:_RECORDS]:
        names = [piece for field in fields[:_NAMED] for piece in (", ", cut(field or "(the record)"))][1:]
        more = f" and {len(fields) - _NAMED:,} more" if len(fields) > _NAMED else ""
        said += ["; mostly in " if said else "Mostly in ", cut(record), ": ", *names, more]
    if not said:
        return ()
    others = len(by_record) - _RECORDS
    rest = f"; {others:,} more such record{'' if others == 1 else 's'}" if others > 0 else ""
    return (*said, *([" of ", cut(variant)] if variant is not None else []), f"{rest}.")


def said_of_moved(
    fields: Iterable[FieldComparison], sides: tuple[tuple[str, Mapping[str, MostInRecord]], ...]
) -> tuple[str, ...]:
    """Say it of the fields that a verdict names: worse ones in the second of two `sides`, better ones in the first.

    A side is the name of a variant, and what `fields_mostly_in_record` finds in it.
    """
    listed = list(fields)
    (first, of_first), (second, of_second) = sides
    worse = {field.path for field in listed if field.verdict == "worse"}
    better = {field.path for field in listed if field.verdict == "better"}
    of_worse, of_better = said_of_fields(of_second, second, worse), said_of_fields(of_first, first, better)
    return (*of_worse, *([" "] if of_worse and of_better else []), *of_better)
