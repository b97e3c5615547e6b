"""What an edit would do, shown before it is applied."""

import json
import re
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.review.label_states import GoldLabel
from evaljson.schema import annotate_xeval, infer_schema
from evaljson.ui.schema import what_if
from evaljson.ui.schema.flips import _status
from evaljson.ui.schema.previews import Previews, previews
from evaljson.ui.session import server
from evaljson.workspace.judge_choice import JudgeChoice
from tests.ui.conftest import Made, Open, html_of, loaded, said, small
from tests.ui.judge.judging import judged, put
from tests.ui.schema.editing import (
    RIGHT,
    WRONG,
    edit,
    figures,
    find,
    text,
    versions,
)

pytestmark = pytest.mark.usefixtures("nothing_read_before")


def test_an_edit_shows_each_variant_before_and_after(page: AppTest) -> None:
    edit(page, a={"transforms": "strip"})
    found = figures(page)
    assert found.loc["two", "F1"] == "50.0 → 66.7"
    assert found.loc["two", "Change"] == "+16.7"
    assert found.loc["one", "Change"] == "unchanged"
    assert found["Records"].tolist() == ["▲ 0 ▼ 0", "▲ 1 ▼ 0"]
    assert figures(page, of_field=True).loc["two", "F1"] == "50.0 → 100.0"


