"""The edits of the Schema page that are not applied yet, wherever they are made: in the grid, the panel or the JSON.

They are a schema of this session's own in the place of the version (`own`), and cells on top of it (`edits.typed`).
Both lie in the session, with the version they are based on; a newer version is merged with them (newer_version.py).
The store has a copy (stored_edits.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import streamlit as st

from evaljson.schema import parse_eval_schema
from evaljson.ui.schema.stopped_rows import stopped_rows
from evaljson.ui.session import cache, edits, server, widget_turn
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.workspace.edited_schema import EditedSchema, WrittenSchema, edited_schema, indented, version_text
from evaljson.workspace.schema_grid import Refused, differing, grid_of

_EDITS: Final = "evaljson.schema-edits"


@dataclass(frozen=True, slots=True)
class SchemaDraft:
    """What this session has begun, on one version of one evaluation."""

    evaluation: str
    number: int | None
    """The version that the edits are based on."""
    own: WrittenSchema | None = None
    """In the place of the version."""
    broken: str | None = None
    """Text that is not JSON, or no schema: it stays in its tab."""


def schema_draft(evaluation: OpenEvaluation) -> SchemaDraft:
    """Return what this session has begun; an empty draft where it has not."""
    draft: SchemaDraft | None = st.session_state.get(_EDITS)
    if draft is None or draft.evaluation != evaluation.id:
        return SchemaDraft(evaluation.id, evaluation.stored.schema_number)
    return draft


def keep_draft(draft: SchemaDraft) -> None:
    """Put a draft in the session."""
    st.session_state[_EDITS] = draft


def forget_draft() -> None:
    """Drop the draft, once it is applied or discarded; cells of the grid are not in it."""
    st.session_state.pop(_EDITS, None)


def base_schema(evaluation: OpenEvaluation) -> WrittenSchema:
    """Return what the grid starts with: the session's own schema, or the current version."""
    return schema_draft(evaluation).own or current_version(evaluation)


def current_version(evaluation: OpenEvaluation) -> WrittenSchema:
    """Return the current version; its text is as it was handed in, or indented where evaljson wrote it."""
    number = evaluation.stored.schema_number

    def read() -> WrittenSchema:
        if number is None:
            return WrittenSchema(indented(evaluation.schema), evaluation.schema)
        content = server.store().schemas.get(evaluation.id, number).content
        return WrittenSchema(version_text(content, evaluation.schema), evaluation.schema)

    return cache.derived(("schema text", number), read)


def edited(evaluation: OpenEvaluation) -> EditedSchema:
    """Put all current edits together; rows that take too long to check are refused."""
    version, own, cells = current_version(evaluation), schema_draft(evaluation).own, edits.typed()
    stopped = stopped_rows((own or version).schema, cells)
    fitting = {path: row for path, row in cells.items() if path not in stopped}
    schema = edited_schema(version, own, fitting)
    refused = [Refused(path, why, cells[path]) for path, why in stopped.items()]
    return replace(schema, refused=(*schema.refused, *refused)) if refused else schema


def remember_version(evaluation: OpenEvaluation, schema: EditedSchema) -> bool:
    """Note the version that the edits are based on, as long as there are any; return whether there are."""
    draft = schema_draft(evaluation)
    has_edits = schema.is_new or bool(schema.refused) or draft.own is not None or draft.broken is not None
    if not has_edits:
        forget_draft()
    elif st.session_state.get(_EDITS) is not draft:
        keep_draft(draft)
    return has_edits


def replace_all(evaluation: OpenEvaluation, written: WrittenSchema) -> None:
    """Put a whole schema in the place of all edits so far. Raises SchemaError for one that cannot be used."""
    parse_eval_schema(written.schema)
    own = None if written.text == current_version(evaluation).text else written
    keep_draft(replace(schema_draft(evaluation), own=own, broken=None))
    edits.set_pending({})
    widget_turn.advance()


def replace_schema(evaluation: OpenEvaluation, schema: Mapping[str, Any]) -> None:
    """Put a schema without a text in their place: what it does not change keeps its text. Refused rows are dropped."""
    replace_all(evaluation, edited(evaluation).now.rewritten(schema))


def write_cells(evaluation: OpenEvaluation, path: str, cells: Mapping[str, Any]) -> None:
    """Change cells of one row, as if they had been typed into the grid."""
    rows = rows_of(evaluation)
    typed = {name: dict(row) for name, row in edits.typed().items()}
    changed = differing({**typed.get(path, {}), **cells}, rows[path])
    if changed:
        typed[path] = changed
    else:
        typed.pop(path, None)
    edits.set_pending(typed)
    widget_turn.advance()


def rows_of(evaluation: OpenEvaluation) -> dict[str, dict[str, Any]]:
    """Return the rows of the grid by path, without what was typed."""

    def build() -> dict[str, dict[str, Any]]:
        frame = grid_of(parse_eval_schema(base_schema(evaluation).schema))
        rows: dict[str, dict[str, Any]] = frame.set_index("path").to_dict("index")  # type: ignore[assignment]
        return rows

    return cache.derived(("schema rows", widget_turn.current(), evaluation.stored.schema_number), build)


def row_of(evaluation: OpenEvaluation, path: str) -> dict[str, Any]:
    """Return one row with what was typed."""
    return {**rows_of(evaluation)[path], **edits.typed().get(path, {})}


def keep_broken(evaluation: OpenEvaluation, text: str | None) -> None:
    """Keep text of the JSON tab that cannot be used yet."""
    keep_draft(replace(schema_draft(evaluation), broken=text))


def base_on(evaluation: OpenEvaluation, number: int | None, own: WrittenSchema | None) -> None:
    """Base the edits on this version from now on."""
    keep_draft(replace(schema_draft(evaluation), number=number, own=own))


def discard() -> None:
    """Drop all edits."""
    forget_draft()
    edits.set_pending({})
    widget_turn.advance()
