"""What records are grouped by: their document type, labels by id, or a function of a record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from evaljson.base.errors import InputError
from evaljson.load.loaded_records import RecordId
from evaljson.results.field_result import RecordResult
from evaljson.results.model import RunResult

By = str | Mapping[RecordId | None, Any] | Callable[[RecordResult], Any]


def group_labels(run: RunResult, places: Sequence[int], by: By) -> list[Any]:
    """Return the label of the record at each of these places; None is not a label. Raises InputError.

    A record that gold lacks has one only by its id; a place of -1, for a record that the run lacks, has none.
    """
    records = [run.records[place] if place >= 0 else None for place in places]
    if callable(by):
        strays = frozenset(run.invented_records)
        return [None if one is None or one.record_id in strays else by(one) for one in records]
    if isinstance(by, Mapping):
        return [None if one is None else by.get(one.record_id) for one in records]
    if by != "type":
        raise InputError(f'by must be "type", labels by record id, or a function of a record, not {by!r}')
    if run.types is None:
        raise InputError("the run has no document types: the schema has no x-eval-by. Pass labels by record id")
    return [(run.types[place] or "(no type)") if place >= 0 else None for place in places]
