"""A preview without its run: small enough to be sent from one process to another, and to be kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaljson.base.arrays import Ints
from evaljson.scoring.tallies import Tallies
from evaljson.whatif.preview import Figures, Flip, Preview
from evaljson.whatif.regrouped import Regrouped
from evaljson.whatif.wholes import Whole, wholes

_A_ROW, _A_FLIP = 25, 1_000
"""Bytes of the numbers of a row, and of a changed result with its values and reasons."""


@dataclass(frozen=True, slots=True)
class KeptPreview:
    """What a `Preview` says, with the changed results of the records that move most."""

    touched: frozenset[str]
    tallies: Tallies
    before: Figures
    after: Figures
    wholes: Mapping[str, Whole]
    up: Ints
    down: Ints
    only_lenient: bool
    become_wrong: int
    uncounted: int
    reweighted: int
    regrouped: Sequence[Regrouped]
    not_judged: int
    flips: Mapping[int, Sequence[Flip]]
    """By the place of a record."""

    @classmethod
    def of(cls, preview: Preview, flips: int) -> KeptPreview:
        """Keep a preview with the changed results of so many records that rise most, and as many that fall most."""
        places = [*preview.up[:flips].tolist(), *preview.down[:flips].tolist()]
        return cls(
            preview.touched,
            preview.tallies,
            preview.before,
            preview.after,
            wholes(preview.run.tallies, preview.tallies, preview.touched),
            preview.up,
            preview.down,
            preview.only_lenient,
            preview.become_wrong,
            preview.uncounted,
            preview.reweighted,
            preview.regrouped,
            preview.not_judged,
            {place: preview.flips(place) for place in places},
        )

    @property
    def size(self) -> int:
        """Approximate bytes of memory."""
        return len(self.tallies.rows.record) * _A_ROW + _A_FLIP * sum(map(len, self.flips.values()))
