"""The edits of the Schema page that are not applied yet, wherever they are made: in the grid, the panel or the JSON.

They are a schema of one's own in the place of the version (`own`), and cells on top of it (`state.typed`). Both live in
the session, with the version on which they stand: when another one comes into force, they are merged with it. The store
has a copy of them (see stored_edits.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

import orjson
import streamlit as st

from evaljson.base.errors import SchemaError
from evaljson.schema import SchemaNode, parse_eval_schema
from evaljson.store.topics.schemas import schema_text
from evaljson.ui.session import server, state
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.wording.settings import SettingChange, setting_changes
from evaljson.workspace.json_edit import rewrite
from evaljson.workspace.schema_grid import Refused, apply_edits, differing, grid_of

DRAFT: Final = "evaljson.schema-edits"
ASKED: Final = "evaljson.apply"
"""Somebody has asked to apply the edits."""


@dataclass(frozen=True, slots=True)
class Written:
    """A schema and the text that says it."""

    text: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SchemaDraft:
    """What this session has begun, on one version of one evaluation."""

    evaluation: str
    number: int | None
    """The version on which the edits stand."""
    own: Written | None = None
    """In the place of the version."""
    broken: str | None = None
    """JSON text that is none, or no schema: it waits in its tab."""


@dataclass(frozen=True)
class Edited:
    """The schema as it would be applied now."""

    before: Mapping[str, Any]
    """The one in force."""
    now: Written
    refused: tuple[Refused, ...]
    """Rows that wait to be corrected, and are not in it."""
    is_rewritten: bool = False
    """Whether the text is another one than that of the version."""

    @cached_property
    def changes(self) -> list[SettingChange]:
        """Setting by setting."""
        return setting_changes(self.before, self.now.schema)

    @cached_property
    def tree(self) -> SchemaNode:
        """Parsed."""
        return parse_eval_schema(self.now.schema)

    @property
    def is_new(self) -> bool:
        """Whether there is something to apply, if only how the text is laid out."""
        return self.is_rewritten or bool(self.changes)


def draft(evaluation: OpenEvaluation) -> SchemaDraft:
    """What this session has begun here; empty where it has not."""
    found: SchemaDraft | None = st.session_state.get(DRAFT)
    if found is None or found.evaluation != evaluation.id:
        return SchemaDraft(evaluation.id, evaluation.stored.schema_number)
    return found


def _keep(changed: SchemaDraft) -> None:
    st.session_state[DRAFT] = changed


def stand(evaluation: OpenEvaluation) -> Written:
    """What the grid begins with: one's own schema, or the version in force."""
    return draft(evaluation).own or in_force(evaluation)


def in_force(evaluation: OpenEvaluation) -> Written:
    """The version, with its text as it was handed in; what the program wrote itself is put over several lines."""
    number = evaluation.stored.schema_number

    def read() -> Written:
        if number is None:
            return Written(indented(evaluation.schema), evaluation.schema)
        content = server.store().schemas.get(evaluation.id, number).content
        return Written(shown_text(content, evaluation.schema), evaluation.schema)

    return state.derived(("schema text", number), read)


def shown_text(content: str, schema: Mapping[str, Any]) -> str:
    """The text of a version for people."""
    return indented(schema) if content == schema_text(schema) else content


def indented(schema: Mapping[str, Any]) -> str:
    """JSON over several lines."""
    return orjson.dumps(schema, option=orjson.OPT_INDENT_2).decode()


def edited(evaluation: OpenEvaluation) -> Edited:
    """All edits put together, as they are at this moment."""
    base = stand(evaluation)
    changed, refused = apply_edits(base.schema, state.typed())
    now = base if changed == base.schema else Written(rewrite(base.text, changed), changed)
    return Edited(evaluation.schema, now, tuple(refused), now.text != in_force(evaluation).text)


def remember_version(evaluation: OpenEvaluation, found: Edited) -> bool:
    """Note on which version the edits stand, for as long as there are any; whether there are."""
    current = draft(evaluation)
    waits = found.is_new or bool(found.refused) or current.own is not None or current.broken is not None
    if not waits:
        st.session_state.pop(DRAFT, None)
    elif st.session_state.get(DRAFT) is not current:
        _keep(current)
    return waits


def write_all(evaluation: OpenEvaluation, written: Written) -> None:
    """Put a whole schema in the place of all edits so far. Raises SchemaError for one that cannot be used."""
    parse_eval_schema(written.schema)
    own = None if written.text == in_force(evaluation).text else written
    _keep(replace(draft(evaluation), own=own, broken=None))
    state.set_pending({})
    state.next_turn()


def write_schema(evaluation: OpenEvaluation, schema: Mapping[str, Any]) -> None:
    """The same for a schema without a text: what it does not change keeps its text. Rows that were refused go."""
    write_all(evaluation, Written(rewrite(edited(evaluation).now.text, schema), schema))


def write_cells(evaluation: OpenEvaluation, path: str, cells: Mapping[str, Any]) -> None:
    """Change cells of one row, as if they had been typed into the grid."""
    rows = rows_of(evaluation)
    typed = {name: dict(own) for name, own in state.typed().items()}
    mine = differing({**typed.get(path, {}), **cells}, rows[path])
    if mine:
        typed[path] = mine
    else:
        typed.pop(path, None)
    state.set_pending(typed)
    state.next_turn()


def rows_of(evaluation: OpenEvaluation) -> dict[str, dict[str, Any]]:
    """The rows of the grid without what was typed, by path."""

    def build() -> dict[str, dict[str, Any]]:
        frame = grid_of(parse_eval_schema(stand(evaluation).schema))
        found: dict[str, dict[str, Any]] = frame.set_index("path").to_dict("index")  # type: ignore[assignment]
        return found

    return state.derived(("schema rows", state.turn(), evaluation.stored.schema_number), build)


def row_of(evaluation: OpenEvaluation, path: str) -> dict[str, Any]:
    """One row as it stands in the grid now."""
    return {**rows_of(evaluation)[path], **state.typed().get(path, {})}


def keep_broken(evaluation: OpenEvaluation, text: str | None) -> None:
    """Text of the JSON tab that cannot be used yet."""
    _keep(replace(draft(evaluation), broken=text))


def stands_on(evaluation: OpenEvaluation, number: int | None, own: Written | None) -> None:
    """The edits stand on this version from now on."""
    _keep(replace(draft(evaluation), number=number, own=own))


def discard() -> None:
    """Drop all edits."""
    st.session_state.pop(DRAFT, None)
    state.set_pending({})
    state.next_turn()


def is_usable(schema: Mapping[str, Any]) -> SchemaError | None:
    """Why a schema cannot be used; None if it can."""
    try:
        parse_eval_schema(schema)
    except SchemaError as error:
        return error
    return None
