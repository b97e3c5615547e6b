"""Own files on the Data page, from the drop zone to the score."""

import gzip
import json
import re

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.conftest import Open, draft_of, html_of, said
from tests.ui.data.dropping import EXTRACTED, GOLD, as_json, dropped, id_choice, variants_dropped


def verdict_in(app: AppTest) -> str:
    """The sentence in large type."""
    (sentence,) = re.findall(r'<div dir="auto" style="font-size:1.3rem.*?>(.*?)</div>', html_of(app))
    return str(sentence)


@pytest.fixture
def filled(form: AppTest) -> AppTest:
    dropped(form, "gold.json", as_json(GOLD))
    return dropped(form, "prompt.json", as_json(EXTRACTED))


def test_the_form_says_what_is_still_needed(form: AppTest) -> None:
    assert "Still needed: gold and a variant" in said(form)
    assert form.button(key="draft.score").disabled
    dropped(form, "gold.json", as_json(GOLD))
    assert "Still needed: a variant" in said(form)


def test_own_files_are_paired_by_the_likely_id_and_scored(filled: AppTest) -> None:
    assert id_choice(filled).value == "id"
    assert "2 of 2 records paired by **id**; 1 extracted record without gold, not scored" in said(filled)
    filled.button(key="draft.score").click().run()
    assert not filled.exception
    # x: nr right, a wrong; y: both right. The mean of 0.5 and 1.
    assert "<b><bdi>prompt</bdi> scores F1 75.0</b> over 2 records" in html_of(filled)


def test_another_id_changes_how_records_pair(filled: AppTest) -> None:
    id_choice(filled).set_value("nr").run()
    assert "2 of 2 records paired by **nr**" in said(filled)
    filled.button(key="draft.score").click().run()
    assert filled.session_state["evaljson.evaluation"].schema["x-eval-id"] == "nr"


def test_pairing_by_position_says_why_it_cannot_be(filled: AppTest) -> None:
    id_choice(filled).set_value("by position").run()
    assert "2 gold and 3 extracted records cannot be paired by position" in said(filled)


def test_bad_lines_are_told_with_their_numbers_and_lose_nothing_else(form: AppTest) -> None:
    dropped(form, "gold.json", as_json(GOLD))
    lines = b'{"id": "x", "nr": 1, "a": "1"}\n{"id": "y", "nr": \n'
    dropped(form, "prompt.jsonl", lines)
    assert "1 record read, **1 unreadable**" in said(form)
    assert form.dataframe[0].value["Line"].tolist() == [2]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "the file is empty"),
        (b"hello", "expected a JSON array"),
        (b"PK\x03\x04...", "the zip archive is damaged"),
        (b"PAR1...", "the Parquet file cannot be read"),
    ],
)
def test_a_file_that_cannot_be_read_says_what_where_and_what_to_do(form: AppTest, content: bytes, reason: str) -> None:
    dropped(form, "odd.json", content)
    assert not form.exception
    assert reason in said(form)
    assert "odd.json" in said(form)
    assert "What to do" in said(form)


def test_a_file_that_cannot_be_read_does_not_keep_out_the_others_nor_take_them_twice(form: AppTest) -> None:
    dropped(form, "gold.json", as_json(GOLD))
    files = [("bad.json", b"hello", "application/json"), ("good.json", as_json(EXTRACTED), "application/json")]
    form.file_uploader[0].set_value(files).run()
    form.run()
    assert list(draft_of(form).variants) == ["good"]
    assert "expected a JSON array" in said(form)


def test_gold_without_records_says_so(form: AppTest) -> None:
    dropped(form, "gold.json", b"[]")
    dropped(form, "prompt.json", as_json(EXTRACTED))
    assert not form.exception
    assert "there are no gold records" in said(form)
    form.button(key="draft.score").click().run()
    assert not form.exception
    assert "there are no gold records" in said(form)


def test_records_keyed_by_their_id_are_paired_by_it(form: AppTest) -> None:
    dropped(form, "gold.json", b'{"x": {"a": "1"}, "y": {"a": "2"}}')
    dropped(form, "prompt.json", b'{"y": {"a": "2"}, "x": {"a": "1"}}')
    form.button(key="draft.score").click().run()
    assert "scores F1 100.0</b> over 2 records" in html_of(form)


def test_gzip_is_taken_and_files_of_one_name_get_numbers(filled: AppTest) -> None:
    dropped(filled, "prompt.json.gz", gzip.compress(as_json(EXTRACTED)))
    assert list(draft_of(filled).variants) == ["prompt", "prompt (2)"]


def test_a_variant_can_be_removed(filled: AppTest) -> None:
    filled.button(key="draft.remove-0").click().run()
    assert "Still needed: a variant" in said(filled)


def test_cancel_goes_back_to_what_was_open(filled: AppTest) -> None:
    filled.button(key="draft.cancel").click().run()
    assert "Sample: invoices" in said(filled)


def test_the_sample_opens_with_one_click_from_own_data(filled: AppTest) -> None:
    filled.button(key="draft.score").click().run()
    filled.button(key="overview.sample").click().run()
    assert "Sample: invoices" in said(filled)


def test_files_can_be_added_to_own_data_later(filled: AppTest) -> None:
    filled.button(key="draft.score").click().run()
    filled.switch_page("pages/data.py").run()
    filled.button(key="data.change").click().run()
    dropped(filled, "better.json", as_json(GOLD))
    filled.button(key="draft.score").click().run()
    sentence = verdict_in(filled)
    assert "No detectable difference" in sentence
    filled.switch_page("pages/data.py").run()
    assert verdict_in(filled) == sentence


def test_the_draft_outlives_a_look_at_another_page(filled: AppTest) -> None:
    filled.switch_page("pages/fields.py").run()
    filled.switch_page("pages/data.py").run()
    assert "2 of 2 records paired by **id**" in said(filled)


def test_names_of_files_are_not_taken_for_markup(form: AppTest) -> None:
    dropped(form, "*a* $x$ :red[b].json", as_json(GOLD))
    assert r"\*a\* \$x\$ \:red\[b\]\.json" in "\n".join(element.value for element in form.markdown)


def test_a_reply_under_any_name_is_found_once_gold_says_which_keys_records_have(open_app: Open) -> None:
    form = open_app().button(key="data.own").click().run()
    replies = b"".join(as_json({"id": one["id"], "said by it": f"Sure: {json.dumps(one)}"}) + b"\n" for one in GOLD)
    variants_dropped(form, "chat.jsonl", replies)
    dropped(form, "gold.json", as_json(GOLD))
    assert draft_of(form).variants["chat"].records == GOLD
    form.button(key="draft.score").click().run()
    assert "scores F1 100.0</b> over 2 records" in html_of(form)
