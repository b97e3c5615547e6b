"""The size of a value is near what it takes in memory."""

import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import pytest

from evaljson.base.bounded_cache import size_of


@dataclass(frozen=True)
class Pair:
    left: str
    right: list[int]


def whole(value: Any) -> int:
    """Every object with all that it holds, one by one."""
    inner: list[Any] = []
    if isinstance(value, dict):
        inner = [one for item in value.items() for one in item]
    elif isinstance(value, list | tuple | set):
        inner = list(value)
    elif isinstance(value, Pair):
        inner = [value.left, value.right]
    return sys.getsizeof(value) + sum(map(whole, inner))


@pytest.mark.parametrize(
    "value",
    [
        [f"record {at}" for at in range(1000)],
        [(at, at + 300) for at in range(1000)],
        {at + 300: f"name {at}" for at in range(1000)},
        {f"record {at}" for at in range(1000)},
        [Pair(f"text {at}", [at + 300] * 3) for at in range(500)],
        [[], {}, None, "x"],
        "text",
        None,
    ],
    ids=["texts", "tuples", "dict", "set", "objects", "few", "text", "nothing"],
)
def test_of_objects(value: Any) -> None:
    assert size_of(value) == pytest.approx(whole(value), rel=0.1)


def test_of_arrays_and_frames() -> None:
    assert size_of(np.zeros(1000)) == 8000
    assert size_of(pd.DataFrame({"a": np.zeros(1000)})) >= 8000
