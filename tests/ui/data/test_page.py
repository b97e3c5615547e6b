"""The Data page of an evaluation: its variants, their notes, keys that the schema lacks, history."""

import json
from dataclasses import replace
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from evaljson.store import Evaluation
from evaljson.ui.data.variants_table import add_variant
from evaljson.ui.session import server
from tests.ui.conftest import Made, Open, html_of, loaded, said, small

RIGHT: list[Any] = [{"id": "x", "a": "1", "n": [{"k": 1}, {"k": 2}]}, {"id": "y", "a": "2", "n": []}]
WRONG: list[Any] = [{"id": "x", "a": "9", "n": []}, {"id": "y", "a": "2", "n": []}]
TALKS = [{**record, "reasoning": "*because*"} for record in RIGHT]


def stored(app: AppTest) -> Evaluation:
    return server.store().evaluations.get(str(app.query_params["eval"]))


def names(app: AppTest) -> list[str]:
    return [variant.name for variant in stored(app).variants]


def table(app: AppTest) -> Any:
    return next(frame.value for frame in app.dataframe if "Variant" in frame.value)


@pytest.fixture
def app(open_app: Open) -> AppTest:
    return open_app(evaluation=small(one=RIGHT, two=WRONG))


def choose(app: AppTest, place: int = 0) -> AppTest:
    return app.selectbox(key="data.variant").set_value(stored(app).variants[place].id).run()


def field(app: AppTest, label: str) -> Any:
    every = [*app.text_input, *app.number_input, *app.text_area]
    return next(box for box in every if box.label == label)


def note(app: AppTest, **typed: Any) -> AppTest:
    for label, value in typed.items():
        field(app, label.replace("_", " ")).set_value(value)
    return app.button(key="variant.save").click().run()


def test_variants_stand_with_their_figures_in_a_table(app: AppTest) -> None:
    assert table(app)["Variant"].tolist() == ["one", "two"]
    assert table(app)["F1"].tolist()[0] == 100
    assert "Model" not in table(app)


def test_notes_are_kept_and_shown(app: AppTest) -> None:
    note(choose(app), Label="first", Model="m-1", Link="https://example.org/p", Cost=1.5, Prompt="*Extract*")
    assert not app.exception
    row = table(app).iloc[0]
    assert (row["Label"], row["Model"], row["Link"], row["Cost"]) == ("first", "m-1", "https://example.org/p", 1.5)
    assert stored(app).variants[0].meta["prompt"] == "*Extract*"


def test_what_is_noted_is_said_to_be_saved_with_all_its_digits_and_can_be_taken_back(app: AppTest) -> None:
    note(choose(app), Cost=0.004)
    assert "Saved what is noted of one." in said(app)
    assert field(app, "Cost").proto.format == "%.10g", "0.004 would read 0.00"
    app.button(key="data.undo").click().run()
    assert not app.exception
    assert field(app, "Cost").value is None
    assert stored(app).variants[0].meta.get("cost") is None


def test_only_web_addresses_become_links(app: AppTest) -> None:
    note(choose(app), Link="javascript:alert(1)")
    assert "Link" not in table(app)
    assert "it is not shown as a link" in said(app)


def test_a_variant_is_renamed_and_a_taken_name_is_refused(app: AppTest) -> None:
    note(choose(app), Name="best")
    assert names(app) == ["best", "two"]
    note(app, Name="two")
    assert names(app) == ["best", "two"]
    assert "a variant named 'two' already exists" in said(app)
    assert "Nothing was changed: the top of the page says why." in said(app), "beside the button"


def test_why_an_undo_beside_its_button_is_refused_is_said_there_too(app: AppTest) -> None:
    note(choose(app), Name="best")
    now, store = stored(app), server.store()
    other = next(variant for variant in now.variants if variant.name == "two")
    store.variants.update(now.id, now.revision, other.id, name="one", by="Ann")
    app.button(key="data.undo").click().run()
    assert names(app) == ["best", "one"]
    assert "Nothing was changed: the top of the page says why." in said(app)


def test_variants_are_put_in_another_order(app: AppTest) -> None:
    choose(app).button(key="variant.down").click().run()
    assert names(app) == ["two", "one"]
    assert app.button(key="variant.down").disabled


def test_a_removed_variant_comes_back(app: AppTest) -> None:
    choose(app).button(key="variant.remove").click().run()
    assert names(app) == ["two"]
    app.button(key="data.undo").click().run()
    assert sorted(names(app)) == ["one", "two"]
    assert not app.exception


