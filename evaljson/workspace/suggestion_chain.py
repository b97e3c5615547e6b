"""Suggestions taken into a schema one by one, so that each of them can be taken out again.

They are applied together to the schema without any of them. Other edits made meanwhile are first carried over to that
schema, so that taking a suggestion out leaves them alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from evaljson.base.errors import InputError
from evaljson.suggest import Suggestion, applied
from evaljson.suggest.as_json import stored, suggestion_of
from evaljson.suggest.edit import edited
from evaljson.workspace.schema_merge import merge

Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Chain:
    """The suggestions that were taken, in order."""

    without: Schema
    """The schema with none of it."""
    last: Schema
    """With all of it, as it was written last."""
    taken: tuple[Suggestion, ...] = ()

    def still_applied(self, now: Schema) -> tuple[Suggestion, ...]:
        """List the taken suggestions that the schema still has: applying them again would change nothing."""
        return tuple(suggestion for suggestion in self.taken if is_in(now, suggestion))

    def with_more(self, now: Schema, more: Iterable[Suggestion]) -> Chain:
        """Take more suggestions. Raises InputError, with the reason, where one excludes another."""
        there = self.still_applied(now)  # an earlier version may have come back since, without some of those taken
        known = {suggestion.id for suggestion in there}
        return self._rebuilt(now, (*there, *(suggestion for suggestion in more if suggestion.id not in known)))

    def less(self, now: Schema, gone: Suggestion) -> Chain:
        """Take one out. Raises InputError where its settings were edited since."""
        return self._rebuilt(now, tuple(old for old in self.still_applied(now) if old.id != gone.id))

    def less_all(self, now: Schema) -> Chain:
        """Take all out. Raises InputError where settings of one were edited since."""
        return begun(self._without(now))

    def settled(self, now: Schema, suggestions: Iterable[Suggestion]) -> Chain:
        """Make some of them a permanent part of the schema, so that taking out others leaves them alone."""
        permanent = list(suggestions)
        base = applied(self._without(now), permanent).schema
        ids = {suggestion.id for suggestion in permanent}
        return Chain(base, now, tuple(old for old in self.still_applied(now) if old.id not in ids))

    def _rebuilt(self, now: Schema, taken: tuple[Suggestion, ...]) -> Chain:
        without = self._without(now)
        result = applied(without, taken)
        if result.left_out:
            left_out, why = result.left_out[0]
            raise InputError(f"{left_out.title} cannot be taken together with the others: {why}", left_out.path)
        return Chain(without, result.schema, taken)

    def _without(self, now: Schema) -> Schema:
        """Return the current schema without any of them."""
        if now == self.last:
            return self.without
        merged = merge(self.last, self.without, now)
        if merged.clashes:
            clash = merged.clashes[0]
            raise InputError(f"{clash.key or 'the field'} was edited after the suggestion was taken", clash.path)
        return merged.schema

    def as_json(self) -> dict[str, Any]:
        """Return it for the store."""
        taken = [stored(suggestion) for suggestion in self.taken]
        return {"without": dict(self.without), "last": dict(self.last), "taken": taken}

    @classmethod
    def of(cls, held: Mapping[str, Any]) -> Chain:
        """Read it from JSON."""
        return cls(held["without"], held["last"], tuple(map(suggestion_of, held["taken"])))


def begun(schema: Schema) -> Chain:
    """Start a chain with nothing taken."""
    return Chain(schema, schema)


def is_in(schema: Schema, suggestion: Suggestion) -> bool:
    """Check whether a schema already has what a suggestion sets."""
    return edited(schema, suggestion.edit) == schema
