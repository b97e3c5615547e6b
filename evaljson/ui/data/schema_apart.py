"""Eval schemas among the files of a drop: set apart from gold and variants, and kept in the draft."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from evaljson.base.errors import SchemaError
from evaljson.schema.recognise import is_schema
from evaljson.ui.session import cache
from evaljson.ui.session.drafts import keep_draft, latest_draft
from evaljson.workspace.json_schema import read_json_schema

_ENDING: Final = ".json"


@dataclass(frozen=True, slots=True)
class SchemaFile:
    """A file that is a schema, used like a dropped file."""

    name: str
    file_id: str
    schema: dict[str, Any]
    """As it is in the file."""

    def keep(self) -> None:
        """Put it into the open draft, where it is asked about; it takes the place of one with its name."""
        draft = latest_draft()
        others = [one for one in draft.schema_files if one["name"] != self.name]
        keep_draft(replace(draft, schema_files=(*others, {"name": self.name, "schema": self.schema})))


def set_schemas_apart(files: Sequence[Any]) -> tuple[list[Any], list[SchemaFile]]:
    """Return the files with records, and the schemas among the others."""
    found = {file.file_id: cache.derived(("schema", file.file_id), partial(_schema_in, file)) for file in files}
    schemas = [SchemaFile(file.name, file.file_id, one) for file in files if (one := found[file.file_id]) is not None]
    return [file for file in files if found[file.file_id] is None], schemas


def _schema_in(file: Any) -> dict[str, Any] | None:
    if not file.name.lower().endswith(_ENDING):
        return None
    try:
        value = read_json_schema(file.getvalue())
    except SchemaError:
        return None
    return value if is_schema(value) else None
