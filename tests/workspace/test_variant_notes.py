"""Notes on variants, as they are stored and read."""

from typing import Any

import pytest

from evaljson.base.errors import InputError
from evaljson.workspace.variant_notes import Notes, is_web_address, notes_of, tidy_tags


def test_what_is_noted_comes_back_and_the_rest_stays() -> None:
    noted = Notes("first try", "model-1", "Extract…", "https://example.org/p", ("cheap", "v2"), 1.5, 0.0)
    meta = noted.as_meta({"ticket": 7, "label": "old"})
    assert notes_of(meta) == noted
    assert meta["ticket"] == 7


def test_what_nobody_noted_is_not_stored() -> None:
    assert Notes().as_meta({"label": "old", "cost": 3}) == {}


@pytest.mark.parametrize(
    "meta",
    [
        {"label": 3, "tags": "a"},
        {"cost": True, "latency": "fast"},
        {"cost": float("nan"), "tags": [1, " "]},
        {"link": []},
    ],
)
def test_stored_values_of_another_type_are_left_out(meta: dict[str, Any]) -> None:
    assert notes_of(meta) == Notes()


@pytest.mark.parametrize(
    ("notes", "message"),
    [
        (Notes(cost=-1.0), "cost is a number from 0 on"),
        (Notes(latency=float("inf")), "latency is a number from 0 on"),
        (Notes(label="x" * 201), "the label has 201 characters"),
        (Notes(tags=("y" * 61,)), "the tag has 61 characters"),
    ],
)
def test_what_cannot_be_stored_says_why(notes: Notes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        notes.as_meta()


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("https://example.org/a?b=c#d", True),
        ("HTTP://example.org", True),
        ("javascript:alert(1)", False),
        ("data:text/html,x", False),
        ("//example.org", False),
        ("https://", False),
        ("https://exa mple.org", False),
        ("https:\\\\example.org", False),
        ("java\nscript:alert(1)", False),
        ("https://[::1", False),
        ("", False),
    ],
)
def test_a_link_is_one_with_http_or_https_alone(text: str, is_one: bool) -> None:
    assert is_web_address(text) is is_one


def test_tags_are_tidied() -> None:
    assert tidy_tags([" a ", "b  c", "", "a"]) == ("a", "b c")