def test_changes_that_are_not_listed_are_counted(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(what_if, "_LISTED", 1)
    page = open_app("schema", evaluation=small(one=RIGHT, two=WRONG), a="two")
    edit(page, **{"a": {"transforms": "strip", "weight": 2}, "n[].k": {"weight": 3}})
    assert "- and 2 more" in text(page)


def test_a_weight_moves_records_whose_results_stay_as_they_are(open_app: Open) -> None:
    page = open_app("schema", evaluation=small(one=RIGHT, two=WRONG), field="a", a="one")
    edit(page, a={"weight": 3})
    assert not page.error
    assert "The results of these records are the same: 1 field has another weight." in text(page)


def test_why_records_move_without_another_result_is_said_once_with_how_many_fields(open_app: Open) -> None:
    gold: list[Any] = [{"id": f"r{n}", "a": "1", "b": {"c": "1", "d": "1"}} for n in range(9)]
    worse = [{**one, "a": "-"} if n < 5 else {**one, "b": {"c": "1", "d": "-"}} for n, one in enumerate(gold)]
    worse[0]["b"] = {"c": "1 ", "d": "1"}
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    made = Made("weights", loaded(gold, "gold.json"), {"two": loaded(worse, "two.json", "extracted")}, schema)
    page = open_app("schema", evaluation=made, field="b", a="two")
    grid = f"schema.grid.{page.session_state['evaljson.turn']}"
    page.session_state[grid] = {"edited_rows": {1: {"weight": 3}}}
    page.run()
    shown = text(page)
    assert "5 records up in two" in shown
    assert "4 records down in two" in shown
    assert shown.count("have other weights") == 1
    assert "The results of these records are the same: 2 fields have other weights." in shown
    page.session_state[grid] = {"edited_rows": {1: {"weight": 3}, 2: {"transforms": "strip"}}}
    page.run()
    assert "Where no result is listed, all are the same: 2 fields have other weights." in text(page)


def test_the_records_that_flip_are_links_with_what_flips(page: AppTest) -> None:
    edit(page, a={"transforms": "strip"})
    assert "1 record up in two" in text(page)
    links = page.get("page_link")
    assert [link.proto.label for link in links] == ["x"]
    assert "gold 1" not in html_of(page)
    assert "✗ wrong" in html_of(page)
    assert "✓ match" in html_of(page)


def test_a_flip_says_what_reviews_say_of_its_gold_value(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    labels = {0: {"a": GoldLabel("disputed", "1", ("Ann",), "a")}}
    monkeypatch.setattr("evaljson.ui.schema.flips.labels_of", lambda evaluation: labels)
    edit(page, a={"transforms": "strip"})
    assert "(⚑ disputed)</span>, extracted" in html_of(page)


def test_a_flip_of_elements_that_pair_otherwise_says_what_gold_was_compared_with_before(open_app: Open) -> None:
    page = open_app("schema", evaluation=small(two=WRONG), a="two")
    edit(page, n={"alignment": "hungarian"})
    words = re.sub("<.*?>", "", html_of(page))
    assert "✗ wrong → ✓ match\u2003gold 1, extracted 1; before with 2" in words.replace("&ensp;", "\u2003")


def test_a_flip_tells_absent_from_null_shows_spaces_and_begins_with_the_field_that_is_open(open_app: Open) -> None:
    gold: list[Any] = [{"id": "x", "a": None, "b": "Anna Okafor"}, {"id": "y", "a": "1", "b": "Bo"}]
    made = replace(
        small(one=[{"id": "x", "b": "Anna  Okafor "}, {"id": "y", "a": "1", "b": "Bo"}]),
        gold=loaded(gold, "gold.json"),
        schema={**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"},
    )
    page = open_app("schema", evaluation=made, field="b", a="one")
    nulls = {"nulls": '{"absent": [null], "both_absent": "match"}'}
    page.session_state[f"schema.grid.{page.session_state['evaljson.turn']}"] = {
        "edited_rows": {0: nulls, 1: {"transforms": "normalize_whitespace"}}
    }
    page.run()
    words = re.sub("<.*?>", "", html_of(page))
    assert "gold null, extracted absent" in words
    assert "gold Anna Okafor, extracted Anna␣␣Okafor␣" in words
    assert words.index("gold Anna") < words.index("gold null")
    assert text(page).index("- b: transforms") < text(page).index("- a: null counts")


@pytest.mark.parametrize(
    ("cells", "told"),
    [({}, "- a: this field itself is not edited"), ({"nulls": "["}, "- a: Nulls not in these figures until corrected")],
)
def test_what_would_change_begins_with_the_field_that_is_open(
    page: AppTest, cells: dict[str, object], told: str
) -> None:
    edit(page, n={"weight": 2}, a=cells)
    assert text(page).index(told) < text(page).index("- n: weight")


def test_a_change_that_only_helps_says_so(page: AppTest) -> None:
    edit(page, a={"transforms": "strip"})
    assert "This only makes scoring more lenient" in said(page)
    edit(page, a={"transforms": "", "skip": True})
    assert "This only makes scoring more lenient" not in said(page)


@pytest.mark.parametrize("cells", [{"skip": True}, {"weight": 0}])
def test_right_values_that_an_edit_takes_out_of_f1_are_told(page: AppTest, cells: dict[str, object]) -> None:
    edit(page, n=cells)
    assert re.search(r"\d right values? no longer counts? in F1, over all variants\.", said(page))


def test_a_list_that_would_be_compared_as_a_whole_is_told_and_not_that_its_elements_no_longer_count(
    open_app: Open,
) -> None:
    gold: list[Any] = [{"id": f"r{n}", "tags": ["x", "y", f"z{n}"]} for n in range(3)]
    turned = [{**one, "tags": [one["tags"][0], *one["tags"][:0:-1]]} for one in gold]
    files = {name: loaded(made, f"{name}.json", "extracted") for name, made in (("one", gold), ("two", turned))}
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    page = open_app("schema", evaluation=Made("lists", loaded(gold, "gold.json"), files, schema), field="tags", a="two")
    page.session_state[f"schema.grid.{page.session_state['evaljson.turn']}"] = {
        "edited_rows": {1: {"comparator": "set"}}
    }
    page.run()
    assert (
        "tags: 18 results, 12 right, would be 6 results, 6 right, over all variants. Its lists are compared as wholes, "
        "no longer element by element."
    ) in text(page)
    assert "no longer count" not in text(page)


def test_right_values_that_no_longer_count_are_told_where_nothing_becomes_wrong(open_app: Open) -> None:
    gold: list[Any] = [
        {"id": "x", "a": None, "b": "Bo"},
        {"id": "y", "a": "1", "b": "Bo"},
        {"id": "z", "a": None, "b": "Bo"},
    ]
    made = replace(
        small(one=[{"id": "x", "b": "Bo"}, {"id": "y", "a": "1", "b": "Bo"}, {"id": "z", "a": None, "b": "?"}]),
        gold=loaded(gold, "gold.json"),
        schema={**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"},
    )
    page = open_app("schema", evaluation=made, field="a", a="one")
    edit(page, a={"nulls": '{"absent": [null]}'})
    assert figures(page)["Records"].tolist() == ["▲ 1 ▼ 1"]
    assert (
        "This makes scoring more lenient: nothing that was right becomes wrong, but 1 right value no longer counts "
        "in F1, and F1 falls in some records. Look at the records below"
    ) in said(page)


def test_values_that_pairing_makes_wrong_are_told_though_more_become_right(open_app: Open) -> None:
    gold = [{"id": f"r{n}", "list": [{"c": 1, "sku": f"a{n}"}, {"c": 1, "sku": f"b{n}"}]} for n in range(3)]
    # In its place, c of each second element is right by chance.
    mixed = [{"id": f"r{n}", "list": [{"c": 9, "sku": f"b{n}"}, {"c": 1, "sku": f"a{n}"}]} for n in range(3)]
    files = {name: loaded(records, f"{name}.json", "extracted") for name, records in (("one", gold), ("two", mixed))}
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    page = open_app("schema", evaluation=Made("mixed", loaded(gold, "gold.json"), files, schema), a="two")
    page.session_state[f"schema.grid.{page.session_state['evaljson.turn']}"] = {
        "edited_rows": {1: {"alignment": "hungarian"}}
    }
    page.run()
    assert figures(page)["Records"].tolist() == ["▲ 0 ▼ 0", "▲ 3 ▼ 0"]
    assert "3 values that are right would be wrong, over all variants." in said(page)
    assert "more lenient" not in said(page)


def test_another_order_of_the_variants_is_told(page: AppTest) -> None:
    edit(page, a={"transforms": "strip"}, n={"alignment": "hungarian"})
    assert "changes the order of the variants: two would come before one." in said(page)
    edit(page, a={"transforms": "strip"}, n={"alignment": "ordered"})
    assert "The order of the variants does not change" in said(page)


def test_a_tie_that_an_edit_breaks_is_told_though_the_order_stays(open_app: Open) -> None:
    gold = [{"id": f"r{n}", "a": f"text {n}", "b": n} for n in range(24)]
    spaced = [{**one, "a": f" {one['a']}"} if n % 2 else one for n, one in enumerate(gold)]
    wrong = [{**one, "b": -1} if n > 10 else one for n, one in enumerate(gold)]
    files = {name: loaded(made, f"{name}.json", "extracted") for name, made in (("one", spaced), ("two", wrong))}
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    page = open_app("schema", evaluation=Made("tied", loaded(gold, "gold.json"), files, schema), a="two")
    edit(page, a={"transforms": "strip"})
    assert figures(page)["F1"].tolist() == ["75.0 → 100.0", "72.9"]
    assert "The order of the variants stays, but not who is tied: one would be above two, no longer tied." in text(page)
    assert "does not change" not in text(page)


def test_nothing_is_stored_by_looking(page: AppTest) -> None:
    edit(page, a={"transforms": "strip"})
    assert len(versions(page)) == 1
    assert len(server.store().runs.all(str(page.query_params["eval"]))) == 2


def test_with_many_variants_the_chosen_one_comes_first_and_the_others_follow(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_time = partial(previews, seconds=-1.0)
    with monkeypatch.context() as patched:
        patched.setattr(what_if, "previews", lambda *given: no_time(*given[:3]))
        edit(page, a={"transforms": "strip"})
        assert figures(page).index.tolist() == ["two"]
        assert "Working out 1 more variant" in said(page)
        assert "order of the variants" not in said(page)
    page.run()
    assert figures(page).index.tolist() == ["one", "two"]
    assert "Working out" not in said(page)
    assert "The order of the variants does not change." in said(page)


def test_the_order_of_some_variants_is_not_said_to_stay_while_another_is_worked_out(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of three, the one that comes to be first is the last that is worked out."""
    page = open_app("schema", evaluation=small(one=RIGHT, two=RIGHT, three=WRONG), a="one")

    def without_three(*given: Any, **more: Any) -> Previews:
        computed = previews(*given, **more)
        found = {name: one for name, one in computed.found.items() if name != "three"}
        return replace(computed, found=found, waiting=("three",))

    with monkeypatch.context() as patched:
        patched.setattr(what_if, "previews", without_three)
        edit(page, a={"transforms": "strip"}, n={"alignment": "hungarian"})
        assert figures(page).index.tolist() == ["one", "two"]
        assert "order of the variants" not in said(page)
    page.run()
    assert "This edit changes the order of the variants" in said(page)


def test_another_record_id_cannot_be_foreseen(page: AppTest) -> None:
    schema = json.loads(str(page.text_area[0].value))
    page.text_area[0].set_value(json.dumps({**schema, "x-eval-id": "a"})).run()
    assert "another record id pairs the records differently" in said(page)
    assert not page.exception


def test_long_names_that_begin_alike_are_told_apart(open_app: Open) -> None:
    long = "gpt-5-mini-2026-03-prompt-v12-with-examples-temperature-"
    page = open_app("schema", evaluation=small(**{f"{long}0": RIGHT, f"{long}1": WRONG}), field="a")
    edit(page, a={"transforms": "strip"})
    assert figures(page).index.tolist() == [f"{long}0", f"{long}1"], "whole in the table"
    assert "gpt-5-mini-2026-03-p…mples-temperature-1 50.0 → 66.7" in text(page)


@pytest.mark.parametrize(("choice", "told"), [(JudgeChoice(None), ""), (None, "2 values need a judge, and are in no")])
def test_the_stand_in_decides_for_a_look_too(open_app: Open, choice: JudgeChoice | None, told: str) -> None:
    identity = judged().keep()
    put(identity, choice)
    page = open_app("schema", eval=identity, field="note", a="one")
    find(page, "text_input", ".semantic.instructions").set_value("The same freight.").run()
    assert "1 change not applied yet" in text(page)
    assert ("need a judge, and" in text(page)) == bool(told)
    assert told in text(page)


def test_a_field_whose_key_looks_like_a_document_type_is_found_by_its_whole_key(open_app: Open) -> None:
    gold: list[Any] = [{"id": "1", "Note: x": "a", "x": "b"}, {"id": "2", "Note: x": "c", "x": "d"}]
    made = replace(
        small(one=[{"id": "1", "Note: x": " a", "x": "-"}, {"id": "2", "Note: x": "c", "x": "-"}]),
        gold=loaded(gold, "gold.json"),
        schema={**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"},
    )
    page = open_app("schema", evaluation=made, field="Note: x", a="one")
    edit(page, a={"transforms": "strip"})  # the first row: "Note: x"
    assert "The field Note: x alone, over all records:" in text(page)
    assert figures(page, of_field=True).loc["one", "F1"] == "50.0 → 100.0"


def test_an_array_has_the_figures_of_its_elements_too_which_an_empty_one_has_not(open_app: Open) -> None:
    swapped = [{**RIGHT[0], "n": [{"k": 3}, {"k": 1}]}, RIGHT[1]]
    page = open_app("schema", evaluation=small(one=swapped), field="n", a="one")
    edit(page, n={"alignment": "hungarian"})
    assert "The field n with what is below it, over all records:" in text(page)
    assert figures(page, of_field=True).loc["one", "Change"] not in ("unchanged", "–")


def test_a_field_whose_weight_is_edited_has_its_own_figures_beside_another_edit(open_app: Open) -> None:
    swapped = [{**RIGHT[0], "n": [{"k": 3}, {"k": 1}]}, RIGHT[1]]
    page = open_app("schema", evaluation=small(one=swapped), field="a", a="one")
    edit(page, n={"alignment": "hungarian"}, a={"weight": 3.0})
    assert "The field a alone, over all records:" in text(page)


def test_where_a_value_has_a_result_on_one_side_of_a_change_the_other_has_no_result() -> None:
    assert _status(None) == "no result"
