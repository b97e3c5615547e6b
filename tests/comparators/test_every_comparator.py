"""What holds for each comparator that we ship, whatever the values."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.comparators.builtin import BUILT_IN
from evaljson.comparators.nested.compound import CompoundComparator
from tests.profiles import examples

NEEDED: dict[str, dict[str, Any]] = {
    "oneof": {"values": ["a", 1, None]},
    "regex": {"pattern": "[a-z]+"},
    "either": {"of": ["exact", "date", "amount", {"fuzzy": {}}]},
    "compound": {"fields": ["a", "b"], "primary": "a"},
    "phone": {"region": "DE"},
}
WITHOUT_JUDGE = sorted(set(BUILT_IN) - {"semantic"})
NASTY = [
    "",
    " ",
    "1,5",
    "1.247,50 EUR",
    "5 kg",
    "2024-03-04",
    "04.03.24",
    "10",
    "http://a.b:80/?x",
    "\ud800",
    "é",
    "+49 30",
    "yes",
]
scalars = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.sampled_from(NASTY), st.just(10**400)
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from("abc"), inner, max_size=3)),
    max_leaves=6,
)


@pytest.mark.parametrize("name", WITHOUT_JUDGE)
@examples(150)
@given(gold=values, extracted=values)
def test_it_scores_any_two_json_values_from_0_to_1(name: str, gold: Any, extracted: Any) -> None:
    result = BUILT_IN[name](gold, extracted, NEEDED.get(name, {}))
    assert 0 <= result.score <= 1
    assert result.reason is None or len(result.reason) < 2000


@pytest.mark.parametrize("name", sorted(set(WITHOUT_JUDGE) - {"any_of", "oneof", "regex", "numeric"}))
@examples(100)
@given(value=values)
def test_a_value_is_like_itself(name: str, value: Any) -> None:
    """numeric, oneof, regex and any_of judge the form of a value, so some are not even like themselves."""
    assert BUILT_IN[name](value, value, NEEDED.get(name, {})).score == 1


def test_every_one_describes_its_parameters_with_a_text_for_each() -> None:
    undescribed = [name for name, fn in BUILT_IN.items() if not all(param.doc for param in fn.params)]
    assert not undescribed
    assert not [name for name, fn in BUILT_IN.items() if isinstance(fn, CompoundComparator)]
