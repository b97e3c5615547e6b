"""Takes out of what is proposed to be applied at once each setting that lowers F1 beside all the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from evaljson.base.paths import is_below
from evaljson.suggest.apply import applied_within
from evaljson.suggest.measure import Bench
from evaljson.suggest.measure_many import rounds_of
from evaljson.suggest.model import Suggestion
from evaljson.whatif import Zones

_ROUNDING: Final = 1e-9
_RIGHT_ANYWAY: Final = frozenset({"skip", "map"})
"""Kinds that are right whatever they do to F1: they say what a field is."""


@dataclass(slots=True)
class Harmless:
    """Suggestions of which each, with all the others applied, leaves F1 as it is or raises it."""

    kept: tuple[Suggestion, ...]
    alternatives: tuple[Suggestion, ...]
    dropped: list[Suggestion] = field(default_factory=list)
    """Those that are left out and have no other at their field whose alternative they could be."""

    def less(self, harmful: Sequence[Suggestion]) -> None:
        """Make alternatives of those that do harm, or drop them."""
        gone = {one.id for one in harmful}
        self.kept = tuple(one for one in self.kept if one.id not in gone)
        for one in harmful:
            beside = next((other for other in self.kept if other.path == one.path and other.effect is not None), None)
            mine = [other for other in self.alternatives if other.alternative_to == one.id]
            others = tuple(other for other in self.alternatives if other.alternative_to != one.id)
            if beside is None:
                self.dropped.append(one)
                self.alternatives = others
            else:
                again = (replace(_told(one, beside), alternative_to=beside.id),)
                self.alternatives = (*others, *again, *(replace(other, alternative_to=beside.id) for other in mine))


def _told(one: Suggestion, beside: Suggestion) -> Suggestion:
    why = f"{one.risk.why.removesuffix('.')}; together with “{beside.title}” it would lower F1."
    return replace(one, risk=replace(one.risk, why=why))


def harmful(
    bench: Bench, chosen: Sequence[Suggestion], candidates: Collection[str], start: float, end: float
) -> list[Suggestion]:
    """Return those of the chosen, by the ids of `candidates`, without which F1 summed over the variants is higher.

    Measured with all the others applied. Where several at a field or in an array do harm, the worst goes, and the
    others there are measured again without it. Progress is reported from `start` to `end`.
    """
    gone: dict[str, Suggestion] = {}
    again: frozenset[str] | None = None
    while True:
        done = applied_within(bench.schema, bench.tree, [one for one in chosen if one.id not in gone])
        zones = Zones(done.tree)
        zone_of = {one.id: zones.of(one.path) for one in done.done}
        asked = [
            one
            for one in _in_question(done.done, zone_of)
            if one.id in candidates and (again is None or any(_meet(zone_of[one.id], zone) for zone in again))
        ]
        if not asked:
            return list(gone.values())
        over = bench.over(done.schema, done.tree, start, (start + end) / 2)
        worst: dict[str, tuple[float, Suggestion]] = {}
        for one, lost in _lost_by(asked, done.done, bench, over, (start + end) / 2, end):
            zone = zone_of[one.id]
            if lost > max(_ROUNDING, worst[zone][0] if zone in worst else 0.0):
                worst[zone] = lost, one
        if not worst:
            return list(gone.values())
        gone |= {one.id: one for _, one in worst.values()}
        again = frozenset(worst)


def _in_question(done: Sequence[Suggestion], zone_of: Mapping[str, str]) -> list[Suggestion]:
    """Return those that touch what another one touches, or lower F1 alone; none that others need."""
    needed = {identity for one in done for identity in one.builds_on}
    zones = Counter(zone_of.values())
    shared = {
        zone
        for zone, count in zones.items()
        if count > 1 or any(other != zone and _meet(zone, other) for other in zones)
    }
    return [
        one
        for one in done
        if one.id not in needed
        and one.kind not in _RIGHT_ANYWAY
        and (zone_of[one.id] in shared or (one.effect is not None and one.effect.gain_in_sum < 0))
    ]


def _meet(one: str, other: str) -> bool:
    return is_below(one, other) or is_below(other, one)


def _lost_by(
    asked: Sequence[Suggestion], done: Sequence[Suggestion], bench: Bench, over: Bench, start: float, end: float
) -> Iterator[tuple[Suggestion, float]]:
    """Yield how much higher F1, summed over the variants, is without each one of all that is done.

    `over` has the runs with all of it.
    """
    rounds = rounds_of([(one.edit,) for one in asked], over)
    step = (end - start) / max(len(rounds), 1)
    for number, here in enumerate(rounds):
        without = {asked[place].id for place in here.zones.values()}
        schema = applied_within(bench.schema, bench.tree, [one for one in done if one.id not in without]).schema
        seen = over.previews_under(schema, list(here.zones), start + number * step, start + (number + 1) * step)
        for place, previews in zip(here.zones.values(), seen, strict=True):
            effect = over.effect(asked[place].path, previews)
            yield asked[place], effect.gain_in_sum
