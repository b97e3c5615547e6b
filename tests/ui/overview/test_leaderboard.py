"""The leaderboard of Overview and the panel of things to decide."""

from dataclasses import replace
from typing import Any

import pytest

from evaljson.compare.words.first_place import BY_CONTENT, WITHOUT_UNKNOWN, WayToFirst
from evaljson.report.export.html.page import to_html
from evaljson.ui.session import server
from evaljson.ui.shared.exports import suggested
from evaljson.ui.shared.to_decide import ways_to_first_now
from evaljson.workspace.history import in_words
from tests.ui.conftest import Made, Open, html_of, loaded, said

SCHEMA = {
    "type": "object", "x-eval-id": "id",
    "properties": {"lang": {"type": "string"}, **{name: {"type": "string"} for name in "abcd"}},
}  # fmt: skip
GOLD: list[Any] = [
    {"id": str(i), "lang": "en" if i < 20 else "de", **dict.fromkeys("abcd", f"text {i}")} for i in range(40)
]


def wrong_at(names: str, every: int = 1, **more: Any) -> list[Any]:
    """All records with these fields wrong in each `every`th of them, so that no two variants say the same there."""
    return [
        {**record, **(dict.fromkeys(names, f"other {every}") if place % every == 0 else {}), **more}
        for place, record in enumerate(GOLD)
    ]


def made(**variants: list[Any]) -> Made:
    files = {name: loaded(records, f"{name}.json", "extracted") for name, records in variants.items()}
    return Made("ranked", loaded(GOLD, "gold.json"), files, SCHEMA)


def three() -> Made:
    return made(good=wrong_at("a", 8, notes="why", thoughts="why"), fair=wrong_at("a", 3), bad=wrong_at("abc"))


def test_three_variants_are_ranked_and_the_ranks_are_those_that_chance_allows(open_app: Open) -> None:
    app = open_app("overview", evaluation=made(good=wrong_at("a", 8), alike=wrong_at("b", 8), bad=wrong_at("abc")))
    shown = html_of(app)
    assert "was scored on" not in said(app)
    assert "<b>No variant is best</b>: <bdi>good</bdi> and <bdi>alike</bdi> cannot be told apart" in shown
    assert "; <bdi>bad</bdi> is behind." in shown
    assert shown.count("<tr class=ej-tie>") == 2
    assert "<td>1st or 2nd</td>" in shown
    assert "<td>3rd</td>" in shown
    assert "Over 40 records." in said(app)


def test_one_that_is_above_all_others_is_best(open_app: Open) -> None:
    app = open_app("overview", evaluation=made(good=GOLD, fair=wrong_at("a"), bad=wrong_at("abc")))
    assert "<b><bdi>good</bdi> is best</b>: F1 100.0, above both others." in html_of(app)
    assert "ej-tie>" not in html_of(app)


@pytest.mark.parametrize("page", ["overview", "compare"])
def test_two_that_the_ranking_cannot_tell_apart_have_no_other_verdict_below_it(open_app: Open, page: str) -> None:
    """Eight records up and one down: p is 0.020, which is beyond chance among two comparisons, and not among three."""
    eight_wrong = [{**record, "a": "other"} if place < 8 else record for place, record in enumerate(GOLD)]
    one_wrong = [{**record, "a": "other"} if place == 8 else record for place, record in enumerate(GOLD)]
    identity = open_app("overview", evaluation=made(A=eight_wrong, B=one_wrong, C=eight_wrong)).query_params["eval"]
    app = open_app(page, eval=str(identity), a="A", b="B")
    assert "No detectable difference between " in html_of(app)
    assert " is better than " not in html_of(app)


def test_each_row_leads_to_its_fields_and_its_worst_field_to_records(open_app: Open) -> None:
    app = open_app("overview", evaluation=made(good=GOLD, fair=wrong_at("a"), bad=wrong_at("abc")))
    identity = app.query_params["eval"]
    assert f'href="fields?eval={identity}&amp;a=bad"' in html_of(app)
    assert f'href="records?eval={identity}&amp;a=fair&amp;field=a&amp;status=fault"' in html_of(app)


def test_a_key_that_the_schema_lacks_is_named_where_it_loses_most(open_app: Open) -> None:
    app = open_app("overview", evaluation=three())
    row = next(row for row in html_of(app).split("<tr") if "a=good" in row and "<td>" in row)  # of the leaderboard
    assert row.index("notes, a key that the schema lacks: ") < row.index("+ <bdi")


