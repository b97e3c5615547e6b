"""A run together with the files it came from."""

from __future__ import annotations

from dataclasses import dataclass

from evaljson import RunResult, SchemaNode
from evaljson.load import LoadedRecords


@dataclass(frozen=True, slots=True)
class ScoredFiles:
    """A run with the files it came from."""

    run: RunResult
    gold: LoadedRecords
    extracted: LoadedRecords
    id_field: str | None
    schema_file: str | None
    """The file of the eval schema; None if the schema was inferred."""
    tree: SchemaNode
    """The eval schema."""
