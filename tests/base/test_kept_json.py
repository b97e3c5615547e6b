"""What is kept as JSON comes back as it was."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pytest

from evaljson.base.arrays import Floats
from evaljson.base.kept_json import kept, read_kept


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    interval: tuple[float, float] | None
    more: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Whole:
    parts: Mapping[str, Part]
    listed: Sequence[Part]
    first: Part | None
    plain: Any
    id: int | str | None
    word: Literal["a", "b"]


@dataclass(frozen=True, slots=True)
class OneOrTheOther:
    listed: tuple[Part | Whole, ...]
    last: Part | Whole | None = None


@dataclass(frozen=True, slots=True)
class Numbers:
    values: Floats


WHOLE = Whole(
    {"x": Part("p", (0.1, 1 / 3), (1, 2))},
    [Part("é\ud800", None)],
    None,
    {"deep": [1, None, "1", True, 1e300]},
    "7",
    "b",
)


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(WHOLE, id="with parts"),
        pytest.param(Part("n", (5e-324, 1.0)), id="alone"),
        pytest.param(OneOrTheOther((Part("n", None), WHOLE)), id="of several types"),
        pytest.param(OneOrTheOther((), WHOLE), id="of a type or another or none"),
    ],
)
def test_a_dataclass_comes_back_with_all_its_types(value: Whole | Part | OneOrTheOther) -> None:
    assert read_kept(type(value), json.loads(json.dumps(kept(value)))) == value


def test_numbers_in_arrays_come_back_to_the_last_digit() -> None:
    before = Numbers(np.array([0.1, 1 / 3, 1e-300, 1.0]))
    after = read_kept(Numbers, json.loads(json.dumps(kept(before))))
    assert after.values.dtype == np.float64
    assert np.array_equal(after.values, before.values)
