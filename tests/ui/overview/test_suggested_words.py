"""What Overview says of all suggestions together: over which of them, and of none that nobody need look at it."""

from __future__ import annotations

from typing import Any

import pytest

from evaljson.suggest import suggest
from evaljson.ui.overview.suggestion_decision import _suggested

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
    [("seller", "**2 settings** would explain errors, 1 by pairing; together: "),
     ("agent", "**3 settings** would explain errors, 1 by pairing; together, without the 1 that needs a look: ")],
)  # fmt: skip
def test_it_is_said_which_settings_are_together_and_of_none_that_it_needs_no_look(role: str, said: str) -> None:
    assert words(role).startswith(said)
    assert "no look" not in words(role)


def with_synonyms(swapped: int, of: int = 12, *, loud: bool = False) -> list[dict[str, Any]]:
    """Agents who are called reps in some records, and all names in capitals."""
    return [
        {
            "name": one["name"].upper() if loud else one["name"],
            "role": "rep" if one["role"] == "agent" and n < swapped else one["role"],
            "town": "Rome" if n < of else one["town"],
        }
        for n, one in enumerate(GOLD)
    ]


GOLD: list[dict[str, Any]] = [
    {"name": name, "role": ["seller", "agent"][n % 2], "town": f"Town {name}"} for n, name in enumerate(NAMES * 2)
]


def test_where_all_need_a_look_it_is_said_what_they_do_together_and_to_the_ranking() -> None:
    found = suggest(GOLD, {"other": with_synonyms(12, 0), "one": with_synonyms(0, 4)})
    assert found.together is None
    assert {one.kind for one in found} == {"synonyms"}
    decision = _suggested(found)
    assert decision.text.startswith("**1 setting** that needs a look would explain errors: other 83.3 → 100.0.")
    assert "**Highest F1 changes: one → other.**" in decision.text
    assert decision.moves == pytest.approx(1 / 6)
    assert decision.change is not None
    assert decision.change.concerns_first


def test_that_another_is_first_with_those_to_look_at_is_said_beside_what_the_others_do() -> None:
    found = suggest(GOLD, {"other": with_synonyms(12, 0, loud=True), "one": with_synonyms(0, 5, loud=True)})
    assert {one.kind for one in found.for_all} == {"case"}
    decision = _suggested(found)
    assert "together, without the 1 that needs a look: " in decision.text
    assert " With those that need a look: **Highest F1 changes: one → other.**" in decision.text


def test_that_another_of_two_tied_ones_is_first_with_those_to_look_at_is_no_news() -> None:
    found = suggest(GOLD, {"other": with_synonyms(12, 0, loud=True), "one": with_synonyms(0, 3, loud=True)})
    assert found.with_unsure is not None
    assert found.with_unsure.change is not None
    assert found.with_unsure.change.is_within_tie
    assert "With those that need a look" not in _suggested(found).text


def test_which_pairs_would_be_tied_is_said_on_request() -> None:
    named = {f"v{place}": with_synonyms(place, loud=place == 4) for place in (4, 6, 8)}
    decision = _suggested(suggest(GOLD, {"first": with_synonyms(0, loud=True), **named}))
    assert len(decision.text.split()) < 40
    assert "would be tied" not in decision.text
    assert decision.more == "first would be tied with v6; 3 more pairs of variants change."