def notices(app: AppTest) -> list[str | None]:
    return [button.key for button in app.button if button.key == "data.undo"]


def test_what_was_done_is_told_on_its_page_and_of_its_evaluation_only(open_app: Open) -> None:
    another = stored(open_app(evaluation=small(one=RIGHT))).id
    app = open_app(evaluation=small(one=RIGHT, two=WRONG))
    first = stored(app).id
    choose(app).button(key="variant.remove").click().run()
    assert notices(app)
    assert not notices(app.switch_page("pages/overview.py").run())
    assert notices(app.switch_page("pages/data.py").run())
    app.query_params["eval"] = another
    assert not notices(app.run())
    app.query_params["eval"] = first
    assert notices(app.run())


def test_what_somebody_else_did_meanwhile_is_told_and_nothing_is_lost(app: AppTest) -> None:
    choose(app)
    now = stored(app)
    server.store().variants.update(now.id, now.revision, now.variants[0].id, by="bob", meta={"model": "theirs"})
    note(app, Model="mine")
    assert "Someone else changed this first" in said(app)
    assert stored(app).variants[0].meta == {"model": "theirs"}
    assert field(app, "Model").value == "theirs"
    app.button(key="data.reload").click().run()
    assert "Someone else changed this first" not in said(app)
    note(app, Model="mine")
    assert stored(app).variants[0].meta == {"model": "mine"}


def test_files_that_are_added_are_stored_and_scored(app: AppTest) -> None:
    zone = next(zone for zone in app.file_uploader if zone.label.startswith("Drop one or more"))
    files = [(f"{name}.json", json.dumps(RIGHT).encode(), "application/json") for name in ("one", "three")]
    zone.set_value(files).run()
    assert not app.exception
    assert names(app) == ["one", "two", "one (2)", "three"]
    assert table(app)["F1"].tolist()[2:] == [100, 100]


LACKING = [{key: value for key, value in record.items() if key != "id"} for record in RIGHT]
STRANGE = [{**record, "id": f"other-{place}"} for place, record in enumerate(RIGHT)]


def test_by_position_a_file_of_another_length_is_asked_about_too(open_app: Open) -> None:
    gold = [{"a": str(at)} for at in range(4)]
    of = Made("no ids", loaded(gold), {"A": loaded(gold, "A.json", "extracted")}, {"type": "object", "properties": {}})
    app = open_app("data", evaluation=of)
    before = stored(app)
    zone = next(zone for zone in app.file_uploader if zone.label.startswith("Drop one or more"))
    zone.set_value([("B.json", json.dumps(gold[:3]).encode(), "application/json")]).run()
    assert "B: 4 gold and 3 extracted records cannot be paired by position" in said(app)
    assert [variant.name for variant in server.store().evaluations.get(before.id).variants] == ["A"]


@pytest.mark.parametrize(
    ("records", "words"),
    [(LACKING, "cannot be paired by id"), (STRANGE, f"0 of {len(RIGHT)} records paired by **id**")],
)
def test_a_file_that_does_not_pair_plainly_is_asked_about_before_it_is_scored(
    app: AppTest, records: list[Any], words: str
) -> None:
    before = stored(app)
    zone = next(zone for zone in app.file_uploader if zone.label.startswith("Drop one or more"))
    files = {"fine": RIGHT, "strange": records}
    zone.set_value([(f"{name}.json", json.dumps(held).encode(), "application/json") for name, held in files.items()])
    app.run()
    assert not app.exception
    assert words in said(app)
    of = server.store().evaluations.get(before.id)
    assert [variant.name for variant in of.variants] == ["one", "two", "fine"], "what pairs plainly is there at once"
    asked = [button for button in app.button if (button.key or "").startswith("draft.accept-position.")]
    for button in asked:
        assert app.button(key="draft.score").disabled
        button.click().run()
    app.button(key="draft.score").click().run()
    assert not app.exception
    assert names(app) == ["one", "two", "fine", "strange"]


def test_two_people_add_variants_at_once(app: AppTest) -> None:
    add_variant(stored(app).id, loaded(RIGHT, "one.json", "extracted"))
    add_variant(stored(app).id, loaded(RIGHT, "one.json", "extracted"))
    assert names(app.run()) == ["one", "two", "one (2)", "one (3)"]


