"""Measures settings of values in arrays over the pairings around them, and which of these pairings they need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from evaljson.suggest.edit import Edit
from evaljson.suggest.measure import Bench
from evaljson.suggest.measure_many import previews_of
from evaljson.suggest.model import Effect, Suggestion
from evaljson.whatif import ZonePreview

Pairings = tuple[Suggestion, ...]
"""Suggestions that pair elements, the outermost array first."""
_ROUNDING = 1e-9
_ENOUGH = 0.8
"""A suggestion that brings so much of its gain without a pairing does not need that one."""


@dataclass(frozen=True, slots=True)
class OverPairing:
    """What an edit does, over as few of the pairings around it as it needs."""

    effect: Effect
    needs: Pairings
    """Without any one of them, it gains much less F1 in a variant, or much fewer results become right."""


def effects_over(
    edits: Sequence[Edit], around: Sequence[Pairings], bench: Bench, start: float, end: float
) -> list[OverPairing]:
    """Measure each edit over the pairings around its field, and with fewer of them until it would gain much less.

    Progress is reported from `start` to `end`.
    """
    tries = max(map(len, around), default=0)
    step = (end - start) / (tries + 1)
    whole = _effects(edits, around, bench, start, start + step)
    found = list(map(OverPairing, whole, around))
    left = [place for place, pairings in enumerate(around) if pairings]
    for size in range(tries):
        here = start + (size + 1) * step
        fewer = [
            (place, some) for place in left for some in combinations(around[place], size) if size < len(around[place])
        ]
        effects = _effects([edits[place] for place, _ in fewer], [some for _, some in fewer], bench, here, here + step)
        for (place, some), effect in zip(fewer, effects, strict=True):
            if place in left and _is_enough(effect, whole[place]):
                found[place] = OverPairing(effect, some)
                left.remove(place)
    return found


def _effects(edits: Sequence[Edit], over: Sequence[Pairings], bench: Bench, start: float, end: float) -> list[Effect]:
    """Measure each edit over some pairings: what these do is in its figures before."""
    bases = {_ids(pairings): pairings for pairings in over if pairings}
    third = start + (end - start) / 3 if bases else start
    paired = previews_of([_edits(pairings) for pairings in bases.values()], bench, start, third)
    of_base: dict[tuple[str, ...], dict[str, ZonePreview]] = {}
    for place, previews in paired:
        of_base[list(bases)[place]] = previews
    effects: dict[int, Effect] = {}
    changes = [(*_edits(pairings), edit) for edit, pairings in zip(edits, over, strict=True)]
    for place, previews in previews_of(changes, bench, third, end):
        effects[place] = bench.effect(edits[place].path, previews, of_base.get(_ids(over[place])))
    return [effects[place] for place in range(len(edits))]


def _ids(pairings: Pairings) -> tuple[str, ...]:
    return tuple(one.id for one in pairings)


def _edits(pairings: Pairings) -> tuple[Edit, ...]:
    return tuple(one.edit for one in pairings)


def _is_enough(fewer: Effect, whole: Effect) -> bool:
    """Check whether an edit gains nearly as much with fewer pairings, in all variants."""
    assert fewer.settled is not None
    assert whole.settled is not None
    spare = (1 - _ENOUGH) * max(whole.gain, 0.0) + _ROUNDING
    gains = all(fewer.variants[name].gain >= variant.gain - spare for name, variant in whole.variants.items())
    right = whole.settled.right
    return gains and fewer.settled.right >= right - (1 - _ENOUGH) * abs(right) - _ROUNDING
