"""The Overview page: the verdict, what broke, and the history."""

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.load import read_records
from evaljson.store import Store
from evaljson.ui.session import server
from evaljson.workspace.scoring import score_due
from tests.ui.conftest import Made, Open, draft_of, html_of, loaded, said, small

GOLD: list[Any] = [{"id": "x", "a": "1", "n": [{"k": 1}, {"k": 2}]}, {"id": "y", "a": "2", "n": []}]
WRONG: list[Any] = [{"id": "x", "a": "9", "n": [{"k": 2}, {"k": 1}]}, {"id": "y", "a": "2", "n": []}]
HALF: list[Any] = [{**GOLD[0], "a": "9"}, GOLD[1]]


def links(app: AppTest) -> list[tuple[str, str]]:
    """Label and address of each link."""
    protos = [link.proto for link in app.get("page_link")]
    return [(proto.label.replace("\\", ""), proto.query_string) for proto in protos]


def figures(app: AppTest) -> dict[str, tuple[str, str]]:
    return {metric.label: (metric.value, metric.delta) for metric in app.metric}


def store_of(app: AppTest) -> tuple[Store, str]:
    return server.store(), str(app.query_params["eval"])


def new_schema(app: AppTest, schema: dict[str, Any], message: str) -> None:
    store, identity = store_of(app)
    store.schemas.add(identity, store.evaluations.get(identity).revision, schema, by="cy", message=message)


def score(app: AppTest) -> None:
    store, identity = store_of(app)
    score_due(store, identity, by="ann", tell=lambda share, message: None)


def skipping_a() -> dict[str, Any]:
    schema = json.loads(json.dumps(small().schema))
    schema["properties"]["a"]["x-eval-skip"] = True
    return dict(schema)


def test_a_first_start_lands_here_with_the_sample_scored(open_app: Open) -> None:
    app = open_app("overview")
    assert "<bdi>Prompt C</bdi> is better than <bdi>Prompt A</bdi>: +9.5 F1 points" in html_of(app)
    assert "made-up gold records" in said(app)
    assert len(links(app)) == 5
    assert not app.error


def test_the_sentence_and_the_figures_are_those_of_the_records_that_both_have(open_app: Open) -> None:
    app = open_app("overview", evaluation=small(one=GOLD, two=WRONG))
    shown = html_of(app)
    assert "<b>No detectable difference between <bdi>two</bdi> and <bdi>one</bdi></b>: −50.0 F1 points (95%" in shown
    assert " over 2 records; " in shown
    assert "2 records are few: they cannot show any difference." in said(app)
    assert figures(app) == {
        "F1": ("50.0", "−50.0 points"),
        "Records fully right": ("1", "−1"),
        "Regressions": ("2", "in 1 record"),
        "Records missing": ("0", "0"),
    }


def test_the_tooltip_of_f1_says_which_records_count_as_missing(open_app: Open) -> None:
    of_two = open_app("overview", evaluation=small(one=GOLD[:1], two=WRONG))
    told = "Mean over 2 records, 0 to 100."
    lacks = "one lacks 1 of these records: its values count as missing."
    assert of_two.metric[0].help.replace("\\", "").startswith(f"{told} {lacks} Large: two.")
    assert f"<bdi>one</bdi> {lacks.removeprefix('one ')}" in html_of(of_two)
    alone = open_app("overview", evaluation=small(one=GOLD[:1])).metric[0].help
    assert alone == f"{told} It lacks 1 of these: its values count as missing."
    whole = open_app("overview", evaluation=small(one=GOLD, two=WRONG)).metric[0].help
    assert whole.startswith("Mean over 2 records, 0 to 100. Large: two.")


@pytest.mark.parametrize("page", ["overview", "compare"])
def test_at_first_the_highest_f1_is_compared_with_the_next(open_app: Open, page: str) -> None:
    app = open_app(page, evaluation=small(bad=WRONG, base=HALF, good=GOLD))
    assert compared(app, page) == ["base", "good"]
    assert compared(open_app(page, evaluation=small(good=GOLD, bad=WRONG)), page) == ["good", "bad"]


def compared(app: AppTest, page: str) -> list[Any]:
    return [app.selectbox(key=f"{page}.{side}").value for side in "ab"]


@pytest.mark.parametrize("page", ["overview", "compare"])
def test_who_was_put_first_is_the_baseline_whatever_it_is_called(open_app: Open, page: str) -> None:
    app = open_app(page, evaluation=small(zeta=GOLD, alpha=HALF, mid=WRONG))
    assert next(box.value for box in app.selectbox if box.label == "Baseline") == "alpha"
    store, identity = store_of(app)
    now = store.evaluations.get(identity)
    order = [now.variants[at].id for at in (2, 0, 1)]
    store.variants.reorder(identity, now.revision, order, by="ann")
    again = open_app(page, eval=identity)
    assert next(box.value for box in again.selectbox if box.label == "Baseline") == "mid"


