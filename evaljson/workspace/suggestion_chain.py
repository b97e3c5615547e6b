"""Suggestions that were taken into a schema, one by one, so that each of them can be taken out again.

What was taken is applied together to the schema without any of it. Whatever else was edited meanwhile is carried over
to that schema first, so that taking one out leaves it alone.
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
    """What was taken, in that order."""

    without: Schema
    """The schema with none of it."""
    last: Schema
    """With all of it, as it was written last."""
    taken: tuple[Suggestion, ...] = ()

    def in_force(self, now: Schema) -> tuple[Suggestion, ...]:
        """Those that the schema still has: doing them again would change nothing."""
        return tuple(one for one in self.taken if is_in(now, one))

    def with_more(self, now: Schema, more: Iterable[Suggestion]) -> Chain:
        """With these as well. Raises InputError, with the reason, for one that excludes what was taken before."""
        added = [one for one in more if one.id not in {old.id for old in self.taken}]
        return self._rebuilt(now, (*self.in_force(now), *added))

    def less(self, now: Schema, one: Suggestion) -> Chain:
        """Without one. Raises InputError where its settings were edited since."""
        return self._rebuilt(now, tuple(old for old in self.in_force(now) if old.id != one.id))

    def less_all(self, now: Schema) -> Chain:
        """Without any. Raises InputError where settings of one were edited since."""
        return begun(self._without(now))

    def settled(self, now: Schema, ones: Iterable[Suggestion]) -> Chain:
        """The same with some of them in the schema for good, so that taking out others leaves these alone."""
        gone = list(ones)
        done = applied(self._without(now), gone).schema
        ids = {one.id for one in gone}
        return Chain(done, now, tuple(old for old in self.in_force(now) if old.id not in ids))

    def _rebuilt(self, now: Schema, taken: tuple[Suggestion, ...]) -> Chain:
        own = self._without(now)
        made = applied(own, taken)
        if made.left_out:
            one, why = made.left_out[0]
            raise InputError(f"{one.title} cannot be taken together with the others: {why}", one.path)
        return Chain(own, made.schema, taken)

    def _without(self, now: Schema) -> Schema:
        """The schema as it is now, with none of it."""
        if now == self.last:
            return self.without
        merged = merge(self.last, self.without, now)
        if merged.clashes:
            clash = merged.clashes[0]
            raise InputError(f"{clash.key or 'the field'} was edited after the suggestion was taken", clash.path)
        return merged.schema

    def as_json(self) -> dict[str, Any]:
        """For the store."""
        taken = [stored(one) for one in self.taken]
        return {"without": dict(self.without), "last": dict(self.last), "taken": taken}

    @classmethod
    def of(cls, held: Mapping[str, Any]) -> Chain:
        """From JSON."""
        return cls(held["without"], held["last"], tuple(map(suggestion_of, held["taken"])))


def begun(schema: Schema) -> Chain:
    """Nothing taken yet."""
    return Chain(schema, schema)


def is_in(schema: Schema, one: Suggestion) -> bool:
    """Whether a schema has what a suggestion sets."""
    return edited(schema, one.edit) == schema
