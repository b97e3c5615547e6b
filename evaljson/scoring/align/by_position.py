"""Alignment by position."""

from __future__ import annotations

import numpy as np

from evaljson.base.arrays import Ints
from evaljson.scoring.align.alignment import Alignment, expand, leftovers


def align_ordered(gold_count: Ints, extracted_count: Ints) -> Alignment:
    """Pair element i with element i; further elements of the longer side stay alone."""
    owner, local = expand(np.minimum(gold_count, extracted_count))
    return leftovers(gold_count, extracted_count, owner, local, local)
