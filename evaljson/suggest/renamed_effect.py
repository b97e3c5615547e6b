"""What a run would score if its extraction called fields as gold does, and how that is said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evaljson.base.paths import is_below
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.document_types import SCHEMAS, schema_of
from evaljson.suggest.renamed_keys import RenamedKey
from evaljson.whatif.groups import compound_groups
from evaljson.whatif.preview import Preview, preview_of_others
from evaljson.whatif.touched import Zones, outermost
from evaljson.wording.words import counted


def renamed_preview(run: RunResult, tree: SchemaNode, keys: Sequence[RenamedKey]) -> Preview:
    """Compute what `run` would be with these keys called as gold calls them; only those fields are scored again."""
    extracted = [
        None if record.extracted is None else with_names_of_gold(record.extracted, keys, _start(tree, record.gold))
        for record in run.records
    ]
    zones = Zones(tree)
    touched = {zones.of(path) for key in keys for path in (key.path, key.called_path)}
    for group in (group for root in tree.roots for node in root.walk() for group in compound_groups(node)):
        if any(is_below(path, member) for path in touched for member in group):
            touched |= group
    return preview_of_others(run, tree, extracted, outermost(touched))


def with_names_of_gold(record: Any, keys: Sequence[RenamedKey], start: tuple[str, ...] = ()) -> Any:
    """Return an extracted record with these keys called as gold calls them; `start` is the place of its schema."""
    for key in keys:
        if key.place[: len(start)] == start and (start or key.place[:1] != (SCHEMAS,)):
            record = _renamed(record, key.place[len(start) :], key)
    return record


def _start(tree: SchemaNode, gold: Any) -> tuple[str, ...]:
    root = schema_of(tree, gold)
    return next(((SCHEMAS, value) for value, own in tree.schemas.items() if own is root), ())


def _renamed(value: Any, place: Sequence[str], key: RenamedKey) -> Any:
    if place[:1] == ("items",):
        return [_renamed(element, place[1:], key) for element in value] if isinstance(value, list) else value
    if not isinstance(value, dict):
        return value
    if place:
        name = place[1]
        return {**value, name: _renamed(value[name], place[2:], key)} if name in value else value
    if key.called not in value or value.get(key.key) is not None:
        return value
    return {key.key if name == key.called else name: inner for name, inner in value.items() if name != key.key}


def notes_on_renamed(found: Mapping[str, Sequence[RenamedKey]]) -> list[str]:
    """Write a sentence for each field that variants call otherwise, with the way out."""
    by_pair: dict[tuple[str, str, str], list[tuple[str, RenamedKey]]] = {}
    for variant, keys in found.items():
        for key in keys:
            by_pair.setdefault((key.path, key.key, key.called), []).append((variant, key))
    return [
        f"{path} is called {called!r} in {', '.join(variant for variant, _ in pairs)}: the values agree in "
        f"{sum(one.records for _, one in pairs):,} of {counted(sum(one.of for _, one in pairs), 'record')}. "
        f"Have the prompt write {key!r}; no setting can do it."
        for (path, key, called), pairs in by_pair.items()
    ]
