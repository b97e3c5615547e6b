"""At which fields one record has most of the wrong values, in a sentence that says how many.

Mean F1 counts each record once, so that this does not say that the record costs most, or that a field would be well
without it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from evaljson.compare.fields import FieldComparison
from evaljson.compare.words.overall_sentence import cut
from evaljson.report.patterns.one_record import LEAST_VALUES, MostInRecord
from evaljson.stats.mcnemar import mcnemar
from evaljson.wording.words import counted

_NAMED: Final = 3
_RECORDS: Final = 2
_HALF: Final = 0.5
_CHANCE: Final = 0.05


def said_of_fields(
    found: Mapping[str, MostInRecord], variant: str | None = None, only: Collection[str] | None = None
) -> tuple[str, ...]:
    """Say in pieces which record has most of the faults of these fields: "Of the faults of Prompt A, K1 has
    30 of 33 at a (the others are in 3 records), all 12 at b."

    `only` some fields; `variant` where others are beside it. () where no record stands out in any of them.
    """
    by_record: dict[str, list[str]] = {}
    for field, most in found.items():
        if only is None or field in only:
            by_record.setdefault(most.record, []).append(field)
    if not by_record:
        return ()
    said: list[str] = ["Of the faults", *([" of ", cut(variant)] if variant is not None else []), ", "]
    for at, (record, fields) in enumerate(list(by_record.items())[:_RECORDS]):
        named = [(", ", _share(found[field]), cut(field or "(the record)"), _rest(found[field])) for field in fields]
        much = "all" if all(found[field].is_all for field in fields[_NAMED:]) else "at least half"
        among = f"{len(fields) - _NAMED:,} more with {LEAST_VALUES} or more"
        more = f", and {much} at {among}" if len(fields) > _NAMED else ""
        said += [
            "; " if at else "",
            cut(record),
            " has ",
            *[piece for one in named[:_NAMED] for piece in one][1:],
            more,
        ]
    others = len(by_record) - _RECORDS
    rest = f"; {others:,} more such record{'' if others == 1 else 's'}" if others > 0 else ""
    return (*said, f"{rest}.")


def _share(most: MostInRecord) -> str:
    return f"all {most.values:,} at " if most.is_all else f"{most.values:,} of {most.among:,} at "


def _rest(most: MostInRecord) -> str:
    if most.is_all:
        return ""
    verb = "is" if most.among - most.values == 1 else "are"
    noun = "other" if verb == "is" else "others"
    return f" (the {noun} {verb} in {counted(most.other_records, 'record')})"


def said_of_moved(
    fields: Iterable[FieldComparison], sides: tuple[tuple[str, Mapping[str, MostInRecord]], ...]
) -> tuple[str, ...]:
    """Say it of the fields that a verdict names: worse ones in the second of two `sides`, better ones in the first.

    Only of those that hang on the record: what is left of the change without it could be chance. A side is the name of
    a variant, and what `fields_mostly_in_record` finds in it.
    """
    listed = list(fields)
    (first, of_first), (second, of_second) = sides
    worse = {field.path for field in listed if field.verdict == "worse" and _hangs_on_one(field)}
    better = {field.path for field in listed if field.verdict == "better" and _hangs_on_one(field)}
    of_worse, of_better = said_of_fields(of_second, second, worse), said_of_fields(of_first, first, better)
    return (*of_worse, *([" "] if of_worse and of_better else []), *of_better)


def _hangs_on_one(field: FieldComparison) -> bool:
    """Check whether one record makes up half of all change, and the sign test of the others, adjusted like the
    verdict, finds nothing."""
    if (field.largest_change or 0.0) < _HALF or field.p is None or field.p_holm is None:
        return False
    for_one, against = (field.up, field.down) if field.verdict == "better" else (field.down, field.up)
    fields = field.p_holm / field.p if field.p > 0 else 1.0
    return mcnemar(max(for_one - 1, 0), against) * fields > _CHANCE
