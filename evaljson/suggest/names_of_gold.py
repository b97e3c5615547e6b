"""Fields that an extraction has under another key than gold, and its records with the keys of gold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from evaljson.base.paths import child
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.document_types import SCHEMAS, schema_of
from evaljson.suggest.key_around import key_around, taken_out

Place = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RenamedKey:
    """A field of gold that one extraction has under another key, or a key around its whole records."""

    place: Place
    """The steps through the schema to the object that has it."""
    parent: str
    """The schema path of that object."""
    key: str
    """As gold calls it; empty for a key around the whole record."""
    called: str
    """As the extraction calls it."""
    same: int
    """Extracted records in which all values agree with those of gold."""
    records: int
    """Extracted records in which more than half of the values agree, those above among them."""
    of: int
    """Extracted records with a value under the other key alone, of those whose gold has a value too."""
    among: int
    """All extracted records that were looked at."""

    @property
    def is_around(self) -> bool:
        """Whether the key is around the whole record: `same`, `records` and `of` count the records that have it so."""
        return not self.key

    @property
    def path(self) -> str:
        """The schema path of the field, or of what the key is around."""
        return self.parent if self.is_around else child(self.parent, self.key)

    @property
    def called_path(self) -> str:
        """The schema path of the key that the schema lacks."""
        return child(self.parent, self.called)


def with_keys_of_gold(
    run: RunResult, tree: SchemaNode, extracted: Iterable[Any], keys: Sequence[RenamedKey]
) -> list[Any]:
    """Return the extracted records of a run, None where there is none, with these keys called as gold calls them.

    Records with one of them around are taken out of it first.
    """
    around = {(key.place, key.called) for key in keys if key.is_around}
    found = []
    for record, one in zip(run.records, extracted, strict=True):
        start = _start(tree, record.gold)
        if around and (key := key_around(record.gold, one, schema_of(tree, record.gold))) and (start, key) in around:
            one = taken_out(one, key)
        found.append(None if one is None else with_names_of_gold(one, keys, start))
    return found


def with_names_of_gold(record: Any, keys: Sequence[RenamedKey], start: Place = ()) -> Any:
    """Return an extracted record with these keys called as gold calls them; `start` is the place of its schema.

    Places have the names of gold: a key in an object that is renamed itself comes after that one.
    """
    for key in keys:
        if not key.is_around and key.place[: len(start)] == start and (start or key.place[:1] != (SCHEMAS,)):
            record = _renamed(record, key.place[len(start) :], key)
    return record


def _start(tree: SchemaNode, gold: Any) -> Place:
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
