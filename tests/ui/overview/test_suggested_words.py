"""What Overview says of all suggestions together: over which of them, and of none that nobody need look at it."""

from __future__ import annotations

from typing import Any

import pytest

from evaljson.suggest import suggest
from evaljson.ui.overview.decisions import _suggested
from tests.ui.conftest import Open
from tests.ui.schema.suggesting import BARE, made, press, text

NAMES = ["Ada Byron", "Bo Diaz", "Cy Young", "Di Prima", "Ed Sheer", "Flo Rida"]


def words(role: str) -> str:
    """Names in capitals and lists in another order; for every second seller, the role."""
    gold: list[Any] = [
        {"name": name, "role": ["seller", "agent"][n % 2], "tags": [f"{name} {tag}" for tag in "abc"]}
        for n, name in enumerate(NAMES * 2)
    ]
    extracted = [
        {"name": one["name"].upper(), "role": role if one["role"] == "seller" else "agent", "tags": one["tags"][::-1]}
        for one in gold
    ]
    found = suggest(gold, {"loud": extracted})
    assert {one.risk.level for one in found.for_all} == {"low", "medium"}
    return _suggested(found).text


@pytest.mark.parametrize(
    ("role", "said"),
    [("seller", "**2 settings** would explain errors; together: "),
     ("agent", "**3 settings** would explain errors; together, without 1 to look at: ")],
)  # fmt: skip
def test_it_is_said_which_settings_are_together_and_of_none_that_it_needs_no_look(role: str, said: str) -> None:
    assert words(role).startswith(said)
    assert "no look" not in words(role)


def test_settings_found_before_a_key_was_ignored_are_still_to_decide(open_app: Open) -> None:
    explained = [{**record, "reasoning": "because"} for record in BARE]
    app = open_app("schema", evaluation=made(bare=explained), tab="Suggestions")
    press(app, "suggest.dismiss")
    app.switch_page("pages/overview.py").run()
    assert "2 settings would explain errors; together: " in text(app)
    assert "2 to decide" in text(app)
    app.button(key="hint.unknown.overview").click().run()
    assert "1 setting would explain errors, as found before the last change." in text(app)
    assert "1 to decide" in text(app)
