"""Hypothesis strategies of JSON values and records, with few keys and values, so that positions meet."""

from typing import Any

from hypothesis import strategies as st

keys = st.sampled_from(["a", "b", "c", "odd.key", "type", "items", ""])
scalars = st.sampled_from([None, True, False, 0, 1, 2**70, 0.5, 1.0, float("nan"), "", "x", "1"])


def _containers(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3)


values = st.recursive(scalars, _containers, max_leaves=8)
records = st.lists(st.dictionaries(keys, values, max_size=4), min_size=1, max_size=5)
