import pytest

from evaljson.base.listed import first_of


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ([], ""),
        (["a"], "a"),
        (["a", "b"], "a, b"),
        (["a", "b", "c"], "a, b and 1 more"),
        (["a"] * 1502, "a, a and 1,500 more"),
    ],
)
def test_a_list_that_is_cut_says_how_many_more_there_are(names: list[str], said: str) -> None:
    assert first_of(names, 2) == said
