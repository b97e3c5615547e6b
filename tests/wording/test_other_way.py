"""What is not named and moves the other way is counted."""

import pytest

from evaljson.wording.other_way import the_other_way


@pytest.mark.parametrize(
    ("named", "others", "words"),
    [
        ([0.1, 0.2], [0.1], ""),
        ([0.1, 0.2], [-0.1], ", which falls"),
        ([0.1, 0.2], [-0.1, 0.1], ", 1 of which falls"),
        ([0.1, 0.2], [-0.1, -0.1], ", which fall"),
        ([0.1, 0.2], [-0.1, -0.2, 0.1, 0.0], ", 2 of which fall"),
        ([-0.1, 0.2], [-0.1], ""),
        ([-0.1], [0.1], ", which rises"),
        ([0.0], [0.1, 0.2], ", which rise"),
        ([0.1], [-1e-12], ""),
        ([], [], ""),
    ],
)
def test_what_moves_as_none_of_the_named_ones_does_is_counted(
    named: list[float], others: list[float], words: str
) -> None:
    assert the_other_way(named, others) == words