def test_a_decision_says_whether_first_place_changes(open_app: Open) -> None:
    app = open_app("overview", evaluation=three())
    assert "keys outside the schema" in said(app)
    assert "**Highest F1 changes: fair → good.**" in said(app)
    app.button(key="hint.unknown.overview").click().run()
    assert not app.exception
    assert "outside the schema" not in said(app)
    assert "<bdi>good</bdi>" in html_of(app).split("ej-board")[0]


HANGS = "<bdi>good</bdi> would be best if keys outside the schema are ignored."


@pytest.mark.parametrize("page", ["overview", "data"])
def test_the_verdict_says_what_first_place_hangs_on_until_that_is_decided(open_app: Open, page: str) -> None:
    app = open_app("overview", evaluation=three())
    identity = str(app.query_params["eval"])
    assert HANGS in html_of(open_app(page, eval=identity))
    app.button(key="hint.unknown.overview").click().run()
    assert "would be best if" not in html_of(app) + html_of(open_app(page, eval=identity))


def test_of_two_the_verdict_says_so_too(open_app: Open) -> None:
    two = made(good=wrong_at("a", 8, notes="why", thoughts="why"), fair=wrong_at("a", 3))
    shown = html_of(open_app("overview", evaluation=two))
    assert shown.index("</b>") < shown.index(HANGS) < shown.index("ej-board")


def test_what_was_found_late_is_said_behind_the_verdict_too(open_app: Open) -> None:
    """Pairing by content is looked at when the rest of the page is there."""
    gold = [{**record, "n": [place, place + 50]} for place, record in enumerate(GOLD)]
    schema = {**SCHEMA, "properties": {**SCHEMA["properties"], "n": {"type": "array", "items": {"type": "number"}}}}  # type: ignore[dict-item]
    sides = {
        "turned": [{**record, "n": record["n"][::-1]} for record in gold],
        "fair": [{**record, "a": "other", "b": "other"} if int(record["id"]) % 2 else record for record in gold],
    }
    files = {name: loaded(records, f"{name}.json", "extracted") for name, records in sides.items()}
    app = open_app("overview", evaluation=Made("turned", loaded(gold, "gold.json"), files, schema))
    assert "<bdi>turned</bdi> would be best if arrays pair by content." in html_of(app)


def test_a_pairing_that_is_among_the_suggested_settings_is_no_decision_of_its_own(open_app: Open) -> None:
    gold = [{"id": str(at), "a": f"a{at}", "n": [f"x{at}", f"y{at}", f"z{at}"]} for at in range(40)]
    sides = {
        "turned": [{**record, "n": record["n"][::-1]} for record in gold],
        "fair": [{**record, "a": "other", "n": ["q"]} if int(str(record["id"])) % 2 else record for record in gold],
    }
    texts = {key: {"type": "string"} for key in ("id", "a")}
    schema = {"x-eval-id": "id", "properties": {**texts, "n": {"type": "array", "items": {"type": "string"}}}}
    files = {name: loaded(records, f"{name}.json", "extracted") for name, records in sides.items()}
    of_both = Made("turned", loaded(gold, "gold.json"), files, {"type": "object", **schema})
    app = open_app("schema", evaluation=of_both, tab="Suggestions")
    app.switch_page("pages/overview.py").run()
    assert "by pairing; together: " in said(app)
    assert "**n** is compared by position" not in said(app)
    assert "**1 to decide**" in said(app)
    assert "<bdi>turned</bdi> would be best if the suggested settings are applied." in html_of(app)
    of_report = suggested(app.session_state["evaljson.evaluation"], ["turned", "fair"])
    assert of_report is not None
    assert (of_report.is_ranked, of_report.f1["turned"]) == (True, 1.0)
    assert [title for title in of_report.titles if title.endswith(": n")]


def test_a_decision_that_was_shown_is_not_folded_away_once_more_is_found(open_app: Open) -> None:
    gold = [{**record, "c": ["red", "crimson"]} for record in GOLD]
    schema = {**SCHEMA, "properties": {**SCHEMA["properties"], "c": {"type": "array", "items": {"type": "string"}}}}  # type: ignore[dict-item]

    def side(every: int, **more: str) -> list[Any]:
        one_of = [{"c": "red"} if place % every == 0 else {} for place in range(len(gold))]
        return [{**record, **c, "a": record["a"].upper(), **more} for record, c in zip(gold, one_of, strict=True)]

    sides = {"one": side(2, notes="why")[4:], "two": side(3, notes="why"), "three": side(5)}
    files = {name: loaded(records, f"{name}.json", "extracted") for name, records in sides.items()}
    app = open_app("overview", evaluation=Made("folded", loaded(gold, "gold.json"), files, schema))
    assert "**3 to decide**" in said(app)
    app.query_params["tab"] = "Suggestions"
    app.switch_page("pages/schema.py").run()
    app.switch_page("pages/overview.py").run()
    assert "would explain errors" in said(app)
    assert "**4 to decide**" in said(app)
    assert not [one.label for one in app.expander if "more to decide" in one.label]
    again = open_app("overview", eval=str(app.query_params["eval"]))
    assert [one.label for one in again.expander if "more to decide" in one.label], "at first sight there are three"


