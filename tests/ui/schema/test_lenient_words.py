"""What is said of a change that makes nothing wrong that was right."""

import pytest

from evaljson.ui.schema.lenient_words import lenient_in_words


@pytest.mark.parametrize(
    ("uncounted", "falls", "words"),
    [
        (0, False, "It only makes scoring more lenient: nothing that was right becomes wrong"),
        (
            0,
            True,
            "It makes scoring more lenient: nothing that was right becomes wrong, but what was right counts for less, "
            "and F1 falls in some records",
        ),
        (
            1,
            False,
            "It makes scoring more lenient: nothing that was right becomes wrong, but 1 right value no longer counts "
            "in F1, over all variants",
        ),
        (
            46,
            True,
            "It makes scoring more lenient: nothing that was right becomes wrong, but 46 right values no longer "
            "count in F1, over all variants, and F1 falls in some records",
        ),
    ],
)
def test_right_values_that_no_longer_count_are_told(uncounted: int, falls: bool, words: str) -> None:
    assert lenient_in_words("It", uncounted, ", over all variants", falls=falls) == words
