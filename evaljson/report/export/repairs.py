"""What was repaired while a file was read, as JSON and as CSV: the figures rest on records that are not as written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final

from evaljson.base.json_text import finite
from evaljson.load import LoadedRecords
from evaljson.load.file_places import known_id
from evaljson.wording.values import as_text

COLUMNS: Final = ("record_id", "position", "path", "text", "value", "lossy", "why", "steps")


def repaired_records(loaded: LoadedRecords, id_field: str | None) -> list[dict[str, Any]]:
    """List the repaired records of a file in its order, each with what was done and the values that changed.

    A record has `position` (in the file, from 0), `id`, `steps`, `lossy` and `values`; for a value see `RepairedValue`.
    """
    lossy = set(loaded.lossy)
    return [
        {
            "position": at,
            "id": finite(known_id(loaded, at, id_field)),
            "steps": list(steps),
            "lossy": at in lossy,
            "values": [asdict(value) for value in loaded.repaired_values.get(at, ())],
        }
        for at, steps in sorted(loaded.repaired.items())
    ]


def repairs_csv(loaded: LoadedRecords, id_field: str | None) -> bytes:
    """Write one line for each value that is not as the text has it, in UTF-8; spreadsheets run no formula in it.

    Columns: record_id; position, in the file, from 0; path, of the value in the record; text, as it is written; value,
    as JSON, empty where it was left out; lossy, whether characters are missing; why; steps, what was done to the
    record. A repaired record without such a value has one line without path, text and value.
    """
    import pandas as pd

    from evaljson.report.export.csv_table import safe_csv

    rows = list(_rows(loaded, id_field))
    return safe_csv(pd.DataFrame(rows, columns=list(COLUMNS), dtype=object))


def _rows(loaded: LoadedRecords, id_field: str | None) -> Iterator[tuple[Any, ...]]:
    for record in repaired_records(loaded, id_field):
        record_id, steps = record["id"], "; ".join(record["steps"])
        first = "" if record_id is None else as_text(record_id), record["position"]
        for value in record["values"]:
            yield *first, value["path"], value["before"], value["after"], value["lossy"], value["why"], steps
        if not record["values"]:
            yield *first, "", None, None, record["lossy"], "", steps