def test_what_a_link_names_is_compared(open_app: Open) -> None:
    app = open_app("overview", evaluation=small(base=HALF, bad=WRONG, good=GOLD), a="good", b="base")
    assert "difference between <bdi>base</bdi> and <bdi>good</bdi>" in html_of(app)
    app.selectbox(key="overview.a").set_value("base").run()
    assert app.query_params["a"] == "base"
    assert app.query_params["b"] != "base"


def test_regressions_are_links_to_record_and_field_with_the_values(open_app: Open) -> None:
    app = open_app("overview", evaluation=small(one=GOLD, two=WRONG))
    identity = app.query_params["eval"]
    assert links(app) == [
        ("x · n[].k", f"eval={identity}&a=one&record=x&b=two&field=n%5B%5D.k"),
        ("x · a", f"eval={identity}&a=one&record=x&b=two&field=a"),
    ]
    assert "✗ wrong</span>" in html_of(app)
    assert "<b>&quot;1&quot;</b></bdi> → " in html_of(app)


def test_a_link_to_a_record_is_not_hidden_by_what_was_filtered_before(open_app: Open) -> None:
    app = open_app("records", evaluation=small(one=GOLD, two=WRONG), a="two", status="match", field="a", q="y")
    app.switch_page("pages/overview.py").run()
    app.switch_page("pages/records.py")
    for name in ("status", "q"):  # in a browser, a link brings an address of its own
        del app.query_params[name]
    app.query_params.update({"a": "one", "b": "two", "record": "x", "field": "n[].k"})
    app.run()
    assert not app.warning
    assert app.selectbox(key="records.record").value == "x"
    assert app.selectbox(key="records.status").value == "any result"


def test_a_record_that_is_missing_is_one_line(open_app: Open) -> None:
    app = open_app("overview", evaluation=small(one=GOLD, two=GOLD[1:]))
    assert [label for label, _ in links(app)] == ["x"]
    assert "the whole record" in html_of(app)
    assert figures(app)["Records missing"] == ("1", "+1")


def test_what_broke_leads_to_as_many_records_as_the_figure_says(open_app: Open) -> None:
    app = open_app("overview", evaluation=small(one=GOLD, two=WRONG))
    regressions = figures(app)["Regressions"]
    app.button(key="overview.broke").click().run()
    assert {name: app.query_params[name] for name in ("a", "b", "change")} == {
        "a": "one",
        "b": "two",
        "change": "broke",
    }
    assert regressions == ("2", "in 1 record")
    assert len(app.selectbox(key="records.record").options) == 1


def test_without_a_regression_there_is_nothing_to_see(open_app: Open) -> None:
    app = open_app("overview", evaluation=small(one=WRONG, two=GOLD))
    assert "None: nothing that one has right counts against two." in said(app)
    assert "See what broke" not in [button.label for button in app.button]


def test_one_variant_is_told_alone_with_its_worst_errors(open_app: Open) -> None:
    app = open_app("overview", evaluation=small(two=WRONG))
    assert "<b><bdi>two</bdi> scores F1 50.0</b> over 2 records" in html_of(app)
    assert figures(app)["Fields wrong"] == ("2", "in 1 record")
    assert "b" not in app.query_params
    assert [label for label, _ in links(app)] == ["x · n[].k", "x · a"]


@pytest.mark.parametrize(
    ("evaluation", "words", "label"),
    [
        (small(), "Add gold and at least one variant", "Add them on Data"),
        (small(odd=[{"a": "1"}]), "no variant is scored", "See the files on Data"),
    ],
)
def test_where_nothing_is_scored_there_is_one_action_and_the_sample(
    open_app: Open, evaluation: Made, words: str, label: str
) -> None:
    app = open_app("overview", evaluation=evaluation)
    assert words in said(app)
    assert [button.label for button in app.button] == [label, "Use my data", "Open the sample"]
    app.button(key="overview.sample").click().run()
    assert "Sample: invoices" in said(app)


def test_own_data_begins_as_a_draft_and_leads_to_data(open_app: Open) -> None:
    app = open_app("overview")
    sample = app.query_params["eval"]
    app.button(key="overview.own").click().run()
    assert app.query_params["eval"] != sample
    assert draft_of(app).gold is None
    app.switch_page("pages/overview.py").run()
    assert "Continue on the Data page to score these files" in said(app)
    assert [button.label for button in app.button] == ["Continue with these files", "Open the sample"]


