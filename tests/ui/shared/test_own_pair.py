"""The pair that nobody chose goes with the ranking, from page to page; one that somebody chose stays."""

from typing import Any
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.suggest.suggestions import Suggestions
from evaljson.ui.session import server
from evaljson.ui.shared import to_decide
from evaljson.workspace.scoring import score_due
from tests.ui.conftest import Made, Open, html_of, loaded

GOLD = [{"id": str(place), "a": f"a{place}", "b": f"b{place}"} for place in range(40)]
SCHEMA = {"x-eval-id": "id", "type": "object", "properties": {key: {"type": "string"} for key in ("id", "a", "b")}}
PAGES = ("overview", "compare")
BEFORE, AFTER = ["half", "plain"], ["louder", "loud"]


def some(every: int, *, loud: bool = False) -> list[Any]:
    """Right but for `b` of some records, and in capitals or not."""
    said = [{**one, **({"b": "other"} if at % every == 0 else {})} for at, one in enumerate(GOLD)]
    return [{**one, "a": one["a"].upper(), "b": one["b"].upper()} for one in said] if loud else said


def four() -> Made:
    sides = {"half": some(2), "plain": some(3), "loud": some(40, loud=True), "louder": some(9, loud=True)}
    files = {name: loaded(records, f"{name}.json", "extracted") for name, records in sides.items()}
    return Made("four", loaded(GOLD, "gold.json"), files, SCHEMA)


def without_case(app: AppTest) -> None:
    """Apply the setting that puts the other two in front, as from another page."""
    store, identity = server.store(), str(app.query_params["eval"])
    now = store.evaluations.get(identity)
    texts = {key: {"type": "string", **({} if key == "id" else {"x-eval-transform": ["lowercase"]})} for key in GOLD[0]}
    store.schemas.add(identity, now.revision, {**SCHEMA, "properties": texts}, by="ann", message="")
    score_due(store, identity, by="ann", tell=lambda share, message: None)


def compared(app: AppTest, page: str) -> list[Any]:
    return [app.selectbox(key=f"{page}.{side}").value for side in "ab"]


def to(app: AppTest, page: str) -> AppTest:
    return app.switch_page(f"pages/{page}.py").run()


def in_copied_link(app: AppTest) -> dict[str, str]:
    """What a copied link holds of the pair, beside what the address has."""
    there = html_of(app).partition('class="ej-in-link" title="')[2].partition('"')[0]
    return dict(parse_qsl(there.replace("&amp;", "&")))


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("later", PAGES)
def test_a_pair_that_nobody_chose_is_the_two_highest_on_each_page_once_the_ranking_has_changed(
    open_app: Open, page: str, later: str
) -> None:
    app = open_app(page, evaluation=four())
    assert compared(app, page) == BEFORE
    assert not {"a", "b"} & set(app.query_params)
    assert in_copied_link(app) == dict(zip("ab", BEFORE, strict=True))
    to(app, "schema")
    without_case(app)
    assert compared(to(app, later), later) == AFTER
    assert in_copied_link(app) == dict(zip("ab", AFTER, strict=True))


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("by", ["a link", "a box"])
def test_a_pair_that_somebody_chose_stays_and_is_in_the_address(open_app: Open, page: str, by: str) -> None:
    chosen = ["plain", "half"]
    link = dict(zip("ab", chosen, strict=True)) if by == "a link" else {}
    app = open_app(page, evaluation=four(), **link)
    if not link:
        app.selectbox(key=f"{page}.a").set_value(chosen[0]).run()
        app.selectbox(key=f"{page}.b").set_value(chosen[1]).run()
    assert [app.query_params[side] for side in "ab"] in (chosen, [[name] for name in chosen])
    to(app, "schema")
    without_case(app)
    for other in PAGES:
        assert compared(to(app, other), other) == chosen
        assert in_copied_link(app) == {}


@pytest.mark.parametrize(("is_of_all", "is_said"), [(False, True), (True, False)])
def test_the_verdict_says_what_it_hangs_on_unless_one_of_these_settings_is_dismissed(
    open_app: Open, monkeypatch: pytest.MonkeyPatch, is_of_all: bool, is_said: bool
) -> None:
    def dismissed(_: Any, found: Suggestions) -> frozenset[str]:
        return frozenset({found.for_all[0].id if is_of_all else "one that is to be looked at"})

    monkeypatch.setattr(to_decide, "dismissed_of", dismissed)
    app = open_app("schema", evaluation=four(), tab="Suggestions")  # where they are looked for
    app = to(app, "overview")
    assert ("if the suggested settings are applied" in html_of(app)) is is_said


@pytest.mark.parametrize("page", ["fields", "records", "schema"])
def test_a_page_of_one_variant_opened_by_itself_begins_with_the_one_of_highest_f1(open_app: Open, page: str) -> None:
    assert open_app(page, evaluation=four()).selectbox(key=f"{page}.a").value == "plain"
