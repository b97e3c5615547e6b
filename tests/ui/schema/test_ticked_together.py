"""What the Suggestions tab says of settings that only help together: measured with all that are ticked."""

from functools import partial

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.ui.schema import ticked_together
from evaljson.ui.schema.previews import previews
from tests.ui.conftest import Made, Open, loaded
from tests.ui.schema.suggesting import BARE, card_of, lines, made, press, text

NAMES = [[f"Ädam {row}{n}, Byron" for n in range(4)] for row in range(10)]
LISTS = Made(
    "lists",
    loaded([{"id": f"r{n}", "rows": names} for n, names in enumerate(NAMES)], "gold.json"),
    {
        "one": loaded(
            [
                {"id": f"r{n}", "rows": [name.replace("Ä", "A").replace(",", "").lower() for name in names[::-1]]}
                for n, names in enumerate(NAMES)
            ],
            "one.json",
            "extracted",
        )
    },
    {
        "type": "object",
        "properties": {"id": {"type": "string"}, "rows": {"type": "array", "items": {"type": "string"}}},
        "x-eval-id": "id",
    },
)


@pytest.fixture
def page(open_app: Open) -> AppTest:
    return open_app("schema", evaluation=LISTS, tab="Suggestions")


def test_pairing_that_gains_only_with_the_rule_that_builds_on_it_says_so(page: AppTest) -> None:
    pairing = next(line for line in lines(page) if line.startswith("rows ·"))
    rule = next(line for line in lines(page) if line.startswith("rows[] ·"))
    assert "no gain alone; 1 other builds on it" in pairing
    assert "F1 +100.0, on top of 1 setting that it needs" in rule


def test_beside_the_list_stands_what_all_gain_together(page: AppTest) -> None:
    assert "All of them together, F1: one 0.0 → 100.0" in text(page)


def test_what_is_left_is_measured_again_where_one_is_dismissed(open_app: Open) -> None:
    page = open_app("schema", evaluation=made(bare=BARE), tab="Suggestions")
    before = next(line for line in text(page).splitlines() if "All of them together" in line)
    press(page, f"suggest.dismiss.{card_of(page, 'name')}")
    left = next(line for line in text(page).splitlines() if line.startswith("Applied, F1:"))
    assert left != before
    assert float(left.rsplit("→", 1)[1].split()[0]) < float(before.rsplit("→", 1)[1].split()[0])


def test_variants_that_are_not_worked_out_yet_are_said_to_be_and_follow(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not counted as more variants that move less: one of them may move most."""
    page = open_app("schema", evaluation=made(bare=BARE, also=BARE), tab="Suggestions")
    no_time = partial(previews, seconds=-1.0)
    with monkeypatch.context() as patched:
        patched.setattr(ticked_together, "previews", lambda *given: no_time(*given[:3]))
        press(page, f"suggest.dismiss.{card_of(page, 'name')}")
        assert "working out 1 more variant …" in text(page)
        assert "· 1 more variant" not in text(page)
    page.run()
    said = next(line for line in text(page).splitlines() if "F1: " in line and "→" in line)
    assert ("bare" in said, "also" in said, "working out" in said) == (True, True, False)
