"""Alignment by position."""

from __future__ import annotations

import numpy as np

from evaljson.base.arrays import Ints
from evaljson.scoring.align.alignment import Alignment, expand, leftovers


def align_ordered(gold_count: Ints, extracted_count: Ints) -> Alignment:
    """Element i with element i; the longer side's rest stays alone."""
    owner, local = expand(np.minimum(gold_count, extracted_count))
    return leftovers(gold_count, extracted_count, owner, local, local)
