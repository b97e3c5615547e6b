"""Columns of texts are wide enough for what they hold, up to a width that leaves room for others."""

import pytest

from evaljson.ui.shared.text_width import text_width


@pytest.mark.parametrize(
    ("texts", "width"),
    [([], 80), ([None, "–"], 80), (["▼ worse", "– not after adjusting for 22 fields"], 234), (["x" * 5_000], 400)],
)
def test_the_width_is_that_of_the_longest_text(texts: list[str | None], width: int) -> None:
    assert text_width(texts) == width
