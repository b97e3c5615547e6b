import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.base import paths

Step = str | int | None
ODD = [
    "a.b",
    "[0]",
    "[]",
    "it's",
    'say "x"',
    "",
    "*",
    "a\\b",
    "a\\'b",
    "\\",
    "a\nb",
    "é",
    " ",
    "-1",
    "0",
    "type",
    "['x']",
]
keys = st.one_of(st.sampled_from(ODD), st.text(alphabet="ab.[]'\"\\* \n0-", max_size=6))
steps = st.lists(st.one_of(keys, st.integers(-5, 5), st.none()), max_size=6)


def built(steps: list[Step]) -> str:
    path = ""
    for step in steps:
        if step is None:
            path = paths.elements(path)
        elif isinstance(step, int):
            path = paths.element(path, step)
        else:
            path = paths.child(path, step)
    return path


@pytest.mark.parametrize(
    ("steps", "path"),
    [
        ([], ""),
        (["a"], "a"),
        (["a", "b"], "a.b"),
        (["a.b"], "['a.b']"),
        (["a", "b.c", "d"], "a['b.c'].d"),
        (["items", 3, "price"], "items[3].price"),
        (["items", -1, "sku"], "items[-1].sku"),
        (["items", None, "price"], "items[].price"),
        (["m", "*"], "m['*']"),
        (["it's"], r"['it\'s']"),
        ([""], "['']"),
        ([0, 1], "[0][1]"),
        (["type", "items", "properties", "id"], "type.items.properties.id"),
    ],
)
def test_paths_are_written_as_documented_and_read_back(steps: list[Step], path: str) -> None:
    assert built(steps) == path
    assert paths.split(path) == steps


def test_the_entries_of_a_map_end_in_a_star_that_no_key_can_imitate() -> None:
    assert paths.entries("rates") == "rates.*"
    assert paths.entries("") == "*"
    assert paths.child("rates", "*") != paths.entries("rates")


@given(steps)
def test_every_path_reads_back_as_its_steps(steps: list[Step]) -> None:
    assert paths.split(built(steps)) == steps


@given(steps, steps)
def test_no_two_places_share_a_path(left: list[Step], right: list[Step]) -> None:
    assert (built(left) == built(right)) == (left == right)


@pytest.mark.parametrize("text", ["a..b", "a.", "a[", "a]", "a['b]", "a[x]", "a'b", 'a"b', "['a'"])
def test_what_is_no_path_is_refused_with_what_cannot_be_read(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(text)) + " is not a field path: cannot read"):
        paths.split(text)
