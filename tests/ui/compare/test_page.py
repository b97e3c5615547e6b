"""What the Compare page says of differences, and of what it cannot compare."""

import numpy as np
import pytest
from streamlit.proto.Metric_pb2 import Metric
from streamlit.testing.v1 import AppTest

from evaljson import annotate_xeval, infer_schema
from tests.ui.compare.comparing import NEW, OLD, RIGHT, column, note, show, three, told
from tests.ui.conftest import Made, Open, html_of, loaded, said, small

GOLD = [{"id": "x", "a": "1", "n": [{"k": 1}, {"k": 2}]}, {"id": "y", "a": "2", "n": []}]
FIELDS = [f"f{i}" for i in range(6)]


@pytest.fixture
def sample_compared(open_app: Open) -> AppTest:
    """The Compare page with the sample."""
    return open_app("compare")


def test_no_difference_is_grey_and_has_neither_sign_nor_arrow(open_app: Open) -> None:
    app = open_app("compare", evaluation=small(one=GOLD, two=GOLD))
    assert [metric.delta for metric in app.metric] == ["0.0 points", "0.0 points", "0.0 points", "0 got better"]
    assert {metric.proto.color for metric in app.metric} == {Metric.MetricColor.GRAY}
    assert {metric.proto.direction for metric in app.metric} == {Metric.MetricDirection.NONE}
    assert "No field loses more on one side in any record." in said(app)
    app.segmented_control(key="compare.show").set_value("all").run()
    difference = app.dataframe[0].value["difference"].to_numpy()
    assert (difference == 0).all()
    assert not np.signbit(difference).any()


def test_the_verdict_to_copy_is_sent_when_somebody_opens_it(open_app: Open) -> None:
    app = open_app("compare", evaluation=three(old=OLD, new=NEW), a="old", b="new")
    assert not app.code
    app.session_state["compare.copy"] = True
    text, markdown = (one.value for one in app.run().code)
    assert text.startswith(("new is ", "No detectable difference between new and old"))
    assert markdown.startswith("## new against old")


def test_a_cut_list_of_fields_says_how_many_more_there_are(open_app: Open) -> None:
    records = [{"id": str(place), **dict.fromkeys(FIELDS, "v")} for place in range(30)]
    wrong = [{**record, **dict.fromkeys(FIELDS, "?")} for record in records]
    schema = {
        "type": "object",
        "x-eval-id": "id",
        "properties": {name: {"type": "string"} for name in ("id", *FIELDS)},
    }
    files = {
        name: loaded(extracted, f"{name}.json", "extracted") for name, extracted in (("one", records), ("two", wrong))
    }
    app = open_app("compare", evaluation=Made("wide", loaded(records), files, schema))
    assert "two is worse than one" in told(app)
    assert "6 fields got worse: f0, f1, f2, f3 and 2 more." in told(app)
    assert "…." not in told(app)


def test_one_scored_variant_cannot_be_compared_and_data_is_one_click_away(open_app: Open) -> None:
    app = open_app("compare", evaluation=small(one=GOLD))
    assert "A comparison needs two scored variants. Add another on the Data page." in said(app)
    assert app.button(key="compare.to-data").label == "Go to Data"


def test_a_variant_against_itself_is_told_apart_from_no_difference(compared: AppTest) -> None:
    compared.selectbox(key="compare.b").set_value("old").run()
    assert "Both sides are the same variant." in said(compared)
    assert not compared.metric


def test_variants_that_share_no_record_are_refused(open_app: Open) -> None:
    settings = {"scoring": {"missing_records": "exclude"}}
    app = open_app("compare", evaluation=three(settings, first=RIGHT[:1], last=RIGHT[2:]))
    assert not app.exception
    assert not app.metric
    assert "'first' and 'last' have no record in common" in said(app)


def test_without_an_evaluation_of_ones_own_the_sample_is_compared(open_app: Open) -> None:
    app = open_app("compare")
    assert "Prompt B is better than Prompt A" in told(app)


def test_nothing_scored_yet_leads_to_data(open_app: Open) -> None:
    app = open_app("compare", evaluation=small())
    assert not app.exception
    assert not app.metric
    assert app.button


def test_unequal_coverage_is_pointed_out_with_the_same_records_beside_it(open_app: Open) -> None:
    settings = {"scoring": {"missing_records": "exclude"}}
    app = open_app("compare", evaluation=three(settings, few=RIGHT[:1], all=NEW))
    assert "the two sides did not score the same records" in app.expander[0].label
    app.session_state["compare.notes"] = True
    app.run()
    assert "The two sides did not score the same records.** The verdict uses the 1 that both scored." in said(app)
    assert column(app, "over") == ["own records (misleading)", "compared"]
    assert column(app, "records_b") == [3, 1]


