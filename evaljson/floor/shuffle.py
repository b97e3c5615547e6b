"""Which record gets whose gold: each record that of another one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def others(groups: Sequence[Sequence[int]], seed: int) -> dict[int, int]:
    """Return, by place of a record, the place of the record whose gold it gets.

    It is another record of the same group. A record alone in its group gets none, and is left out.
    """
    drawn = np.random.default_rng(seed)
    given: dict[int, int] = {}
    for group in groups:
        if len(group) > 1:
            # One circle through all of them: nobody gets their own.
            circle = drawn.permutation(np.asarray(group, np.intp)).tolist()
            given.update(zip(circle, [*circle[1:], circle[0]], strict=True))
    return given