def test_variants_that_cannot_be_compared_are_told_with_the_reason_and_what_to_do(open_app: Open) -> None:
    evaluation = small(one=GOLD, two=HALF)
    app = open_app("overview", evaluation=evaluation)
    store, identity = store_of(app)
    new_schema(app, skipping_a(), "a is noise")
    two = store.evaluations.get(identity)
    variant = two.variant("two")
    assert variant is not None
    left = store.variants.delete(identity, two.revision, variant.id, by="ann")
    score(app)
    store.variants.undelete(identity, left.revision, variant.id, by="ann")
    app.run()
    assert "'one' and 'two' cannot be compared: they were scored with another eval schema" in said(app)
    assert "<b><bdi>two</bdi> scores F1" in html_of(app)
    assert "Not scored yet: two" in said(app)


def test_what_was_changed_since_the_runs_is_said_with_a_way_to_score(open_app: Open) -> None:
    app = open_app("overview", evaluation=small(one=GOLD, two=WRONG))
    new_schema(app, skipping_a(), "a is noise")
    app.run()
    assert "Figures shown for them are from before the last change" in said(app)
    app.button(key="work.score").click().run()
    assert "Not scored yet" not in said(app)


def test_the_pair_stays_the_two_of_highest_f1_while_all_variants_wait_to_be_scored_again(open_app: Open) -> None:
    app = open_app("overview", evaluation=small(bad=WRONG, good=GOLD, half=HALF))
    new_schema(app, skipping_a(), "a is noise")
    waiting = open_app("overview", eval=str(app.query_params["eval"]))
    assert "Not scored yet" in said(waiting)
    assert [box.value for box in waiting.selectbox if "aseline" in box.label] == ["half", "good"]


def test_records_that_could_not_be_read_are_told(open_app: Open) -> None:
    read = loaded(GOLD)
    schema = small().schema
    text = b'{"id": "x", "a": "1", "n": [{"k": 1}, {"k": 2}]}\n{"id": "y", "a": \n'
    broken = read_records(text, name="broken.jsonl", kind="extracted", id_field="id")
    app = open_app("overview", evaluation=Made("broken", read, {"one": broken}, schema))
    assert any("1 record could not be read" in expander.label for expander in app.expander)
    assert figures(app)["Records missing"][0] == "1"


def test_a_first_run_is_no_trend_yet(open_app: Open) -> None:
    app = open_app("overview", evaluation=small(one=GOLD))
    assert "Scored once, on" in said(app)
    assert not app.get("plotly_chart")


@pytest.fixture
def changed(open_app: Open) -> AppTest:
    """An evaluation scored under two versions of its schema."""
    app = open_app("overview", evaluation=small(one=GOLD, two=WRONG))
    new_schema(app, skipping_a(), "a is *noise*")
    score(app)
    return app.run()


def test_runs_under_another_schema_are_drawn_apart_with_the_same_numbers_in_a_table(changed: AppTest) -> None:
    figure = json.loads(changed.get("plotly_chart")[0].proto.spec)
    assert [trace["name"] for trace in figure["data"]] == ["one", "two"]
    assert [None if x is None else round(x) for x in figure["data"][0]["x"]] == [0, None, 1]
    assert figure["layout"]["annotations"][0]["text"] == "↦ schema 2"
    table = changed.dataframe[0].value
    assert table["Schema"].tolist() == ["v2", "v2", "v1", "v1"]
    assert table["Version's message"].tolist()[:2] == ["a is *noise*"] * 2
    assert sorted(table["F1"].tolist()[2:]) == [50.0, 100.0]


def test_a_run_of_the_history_shows_who_changed_what_and_why(changed: AppTest) -> None:
    store, identity = store_of(changed)
    newest = store.runs.all(identity)[0]
    changed.query_params["run"] = newest.id
    changed.run()
    assert "by cy: “a is *noise*”" in said(changed)
    assert "Changes from version 1:" in said(changed)
    assert '+      "x-eval-skip": true' in changed.code[0].value
    changed.button(key="overview.close-run").click().run()
    assert "run" not in changed.query_params
    assert not changed.code


def test_a_run_that_nobody_has_is_left_alone(changed: AppTest) -> None:
    changed.query_params["run"] = "gone"
    changed.run()
    assert not changed.exception
    assert not changed.code


def test_variants_that_failed_are_counted_in_the_history(open_app: Open) -> None:
    app = open_app("overview", evaluation=small(one=GOLD, odd=[{"a": "1"}]))
    assert "odd could not be scored" in said(app)
    assert "1 run failed and has no figures" in said(app)


def test_names_and_values_are_shown_as_they_are(open_app: Open) -> None:
    evil = "<img src=x> **b** $x$ :red[r]"
    app = open_app("overview", evaluation=small(**{"one": GOLD, evil: [{**GOLD[0], "a": evil}, GOLD[1]]}))
    assert "<img" not in html_of(app)
    assert "&lt;img src=x&gt; **b** $x$ :red[r]</bdi> and <bdi>one</bdi>" in html_of(app)
