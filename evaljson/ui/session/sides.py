"""What can be compared: each variant, and variants tagged as repeats of one prompt together."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.workspace.variant_notes import REPEAT, notes_of


@dataclass(frozen=True, slots=True)
class ComparedSide:
    """One side of a comparison."""

    name: str
    """As it is in the address: the name of a variant, or a tag."""
    title: str
    variants: tuple[str, ...]

    @property
    def first(self) -> str:
        """The variant whose records are shown where only one can be."""
        return self.variants[0]

    def keys(self, evaluation: OpenEvaluation) -> tuple[str, ...]:
        """Return keys for cached values: same keys, same runs."""
        return tuple(evaluation.run_key(name) for name in self.variants)


def side_of_one(variant: str) -> ComparedSide:
    """Return a variant alone as a side."""
    return ComparedSide(variant, variant, (variant,))


def sides_of(evaluation: OpenEvaluation, names: Iterable[str]) -> dict[str, ComparedSide]:
    """Return sides by name: groups of repeats, then these variants."""
    alone = {name: side_of_one(name) for name in names}
    groups = {tag: group for tag, group in repeats_of(evaluation, alone).items() if tag not in alone}
    return groups | alone


def repeats_of(evaluation: OpenEvaluation, names: Collection[str]) -> dict[str, ComparedSide]:
    """Group the variants that are repeats by tag; a tag of one variant alone is not a group."""
    by_tag: dict[str, list[str]] = {}
    for variant in evaluation.stored.variants:
        for tag in notes_of(variant.meta).tags if variant.name in names else ():
            if tag.startswith(REPEAT) and len(tag) > len(REPEAT):
                by_tag.setdefault(tag, []).append(variant.name)
    return {
        tag: ComparedSide(tag, f"{tag.removeprefix(REPEAT).strip()} ({len(variants)} runs)", tuple(variants))
        for tag, variants in by_tag.items()
        if len(variants) > 1
    }
