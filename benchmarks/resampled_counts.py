"""How often each record is drawn in a resample: resampling is then one matrix product per block.

B. Efron, R. J. Tibshirani: An introduction to the bootstrap. Chapman & Hall, 1993. Counts are whole numbers and float32
holds them exactly; the same seed gives the same matrices everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from evaljson.base.arrays import Singles
from evaljson.stats.resampling import rows_of_block

_CACHED = 50_000
"""Cells that are counted at once: few enough to stay in the cache."""


def count_blocks(n: int, resamples: int, seed: int) -> Iterator[Singles]:
    """Yield blocks of rows of resamples x n: how often each of `n` records is drawn; each row adds up to n."""
    rng = np.random.default_rng(seed)
    few = rows_of_block(n, resamples, _CACHED)
    rows = max(few, rows_of_block(n, resamples) // few * few)  # whole parts, so that their sizes do not change draws
    kind = np.uint16 if n <= 2**16 else np.int64  # the narrow draw takes half the time
    starts = (np.arange(few, dtype=np.int64) * n)[:, None]
    for first in range(0, resamples, rows):
        block = np.empty((min(rows, resamples - first), n), np.float32)
        for part in (block[at : at + few] for at in range(0, len(block), few)):
            drawn = rng.integers(0, n, size=part.shape, dtype=kind) + starts[: len(part)]
            part[:] = np.bincount(drawn.ravel(), minlength=part.size).reshape(part.shape)
        yield block
