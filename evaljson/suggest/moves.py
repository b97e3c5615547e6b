"""What a setting moves, against a run or against what another setting makes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from evaljson.base.arrays import Bools, Floats, Ints
from evaljson.suggest.model import Settled
from evaljson.whatif import ZonePreview
from evaljson.whatif.flipped import become_wrong, no_longer_counted, records_wrong, right_by_record
from evaljson.whatif.gains import RecordGains


@dataclass(frozen=True)
class Moves(RecordGains):
    """The records of one variant that a setting moves."""

    after: ZonePreview
    """With the setting."""
    over: ZonePreview | None = None
    """Without it; None: that is the run."""

    @cached_property
    def gain(self) -> Floats:
        """The F1 of each record with the setting, minus that without it."""
        return self.after.gain if self.over is None else self.after.gain - self.over.gain

    @cached_property
    def only_lenient(self) -> bool:
        """Whether it only lets more count as right: no field of any record loses score."""
        return self.after.only_lenient if self.over is None else self.after.only_lenient_over(self.over)

    @cached_property
    def become_wrong(self) -> int:
        """The number of results that are right without it, and wrong with it."""
        return self.after.flipped(become_wrong, over=self.over)

    @cached_property
    def become_right(self) -> Counter[int]:
        """By the place of a record, how many results are wrong without it, and right with it.

        Those of records that were not extracted are left out, as in `right_and_wrong`.
        """
        found = self.after.flipped(right_by_record, over=self.over)
        return Counter({place: count for place, count in found.items() if self._there[place]})

    @cached_property
    def uncounted(self) -> int:
        """The number of results that are right without it, and with it neither right nor wrong."""
        return self.after.flipped(no_longer_counted, over=self.over)

    @cached_property
    def records_wrong(self) -> frozenset[int]:
        """The places of the records in which some results are right without it, and wrong with it."""
        return self.after.flipped(records_wrong, over=self.over)

    @cached_property
    def right_and_wrong(self) -> tuple[Ints, Ints]:
        """By record, how many more results are right, and how many more are wrong; 0 for one that was not extracted:
        what counts as missing in it says nothing of a value."""
        right, wrong = self.after.right_and_wrong
        before = (0, 0) if self.over is None else self.over.right_and_wrong
        return np.where(self._there, right - before[0], 0), np.where(self._there, wrong - before[1], 0)

    @cached_property
    def _there(self) -> Bools:
        """Which records were extracted."""
        return np.array([record.extracted is not None for record in self.after.run.records], np.bool_)


def settled_by(variants: Iterable[Moves]) -> Settled:
    """Count what is settled over all variants, whose records are at the same places."""
    variants = list(variants)
    moved = [moves.right_and_wrong for moves in variants]
    lost = sum(moves.become_wrong for moves in variants)
    right = sum(int(more.sum()) for more, _ in moved)
    fewer_wrong = -sum(int(more.sum()) for _, more in moved)
    gained = sum(moves.become_right.total() for moves in variants)
    records, worse = set[int](), set[int]()
    for moves, (_, more_wrong) in zip(variants, moved, strict=True):
        records.update(moves.become_right if gained else np.flatnonzero(more_wrong < 0).tolist())
        worse.update(moves.records_wrong if lost else ())
    uncounted = sum(moves.uncounted for moves in variants)
    return Settled(right, fewer_wrong, len(records), lost, len(worse), gained, uncounted)
