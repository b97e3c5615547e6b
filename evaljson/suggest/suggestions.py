"""Holds all suggestions of one search, best first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from evaljson.compare.ranking_change import RankingChange
from evaljson.suggest.filters import check_paths, narrowed
from evaljson.suggest.model import Effect, Suggestion
from evaljson.suggest.tables import html, markdown


@dataclass(frozen=True, slots=True)
class AtOnce:
    """What several suggestions do, applied at once."""

    effect: Effect
    change: RankingChange | None
    """What they make of the ranking; None where it is not known, as of one variant."""


@dataclass(frozen=True)
class Suggestions(Sequence[Suggestion]):
    """What is proposed, best first: a sequence of suggestions that can be applied together."""

    schema: Mapping[str, Any] = field(repr=False)
    """The eval schema that they change."""
    variants: tuple[str, ...]
    proposed: tuple[Suggestion, ...]
    alternatives: tuple[Suggestion, ...] = ()
    """Those that exclude a better one, which `alternative_to` names."""
    together: Effect | None = None
    """All of `for_all`, applied at once; None without any."""
    notes: tuple[str, ...] = ()
    """What was left out, and why."""
    change: RankingChange | None = None
    """What applying all of `for_all` makes of the ranking; None where it is not known, as of one variant."""
    with_unsure: AtOnce | None = None
    """All that are measured, those that need a look included; None where that is `together`."""

    def __len__(self) -> int:
        return len(self.proposed)

    def __getitem__(self, which: Any) -> Any:
        """Return a suggestion by position, or by id, alternatives included."""
        if not isinstance(which, str):
            return self.proposed[which]
        suggestion = next(
            (suggestion for suggestion in (*self.proposed, *self.alternatives) if suggestion.id == which), None
        )
        if suggestion is None:
            raise KeyError(which)
        return suggestion

    def __iter__(self) -> Iterator[Suggestion]:
        return iter(self.proposed)

    def alternatives_to(self, suggestion: Suggestion) -> tuple[Suggestion, ...]:
        """Return what could be chosen instead."""
        return tuple(other for other in self.alternatives if other.alternative_to == suggestion.id)

    @property
    def measured(self) -> tuple[Suggestion, ...]:
        """Those that need no judge."""
        return tuple(suggestion for suggestion in self.proposed if suggestion.effect is not None)

    @property
    def for_all(self) -> tuple[Suggestion, ...]:
        """Those that are right to apply without a look at each: neither they nor what they build on is of high risk or
        a table of synonyms, and they need no judge."""
        unsure = {suggestion.id for suggestion in self.proposed if suggestion.needs_a_look}
        return tuple(one for one in self.measured if unsure.isdisjoint((one.id, *one.builds_on)))

    def only(self, *, kinds: Sequence[str] = (), paths: Sequence[str] = (), least: float | None = None) -> Suggestions:
        """Return those of some kinds, at or below some paths, that gain at least `least`.

        `together`, `change` and `with_unsure` are None then.
        """
        check_paths(paths, self.schema)
        kept = narrowed(self.proposed, kinds, paths, least)
        ids = {suggestion.id for suggestion in kept}
        others = tuple(suggestion for suggestion in self.alternatives if suggestion.alternative_to in ids)
        return replace(self, proposed=kept, alternatives=others, together=None, change=None, with_unsure=None)

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON data, without the schema."""
        together = None if self.together is None else {n: asdict(e) for n, e in self.together.variants.items()}
        return {
            "variants": list(self.variants),
            "suggestions": [suggestion.to_dict() for suggestion in self.proposed],
            "alternatives": [suggestion.to_dict() for suggestion in self.alternatives],
            "together": together,
            "notes": list(self.notes),
        }

    def to_markdown(self) -> str:
        """Write a table for a pull request or a notebook."""
        return markdown(self.proposed)

    def _repr_html_(self) -> str:
        return html(self.proposed)
