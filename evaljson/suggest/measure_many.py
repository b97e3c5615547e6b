"""Measures many edits, each alone: those that touch different parts of the records are scored in one round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from evaljson.base.params import parse_xeval_entry
from evaljson.base.paths import above
from evaljson.suggest.edit import Edit
from evaljson.suggest.measure import Bench
from evaljson.suggest.model import Effect
from evaljson.whatif import ZonePreview


def effects_of(edits: Sequence[Edit], bench: Bench, start: float, end: float) -> list[Effect]:
    """Measure each edit, in their order; progress is reported from `start` to `end`."""
    seen = previews_of([(edit,) for edit in edits], bench, start, end)
    effects = {place: bench.effect(edits[place].path, previews) for place, previews in seen}
    return [effects[place] for place in range(len(edits))]


def previews_of(
    changes: Sequence[Sequence[Edit]], bench: Bench, start: float, end: float
) -> Iterator[tuple[int, dict[str, ZonePreview]]]:
    """Preview each change, which is one edit or several at and below the path of its first one.

    Yields the place of each with its previews by variant, round by round: those of a round share what was scored.
    """
    rounds = rounds_of(changes, bench)
    step = (end - start) / max(len(rounds), 1)
    for number, one in enumerate(rounds):
        here, edits = start + number * step, [edit for place in one.zones.values() for edit in changes[place]]
        yield from zip(
            one.zones.values(), bench.previews_by_zone(edits, list(one.zones), here, here + step), strict=True
        )


@dataclass(slots=True)
class ZoneRound:
    """Zones with the place of the change in each: none lies in another."""

    zones: dict[str, int] = field(default_factory=dict)
    around: set[str] = field(default_factory=set)
    """The zones, and all paths around them."""
    is_closed: bool = False

    def takes(self, zone: str) -> bool:
        return not self.is_closed and zone not in self.around and not any(path in self.zones for path in above(zone))

    def add(self, zone: str, place: int) -> None:
        self.zones[zone] = place
        self.around.update(above(zone))


def rounds_of(changes: Sequence[Sequence[Edit]], bench: Bench) -> list[ZoneRound]:
    """Divide changes into rounds: no zone of one lies in another."""
    rounds: list[ZoneRound] = []
    open_rounds: list[ZoneRound] = []
    for place, edits in enumerate(changes):
        zone = bench.zones.of(edits[0].path)
        alone = any(_changes_what_is_there(edit, bench) for edit in edits)
        chosen = None if alone else next((one for one in open_rounds if one.takes(zone)), None)
        if chosen is None:
            chosen = ZoneRound(is_closed=alone)
            rounds.append(chosen)
            open_rounds += [] if alone else [chosen]
        chosen.add(zone, place)
    return rounds


def _changes_what_is_there(edit: Edit, bench: Bench) -> bool:
    """Check whether an edit can change what counts as missing: that affects the containers around it as well. How
    elements are paired does not: an element is there, whatever it is paired with."""
    if edit.skip or edit.as_map or edit.absent:
        return True
    if any(parse_xeval_entry(entry)[0] == "null_if" for entry in edit.transforms):
        return True
    return any(node.nulls is not None for node in bench.by_path.get(edit.path, ()))