def test_a_file_is_replaced_and_put_back(app: AppTest) -> None:
    zone = next(zone for zone in choose(app, 1).file_uploader if "replaces" in zone.label)
    zone.set_value([("new.json", json.dumps(RIGHT).encode(), "application/json")]).run()
    assert table(app)["F1"].tolist() == [100, 100]
    app.button(key="data.undo").click().run()
    assert table(app)["F1"].tolist()[1] < 100


def test_records_are_pasted(app: AppTest) -> None:
    area = next(area for area in app.text_area if area.label == "Records")
    area.set_value(json.dumps(RIGHT))
    next(button for button in app.button if button.label == "Add").click().run()
    assert names(app) == ["one", "two", "pasted"]


def test_a_key_that_the_schema_lacks_is_ignored_with_one_click_and_counts_again_with_undo(open_app: Open) -> None:
    app = open_app(evaluation=small(talks=TALKS, plain=RIGHT))
    assert "+ Extracted records have 1 key that the eval schema lacks" in [expander.label for expander in app.expander]
    before = table(app)["F1"].tolist()[0]
    app.button(key="unknown.0").click().run()
    assert not app.exception
    assert table(app)["F1"].tolist()[0] == 100 > before
    version = server.store().schemas.all(stored(app).id)[-1]
    assert version.message == "ignore reasoning"
    assert version.schema["properties"]["reasoning"] == {"type": "string", "x-eval-skip": True}
    app.button(key="data.undo").click().run()
    assert table(app)["F1"].tolist()[0] == before


def test_history_is_told_in_words_under_the_name_of_who_is_signed_in(app: AppTest) -> None:
    assert "Changes are noted under **test@example.com**" in said(app)
    note(choose(app), Name="best")
    app.session_state["data.history"] = True
    app.run()
    history = next(frame.value for frame in app.dataframe if "Who" in frame.value)
    assert history.iloc[0][["Who", "What"]].tolist() == ["test@example.com", "renamed “one” to “best”"]


@pytest.mark.parametrize(
    ("only", "offered"),
    [
        ([], ["one", "two"]),
        (["tag:cheap"], ["one"]),
        (["model:b"], ["two"]),
        (["model:b", "tag:cheap"], ["one", "two"]),
    ],
)
@pytest.mark.parametrize("page", ["fields", "records"])
def test_lists_of_variants_are_filtered_by_what_the_address_says(
    open_app: Open, page: str, only: list[str], offered: list[str]
) -> None:
    evaluation = small(one=RIGHT, two=WRONG)
    identity = evaluation.keep()
    store = server.store()
    now = store.evaluations.get(identity)
    metas: list[dict[str, Any]] = [{"tags": ["cheap"], "model": "a"}, {"model": "b"}]
    for variant, meta in zip(now.variants, metas, strict=True):
        now = store.variants.update(identity, now.revision, variant.id, by="ann", meta=meta)
    app = open_app(page, eval=identity, only=only)
    assert "could not be shown" not in said(app)
    picked = next(box for box in app.selectbox if box.label in ("Variant", "Baseline", "Variant (A)"))
    assert picked.options == offered
    assert app.query_params.get("only", "") == (only if len(only) > 1 else "".join(only))


def test_averages_over_different_records_are_not_held_against_each_other(open_app: Open) -> None:
    leaving_out = {"scoring": {"missing_records": "exclude"}}
    app = open_app("data", replace(small(one=RIGHT, two=RIGHT[:1]), settings=leaving_out))
    assert "over the 1 record that both scored" in html_of(app)


def test_comparing_takes_two_so_a_filter_that_leaves_one_is_told_and_not_used(open_app: Open) -> None:
    identity = small(one=RIGHT, two=WRONG).keep()
    now = server.store().evaluations.get(identity)
    server.store().variants.update(identity, now.revision, now.variants[0].id, by="ann", meta={"tags": ["cheap"]})
    app = open_app("compare", eval=identity, only="tag:cheap")
    assert "Only one passes, so all are offered" in said(app)
    assert app.selectbox[0].options == ["one", "two"]


