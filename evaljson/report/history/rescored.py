"""What a change of the schema did to the figures: F1 of each variant, and the fields that moved most."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from evaljson.results.losses import field_table
from evaljson.results.model import RunResult
from evaljson.results.ranking import leading
from evaljson.wording.differences import in_points
from evaljson.wording.other_way import the_other_way
from evaljson.wording.words import points

_NOTICED = 1e-9


@dataclass(frozen=True, slots=True)
class Moved:
    """An F1 before and after, from 0 to 1; None where undefined or not scored."""

    variant: str
    field: str | None
    """None: the mean over all records."""
    before: float | None
    after: float | None

    @property
    def by(self) -> float:
        """How far it moved; what came or went moved as far as can be."""
        if self.before is None or self.after is None:
            return 0.0 if self.before is self.after else math.inf
        distance = abs(self.after - self.before)
        return distance if distance > _NOTICED else 0.0

    @property
    def change(self) -> float:
        """Return after less before; 0 where one of them is not there."""
        return 0.0 if self.before is None or self.after is None else self.after - self.before

    def in_words(self) -> str:
        """Write `90.4 → 93.1 (+2.7)`."""
        if self.before is None or self.after is None:
            return f"{_or_none(self.before)} → {_or_none(self.after)}"
        before, after, difference = in_points(self.before, self.after)
        if before == after:  # a second decimal would have told them apart
            way = "up" if self.after > self.before else "down"
            difference = f"{way} less than 0.01" if self.by else "unchanged"
        return f"{before} → {after} ({difference})"

    def of_field(self) -> str:
        """Write `F1 90.4 → 93.1 (+2.7)`; a field that came or went did not move."""
        if self.before is None:
            return f"newly scored, F1 {_or_none(self.after)}"
        return f"no longer scored, F1 was {points(self.before)}" if self.after is None else f"F1 {self.in_words()}"


def largest_first(moves: Iterable[Moved]) -> list[Moved]:
    """Sort by how far they moved; those that moved equally far stay in their order."""
    return sorted(moves, key=lambda one: -one.by)


def leaders_first(moves: Iterable[Moved]) -> list[Moved]:
    """Sort as `largest_first`, behind the variants with the highest F1 before and after: who reads of a change asks
    for these."""
    moves = list(moves)
    leaders = leading({one.variant: one.before for one in moves}, {one.variant: one.after for one in moves})
    by_name = {one.variant: one for one in moves}
    return [*(by_name[name] for name in leaders), *largest_first(one for one in moves if one.variant not in leaders)]


def way_of_the_rest(named: Iterable[Moved], others: Iterable[Moved]) -> str:
    """Say how many of the others move as none of the named ones does; "" where none do."""
    return the_other_way([one.change for one in named], [one.change for one in others])


def _or_none(figure: float | None) -> str:
    return "none" if figure is None else points(figure)


def moved_variants(before: Mapping[str, RunResult], after: Mapping[str, RunResult]) -> list[Moved]:
    """Return each variant that is scored on both sides, moved or not."""
    return [Moved(name, None, before[name].mean_f1, run.mean_f1) for name, run in after.items() if name in before]


def moved_fields(before: Mapping[str, RunResult], after: Mapping[str, RunResult], most: int = 5) -> list[Moved]:
    """Return the fields that moved most, each in the variant in which it moved most; new and removed fields last."""
    moved: dict[str, Moved] = {}
    for name in (name for name in after if name in before):
        old, new = _f1_by_field(before[name]), _f1_by_field(after[name])
        for field in dict.fromkeys([*new, *old]):
            move = Moved(name, field, old.get(field), new.get(field))
            if move.by and (field not in moved or move.by > moved[field].by):
                moved[field] = move
    ranked = sorted(moved.values(), key=lambda move: (math.isinf(move.by), -move.by))
    return ranked[:most]


def _f1_by_field(run: RunResult) -> dict[str, float | None]:
    table = field_table(run)
    return {
        field: None if math.isnan(f1) else f1
        for field, f1 in zip(table["field"].tolist(), table["f1"].tolist(), strict=True)
    }
