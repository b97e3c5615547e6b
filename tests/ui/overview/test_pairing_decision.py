"""What pairing by content does to the ranking is worked out apart from the page, and kept."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson import annotate_xeval, infer_schema
from evaljson.report.export.html.pairing import ByContent
from evaljson.ui.overview import pairing_decision
from evaljson.ui.shared.exports import by_content
from evaljson.workspace.pairing_ranking import RANKING
from tests.ui.conftest import Made, Open, html_of, loaded, said, small, with_a_map
from tests.ui.page_jobs import finish, jobs_of

RIGHT: list[Any] = [{"id": "x", "a": "1", "n": [{"k": 1}, {"k": 2}]}, {"id": "y", "a": "2", "n": []}]
TURNED: list[Any] = [{**RIGHT[0], "n": [{"k": 2}, {"k": 1}]}, RIGHT[1]]
WRONG: list[Any] = [{**RIGHT[0], "a": "9"}, RIGHT[1]]
FLIPS = "F1 by position → by content: turned 66.7 → 100.0. Highest F1, tied: wrong → turned."


def test_a_small_evaluation_says_at_once_whether_first_place_changes(open_app: Open) -> None:
    app = open_app("overview", evaluation=small(turned=TURNED, wrong=WRONG))
    assert "**n** is compared by position. By content, 2 more values (net) would match" in said(app)
    assert FLIPS in said(app)
    assert jobs_of(RANKING) == []


def test_the_report_says_what_overview_found(open_app: Open) -> None:
    app = open_app("overview", evaluation=small(turned=TURNED, wrong=WRONG))
    evaluation = app.session_state["evaljson.evaluation"]
    found = by_content(evaluation, ["turned", "wrong"])
    assert found == ByContent({"turned": 1.0}, is_ranked=True)
    assert by_content(evaluation, ["turned"]) == ByContent({"turned": 1.0})


@pytest.fixture
def slow(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setattr("evaljson.jobs.pool.Pool.wake", lambda self: None)
    monkeypatch.setattr(pairing_decision, "_QUICK", 0)
    return open_app("overview", evaluation=small(turned=TURNED, wrong=WRONG))


def test_the_page_is_there_while_a_job_looks(slow: AppTest) -> None:
    assert "is being worked out" in said(slow)
    (job,) = jobs_of(RANKING)
    finish(job)
    assert FLIPS in said(slow.run())
    slow.run()
    assert len(jobs_of(RANKING)) == 1, "what is known is not looked at again"


def test_with_one_variant_there_is_no_ranking_to_look_at(open_app: Open) -> None:
    app = open_app("overview", evaluation=small(turned=TURNED))
    assert "2 more values (net) would match in turned." in said(app)
    assert "ranking" not in said(app)


def test_a_map_whose_keys_are_made_up_is_named_as_one(open_app: Open) -> None:
    app = open_app("overview", evaluation=with_a_map(rows=["r 0", "r 1", "r 2"]))
    assert "**fees** is compared by the keys of its entries. By content" in said(app)
    assert "6 more values (net) would match in rows." in said(app)


def listed(*names: str, records: int = 4) -> list[Any]:
    """Records with one list of this kind each, in an order or turned: both are the same but for it."""
    return [{"id": f"r{n}", **{name: [f"{n} {i}" for i in range(3)] for name in names}} for n in range(records)]


def turned(records: list[Any], *names: str) -> list[Any]:
    return [{**one, **{name: one[name][::-1] for name in names}} for one in records]


def made(gold: list[Any], **variants: list[Any]) -> Made:
    files = {name: loaded(one, f"{name}.json", "extracted") for name, one in variants.items()}
    return Made("lists", loaded(gold), files, {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"})


def test_arrays_that_gain_in_any_variant_are_named_also_where_the_first_gains_nothing(open_app: Open) -> None:
    gold = listed("rooms", "tags", "same")
    wrong = [{**one, "same": ["?"] * 3} for one in gold]
    app = open_app("overview", evaluation=made(gold, a=wrong, b=turned(gold, "rooms"), c=turned(gold, "tags")))
    assert "**2 arrays** pair better by content than by position: " in said(app)
    assert "8 more values (net) would match in b, 8 in 1 other. Order is then no longer scored." in said(app)


def test_an_array_named_as_an_order_is_a_high_risk_and_does_not_decide_the_headline(open_app: Open) -> None:
    gold = listed("steps", "rooms", records=12)
    wrong = [{**one, "rooms": ["?", *one["rooms"][1:]]} for one in gold]
    app = open_app("overview", evaluation=made(gold, best=wrong, turned=turned(gold, "steps")))
    assert "**steps** is compared by position" in said(app)
    assert "● High risk: the name speaks of an order." in said(app)
    assert "**Highest F1 changes: best → turned.**" in said(app)
    assert "if arrays pair by content" not in said(app) + html_of(app)


def test_beside_other_arrays_one_named_as_an_order_is_left_out_of_the_figures(open_app: Open) -> None:
    gold = listed("steps", "rooms")
    app = open_app("overview", evaluation=made(gold, a=turned(gold, "rooms"), b=turned(gold, "steps")))
    assert "**rooms** is compared by position" in said(app)
    assert "**steps** is left out: ● high risk, named as ordered." in said(app)
    assert "b 66.7" not in said(app).split("F1 by position")[1]


def test_where_a_key_is_suggested_for_one_of_them_it_says_so_and_schema_counts_the_same(open_app: Open) -> None:
    gold = [
        {"id": f"r{n}", "rows": [{"sku": f"{n}-{i}", "qty": i} for i in range(4)], "few": ["x", f"y {n}"]}
        for n in range(8)
    ]
    other = [
        {**one, "rows": one["rows"][::-1], "few": one["few"][:: -1 if n == 0 else 1]} for n, one in enumerate(gold)
    ]
    counted = "2 arrays paired by content: 66 more values (net) would match in a"
    app = open_app("schema", evaluation=made(gold, a=other), tab="Suggestions")
    assert [one.label for one in app.expander if "paired by content" in one.label] == [f"⇄ {counted}"]
    app.switch_page("pages/overview.py").run()
    assert "**2 arrays** pair better by content than by position: 66 more values (net)" in said(app)
    assert "For **rows**, the key sku is suggested instead." in said(app)
    app.switch_page("pages/schema.py").run()
    assert [one.label for one in app.expander if "paired by content" in one.label] == [f"⇄ {counted}"]
