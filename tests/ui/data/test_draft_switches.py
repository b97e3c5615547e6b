"""What the switches of step 3 say of records without gold, and of those that were not read, in each of their states."""

import json
from typing import Any

from streamlit.testing.v1 import AppTest

from tests.ui.conftest import Made, Open, loaded, said
from tests.ui.data.dropping import EXTRACTED, GOLD, as_json, dropped

SCHEMA: dict[str, Any] = {"type": "object", "x-eval-id": "id", "properties": {"a": {"type": "string"}}}


def test_records_without_gold_are_said_to_count_once_they_do(form: AppTest) -> None:
    dropped(form, "gold.json", as_json(GOLD))
    dropped(form, "prompt.json", as_json(EXTRACTED))
    assert "1 extracted record without gold, not scored" in said(form)
    form.toggle(key="draft.count-strays").set_value(True).run()
    assert "1 extracted record without gold, counted as invented" in said(form)


def test_unreadable_records_are_left_out_with_all_missing_ones(form: AppTest) -> None:
    dropped(form, "gold.json", as_json([*GOLD, {"id": "z", "nr": 3, "a": "3"}]))
    dropped(form, "prompt.jsonl", as_json(GOLD[0]) + b'\n{"id": "y", "nr": \n')
    switch = form.toggle(key="draft.exclude-unreadable")
    assert not switch.disabled
    assert switch.help.endswith("Gold records without any extracted record count as missing either way.")
    form.toggle(key="draft.exclude-missing").set_value(True).run()
    switch = form.toggle(key="draft.exclude-unreadable")
    assert switch.disabled
    assert "and missing ones are left out" in switch.help


def test_the_column_of_strays_says_that_they_count(open_app: Open) -> None:
    files = {"A": loaded(EXTRACTED, "A.json", "extracted")}
    for rule, words in (("report", "are not scored"), ("invented", "count as invented")):
        page = open_app("data", evaluation=Made(rule, loaded(GOLD), files, SCHEMA, {"scoring": {"strays": rule}}))
        columns = [json.loads(table.proto.columns) for table in page.dataframe]
        stray = next(of_table["Stray"] for of_table in columns if "Stray" in of_table)
        assert stray["help"] == f"Extracted records without gold: they {words}."
