"""The parts of `score --json` about files, and about where each record came from."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from evaljson.base.json_text import finite
from evaljson.cli.run.scored_files import ScoredFiles
from evaljson.load import LoadedRecords
from evaljson.load.file_places import known_id
from evaljson.report.export.repairs import repaired_records
from evaljson.report.records.load_report import kept_beside, positions_by_place


def source_document(loaded: LoadedRecords, id_field: str | None) -> dict[str, Any]:
    """Return how a file was read, its problems, and the records that were repaired or cannot be read."""
    return {
        "name": loaded.name,
        "format": loaded.format,
        "sha256": loaded.sha256,
        "read": loaded.n_read,
        "refused": loaded.n_refused,
        "problems": [asdict(problem) for problem in loaded.problems],
        "taken_from": loaded.taken_from,
        "metadata": [one.name for one in kept_beside(loaded)],
        "repaired": repaired_records(loaded, id_field),
        "unreadable": [
            {"position": at, "id": _id(loaded, at, id_field), "reason": why}
            for at, why in sorted(loaded.unread.items())
        ],
    }


def _id(loaded: LoadedRecords, at: int, id_field: str | None) -> Any:
    return finite(known_id(loaded, at, id_field))


def origins(scored: ScoredFiles) -> list[dict[str, Any]]:
    """Return, for each record of the run, how it was read and what was kept beside it on both sides."""
    extracted = positions_by_place(scored.run, scored.extracted, scored.id_field)
    return [
        {
            "repaired": list(scored.extracted.repaired.get(extracted.get(place, -1), ())),
            "repaired_values": _values(scored.extracted, extracted.get(place, -1)),
            "unreadable": scored.extracted.unread.get(extracted.get(place, -1)),
            "metadata": _beside(scored.extracted, extracted.get(place)),
            "gold_metadata": _beside(scored.gold, in_gold),
        }
        for place, (in_gold, _) in enumerate(scored.run.positions)
    ]


def _values(loaded: LoadedRecords, at: int) -> list[dict[str, Any]]:
    """Return the values of a repaired record that are not what its text has."""
    return [asdict(value) for value in loaded.repaired_values.get(at, ())]


def _beside(loaded: LoadedRecords, position: int | None) -> Any:
    """Return what was kept beside a record; None for one that the file does not have, such as gold of a stray."""
    metadata = loaded.metadata
    return None if metadata is None or position is None or position >= len(metadata) else finite(metadata[position])
