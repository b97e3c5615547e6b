"""Resamples as matrices, in blocks that fit the cache: resampling is then one matrix product per block.

The same seed gives the same matrices everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from evaljson.base.arrays import Singles
from evaljson.base.errors import InputError

CELLS = 20_000_000
"""Cells of a block, 80 MB: each product has a cost of its own for waking threads, so few large ones are fastest."""
MAX_RESAMPLES = 1_000_000


def check_options(confidence: float, resamples: int, seed: int) -> None:
    """Raise InputError for a bad confidence, number of resamples or seed.

    Resamples must be enough to detect something at that confidence.
    """
    if isinstance(confidence, bool) or not isinstance(confidence, int | float) or not 0.5 <= confidence < 1:
        raise InputError(f"confidence is a number from 0.5 to below 1, such as 0.95, not {confidence!r}")
    if type(resamples) is not int or not 100 <= resamples <= MAX_RESAMPLES:
        raise InputError(f"resamples is a whole number from 100 to {MAX_RESAMPLES:,}, not {resamples!r}")
    if (resamples + 1) * (1 - confidence) < 1 - 1e-9:
        least = math.ceil((1 - 1e-9) / (1 - confidence)) - 1
        way_out = f"use at least {least:,}, or" if least <= MAX_RESAMPLES else "use"
        raise InputError(
            f"{resamples:,} resamples cannot detect anything at {confidence * 100:g}%: {way_out} a lower confidence"
        )
    if type(seed) is not int or seed < 0:
        raise InputError(f"seed is a whole number from 0 up, not {seed!r}")


def sign_blocks(n: int, resamples: int, seed: int) -> Iterator[Singles]:
    """Yield blocks of rows of resamples x n: +1 and -1 with equal chances."""
    rng = np.random.default_rng(seed)
    rows = max(32, rows_of_block(n, resamples) // 32 * 32)  # whole words, so that the size of a block changes no draws
    for first in range(0, resamples, rows):
        size = min(rows, resamples - first)
        drawn = np.frombuffer(rng.bytes((size * n + 7) // 8), np.uint8)
        block = np.unpackbits(drawn, count=size * n).reshape(size, n).astype(np.float32)
        block *= 2
        block -= 1
        yield block


def rows_of_block(n: int, resamples: int, cells: int = CELLS) -> int:
    """Return how many resamples of `n` records fit into a block."""
    return max(1, min(resamples, cells // max(n, 1)))
