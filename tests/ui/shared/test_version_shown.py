"""Links to figures under a version of the eval schema, opened after the schema was changed."""

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.load.missing_policy import MissingPolicy
from evaljson.ui.session import server
from evaljson.ui.session.read_evaluation import read_evaluation, read_under_version
from evaljson.ui.shared.export_about import about
from evaljson.ui.shared.version_shown import figures_version
from evaljson.workspace.earlier_runs import earlier_runs
from evaljson.workspace.history import when
from evaljson.workspace.judge_choice import JudgeChoice, choose
from evaljson.workspace.scoring import score_due
from evaljson.workspace.scoring_options import put_policy
from tests.store.topics.reviewing import BOB, make_review
from tests.ui.conftest import Open, html_of, loaded, said, small

RIGHT: list[Any] = [{"id": "x", "a": "1", "n": [{"k": 1}, {"k": 2}]}, {"id": "y", "a": "2", "n": []}]
WRONG = [{**RIGHT[0], "a": "9"}, RIGHT[1]]
THEN = "The last results under version 1 of the schema (by test, "
LEAVE = "Show current results"
FIGURES = ["overview", "fields", "records", "compare"]


def change(identity: str, *, skip: bool = True, message: str = "skip a", scored: bool = True) -> None:
    """Put a version in force that leaves field a out, or does so no more."""
    store = server.store()
    now = store.evaluations.get(identity)
    schema = store.schemas.get(identity, 1).schema
    if skip:
        schema["properties"]["a"]["x-eval-skip"] = True
    store.schemas.add(identity, now.revision, schema, by="bob", message=message)
    if scored:
        score_due(store, identity, by="bob", tell=lambda share, message: None)


def figures(app: AppTest) -> list[str]:
    return [f"{metric.value} {metric.delta}" for metric in app.metric] + [html_of(app)]


def press(app: AppTest, label: str) -> AppTest:
    return next(button for button in app.button if button.label == label).click().run()


@pytest.fixture
def changed() -> str:
    """Version 2 is current, under which everything of field a is left out."""
    identity = small(one=RIGHT, two=WRONG).keep()
    change(identity)
    return identity


@pytest.mark.parametrize("page", FIGURES)
def test_a_page_with_figures_shows_those_of_then_until_somebody_leaves_them(
    open_app: Open, changed: str, page: str
) -> None:
    app = open_app(page, eval=changed, version="1", a="two", b="one")
    assert not app.exception
    assert THEN in said(app)
    assert "Current: version 2." in said(app)
    assert "**a**: skipped" in said(app), "what changed since, in words"
    old = figures(app)
    assert app.query_params["version"] == "1"
    press(app, LEAVE)
    assert "version" not in app.query_params
    assert "This link" not in said(app)
    assert figures(app) != old
    assert figures(open_app(page, eval=changed, version="1", a="two", b="one")) == old


def test_figures_of_then_and_of_now_are_never_mixed_within_a_session(open_app: Open, changed: str) -> None:
    app = open_app("fields", eval=changed, a="two")
    now = figures(app)
    app.query_params["version"] = "1"
    then = figures(app.run())
    assert then != now
    assert figures(press(app, LEAVE)) == now


@pytest.mark.parametrize("page", ["schema", "data", "judge"])
def test_a_page_on_which_things_are_changed_shows_what_is_in_force(open_app: Open, changed: str, page: str) -> None:
    app = open_app(page, eval=changed, version="1")
    assert "This page shows and changes version 2, the current one" in said(app)
    assert not app.exception
    if page == "data":
        assert "83." not in said(app), "what version 1 gives to two"
    app.switch_page("pages/fields.py").run()
    assert THEN in said(app), "nobody has left it"


def test_the_version_goes_along_where_the_bar_leads_to_an_address_that_says_nothing(
    open_app: Open, changed: str
) -> None:
    app = open_app("overview", eval=changed, version="1")
    app.switch_page("pages/fields.py")
    app.query_params.clear()
    assert THEN in said(app.run())
    assert app.query_params["version"] == "1"
    app.query_params.clear()
    app.query_params["eval"] = changed
    assert "This link" not in said(app.run()), "an address that names the evaluation says all"


@pytest.mark.parametrize("page", FIGURES)
def test_nothing_can_be_changed_through_the_figures_of_then(open_app: Open, page: str) -> None:
    extra = [{**record, "because": "x"} for record in WRONG]
    identity = small(one=RIGHT, two=extra).keep()
    change(identity)
    labels = {button.label for button in open_app(page, eval=identity, version="1").button}
    assert not labels & {"Ignore it", "Score now", "Undo", "Take it back"}
    if page == "overview":
        assert "Ignore it" in {button.label for button in open_app(page, eval=identity).button}


