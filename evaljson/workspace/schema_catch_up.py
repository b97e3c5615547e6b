"""Unapplied edits meet a newer version of the schema: they are merged with it, or the clashes are named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaljson.base.errors import SchemaError
from evaljson.schema import parse_eval_schema
from evaljson.store import SchemaVersion
from evaljson.wording.settings import SettingChange, setting_changes
from evaljson.workspace.edited_schema import WrittenSchema, problem_of
from evaljson.workspace.schema_grid import Edits, apply_edits, cells_by_path
from evaljson.workspace.schema_merge import Clash, Place, Side, merge


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """The edits on top of the newer version."""

    clashes: tuple[Clash, ...]
    """Settings that both changed and for which no side is chosen yet; with any, nothing else here is to be used."""
    own: WrittenSchema | None = None
    """The newer version with the edits; None where they change nothing in it."""
    cells: Mapping[str, Mapping[str, Any]] | None = None
    """Cells that were refused, of fields that the newer version has."""
    problem: SchemaError | None = None
    """Why both together are no schema that can be used."""


@dataclass(frozen=True, slots=True)
class OthersChange:
    """What other people changed since a version."""

    authors: tuple[str, ...]
    number: int
    """Of their last version."""
    changes: tuple[SettingChange, ...]


def catch_up(
    base: Mapping[str, Any],
    drafted: Mapping[str, Any] | None,
    cells: Edits,
    theirs: WrittenSchema,
    chosen: Mapping[Place, Side] | None = None,
) -> CaughtUp:
    """Merge edits of `base` with the version `theirs`; `drafted` replaces `base`, and `cells` change it further.

    `chosen` settles clashes. No edit is dropped silently.
    """
    mine, refused = apply_edits(base if drafted is None else drafted, cells)
    merged = merge(base, mine, theirs.schema, chosen)
    if merged.clashes:
        return CaughtUp(merged.clashes)
    problem = problem_of(merged.schema)
    if problem is not None:
        return CaughtUp((), problem=problem)
    has_edits = bool(setting_changes(theirs.schema, merged.schema))
    names = {name for name, _ in parse_eval_schema(theirs.schema).fields_by_name()}
    left = cells_by_path(one for one in refused if one.path in names)
    return CaughtUp((), theirs.rewritten(merged.schema) if has_edits else None, left)


def others_change(base: SchemaVersion, others: Sequence[SchemaVersion]) -> OthersChange | None:
    """Sum up the versions that others made since `base`, oldest first; None for none."""
    if not others:
        return None
    changes = setting_changes(base.schema, others[-1].schema)
    return OthersChange(tuple(dict.fromkeys(version.author for version in others)), others[-1].number, tuple(changes))
