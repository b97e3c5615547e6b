"""Suggestions taken into a schema one by one, so that each of them can be taken out again.

Those of one search are applied together, to the schema that they were found under; those that were found later, under a
schema with these in it, on top of them: a table of lower-case words is looked up behind the transform that was taken
before it. Other edits made meanwhile are first carried over to the schema without any of them, so that taking a
suggestion out leaves them alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from evaljson.base.errors import InputError
from evaljson.suggest import Suggestion, applied
from evaljson.suggest.as_json import stored, suggestion_of
from evaljson.suggest.edit import edited, nodes_at
from evaljson.wording.settings import setting_label
from evaljson.workspace.schema_merge import Clash, Merged, merge

Schema = Mapping[str, Any]
Settings = list[dict[str, Any]]
"""The x-eval-* keys of every node at one path."""


@dataclass(frozen=True, slots=True)
class Chain:
    """The suggestions that were taken, in order."""

    without: Schema
    """The schema with none of it."""
    last: Schema
    """With all of it, as it was written last."""
    taken: tuple[Suggestion, ...] = ()
    layers: tuple[int, ...] = ()
    """By taken suggestion, from below: those of one layer were found under one schema. () where all are of one."""
    taken_out: tuple[tuple[Suggestion, int], ...] = ()
    """Those taken out again, each with its layer: an earlier version of the schema, which has them, may come back."""
    edited_since: tuple[tuple[Suggestion, Settings], ...] = ()
    """Those that became a part of the schema, as their field was edited, each with the settings of before it."""

    @property
    def layered(self) -> list[tuple[Suggestion, int]]:
        """The suggestions, each with its layer."""
        return list(zip(self.taken, self.layers or (0,) * len(self.taken), strict=True))

    def there(self, now: Schema) -> list[tuple[Suggestion, int]]:
        """Return what a schema has of them, with what was taken out and came back."""
        there = [old for old in self.layered if is_in(now, old[0])]
        back = [] if now == self.last else [old for old in self.taken_out if is_in(now, old[0])]
        return sorted([*there, *back], key=lambda one: one[1]) if back else there

    def still_applied(self, now: Schema) -> tuple[Suggestion, ...]:
        """List the taken suggestions that the schema still has: applying them again would change nothing."""
        return tuple(suggestion for suggestion, _ in self.there(now))

    def edited_by(self, now: Schema) -> tuple[Suggestion, ...]:
        """List those whose field was edited since, so that they are not as they were taken, and cannot be taken out.

        One whose field is as it was before it is gone, as in an earlier version that came back.
        """
        there = self.there(now)
        known = {one.id for one, _ in there}
        earlier = [one for one, before in self.edited_since if _settings(now, one.path) not in ([], before)]
        every = {one.id: one for one in (*earlier, *(one for one, _ in self._edited_now(now, there)))}
        return tuple(one for identity, one in every.items() if identity not in known)

    def _edited_now(self, now: Schema, there: Sequence[tuple[Suggestion, int]]) -> list[tuple[Suggestion, int]]:
        """List those taken that are not among those `there`, as an edit made since is in their place."""
        as_taken = _applied_as_far(self.without, there)
        missing = [old for old in self.layered if not is_in(now, old[0])]
        return [old for old in missing if _settings(now, old[0].path) not in ([], _settings(as_taken, old[0].path))]

    def with_more(self, now: Schema, more: Iterable[Suggestion], *, on_top: bool = False) -> Chain:
        """Take more suggestions; `on_top` if they were found under the schema with those taken before.

        Those whose settings were edited since become a part of the schema: they cannot be taken out any more.
        Raises InputError, with the reason, where one excludes another.
        """
        chain = self.with_edited_kept(now)
        there = chain.there(now)  # an earlier version may have come back since, without some of those taken
        known = {suggestion.id for suggestion, _ in there}
        highest = max((layer for _, layer in (*chain.layered, *chain.taken_out)), default=-1)
        layer = highest + 1 if on_top or not there else there[-1][1]
        return chain._rebuilt(now, [*there, *((one, layer) for one in more if one.id not in known)])

    def less(self, now: Schema, gone: Suggestion) -> Chain:
        """Take one out, and the words that were found on top of its transforms: lower-case ones do nothing without.

        Raises InputError where its settings were edited since.
        """
        chain = self.with_edited_kept(now)
        there = chain.there(now)
        if gone.id in {one.id for one, _ in self.there(now)} - {one.id for one, _ in there}:
            raise InputError("a setting of it was edited after the suggestion was taken", gone.path)
        with_it = {one.id for one in _resting(there, gone)}
        return chain._rebuilt(now, [old for old in there if old[0].id not in with_it and old[0].id != gone.id])

    def goes_with(self, now: Schema, gone: Suggestion) -> tuple[Suggestion, ...]:
        """Return what else `less` takes out."""
        return _resting(self.there(now), gone)

    def less_all(self, now: Schema) -> Chain:
        """Take all out. Raises InputError where settings of one were edited since."""
        return begun(self._without(now))

    def settled(self, now: Schema, suggestions: Iterable[Suggestion]) -> Chain:
        """Make some of them a permanent part of the schema, so that taking out others leaves them alone."""
        permanent = list(suggestions)
        base = applied(self._without(now), permanent).schema
        ids = {suggestion.id for suggestion in permanent}
        return Chain(base, now, *_columns([old for old in self.there(now) if old[0].id not in ids]))

    def with_edited_kept(self, now: Schema) -> Chain:
        """Return the chain in which suggestions whose settings were edited since are a part of the schema.

        They cannot be taken out any more, and stop no others from it.
        """
        chain = self
        while (clash := chain._clash(now)) is not None:
            edited_since = _setting(chain, clash)
            gone = {one.id for one, _ in edited_since}
            others = [old for old in chain.layered if old[0].id not in gone]
            if not edited_since:
                return begun(now)
            try:
                without = _applied(chain.without, edited_since)
                before = [(one, _settings(chain.without, one.path)) for one, _ in edited_since]
                kept = (*chain.edited_since, *before)
                chain = Chain(without, chain.last, *_columns(others), chain.taken_out, kept)
            except InputError:
                return begun(now)
        return chain

    def _clash(self, now: Schema) -> Clash | None:
        """Return the first setting that both a suggestion and an edit made since changed."""
        merged = self._with_edits_alone(now)
        return merged.clashes[0] if merged is not None and merged.clashes else None

    def _rebuilt(self, now: Schema, layered: list[tuple[Suggestion, int]]) -> Chain:
        without, ids = self._without(now), {suggestion.id for suggestion, _ in layered}
        gone = [old for old in (*self.layered, *self.taken_out) if old[0].id not in ids]
        kept = tuple(old for old in self.edited_since if old[0].id not in ids)
        return Chain(without, _applied(without, layered), *_columns(layered), tuple(gone), kept)

    def _without(self, now: Schema) -> Schema:
        """Return the current schema without any of them."""
        merged = self._with_edits_alone(now)
        if merged is None:
            return self.without
        if merged.clashes:
            clash = merged.clashes[0]
            what = f"its setting of {setting_label(clash.key)}" if clash.key else "the field"
            raise InputError(f"{what} was edited after the suggestion was taken", clash.path)
        return merged.schema

    def _with_edits_alone(self, now: Schema) -> Merged | None:
        """Carry the edits made since over to the schema without them; None where there are no such edits."""
        there = self.there(now)
        if now == self.last or self._makes(now, there):  # a version that came back has no edits of its own
            return None
        is_back = any(old in self.taken_out for old in there)
        return merge(self._before_edits(now, there) if is_back else self.last, self.without, now)

    def _before_edits(self, now: Schema, there: Sequence[tuple[Suggestion, int]]) -> Schema:
        """Return the schema with all that are there, or were until they were edited, as it was before any edit."""
        try:
            return _applied(self.without, [*there, *self._edited_now(now, there)])
        except InputError:  # what came back excludes one that was edited
            return _applied(self.without, there)

    def _makes(self, now: Schema, layered: list[tuple[Suggestion, int]]) -> bool:
        """Check whether these suggestions, and no other edit, make a schema of the one without them."""
        try:
            return _applied(self.without, layered) == now
        except InputError:
            return False

    def as_json(self) -> dict[str, Any]:
        """Return it for the store."""
        taken = [stored(suggestion) for suggestion in self.taken]
        layers = [layer for _, layer in self.layered]
        gone = [[stored(suggestion), layer] for suggestion, layer in self.taken_out]
        kept = [[stored(suggestion), before] for suggestion, before in self.edited_since]
        return {
            "without": dict(self.without), "last": dict(self.last), "taken": taken, "layers": layers, "taken_out": gone,
            "edited_since": kept,
        }  # fmt: skip

    @classmethod
    def of(cls, held: Mapping[str, Any]) -> Chain:
        """Read it from JSON."""
        taken = tuple(map(suggestion_of, held["taken"]))
        gone = tuple((suggestion_of(one), layer) for one, layer in held.get("taken_out", ()))
        kept = tuple((suggestion_of(one), before) for one, before in held.get("edited_since", ()))
        return cls(held["without"], held["last"], taken, tuple(held.get("layers", ())), gone, kept)


def begun(schema: Schema) -> Chain:
    """Start a chain with nothing taken."""
    return Chain(schema, schema)


def is_in(schema: Schema, suggestion: Suggestion) -> bool:
    """Check whether a schema already has what a suggestion sets."""
    return edited(schema, suggestion.edit) == schema


def _setting(chain: Chain, clash: Clash) -> list[tuple[Suggestion, int]]:
    """Return the suggestions that set what clashes; where none does by itself, all of the field."""
    of_field = [old for old in chain.layered if old[0].path == clash.path]
    before = _settings(chain.without, clash.path)
    own = [
        old
        for old in of_field
        if any(
            node.get(clash.key) != other.get(clash.key)
            for node, other in zip(before, _settings(edited(chain.without, old[0].edit), clash.path), strict=True)
        )
    ]
    return own or of_field


def _settings(schema: Schema, path: str) -> Settings:
    return [{key: node[key] for key in sorted(node) if key.startswith("x-eval-")} for node in nodes_at(schema, path)]


def _applied_as_far(schema: Schema, layered: Iterable[tuple[Suggestion, int]]) -> Schema:
    """Apply suggestions; without them where they exclude each other."""
    try:
        return _applied(schema, layered)
    except InputError:
        return schema


def _resting(there: Sequence[tuple[Suggestion, int]], gone: Suggestion) -> tuple[Suggestion, ...]:
    below = max((layer for one, layer in there if one.id == gone.id), default=-1)
    return tuple(old[0] for old in there if _rests_on(gone, below, old))


def _rests_on(gone: Suggestion, layer: int, other: tuple[Suggestion, int]) -> bool:
    """Check whether another suggestion has words that were found as a transform of one at the same field writes them.

    Others stay without it: to ignore accents is the same whether case is ignored or not.
    """
    one, above = other
    rewrites = any(isinstance(entry, str) for entry in gone.edit.transforms)
    has_words = any(not isinstance(entry, str) for entry in one.edit.transforms)
    return above > layer >= 0 and one.path == gone.path and rewrites and has_words


def _columns(layered: Iterable[tuple[Suggestion, int]]) -> tuple[tuple[Suggestion, ...], tuple[int, ...]]:
    pairs = list(layered)
    return tuple(suggestion for suggestion, _ in pairs), tuple(layer for _, layer in pairs)


def _applied(schema: Schema, layered: Iterable[tuple[Suggestion, int]]) -> Schema:
    """Apply suggestions layer by layer. Raises InputError where one excludes another of its layer."""
    for _, layer in groupby(sorted(layered, key=lambda one: one[1]), key=lambda one: one[1]):
        result = applied(schema, [suggestion for suggestion, _ in layer])
        if result.left_out:
            left_out, why = result.left_out[0]
            raise InputError(f"{left_out.title} cannot be taken together with the others: {why}", left_out.path)
        schema = result.schema
    return schema
