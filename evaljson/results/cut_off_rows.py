"""What is wrong because a reply ended early: all of a record that was not read, and what its open end lacks.

A value is lost so if the innermost object or array of the extracted record that is there on its path was still open
where the reply ends. What an object that was closed before lacks, the model left out. A wrong value belongs to it if
its own text was not finished.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import Ints
from evaljson.base.paths import split
from evaljson.results.aggregate import record_ids
from evaljson.results.field_result import FieldResult
from evaljson.results.model import RunResult
from evaljson.scoring.status import HALLUCINATION, MISMATCH, OMISSION
from evaljson.wording.values import as_text

Steps = tuple[str | int | None, ...]
_ABSENT: Final = object()


def of_cut_off(run: RunResult) -> Ints:
    """Return the rows of the values that are missing or unfinished because their reply ended early."""
    inside: dict[str | int | None, str | None] = {one.record_id: one.inside for one in run.cut_off}
    if not inside:
        return np.zeros(0, np.intp)
    ids, rows = record_ids(run.records), run.tallies.rows
    cut = np.fromiter((one in inside for one in ids), np.bool_, len(ids))
    found: list[int] = []
    by_record: dict[int, list[int]] = defaultdict(list)
    for row in np.flatnonzero(cut[rows.record]).tolist():
        by_record[int(rows.record[row])].append(row)
    for record, own in by_record.items():
        where = inside[ids[record]]
        errors = [row for row in own if rows.status[row] in (MISMATCH, OMISSION, HALLUCINATION)]
        extracted = run.records[record].extracted
        if where is None or not isinstance(extracted, dict):
            found += [row for row in errors if rows.status[row] == OMISSION] if extracted is None else []
        elif errors:
            results = dict(zip(own, run.table.some(np.array(own, np.intp)), strict=True))
            partner = _partners(list(results.values()))
            is_open = tuple(split(where))
            found += [row for row in errors if _is_cut(results[row], extracted, partner, is_open)]
    return np.array(found, np.intp)


def _is_cut(one: FieldResult, extracted: Any, partner: dict[Steps, Steps], is_open: Steps) -> bool:
    """Check whether an error is one because the reply ended at `is_open`."""
    if one.status == "omission":
        return _is_lost(extracted, tuple(split(one.path)), partner, is_open)
    if one.extracted_path is None or not _is_below(is_open, tuple(split(one.extracted_path))):
        return False
    value = one.extracted_value
    if value is None or isinstance(value, bool):  # the beginning of such a word says which it is
        return False
    if isinstance(value, int | float):  # it may have all of its digits
        return as_text(one.gold_value).startswith(as_text(value).removesuffix(".0"))
    return one.status == "mismatch" or not isinstance(value, dict | list)


def _is_below(path: Steps, above: Steps) -> bool:
    """Check whether a path is another one, or leads into it."""
    return path[: len(above)] == above


def _partners(results: list[FieldResult]) -> dict[Steps, Steps]:
    """Map the place of each part of gold that was compared to that of the extracted part beside it."""
    partner: dict[Steps, Steps] = {}
    for one in results:
        if one.extracted_path is not None and one.status != "hallucination":
            gold, extracted = tuple(split(one.path)), tuple(split(one.extracted_path))
            if len(gold) == len(extracted):
                partner |= {gold[:length]: extracted[:length] for length in range(1, len(gold) + 1)}
    return partner


def _is_lost(extracted: Any, path: Steps, partner: dict[Steps, Steps], is_open: Steps) -> bool:
    """Check whether what lacks the value was open: `is_open` leads to the innermost value that was."""
    here: Steps = ()
    holder = extracted
    for length, step in enumerate(path, 1):
        beside = partner.get(path[:length])
        inner = _at(holder, step if beside is None else beside[-1], is_paired=beside is not None)
        if inner is _ABSENT:
            return _is_below(is_open, here)
        if not isinstance(inner, dict | list):
            return False
        here = beside or (*here, step)
        holder = inner
    return False


def _at(holder: Any, step: str | int | None, *, is_paired: bool) -> Any:
    """Return what is at a step; an element that has no partner is absent, whatever else is at its index."""
    if isinstance(holder, list):
        return holder[step] if is_paired and isinstance(step, int) and 0 <= step < len(holder) else _ABSENT
    return holder.get(step, _ABSENT) if isinstance(step, str) else None