def test_who_is_highest_among_tied_ones_is_nothing_that_the_verdict_hangs_on(open_app: Open) -> None:
    app = open_app("overview")
    assert "Highest F1, tied: Prompt C → Prompt B." in said(app)
    assert "would be best if" not in html_of(app)


def test_the_report_says_what_overview_says(open_app: Open) -> None:
    app = open_app("overview", evaluation=three())
    evaluation = app.session_state["evaljson.evaluation"]
    assert ways_to_first_now(evaluation, list(evaluation.runs)) == [WayToFirst(WITHOUT_UNKNOWN, "good")]
    page = to_html(evaluation.runs, evaluation.tree, ways_to_first=[WayToFirst(BY_CONTENT, "bad")]).decode()
    assert "<bdi>bad</bdi> would be best if arrays pair by content.</p>" in page
    assert f"{HANGS}</p>" in to_html(evaluation.runs, evaluation.tree).decode()
    pair = {name: evaluation.runs[name] for name in ("good", "fair")}
    assert f'<p dir="auto">{HANGS}</p>' in to_html(pair, evaluation.tree).decode()


def test_a_decision_says_whose_tie_changes_where_the_order_stays(open_app: Open) -> None:
    """Without the extra key of fair, it is still behind good and above bad, but tied with good."""
    app = open_app(
        "overview",
        evaluation=made(
            good=wrong_at("a", 10), fair=wrong_at("a", 9, notes="why", thoughts="why"), bad=wrong_at("abc")
        ),
    )
    board = html_of(app)
    assert "<bdi>good</bdi> is best" in board
    assert "**No variant would be best.** The order stays, but not who is tied. fair would be tied with good." in said(
        app
    )
    app.button(key="hint.unknown.overview").click().run()
    assert "<bdi>good</bdi> and <bdi>fair</bdi> cannot be told apart" in html_of(app)


def test_missing_records_are_a_decision_with_what_it_would_change(open_app: Open) -> None:
    app = open_app("overview", evaluation=made(lacks=GOLD[8:], fair=wrong_at("a", 3), bad=wrong_at("abc")))
    assert "**Missing records**: lacks 8. F1 with" in said(app)
    assert "fair 93.0 → 93.1, lacks 80.0 → 100.0. **Highest F1 changes: fair → lacks.**" in said(app)
    app.button(key="decide.missing").click().run()
    assert not app.exception
    assert "Missing records are left out of the figures." in said(app)
    identity = str(app.query_params["eval"])
    assert [in_words(event) for event in server.store().evaluations.history(identity)][-1] == (
        "left missing records out of the figures"
    )
    scored = open_app("overview", eval=identity, a="fair", b="bad")
    assert "Over the 32 records that all have." in said(scored)
    assert "Over 40 records that both scored; the ranking is over 32." in said(scored)
    assert "Over all 40 records that bad was scored on; the ranking is over 32." in said(scored)
    assert "over 40 records" in html_of(scored), "two of them are compared over more than all share"
    assert "over 40" not in html_of(open_app("overview", evaluation=three()))
    assert "○ **Left out of the figures**: lacks 8, not produced or not readable." in said(scored)
    assert "100.0" in html_of(scored)
    both_short = open_app("overview", eval=identity, a="fair", b="lacks")
    assert "that both scored; the ranking" not in said(both_short), "both are over the same records"


def test_what_missing_records_cost_has_its_place_among_fields(open_app: Open) -> None:
    app = open_app("overview", evaluation=made(lacks=GOLD[8:], fair=wrong_at("a", 3), bad=wrong_at("abc")))
    board = html_of(app).split("ej-board")[-1]
    assert board.count("missing record") == 2, "its title and its text"
    assert "8 missing records: 100% of what its F1 loses, in all fields" in board
    assert "status=like.record_missing" in board.replace("&amp;", "&")
    evaluation = app.session_state["evaljson.evaluation"]
    report = to_html(evaluation.runs, evaluation.tree).decode()
    assert "8 missing records 100%" in report


