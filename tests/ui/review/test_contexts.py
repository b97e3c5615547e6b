"""What stands around the places of cards, worked out while people look at the card before."""

from collections.abc import Callable
from typing import Any

import pytest

from evaljson.report.records.place_context import PlaceContext
from evaljson.review.places import CardPlace
from evaljson.ui.review import contexts
from evaljson.ui.review.contexts import Contexts
from tests.ui.conftest import Open, html_of
from tests.ui.review.reviews import begin, button, made, opened

PLACE = CardPlace(0, "r1", "v", "total", "total", "total", 1.0, 1.0)
CONTEXT = PlaceContext(None, "as it is", (), ())


def refuse() -> PlaceContext:
    raise AssertionError("worked out twice")


def test_what_is_prepared_is_not_worked_out_again() -> None:
    kept = Contexts()
    kept.prepare(lambda: kept.get("r", PLACE, lambda: CONTEXT)).result()
    assert kept.get("r", PLACE, refuse) is CONTEXT


def test_reviews_do_not_share_what_they_have_at_the_same_place() -> None:
    kept = Contexts()
    kept.get("r", PLACE, lambda: CONTEXT)
    with pytest.raises(AssertionError, match="twice"):
        kept.get("another", PLACE, refuse)


def test_what_failed_is_tried_again() -> None:
    kept = Contexts()
    with pytest.raises(AssertionError, match="twice"):
        kept.get("r", PLACE, refuse)
    assert kept.get("r", PLACE, lambda: CONTEXT) is CONTEXT


def test_the_next_card_is_prepared_while_the_first_is_on_screen(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[str] = []

    def noted(runs: Any, tree: Any, place: CardPlace) -> PlaceContext:
        looked_at.append(place.path)
        return original(runs, tree, place)

    def at_once(self: Contexts, work: Callable[[], object]) -> None:
        work()

    original = contexts.place_context
    monkeypatch.setattr(contexts, "place_context", noted)
    monkeypatch.setattr(Contexts, "prepare", at_once)
    page = opened(open_app, begin(made()))
    assert looked_at == ["name", "total"]
    button(page, "review.answer.gold_right.").click()
    page.run()
    assert "total" in html_of(page)
    assert looked_at == ["name", "total"]
