"""What names each record of a run: its id, or its position where there are none."""

from __future__ import annotations

from evaljson.load.loaded_records import RecordId
from evaljson.results.model import RunResult


def ids_or_places(run: RunResult) -> list[RecordId]:
    """Return the id of each record; its position where it has none."""
    ids = [record.record_id for record in run.records]
    return [place if one is None else one for place, one in enumerate(ids)]
