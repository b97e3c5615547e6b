"""Extracted records that gold lacks: where an evaluation counts them as invented, every page does."""

from typing import Any

import pytest

from evaljson.load.missing_policy import MissingPolicy
from evaljson.ui.session import server
from evaljson.workspace.draft_merge import finish_draft
from evaljson.workspace.drafts import DataDraft, begin_draft, draft_of, keep_draft
from evaljson.workspace.scoring_options import KEY, policy_json, policy_of
from tests.ui.conftest import Made, Open, html_of, loaded, said, small

GOLD: list[Any] = [{"id": str(i), "a": "x"} for i in range(10)]
SCHEMA = {"type": "object", "x-eval-id": "id", "properties": {"a": {"type": "string"}}}
COUNTED = {KEY: {"missing_records": "omit", "unreadable": "omit", "strays": "invented"}}


def made(settings: dict[str, Any] | None) -> Made:
    """Ten records; variant one has the stray s, two has s and t."""
    variants = {
        "one": loaded([*GOLD, {"id": "s", "a": "?"}], "one.json", "extracted"),
        "two": loaded([{"id": "t", "a": "?"}, *GOLD, {"id": "s", "a": "?"}], "two.json", "extracted"),
    }
    return Made("strays", loaded(GOLD, "gold.json"), variants, SCHEMA, settings)


@pytest.mark.parametrize("page", ["overview", "data", "fields", "compare", "records", "schema"])
def test_every_page_is_drawn(open_app: Open, page: str) -> None:
    app = open_app(page, evaluation=made(COUNTED), a="one", b="two")
    assert not app.exception
    assert not [error.value for error in app.error]


def test_the_comparison_has_the_strays_of_both(open_app: Open) -> None:
    app = open_app("compare", evaluation=made(COUNTED), a="one", b="two")
    assert "12 records" in html_of(app)
    assert "Records that gold lacks count as invented: 1 of one and 2 of two." in said(app) + html_of(app)
    assert "10 records" in html_of(open_app("compare", evaluation=made(None), a="one", b="two"))


def test_a_stray_that_counts_is_a_record_and_a_regression(open_app: Open) -> None:
    app = open_app("records", evaluation=made(COUNTED), a="two", record="t")
    assert "invented" in html_of(app)
    overview = open_app("overview", evaluation=made(COUNTED), a="one", b="two")
    assert next(link.proto.label for link in overview.get("page_link")).startswith("t ·")


def test_a_draft_asks_and_keeps_the_choice() -> None:
    draft = DataDraft(loaded(GOLD, "gold.json"), made(None).variants, SCHEMA, "id", count_strays=True)
    assert draft.missing_policy() == MissingPolicy(strays="invented")
    store = server.store()
    stored = store.evaluations.get(begin_draft(store, DataDraft(), by="test"))
    keep_draft(store, stored, DataDraft(), draft, by="test")
    finished = store.evaluations.get(finish_draft(store, store.evaluations.get(stored.id), draft, by="test"))
    policy = policy_of(finished.settings)
    assert policy.strays == "invented"
    assert draft_of(draft.gold or loaded([]), draft.variants, SCHEMA, policy).count_strays


def test_settings_from_before_the_choice_mean_the_same_runs() -> None:
    assert policy_json(policy_of({KEY: {"missing_records": "omit", "unreadable": "omit"}})) == {
        "missing_records": "omit", "unreadable": "omit",
    }  # fmt: skip
    assert policy_json(policy_of(COUNTED)) == COUNTED[KEY]


def test_the_form_offers_it_where_there_are_strays(open_app: Open) -> None:
    store = server.store()
    for variants, offered in ((made(None).variants, True), (small().variants, False)):
        gold = loaded(GOLD, "gold.json") if offered else small().gold
        draft = DataDraft(gold, variants, SCHEMA if offered else None, "id")
        identity = begin_draft(store, DataDraft(), by="test")
        keep_draft(store, store.evaluations.get(identity), DataDraft(), draft, by="test")
        app = open_app("data", eval=identity)
        assert not app.exception
        assert ("Count records without gold as invented" in [one.label for one in app.toggle]) == offered


@pytest.mark.parametrize("settings", [COUNTED, None])
def test_data_says_which_records_are_ranked(open_app: Open, settings: dict[str, Any] | None) -> None:
    """One stray is in one variant alone: the ranking counts it, so it is not over what all have."""
    shown = said(open_app("data", evaluation=made(settings)))
    ranked = "Overview ranks over the gold records that all have, and all records without gold."
    assert (ranked in shown) == (settings is not None)