def test_records_that_one_side_never_produced_are_counted_once_as_missing(open_app: Open) -> None:
    app = open_app("compare", evaluation=three(few=RIGHT[:1], all=NEW))
    app.session_state["compare.notes"] = True
    app.run()
    assert (
        "The two sides did not produce the same records.** The verdict uses all of them: one that a side did not "
        "produce counts as missing there."
    ) in said(app)
    assert column(app, "over") == ["compared, missing ones counted", "produced by both"]
    assert "left out" not in told(app)
    assert "all values of the others count as missing" in told(app)


def test_all_variants_stand_against_the_pinned_baseline_with_what_they_cost(open_app: Open) -> None:
    app = open_app("compare", evaluation=three(old=OLD, new=NEW, best=RIGHT), b="new")
    for name, cost in (("old", 1.0), ("new", 2.5), ("best", 2.0)):
        note(app, name, cost=cost)
    show(app, "variants")
    assert column(app, "variant") == ["best", "new"]
    assert column(app, "cost") == [2.0, 2.5]
    assert "The baseline has cost 1." in said(app)
    assert "Cost 2.5 (+1.5)" in said(app), "beside the verdict on old and new"
    assert "Points from the baseline." in said(app)


def test_repeats_of_one_prompt_are_one_side(open_app: Open) -> None:
    app = open_app("compare", evaluation=three(old=OLD, new=NEW, again=RIGHT))
    for name in ("new", "again"):
        note(app, name, tags=["repeat:short"])
    app.run()
    app.selectbox(key="compare.b").set_value("repeat:short").run()
    assert not app.exception
    assert "short (2 runs): F1" in told(app)
    assert "standard deviation" in told(app)


def test_names_from_data_are_shown_as_they_are(open_app: Open) -> None:
    app = open_app("compare", evaluation=three(None, **{"<b>old</b>": OLD, "*new* [x](y)": NEW}))
    assert not app.exception
    assert "<b>old</b>" not in html_of(app)
    assert "&lt;b&gt;old" in html_of(app)


def test_a_form_says_how_many_records_a_difference_takes(sample_compared: AppTest) -> None:
    sample_compared.session_state["compare.plan-open"] = True
    sample_compared.run()
    assert "It takes" in " ".join(one.value for one in sample_compared.markdown)
    sample_compared.radio(key="compare.plan.wanted").set_value("margin").run()
    assert "to rule out a loss of 2.0 points if nothing differs" in " ".join(
        one.value for one in sample_compared.markdown
    )


def test_looks_planned_or_at_any_time_have_a_verdict_of_their_own(sample_compared: AppTest) -> None:
    sample_compared.session_state["compare.looks-open"] = True
    sample_compared.run()
    assert "Look 1 of a plan of" in told(sample_compared)
    sample_compared.radio(key="compare.looks.way").set_value("any time").run()
    assert "hold at any time, however often you look" in told(sample_compared)
    assert not sample_compared.exception


@pytest.mark.parametrize(("values", "is_offered"), [("11", False), ("19", True), ("99", True)])
def test_a_review_is_offered_where_anything_is_wrong(open_app: Open, values: str, is_offered: bool) -> None:
    gold = [{"id": "x", "a": "1", "n": [{"k": 1}, {"k": 2}]}, {"id": "y", "a": "2", "n": []}]
    files = {name: [{**gold[0], "a": value}, gold[1]] for name, value in zip("AB", values, strict=True)}
    app = open_app("compare", evaluation=small(**files))
    assert not app.exception
    assert ("compare.review" in [button.key for button in app.button]) == is_offered


@pytest.mark.parametrize("page", ["compare", "overview"])
def test_that_one_record_makes_most_of_a_difference_is_open_below_the_verdict_and_said_once(
    open_app: Open, page: str
) -> None:
    gold = [{"id": f"r{n}", "a": f"text {n}"} for n in range(12)]
    files = {"right": gold, "apart": [{**gold[0], "a": "?"}, *gold[1:]]}
    sides = {name: loaded(records, f"{name}.json", "extracted") for name, records in files.items()}
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    app = open_app(page, Made("apart", loaded(gold, "gold.json"), sides, schema), a="right", b="apart")
    said_so = [one.value.replace("\\", "") for one in app.caption if "One record makes most" in one.value]
    assert said_so == ["⚠ One record makes most of the difference: without r0, it is 0.0 F1 points, not \u22128.3."]