@pytest.mark.parametrize("version", ["1", "2", "3"])
def test_nothing_is_said_of_a_version_in_force_or_of_one_that_says_the_same(
    open_app: Open, changed: str, version: str
) -> None:
    change(changed, skip=False, message="restore version 1")
    app = open_app("fields", eval=changed, version=version)
    assert ("The last results" in said(app)) is (version == "2")
    assert ("version" in app.query_params) is (version == "2"), "an ordinary address, or the next change is news"


@pytest.mark.parametrize("page", ["overview", "schema"])
@pytest.mark.parametrize("version", ["abc", "999", "-1", "1.5", "²", "9" * 40, "<b>"])
def test_what_is_no_version_is_said_and_what_is_in_force_is_shown(
    open_app: Open, changed: str, page: str, version: str
) -> None:
    app = open_app(page, eval=changed, version=version)
    assert not app.exception
    assert f"has no version “{version}" in said(app)
    assert "You see the current one, 2." in said(app)
    assert "has no version" not in said(press(app, "OK"))


def new_gold(identity: str) -> None:
    store = server.store()
    gold = loaded([*RIGHT, {"id": "z", "a": "3", "n": []}], "gold.json")
    store.evaluations.set_gold(identity, store.evaluations.get(identity).revision, gold, by="bob")


def corrected_gold(identity: str) -> None:
    store = server.store()
    review = make_review(store, store.evaluations.get(identity))
    gold = loaded([{**RIGHT[0], "a": "3"}, RIGHT[1]], "gold.json")
    store.reviews.apply(review.id, store.evaluations.get(identity).revision, gold, by=BOB)


def new_file(identity: str) -> None:
    store = server.store()
    now = store.evaluations.get(identity)
    file = loaded(RIGHT[:1], "two.json", "extracted")
    store.variants.update(identity, now.revision, now.variants[1].id, data=file, by="bob")


def new_variant(identity: str) -> None:
    store = server.store()
    revision = store.evaluations.get(identity).revision
    store.variants.add(identity, revision, "three", loaded(RIGHT, "three.json", "extracted"), by="bob")


def new_options(identity: str) -> None:
    store = server.store()
    settings = {"scoring": {"missing_records": "exclude"}}
    store.evaluations.set_settings(identity, store.evaluations.get(identity).revision, settings, by="bob")


@pytest.mark.parametrize(
    ("since", "why"),
    [
        (new_gold, "gold was changed since"),
        (new_file, "the records of two were changed since"),
        (new_options, "the options of scoring, the judge or evaljson itself changed since"),
    ],
)
def test_where_the_runs_of_then_do_not_fit_the_figures_are_of_today_and_it_says_why(
    open_app: Open, changed: str, since: Callable[[str], None], why: str
) -> None:
    since(changed)
    score_due(server.store(), changed, by="bob", tell=lambda share, message: None)
    app = open_app("fields", eval=changed, version="1")
    assert f"cannot be shown any more: {why}. You see today's, under version 2" in (said(app).replace("*", ""))
    assert "version" not in press(app, "Go on with today's").query_params


@pytest.mark.parametrize("page", FIGURES)
def test_variants_that_came_later_are_left_out_and_named(open_app: Open, changed: str, page: str) -> None:
    before = figures(open_app(page, eval=changed, version="1", a="two", b="one"))
    new_variant(changed)
    score_due(server.store(), changed, by="bob", tell=lambda share, message: None)
    app = open_app(page, eval=changed, version="1", a="two", b="one")
    assert not app.exception
    assert "Without three: never scored under it." in said(app)
    assert figures(app) == before


@pytest.mark.parametrize("chosen", [{"a": "three"}, {"a": "one", "b": "three"}, {"a": "one", "more": "three"}])
def test_a_link_that_asks_for_a_variant_that_came_later_shows_todays(
    open_app: Open, changed: str, chosen: dict[str, str]
) -> None:
    new_variant(changed)
    score_due(server.store(), changed, by="bob", tell=lambda share, message: None)
    app = open_app("fields", eval=changed, version="1", **chosen)
    assert "cannot be shown any more: three was never scored under that version" in said(app).replace("*", "")


