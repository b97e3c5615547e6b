from typing import Any

import pytest

from evaljson.comparators.nested.sets import set_

NAN = float("nan")


@pytest.mark.parametrize(
    ("gold", "extracted", "precision", "recall", "f1", "jaccard"),
    [
        (["a", "b"], ["b", "a"], 1, 1, 1, 1), (["a", "b"], ["a"], 1, 1 / 2, 2 / 3, 1 / 2),
        (["a"], ["a", "b"], 1 / 2, 1, 2 / 3, 1 / 2),
        (["a", "b"], ["b", "c"], 1 / 2, 1 / 2, 1 / 2, 1 / 3), (["a"], ["b"], 0, 0, 0, 0), ([], [], 1, 1, 1, 1),
        ([], ["a"], 0, 1, 0, 0), (["a"], [], 1, 0, 0, 0), ([1], [1.0], 1, 1, 1, 1), ([1], [True], 0, 0, 0, 0),
        ([1], ["1"], 0, 0, 0, 0),
        ([None, NAN], [NAN, None], 1, 1, 1, 1), (["a", "a"], ["a"], 1, 1 / 2, 2 / 3, 1 / 2),
        ([["a"], {"k": 1}], [{"k": 1}, ["a"]], 1, 1, 1, 1),
        ("a", "a", 1, 1, 1, 1), (None, None, 1, 1, 1, 1), (["a"], "a", 0, 0, 0, 0), (None, [], 0, 0, 0, 0),
    ],
)  # fmt: skip
def test_scores_of_bags(gold: Any, extracted: Any, precision: float, recall: float, f1: float, jaccard: float) -> None:
    found = [set_(gold, extracted, {"score": score}).score for score in ("precision", "recall", "f1", "jaccard")]
    assert found == pytest.approx([precision, recall, f1, jaccard])


def test_sets_count_an_element_once() -> None:
    assert set_(["a", "a", "b"], ["a", "b", "b"], {"duplicates": "set"}).score == 1.0
    assert set_(["a", "a", "b"], ["a", "b", "b"], {}).score == pytest.approx(2 / 3)


def test_elements_go_through_the_transforms_and_a_refused_one_stays_as_it_is() -> None:
    params = {"transform": ["strip", "lowercase"]}
    assert set_(["A ", 5], [5, "a"], params).score == 1.0
    assert "strip takes text, not integer" in (set_(["A ", 5], [5, "a"], params).reason or "")


@pytest.mark.parametrize(
    ("gold", "extracted", "said"),
    [
        (["a", "b"], ["b", "c"], "1 in common; missing 'a'; extra 'c'"),
        (list("abcdef"), ["f"], "missing 'a', 'b', 'c' and 2 more"),
        (["a", "a"], ["a"], "1 in common; missing 'a'"), ("a", ["a"], "gold is string, not an array"),
        (["a"], None, "extracted is null, not an array"), ([10**5000], [1], "an integer of many digits"),
    ],
)  # fmt: skip
def test_the_reason_names_what_is_missing_and_what_is_extra(gold: Any, extracted: Any, said: str) -> None:
    assert said in (set_(gold, extracted, {}).reason or "")
