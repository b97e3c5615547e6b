"""Gold and variants of one's own, dropped where the sample takes more variants."""

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.ui.session import server
from tests.ui.conftest import Open, draft_of, said

GOLD = [{"loan_id": "x", "a": "1", "b": "2"}, {"loan_id": "y", "a": "3", "b": "4"}]
OTHERS = [{**record, "a": "?"} for record in GOLD]


def added(app: AppTest, **files: Any) -> AppTest:
    zone = next(box for box in app.file_uploader if box.key and box.key.startswith("variants.add"))
    contents = [(f"{name}.json", json.dumps(one).encode(), "application/json") for name, one in files.items()]
    done = zone.set_value(contents).run()
    assert not done.exception
    return done


def test_they_open_as_an_evaluation_of_their_own_and_the_sample_stays(open_app: Open) -> None:
    app = open_app()
    sample = str(app.query_params["eval"])
    added(app, my_a=OTHERS, my_gold=GOLD, my_b=GOLD)
    draft = draft_of(app)
    assert draft.gold is not None
    assert (draft.gold.name, draft.pairing_key(), list(draft.variants)) == ("my_gold.json", "loan_id", ["my_a", "my_b"])
    app.button(key="draft.score").click().run()
    assert not app.exception
    assert str(app.query_params["eval"]) != sample
    assert [one.name for one in server.store().evaluations.get(sample).variants] == ["Prompt A", "Prompt B", "Prompt C"]


@pytest.mark.parametrize(("key", "is_own"), [("loan_id", True), ("id", False)])
def test_files_with_a_field_of_the_sample_are_its_variants_only_if_they_have_an_id_of_its_records(
    open_app: Open, key: str, is_own: bool
) -> None:
    mine = [{key: f"inv-000{number}", "currency": "EUR", "b": "2"} for number in (1, 2)]
    app = added(open_app(), my_a=mine, my_gold=mine)
    variants = server.store().evaluations.get(str(app.query_params["eval"])).variants
    assert ("Prompt A" in [one.name for one in variants]) != is_own


@pytest.mark.parametrize("names", [("my_a", "my_b"), ("my_gold", "gold_too")], ids=["none", "two"])
def test_where_no_name_says_which_is_gold_they_are_variants_that_share_nothing(
    open_app: Open, names: tuple[str, str]
) -> None:
    app = added(open_app(), **dict.fromkeys(names, OTHERS))
    assert {*names, "Prompt A"} <= set(draft_of(app).variants)
    assert "has no field of gold, so F1 would be 0" in said(app)
