"""What can be compared: each variant, and, of those tagged as repeats of one prompt, all of them together."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.workspace.variant_notes import notes_of

REPEAT: Final = "repeat:"
"""Variants with the same tag that begins like this are runs of the same prompt."""


@dataclass(frozen=True, slots=True)
class ComparedSide:
    """One side of a comparison."""

    name: str
    """As it stands in the address: that of a variant, or a tag."""
    title: str
    variants: tuple[str, ...]

    @property
    def first(self) -> str:
        """The variant whose records are shown where only one can be."""
        return self.variants[0]

    def keys(self, evaluation: OpenEvaluation) -> tuple[str, ...]:
        """Same keys, same runs."""
        return tuple(evaluation.run_key(name) for name in self.variants)


def side_of_one(variant: str) -> ComparedSide:
    """A variant as it is."""
    return ComparedSide(variant, variant, (variant,))


def sides_of(evaluation: OpenEvaluation, names: Iterable[str]) -> dict[str, ComparedSide]:
    """By name: these variants, groups of repeats before them."""
    alone = {name: side_of_one(name) for name in names}
    groups = {tag: group for tag, group in repeats_of(evaluation, alone).items() if tag not in alone}
    return groups | alone


def repeats_of(evaluation: OpenEvaluation, names: Collection[str]) -> dict[str, ComparedSide]:
    """By tag, those of the variants that are repeats; a tag that one variant has alone is no group."""
    found: dict[str, list[str]] = {}
    for variant in evaluation.stored.variants:
        for tag in notes_of(variant.meta).tags if variant.name in names else ():
            if tag.startswith(REPEAT) and len(tag) > len(REPEAT):
                found.setdefault(tag, []).append(variant.name)
    return {
        tag: ComparedSide(tag, f"{tag.removeprefix(REPEAT).strip()} ({len(own)} runs)", tuple(own))
        for tag, own in found.items()
        if len(own) > 1
    }
