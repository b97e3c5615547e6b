"""An eval schema with edits that are not applied yet: its text, what it changes, and the rows that were refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import orjson

from evaljson.base.errors import SchemaError
from evaljson.schema import SchemaNode, parse_eval_schema
from evaljson.store.topics.schemas import schema_text
from evaljson.wording.settings import SettingChange, setting_changes
from evaljson.workspace.json_edit import rewrite
from evaljson.workspace.schema_grid import Edits, Refused, apply_edits


@dataclass(frozen=True, slots=True)
class WrittenSchema:
    """A schema and its JSON text."""

    text: str
    schema: Mapping[str, Any]

    def rewritten(self, schema: Mapping[str, Any]) -> WrittenSchema:
        """Write another schema, where what does not change keeps its text."""
        return self if schema == self.schema else WrittenSchema(rewrite(self.text, schema), schema)


@dataclass(frozen=True)
class EditedSchema:
    """The schema as it would be applied now."""

    before: Mapping[str, Any]
    """The current version."""
    now: WrittenSchema
    refused: tuple[Refused, ...]
    """Cells to be corrected; they are not in `now`."""
    is_rewritten: bool = False
    """Whether the text differs from that of the version."""

    @cached_property
    def changes(self) -> list[SettingChange]:
        """The changes, one per setting."""
        return setting_changes(self.before, self.now.schema)

    @cached_property
    def tree(self) -> SchemaNode:
        """The parsed schema."""
        return parse_eval_schema(self.now.schema)

    @property
    def is_new(self) -> bool:
        """Whether there is something to apply, if only the layout of the text."""
        return self.is_rewritten or bool(self.changes)


def edited_schema(version: WrittenSchema, drafted: WrittenSchema | None, cells: Edits) -> EditedSchema:
    """Put the edits together: `drafted` stands in the place of the version, and `cells` of the grid on top of it."""
    base = drafted or version
    schema, refused = apply_edits(base.schema, cells)
    now = base.rewritten(schema)
    return EditedSchema(version.schema, now, tuple(refused), now.text != version.text)


def version_text(content: str, schema: Mapping[str, Any]) -> str:
    """Return the text of a version for people: as it was handed in, or indented where evaljson wrote it."""
    return indented(schema) if content == schema_text(schema) else content


def indented(schema: Mapping[str, Any]) -> str:
    """Write a schema as JSON on several lines."""
    return orjson.dumps(schema, option=orjson.OPT_INDENT_2).decode()


def problem_of(schema: Mapping[str, Any]) -> SchemaError | None:
    """Return why a schema cannot be used; None if it can."""
    try:
        parse_eval_schema(schema)
    except SchemaError as error:
        return error
    return None
