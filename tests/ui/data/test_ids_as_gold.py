"""Ids that are those of gold written otherwise: said before scoring and after it, and paired on a click."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from evaljson.load.missing_policy import MissingPolicy
from evaljson.ui.session import server
from evaljson.workspace.scoring import score_due
from evaljson.workspace.scoring_options import put_policy
from tests.ui.conftest import Made, Open, draft_of, html_of, loaded, said
from tests.ui.data.dropping import as_json

SCHEMA = {"type": "object", "x-eval-id": "id", "properties": {"id": {"type": "string"}, "a": {"type": "string"}}}
GOLD: list[Any] = [{"id": f"L-{n}", "a": f"{n}"} for n in range(8)]
OTHERWISE: list[Any] = [{**one, "id": one["id"].replace("-", "")} if n < 3 else one for n, one in enumerate(GOLD)]

SIDES = {"gold": GOLD, "one": OTHERWISE}


def test_they_are_paired_on_a_click_and_as_before_on_another(open_app: Open) -> None:
    form = open_app().button(key="data.own").click().run()
    files = [(f"{name}.json", as_json(records), "application/json") for name, records in SIDES.items()]
    form.file_uploader[0].set_value(files).run()
    assert "**one**: 5 of 8 records paired by **id**" in said(form)
    assert (
        "3 ids are those of gold except for case, white space, separators or zeros in front, such as "
        "**'L0'** for **'L-0'**"
    ) in said(form)
    form.button(key="draft.ids-as-gold.one").click().run()
    assert not form.exception
    assert "**one**: 8 of 8 records paired by **id**; none left over" in said(form)
    assert [record["id"] for record in draft_of(form).variants["one"].records] == [one["id"] for one in GOLD]
    form.button(key="data.undo").click().run()
    assert "**one**: 5 of 8 records paired by **id**" in said(form)


@pytest.mark.parametrize("write", [str.lower, lambda one: one.lower().replace("-", "_")], ids=["case", "separators"])
@pytest.mark.parametrize("has_another", [True, False], ids=["beside one that pairs", "alone"])
@pytest.mark.parametrize("few", [0, 1], ids=["as many records", "fewer"])
def test_where_none_pairs_the_question_offers_them_at_once(
    open_app: Open, write: Callable[[str], str], *, has_another: bool, few: int
) -> None:
    form = open_app().button(key="data.own").click().run()
    sides = {"gold": GOLD, "one": [{**one, "id": write(one["id"])} for one in GOLD[few:]]}
    sides |= {"two": GOLD} if has_another else {}
    files = [(f"{name}.json", as_json(records), "application/json") for name, records in sides.items()]
    form.file_uploader[0].set_value(files).run()
    assert "Which records belong together?" in said(form)
    assert "Choose what pairs them." in said(form)
    assert f"**one**: {8 - few} ids are those of gold except for case, white space, separators" in said(form)
    form.button(key="draft.ids-as-gold.one").click().run()
    assert not form.exception
    assert "Which records belong together?" not in said(form)
    assert f"**one**: {8 - few} of 8 records paired by **id**" in said(form)
    form.button(key="data.undo").click().run()
    assert "Which records belong together?" in said(form)


def test_ids_that_differ_in_type_are_said_to(open_app: Open) -> None:
    form = open_app().button(key="data.own").click().run()
    gold = [{"id": n, "a": f"{n}"} for n in range(8)]
    texts = [{**one, "id": str(one["id"])} if at > 5 else one for at, one in enumerate(gold)]
    files = [(f"{name}.json", as_json(side), "application/json") for name, side in (("gold", gold), ("one", texts))]
    form.file_uploader[0].set_value(files).run()
    assert "except for case, white space, separators, zeros in front or type, such as **'6'** for **6**" in said(form)


def test_overview_says_that_missing_records_are_there_and_leads_to_them(open_app: Open) -> None:
    files = {
        "one": loaded(OTHERWISE, "one.json", "extracted"),
        "two": loaded([*GOLD[:7], {"id": "other", "a": "7"}], "two.json", "extracted"),
        "three": loaded(GOLD, "three.json", "extracted"),
    }
    made = Made("ids", loaded(GOLD, "gold.json"), files, SCHEMA)
    there = "one 3, two 1, not produced or not readable. **3 of them are there under ids of gold written otherwise**"
    without = replace(made, settings={"scoring": {"missing_records": "exclude"}})
    shown = said(open_app("overview", evaluation=without))
    assert f"**Left out of the figures**: {there}" in shown
    assert "**1 to decide**" in shown
    assert "Nothing else is left to decide" not in shown
    app = open_app("overview", evaluation=made)
    assert "**Missing records**: one 3, two 1. **3 of them are there under ids of gold written otherwise**" in said(app)
    assert "F1 now → paired: one 62.5 → 100.0. Highest F1 stays, the order below it changes." in said(app)
    app.button(key="decide.ids").click().run()
    assert not app.exception
    assert "Pair these 3" in [button.label for button in app.button]
    assert draft_of(app).variants["one"].records == OTHERWISE


@pytest.mark.parametrize("seed", range(3))
def test_what_pairing_them_does_is_what_scoring_them_paired_finds(open_app: Open, seed: int) -> None:
    draw = random.Random(seed)
    gold: list[Any] = [{"id": f"L-{n}", "a": f"{n}"} for n in range(40)]
    right = [one if draw.random() < 0.95 else {**one, "a": "?"} for one in gold]
    otherwise = [{**one, "id": one["id"].lower()} if draw.random() < 0.4 else one for one in right]
    weaker = [one if draw.random() < 0.7 else {**one, "a": "?"} for one in gold]
    files = {"one": loaded(otherwise, "one.json", "extracted"), "two": loaded(weaker, "two.json", "extracted")}
    app = open_app("overview", evaluation=Made("ids", loaded(gold, "gold.json"), files, SCHEMA))
    now, paired = (
        100 * sum(one in of for one in gold) / len(gold) for of in (otherwise, right)
    )  # a record has one field beside its id
    assert f"F1 now → paired: one {now:.1f} → {paired:.1f}. " in said(app)
    assert "one would be above two, no longer tied." in said(app)
    assert "if ids of gold written otherwise pair" in f"{said(app)} {html_of(app)}"


def test_a_file_in_place_of_another_one_says_which_ids_no_longer_pair(open_app: Open) -> None:
    made = Made("ids", loaded(GOLD, "gold.json"), {"one": loaded(GOLD, "one.json", "extracted")}, SCHEMA)
    app = open_app("data", evaluation=made)
    choice = app.selectbox("data.variant")
    choice.set_value(server.store().evaluations.get(str(app.query_params["eval"])).variants[0].id).run()
    drop = next(one for one in app.file_uploader if str(one.key).startswith("variant.replace."))
    drop.set_value([("one.json", as_json(OTHERWISE), "application/json")]).run()
    assert "3 ids are those of gold, written otherwise: see *Look at the ids* on Overview." in said(app)
    assert "one: F1 before → after 100.0 → 62.5 (−37.5). 3 records are missing now." in said(app)
    app.switch_page("pages/overview.py").run()
    app.button(key="decide.ids").click().run()
    app.switch_page("pages/data.py").run()
    app.button(key="draft.ids-as-gold.one").click().run()
    app.button(key="draft.score").click().run()
    app.switch_page("pages/overview.py").run()
    assert not app.exception
    shown = said(app)
    assert "one: F1 before → after 62.5 → 100.0 (+37.5). Gained most, in points of F1: " in shown
    assert "3 records that were missing are there." in shown
    assert "data.undo" not in [button.key for button in app.button], "nothing to undo with one click"
    app.button(key="data.keep").click().run()
    assert "before → after" not in said(app)


def test_what_a_file_did_to_f1_is_not_said_where_more_than_the_file_has_changed(open_app: Open) -> None:
    made = Made("ids", loaded(GOLD, "gold.json"), {"one": loaded(GOLD, "one.json", "extracted")}, SCHEMA)
    app = open_app("data", evaluation=made)
    store, identity = server.store(), str(app.query_params["eval"])
    app.selectbox("data.variant").set_value(store.evaluations.get(identity).variants[0].id).run()
    drop = next(one for one in app.file_uploader if str(one.key).startswith("variant.replace."))
    drop.set_value([("one.json", as_json(OTHERWISE[3:]), "application/json")]).run()
    assert "F1 before → after" in said(app)
    policy = MissingPolicy(missing_records="exclude")
    put_policy(store, identity, store.evaluations.get(identity).revision, policy, "", by="bob")
    assert "What that does to F1 stands here once it is scored." in said(app.run())
    score_due(store, identity, by="bob", tell=lambda share, message: None)
    assert "F1 before → after" not in said(app.run())


def test_a_file_with_the_name_of_a_variant_says_what_it_was_added_as(open_app: Open) -> None:
    made = Made("ids", loaded(GOLD, "gold.json"), {"one": loaded(GOLD, "one.json", "extracted")}, SCHEMA)
    app = open_app("data", evaluation=made)
    drop = next(one for one in app.file_uploader if str(one.key).startswith("variants.add"))
    drop.set_value([("one.json", as_json(OTHERWISE), "application/json")]).run()
    assert any("already, so this one is one (2)." in one.value.replace("\\", "") for one in app.toast)
