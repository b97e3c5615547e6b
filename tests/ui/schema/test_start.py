"""Presets and weights to start from."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.schema.editing import (
    apply,
    text,
    versions,
)


@pytest.mark.parametrize(
    ("preset", "told"),
    [
        ("lenient", "a: comparator exact → normalized"),
        ("constrained", "the record: null counts as absent"),
        ("strict", "a: transforms strip → none"),
    ],
)
def test_a_preset_is_a_change_that_waits(page: AppTest, preset: str, told: str) -> None:
    if preset == "strict":
        apply(page, a={"transforms": "strip"})
    before = len(versions(page))
    page.button(key=f"schema.preset.{preset}").click().run()
    assert told in text(page)
    assert len(versions(page)) == before
    page.button(key="schema.discard").click().run()
    assert told not in text(page)


def test_weights_of_json_difference_are_taken(page: AppTest) -> None:
    area = next(one for one in page.text_area if (one.key or "").startswith("schema.weights"))
    area.set_value('{"a": 0.5, "n": {"__n": 0.25, "k": 1}}').run()
    page.button(key="schema.use-weights").click().run()
    assert "a: weight 1 → 0.5" in text(page)
    assert "n: weight 1 → 0.25" in text(page)
