"""Columns of texts are wide enough for what they hold, up to a width that leaves room for others."""

import pytest

from evaljson.ui.shared.text_width import cut_to_width, text_width


@pytest.mark.parametrize(
    ("texts", "width"),
    [([], 80), ([None, "–"], 80), (["▼ worse", "– not after adjusting for 22 fields"], 269), (["x" * 5_000], 400)],
)
def test_the_width_is_that_of_the_longest_text(texts: list[str | None], width: int) -> None:
    assert text_width(texts) == width


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("CSV (,), cells as text", "CSV (,), cells as text"),
        ("one part, " + "another " * 4 + ", " + "x" * 60, "one part, another another another another …"),
        ("x" * 100, "x" * 52 + "…"),
    ],
)
def test_a_text_that_no_column_has_room_for_is_cut_between_its_parts(text: str, shown: str) -> None:
    assert cut_to_width(text, at=", ") == shown
    assert text_width([shown]) <= 400