def test_what_records_without_gold_cost_has_its_place_among_fields(open_app: Open) -> None:
    strays = [{"id": f"s{at}", **dict.fromkeys("abcd", "?")} for at in range(8)]
    three = made(adds=[*wrong_at("a", 40), *strays], fair=wrong_at("a", 3), bad=wrong_at("abc"))
    app = open_app("overview", evaluation=replace(three, settings={"scoring": {"strays": "invented"}}))
    board = html_of(app).split("ej-board")[-1].replace("&amp;", "&")
    assert "8 records without gold: 98% of what its F1 loses, in all fields" in board
    assert "status=like.record_invented" in board
    assert "a: 2% of what its F1 loses, in records that gold has" in board
    evaluation = app.session_state["evaljson.evaluation"]
    assert "8 records without gold 98%, " in to_html(evaluation.runs, evaluation.tree).decode()


@pytest.mark.parametrize("every", [3, 1], ids=["fewer are fully right among the shared", "as many are"])
def test_figures_of_two_say_which_records_they_count_where_missing_ones_are_left_out(
    open_app: Open, every: int
) -> None:
    app = open_app("overview", evaluation=made(lacks=GOLD[8:], fair=wrong_at("a", every)), a="fair", b="lacks")
    helps = {metric.label: metric.proto.help for metric in app.metric}
    assert "Counted over" not in helps["Records fully right"]
    assert "a missing record counts as one" in helps["Regressions"]
    app.button(key="decide.missing").click().run()
    helps = {metric.label: metric.proto.help for metric in app.metric}
    assert "Counted over the 32 records that both scored." in helps["Records fully right"]
    assert "a missing record" not in helps["Regressions"]
    assert helps["Records missing"].startswith("Not produced, or not readable. They are in no figure.")


@pytest.mark.parametrize(("a", "b"), [("fair", "lacks"), ("lacks", "fair")])
def test_it_is_said_whether_missing_records_count_whichever_side_lacks_them(open_app: Open, a: str, b: str) -> None:
    app = open_app("overview", evaluation=made(lacks=GOLD[8:], fair=wrong_at("a", 3)), a=a, b=b)
    for said_of_them in ("All fields count as missing.", "They are in no figure."):
        helps = {metric.label: metric.proto.help for metric in app.metric}
        assert said_of_them in helps["Records missing"]
        if said_of_them != "They are in no figure.":
            app.button(key="decide.missing").click().run()


@pytest.mark.parametrize("way_back", ["data.undo", "decide.count-missing"])
def test_missing_records_that_were_left_out_count_again_after_one_click(open_app: Open, way_back: str) -> None:
    app = open_app("overview", evaluation=made(lacks=GOLD[8:], fair=wrong_at("a", 3), bad=wrong_at("abc")))
    before = html_of(app)
    app.button(key="decide.missing").click().run()
    app.button(key=way_back).click().run()
    assert not app.exception
    assert "Left out of the figures" not in said(app)
    assert "**Missing records**: lacks 8. F1 with" in said(app)
    assert html_of(app) == before


def test_a_draft_of_files_says_that_records_stay_left_out_and_counts_them_with_one_click(open_app: Open) -> None:
    app = open_app("overview", evaluation=made(lacks=GOLD[8:], fair=wrong_at("a", 3)))
    app.button(key="decide.missing").click().run()
    data = open_app("data", eval=str(app.query_params["eval"]))
    data.button(key="data.change").click().run()
    assert data.toggle(key="draft.exclude-missing").value is True
    assert "**Missing records will be left out as before**." in said(data)
    data.button(key="draft.count-missing").click().run()
    assert data.toggle(key="draft.exclude-missing").value is False
    assert "**Missing records will be counted**: press Score." in said(data)
    data.button(key="draft.leave-out").click().run()
    assert data.toggle(key="draft.exclude-missing").value is True


def test_with_records_left_out_it_is_not_said_that_nothing_is_left_to_decide(open_app: Open) -> None:
    app = open_app("overview", evaluation=made(lacks=GOLD[8:], good=GOLD))
    app.button(key="decide.missing").click().run()
    scored = open_app("overview", eval=str(app.query_params["eval"]))
    assert "Nothing else is left to decide" in said(scored)


@pytest.mark.parametrize("link", [{}, {"a": "bad", "b": "fair"}], ids=["by default", "asked for by a link"])
def test_the_pair_goes_with_the_highest_f1_unless_someone_chose_it(open_app: Open, link: dict[str, str]) -> None:
    sides = {"lacks": GOLD[8:], "fair": wrong_at("a", 6), "bad": wrong_at("abc")}
    app = open_app("overview", evaluation=made(**sides), **link)
    before = [app.selectbox(key=f"overview.{side}").value for side in "ab"]
    assert before == (["bad", "fair"] if link else ["lacks", "fair"])
    app.button(key="decide.missing").click().run()
    after = [app.selectbox(key=f"overview.{side}").value for side in "ab"]
    assert after == (["bad", "fair"] if link else ["fair", "lacks"])
    assert [app.query_params.get(side) for side in "ab"] == (after if link else [None, None])


