"""Fields that the eval schema skips: they are in no figure, so the table of fields has no row for them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from evaljson.base.paths import above
from evaljson.results.model import RunResult
from evaljson.scoring.status import SKIPPED
from evaljson.wording.values import isolated
from evaljson.wording.words import counted

_NAMED: Final = 3


def skipped_fields(runs: Iterable[RunResult]) -> dict[str, None]:
    """Return the fields all results of which are skipped, in every run that has the field.

    An array or object is not among them where its parts count: it may be out as null against a missing key alone.
    """
    skipped: dict[str, bool] = {}
    for run in runs:
        counts = run.tallies.statuses_by_field()
        every, out = counts.sum(axis=1), counts[:, SKIPPED]
        for field, is_out in zip(run.tallies.rows.fields, ((every > 0) & (every == out)).tolist(), strict=True):
            skipped[field] = is_out and skipped.get(field, True)
    with_parts = {outer for field, is_out in skipped.items() if not is_out for outer in above(field)}
    return {field: None for field, is_out in skipped.items() if is_out and field not in with_parts}


def skipped_line(fields: Mapping[str, None]) -> str:
    """Name them, as HTML; empty without any."""
    if not fields:
        return ""
    names: Sequence[str] = list(fields)
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return f'<p class="faint">Skipped, in no figure: {", ".join(map(isolated, names[:_NAMED]))}{more}.</p>'


def rows_in_words(fields: Sequence[str], wholes: Mapping[str, str], undeclared: Collection[str]) -> str:
    """Count rows of the table: fields, and apart from them objects and arrays themselves, and `undeclared` keys."""
    itself = sum(field in wholes for field in fields)
    keys = sum(field in undeclared and field not in wholes for field in fields)
    counts = [
        counted(len(fields) - itself - keys, "other field"),
        counted(keys, "key that the schema lacks", "keys that the schema lacks"),
        counted(itself, "row for an object or array itself", "rows for objects and arrays themselves"),
    ]
    *rest, last = [words for words in counts if not words.startswith("0 ")] or counts[:1]
    return f"{', '.join(rest)} and {last}" if rest else last
