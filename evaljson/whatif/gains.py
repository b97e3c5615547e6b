"""What a preview says of records and fields, from what each of them gains."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np

from evaljson.base.arrays import Floats, Ints
from evaljson.scoring.tallies import Tallies

ROUNDING: Final = 1e-12
"""Differences up to this are rounding errors."""


class RecordGains:
    """The records that an edit moves."""

    @cached_property
    def gain(self) -> Floats:
        """The F1 of each record under the edited schema, minus that before."""
        raise NotImplementedError

    @cached_property
    def up(self) -> Ints:
        """Places of the records whose F1 rises, most first."""
        return _most_first(self.gain)

    @cached_property
    def down(self) -> Ints:
        """Places of the records whose F1 falls, most first."""
        return _most_first(-self.gain)


def is_only_lenient(after: Floats, before: Floats) -> bool:
    """Check whether more counts as right and nothing less; both are from `minus_losses`, of the same fields."""
    gains = after - before
    return bool((gains > ROUNDING).any() and (gains > -ROUNDING).all())


def minus_losses(tallies: Tallies) -> Floats:
    """Return score minus the largest possible score, as records x fields."""
    score, gold, extracted = tallies.by_record_and_field()
    loss: Floats = 2 * score - gold - extracted
    return loss


def _most_first(gain: Floats) -> Ints:
    """Return the places of the gains above rounding, the largest first."""
    order = np.argsort(-gain, kind="stable")
    return order[gain[order] > ROUNDING]
