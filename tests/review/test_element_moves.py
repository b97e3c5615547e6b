"""Where elements went when changes of gold took some out and put others in."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from evaljson.base.jsontypes import ABSENT, value_at
from evaljson.review.added_elements import AddedElement
from evaljson.review.corrected_gold import GoldChange, apply_changes
from tests.profiles import examples

PLACES = st.sets(st.integers(0, 5))


@st.composite
def records(draw: st.DrawFn) -> dict[str, Any]:
    """Make a record with arrays in the elements of an array, in which each value is there once."""
    sizes = draw(st.lists(st.integers(0, 4), max_size=6))
    numbers = iter(range(100))
    return {
        "kept": next(numbers),
        "a": [{"x": next(numbers), "b": [next(numbers) for _ in range(size)]} for size in sizes],
    }


def _leaves(value: Any, path: str = "") -> dict[str, Any]:
    if isinstance(value, dict):
        inner = {f"{path}.{key}".removeprefix("."): one for key, one in value.items()}
    elif isinstance(value, list):
        inner = {f"{path}[{at}]": one for at, one in enumerate(value)}
    else:
        return {path: value}
    return {where: leaf for at, one in inner.items() for where, leaf in _leaves(one, at).items()}


def _removed(path: str, record: Any) -> GoldChange:
    return GoldChange(0, 0, path, value_at(record, path), ABSENT, ("ann",), (0,))


@given(records(), st.data())
@examples(300)
def test_each_value_is_found_where_it_is_after_elements_came_and_went(
    record: dict[str, Any], data: st.DataObject
) -> None:
    elements = [f"a[{at}]" for at in range(len(record["a"]))]
    inner = [f"{at}.b[{number}]" for at in elements for number in range(len(value_at(record, f"{at}.b")))]
    single = [f"{at}.x" for at in elements]
    gone = data.draw(st.sets(st.sampled_from([*elements, *inner, *single]))) if elements else set()
    arrays = ["a", *(f"{at}.b" for at in elements), "new"]
    added = [
        AddedElement(
            0, f"{array}[{-number}]", {"new": 1000 + number}, (0,), ("ann",),
            data.draw(st.none() | st.integers(0, len(value_at(record, array)))) if array != "new" else None,
        )
        for number, array in enumerate(data.draw(st.lists(st.sampled_from(arrays), max_size=6)), start=1)
    ]  # fmt: skip
    fixed = apply_changes([record], [_removed(path, record) for path in gone], added)
    if not fixed.moves:
        assert fixed.records == [record]
        return
    [after], moves = fixed.records, fixed.moves[0]
    new = {value: path for path, value in _leaves(after).items()}
    for path, value in _leaves(record).items():
        at = moves.path_after(path)
        assert (value_at(after, at) if at is not None else ABSENT) == (value if value in new else ABSENT)
        assert at is None or value not in new or at == new[value]
    for one in added:
        at = moves.path_of_new(one.path)
        assert (None if at is None else f"{at}.new") == new.get(one.value["new"])
