"""How far a review is, in words that cannot be read as what is wanted."""

import pytest

from evaljson.review.progress import given_in_words


@pytest.mark.parametrize(
    ("given", "wanted", "words"),
    [
        (242, 299, "242 of 299 opinions given, 57 missing"),
        (0, 1, "0 of 1 opinion given, 1 missing"),
        (299, 299, "299 of 299 opinions given"),
    ],
)
def test_what_is_given_is_told_from_what_is_missing(given: int, wanted: int, words: str) -> None:
    assert given_in_words(given, wanted) == words