def test_the_banner_says_when_the_newest_of_the_results_was_scored(open_app: Open) -> None:
    identity = small(one=RIGHT, two=WRONG).keep()
    store = server.store()
    new_file(identity)
    score_due(store, identity, by="bob", tell=lambda share, message: None)
    change(identity)
    newest = max(run.created for run in store.runs.all(identity) if run.schema_number == 1)
    assert f", the newest of {when(newest)}." in said(open_app("fields", eval=identity, version="1"))


def new_choice(identity: str) -> None:
    revision = server.store().evaluations.get(identity).revision
    policy = MissingPolicy(missing_records="exclude")
    put_policy(server.store(), identity, revision, policy, "chose to leave out what is missing", by="bob")


def new_judge(identity: str) -> None:
    revision = server.store().evaluations.get(identity).revision
    choose(server.store(), identity, revision, JudgeChoice("gpt-x", votes=3), by="bob")


@pytest.mark.parametrize("since", ["abc", "999", "2", "-1"])
def test_a_reloaded_address_that_names_no_version_like_the_current_one_says_nothing(
    open_app: Open, changed: str, since: str
) -> None:
    change(changed, skip=False, message="restore version 1")
    new_variant(changed)
    app = open_app("fields", eval=changed, since=since)
    assert not app.exception
    assert "Your link" not in said(app)
    assert "since" not in app.query_params


SINCE = "Your link names version 1 of the schema, still the current one"


@pytest.mark.parametrize(
    ("since", "told"),
    [
        (new_gold, "**bob** put other gold in place"),
        (corrected_gold, "**bob** put in gold as corrected in the review “"),
        (new_file, "**bob** put other records of “two” in place"),
        (new_variant, "**bob** added the variant “three”"),
        (new_choice, "**bob** chose to leave out what is missing"),
        (new_judge, "**bob** let gpt-x judge, with 3 votes"),
        (lambda identity: None, ""),
    ],
)
def test_a_link_to_the_current_version_says_what_was_changed_under_it_until_that_is_seen(
    open_app: Open, since: Callable[[str], None], told: str
) -> None:
    identity = small(one=RIGHT, two=WRONG).keep()
    since(identity)
    score_due(server.store(), identity, by="bob", tell=lambda share, message: None)
    app = open_app("overview", eval=identity, version="1")
    assert (SINCE in said(app)) is bool(told)
    assert told in said(app)
    assert "version" not in app.query_params
    assert SINCE not in said(open_app("overview", eval=identity)), "an ordinary address asks for no version"
    assert app.query_params.get("since") == ("1" if told else None)
    if told:
        again = open_app("overview", eval=identity, since="1")
        assert told in said(again), "after a reload"
        assert "since" not in press(again, "OK").query_params
        assert SINCE not in said(again.run())
        assert SINCE in said(app.switch_page("pages/fields.py").run())
        assert SINCE not in said(press(app, "OK"))


def test_a_link_to_a_version_that_came_back_says_what_was_changed_since_it_was_first_there(
    open_app: Open, changed: str
) -> None:
    new_variant(changed)
    change(changed, skip=False, message="restore version 1")
    app = open_app("fields", eval=changed, version="1")
    assert "names version 1 of the schema, the same as version 3, the current one" in said(app)
    assert "**bob** added the variant “three”" in said(app)


def test_a_copied_link_names_the_version_that_the_figures_are_of(changed: str) -> None:
    assert figures_version(read_evaluation(changed)) == 2
    change(changed, skip=False, message="a again", scored=False)
    assert figures_version(read_evaluation(changed)) == 3, "it says the same as the first version, so it has its runs"
    store = server.store()
    other = {**store.schemas.get(changed, 1).schema, "x-eval-nulls": {"absent": [None]}}
    store.schemas.add(changed, store.evaluations.get(changed).revision, other, by="bob")
    assert figures_version(read_evaluation(changed)) == 2, (
        "the current version is not scored yet, so earlier figures are shown"
    )


def test_a_report_of_the_figures_of_then_names_their_version(changed: str) -> None:
    store, now = server.store(), read_evaluation(changed)
    runs = earlier_runs(store, now.stored, 1).runs
    then = read_under_version(now, store.schemas.get(changed, 1), runs)
    assert about(then, ["one", "two"]).facts["Eval schema"] == "version 1"


def test_whoever_changes_the_schema_leaves_the_version_of_the_link(open_app: Open, changed: str) -> None:
    app = open_app("schema", eval=changed, version="1", tab="Versions")
    press(app, "Restore version 1")
    assert "version" not in app.query_params
    app.switch_page("pages/fields.py").run()
    assert "This link" not in said(app)