def test_a_key_that_is_ignored_is_said_to_be_in_no_figure_whoever_opens_the_page(open_app: Open) -> None:
    app = open_app("overview", evaluation=made(good=GOLD, talks=wrong_at("a", 3, notes="why")))
    assert "in no figure" not in said(app)
    next(button for button in app.button if button.label == "Ignore it").click().run()
    later = open_app("overview", eval=str(app.query_params["eval"]))
    assert "– **Skipped, in no figure**: **notes**." in said(later)
    later.button(key="decide.skipped").click().run()
    assert later.query_params["field"] in ("notes", ["notes"])


def test_long_names_that_differ_at_their_end_are_told_apart(open_app: Open) -> None:
    begin = "A prompt with a very long name, few-shot, at temperature 0"
    sides = [wrong_at("a", 8, notes="why", thoughts="why"), wrong_at("a", 3), wrong_at("abc")]
    app = open_app("overview", evaluation=made(**{f"{begin}.{number}": one for number, one in enumerate(sides)}))
    board = html_of(app).split("ej-board")[-1]
    assert [board.count(f"…at temperature 0.{number}</bdi>") for number in range(3)] == [1, 1, 1]
    assert "A prompt with a very… at temperature 0.1 → A prompt with a very… at temperature 0.0" in said(app)


def test_where_nothing_is_left_out_nothing_says_so(open_app: Open) -> None:
    app = open_app("overview", evaluation=made(good=GOLD, fair=wrong_at("a"), bad=wrong_at("abc")))
    assert "Left out" not in said(app)
    assert "Nothing else" not in said(app)


def test_a_sample_stays_as_it_is(open_app: Open) -> None:
    app = open_app("overview")
    assert "**Missing records**: " in said(app)
    assert not [button for button in app.button if button.key == "decide.missing"]


def test_with_two_variants_the_verdict_comes_first(open_app: Open) -> None:
    app = open_app("overview", evaluation=made(good=wrong_at("a", 8), bad=wrong_at("abc")))
    shown = html_of(app)
    assert 0 <= shown.index("is worse than") < shown.index("ej-board")
    assert "No variant is best" not in shown


def test_a_single_variant_has_no_ranking(open_app: Open) -> None:
    assert "ej-board" not in html_of(open_app("overview", evaluation=made(good=GOLD)))


def test_what_a_variant_costs_stands_beside_its_f1(open_app: Open) -> None:
    evaluation = made(good=GOLD, fair=wrong_at("a"), bad=wrong_at("abc"))
    identity, store = evaluation.keep(), server.store()
    stored = store.evaluations.get(identity)
    meta = {"cost": 0.5, "latency": 2.0}
    store.variants.update(identity, stored.revision, stored.variants[0].id, by="ann", meta=meta)
    shown = html_of(open_app("overview", eval=identity))
    assert ">Cost<" in shown
    assert '<td class="num">0.5</td><td class="num">2 s</td>' in shown


def test_names_and_keys_are_escaped(open_app: Open) -> None:
    evaluation = Made(
        "hostile",
        loaded(GOLD, "gold.json"),
        {
            "<img src=x>": loaded(wrong_at("a"), "1.json", "extracted"),
            "two": loaded(GOLD, "2.json", "extracted"),
            "three": loaded(wrong_at("ab", **{"<script>": 1}), "3.json", "extracted"),
        },
        SCHEMA,
    )
    shown = html_of(open_app("overview", evaluation=evaluation))
    assert "<img" not in shown
    assert "<script" not in shown


def test_the_group_is_in_the_address(open_app: Open) -> None:
    app = open_app("overview", evaluation=three(), group="lang")
    assert app.selectbox(key="overview.group").value == "lang"
    assert app.query_params["group"] == "lang"


def test_where_nothing_was_to_score_nobody_is_ranked(open_app: Open) -> None:
    empty = [{"id": "x"}]
    files = {name: loaded(empty, f"{name}.json", "extracted") for name in ("one", "two", "three")}
    app = open_app("overview", evaluation=Made("empty", loaded(empty, "gold.json"), files, SCHEMA))
    assert not app.exception
    assert "ej-board" not in html_of(app)
    assert "is best" not in html_of(app)
