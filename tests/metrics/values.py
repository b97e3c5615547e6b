"""JSON values that hypothesis makes up."""

import copy
from typing import Any

from hypothesis import strategies as st

KEYS = st.sampled_from(["a", "b", "c", "__a", "é", ""])
NUMBERS = st.one_of(
    st.integers(-3, 3),
    st.integers(),
    st.floats(),
    st.sampled_from([10**400, -(10**400), 1e308, -1e308, 5e-324, 1e-13, 0.0, -0.0]),
)
TEXTS = st.one_of(st.sampled_from(["", "Ünï", "uni", "UNI", "{", '{"a": 1}', "[1]", "\ud800"]), st.text(max_size=6))
SCALARS = st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=12,
)
OBJECTS = st.dictionaries(KEYS, VALUES, max_size=5)
SHARES = st.one_of(st.sampled_from([0, 1, 0.0, 0.5]), st.floats(0, 1))


def _weight_objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.dictionaries(KEYS, st.one_of(SHARES, inner), max_size=4)


@st.composite
def weights(draw: st.DrawFn) -> dict[str, Any]:
    """Weights that fit: what stands under a loopback name is a number."""
    drawn: dict[str, Any] = draw(_weight_objects(st.recursive(_weight_objects(SHARES), _weight_objects, max_leaves=6)))
    _mend(drawn, None)
    return drawn


def _mend(weights_below: dict[str, Any], container: str | None) -> None:
    for key, value in weights_below.items():
        if key == f"__{container}" and isinstance(value, dict):
            weights_below[key] = 0.25
        elif isinstance(value, dict):
            _mend(value, key)


@st.composite
def near_pairs(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two objects that share much: the second is the first with values replaced, added and left out."""
    left = draw(OBJECTS)
    return left, draw(_changed(copy.deepcopy(left)))


@st.composite
def _changed(draw: st.DrawFn, value: Any) -> Any:
    if isinstance(value, dict):
        kept = {key: draw(_changed(item)) for key, item in value.items() if draw(st.integers(0, 5))}
        return kept if draw(st.booleans()) else {**kept, **draw(st.dictionaries(KEYS, SCALARS, max_size=1))}
    if isinstance(value, list):
        elements = [draw(_changed(item)) for item in value if draw(st.integers(0, 5))]
        return elements if draw(st.booleans()) else [*elements, *draw(st.lists(SCALARS, max_size=2))]
    return value if draw(st.booleans()) else draw(SCALARS)


def turned(value: Any) -> Any:
    """The same value with the keys of every object in the opposite order."""
    if isinstance(value, dict):
        return {key: turned(value[key]) for key in reversed(value)}
    return [turned(item) for item in value] if isinstance(value, list) else value


def nested(depth: int, leaf: Any, kind: str) -> Any:
    """`leaf` below `depth` objects, or arrays, or both in turn."""
    value = leaf
    for level in range(depth):
        as_object = kind == "objects" or (kind == "both" and level % 2)
        value = {"a": value} if as_object else [value]
    return value
