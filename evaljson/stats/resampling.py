"""Resamples as matrices, in blocks that fit the cache: resampling is then one matrix product per block.

B. Efron, R. J. Tibshirani: An introduction to the bootstrap. Chapman & Hall, 1993. Counts are whole numbers and float32
holds them exactly; the same seed gives the same matrices everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from evaljson.base.arrays import Singles
from evaljson.base.errors import InputError

_CELLS = 20_000_000
"""Cells of a block, 80 MB: each product has a cost of its own for waking threads, so few large ones are fastest."""
_CACHED = 50_000
"""Cells that are counted at once: few enough to stay in the cache."""
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


def count_blocks(n: int, resamples: int, seed: int) -> Iterator[Singles]:
    """Yield blocks of rows of resamples x n: how often each of `n` records is drawn; each row adds up to n."""
    rng = np.random.default_rng(seed)
    few = _rows(n, resamples, _CACHED)
    rows = max(few, _rows(n, resamples, _CELLS) // few * few)  # whole parts, so that their sizes do not change draws
    kind = np.uint16 if n <= 2**16 else np.int64  # the narrow draw takes half the time
    starts = (np.arange(few, dtype=np.int64) * n)[:, None]
    for first in range(0, resamples, rows):
        block = np.empty((min(rows, resamples - first), n), np.float32)
        for part in (block[at : at + few] for at in range(0, len(block), few)):
            drawn = rng.integers(0, n, size=part.shape, dtype=kind) + starts[: len(part)]
            part[:] = np.bincount(drawn.ravel(), minlength=part.size).reshape(part.shape)
        yield block


def sign_blocks(n: int, resamples: int, seed: int) -> Iterator[Singles]:
    """Yield blocks of rows of resamples x n: +1 and -1 with equal chances."""
    rng = np.random.default_rng(seed)
    rows = max(32, _rows(n, resamples, _CELLS) // 32 * 32)  # whole words, so that the size of a block changes no draws
    for first in range(0, resamples, rows):
        size = min(rows, resamples - first)
        drawn = np.frombuffer(rng.bytes((size * n + 7) // 8), np.uint8)
        block = np.unpackbits(drawn, count=size * n).reshape(size, n).astype(np.float32)
        block *= 2
        block -= 1
        yield block


def _rows(n: int, resamples: int, cells: int) -> int:
    return max(1, min(resamples, cells // max(n, 1)))