@pytest.fixture
def unnamed(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setattr(st, "user", {})
    return app


def asked(app: AppTest) -> list[str]:
    return [box.key for box in app.text_input if str(box.key).startswith("evaljson.name.asked")]


def test_after_a_change_without_a_name_it_is_asked_for_and_noted_from_then_on(unnamed: AppTest) -> None:
    assert not asked(unnamed)
    choose(unnamed).button(key="variant.down").click().run()
    (field,) = asked(unnamed)
    unnamed.text_input(key=field).set_value("Ann").run()
    assert not asked(unnamed)
    unnamed.button(key="variant.up").click().run()
    history = server.store().evaluations.history(stored(unnamed).id)
    assert [event.who for event in history[-2:]] == ["somebody", "Ann"]


def test_whoever_gives_no_name_is_left_in_peace_and_told_as_such(unnamed: AppTest) -> None:
    choose(unnamed).button(key="variant.down").click().run()
    unnamed.button(key="evaljson.name.later.change").click().run()
    unnamed.button(key="variant.up").click().run()
    assert not asked(unnamed)
    unnamed.session_state["data.history"] = True
    unnamed.run()
    assert set(next(frame.value for frame in unnamed.dataframe if "Who" in frame.value)["Who"]) >= {"someone unnamed"}


def test_a_name_is_asked_for_once_however_many_changes_follow_without_an_answer(unnamed: AppTest) -> None:
    choose(unnamed).button(key="variant.down").click().run()
    assert asked(unnamed) == asked(unnamed.run()) != []
    unnamed.button(key="variant.up").click().run()
    assert not asked(unnamed)
    assert not asked(unnamed.switch_page("pages/overview.py").run())


@pytest.mark.parametrize(("cookie", "name"), [("Ann%20L%C3%B3pez", "Ann López"), ("%E0%A4%A", "�%A"), ("", "somebody")])
def test_a_name_that_the_browser_remembers_is_used(
    open_app: Open, monkeypatch: pytest.MonkeyPatch, cookie: str, name: str
) -> None:
    monkeypatch.setattr(st, "user", {})
    monkeypatch.setattr("evaljson.ui.session.own_name._cookies", lambda: {"evaljson_name": cookie})
    app = open_app(evaluation=small(one=RIGHT, two=WRONG))
    choose(app).button(key="variant.down").click().run()
    assert bool(asked(app)) == (name == "somebody")
    assert server.store().evaluations.history(stored(app).id)[-1].who == name


def test_whoever_wanted_to_give_no_name_before_in_this_browser_is_not_asked_again(
    unnamed: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evaljson.ui.session.own_name._cookies", lambda: {"evaljson_no_name": "1"})
    choose(unnamed).button(key="variant.down").click().run()
    assert not asked(unnamed)


@pytest.mark.parametrize("button", ["data.own", "data.change", "data.sample"])
def test_opening_something_is_no_change_that_a_name_is_asked_for(unnamed: AppTest, button: str) -> None:
    unnamed.button(key=button).click().run()
    assert not unnamed.exception
    assert not asked(unnamed)


def test_what_is_typed_of_a_variant_stays_where_its_file_is_replaced(app: AppTest) -> None:
    """The browser holds what is typed until Save: it stays as long as the box has the same key."""
    box = field(choose(app), "Label").key
    drop = next(one for one in app.file_uploader if str(one.key).startswith("variant.replace."))
    drop.set_value([("new.json", json.dumps(WRONG).encode(), "application/json")]).run()
    assert stored(app).variants[0].dataset.name == "new.json"
    assert field(app, "Label").key == box


def test_what_is_typed_of_a_variant_stays_where_the_file_that_replaces_its_own_opens_as_a_draft(app: AppTest) -> None:
    field(choose(app), "Label").set_value("shorter prompt").run()
    of = str(app.query_params["eval"])
    other = [{**record, "id": f"{record['id']}-{number}"} for number, record in enumerate(WRONG)]
    drop = next(one for one in app.file_uploader if str(one.key).startswith("variant.replace."))
    drop.set_value([("new.json", json.dumps(other).encode(), "application/json")]).run()
    assert str(app.query_params["eval"]) != of
    app.button(key="draft.cancel").click().run()
    assert not app.exception
    assert str(app.query_params["eval"]) == of
    assert field(app, "Label").value == "shorter prompt"
    app.switch_page("pages/overview.py").run()
    app.switch_page("pages/data.py").run()
    assert field(choose(app), "Label").value == "shorter prompt"


def test_a_note_that_is_emptied_again_does_not_come_back_as_typed(app: AppTest) -> None:
    note(choose(app), Label="first")
    note(app, Label="")
    assert field(app, "Label").value == ""
