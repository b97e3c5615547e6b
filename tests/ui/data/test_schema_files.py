"""An eval schema among the dropped files: asked about, used with one click, and never a variant by itself."""

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.conftest import draft_of, said
from tests.ui.data.test_all_at_once import dropped

GOLD = [{"id": "x", "a": "1", "b": 2}, {"id": "y", "a": "3", "b": 4}]
SCHEMA = {
    "type": "object", "x-eval-id": "id", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}},
}  # fmt: skip
QUESTION = "looks like an eval schema, not like records."


def asked(form: AppTest, **files: Any) -> AppTest:
    dropped(form, eval_schema=SCHEMA, **files)
    assert not form.exception
    assert QUESTION in said(form)
    return form


def click(form: AppTest, what: str) -> AppTest:
    form.button(key=f"draft.schema-{what}-0").click().run()
    assert not form.exception
    return form


def test_a_schema_dropped_with_all_files_is_no_variant_and_one_click_makes_it_the_eval_schema(form: AppTest) -> None:
    asked(form, gold=GOLD, one=GOLD, two=GOLD)
    draft = draft_of(form)
    assert (list(draft.variants), draft.schema) == (["one", "two"], None)
    assert "Still needed: what eval_schema.json is." in said(form)
    assert form.button(key="draft.score").disabled
    click(form, "use")
    draft = draft_of(form)
    assert draft.schema is not None
    assert draft.schema["properties"].keys() == {"a", "b"}
    assert (draft.json_schema, draft.schema_files) == (SCHEMA, ())
    assert QUESTION not in said(form)
    form.button(key="draft.score").click().run()
    assert not form.exception
    assert form.query_params.get("eval")


@pytest.mark.parametrize(("what", "variants"), [("records", ["one", "eval_schema"]), ("remove", ["one"])])
def test_what_looks_like_a_schema_may_be_records_or_go(form: AppTest, what: str, variants: list[str]) -> None:
    click(asked(form, gold=GOLD, one=GOLD), what)
    draft = draft_of(form)
    assert (list(draft.variants), draft.schema, draft.schema_files) == (variants, None, ())
    assert QUESTION not in said(form)


def test_a_schema_may_come_alone_before_gold_and_among_variants(form: AppTest) -> None:
    asked(form)
    assert draft_of(form).gold is None
    dropped(form, gold=GOLD)
    zone = next(one for one in form.file_uploader if one.label.startswith("Drop one or more"))
    zone.set_value([("b.json", json.dumps({**SCHEMA, "title": "B"}).encode(), "application/json")]).run()
    draft = draft_of(form)
    assert draft.gold is not None
    assert [one["name"] for one in draft.schema_files] == ["eval_schema.json", "b.json"]
    assert not draft.variants


def test_a_schema_that_cannot_be_used_says_why_and_stays(form: AppTest) -> None:
    broken = {**SCHEMA, "properties": {"a": {"type": "string", "x-eval-compare": "nonsense"}}}
    dropped(form, eval_schema=broken, gold=GOLD, one=GOLD)
    click(form, "use")
    assert "nonsense" in said(form)
    assert draft_of(form).schema is None
    assert QUESTION in said(form)
