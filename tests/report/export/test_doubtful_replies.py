"""The report says which replies were cut off, and which records look like another one, before any table."""

from dataclasses import replace
from typing import Any

from evaljson import RunResult, evaluate
from evaljson.load.cut_reply import CutReply
from evaljson.report.export.html.page import to_html
from evaljson.schema import parse_eval_schema
from tests.report.export.made_page import EVIL, assert_harmless

SCHEMA: dict[str, Any] = {
    "type": "object", "x-eval-id": "id", "properties": {key: {"type": "string"} for key in "abc"},
}  # fmt: skip
GOLD: list[Any] = [{"id": f"r{at}", **{key: f"{key} of {at}" for key in "abc"}} for at in range(20)]
SLIPPED = [{**GOLD[at + 1 if at < 4 else at], "id": f"r{at}"} for at in range(20)]


def page_of(**runs: RunResult) -> str:
    return to_html(runs, parse_eval_schema(SCHEMA)).decode()


def test_records_that_look_like_another_one_are_named() -> None:
    page = page_of(right=evaluate(GOLD, GOLD, SCHEMA), slipped=evaluate(GOLD, SLIPPED, SCHEMA))
    top = page[: page.index("<nav>")]
    assert (
        "<b>Records that look like another one</b>: slipped 4 (r0 like r1, r1 like r2, r2 like r3 and 1 more)." in top
    )
    assert "check the document it is from" in top


def test_replies_that_were_cut_off_are_named() -> None:
    run = replace(evaluate(GOLD, GOLD, SCHEMA), cut_off=(CutReply("r7", "a"),))
    top = page_of(right=evaluate(GOLD, GOLD, SCHEMA), short=run).partition("<nav>")[0]
    assert "⚠ <b>Replies cut off</b>: short 1 (r7). The reply ends early: raise the token limit" in top


def test_without_any_nothing_is_said() -> None:
    assert "⚠" not in page_of(right=evaluate(GOLD, GOLD, SCHEMA)).partition("<nav>")[0]


def test_hostile_names_are_text() -> None:
    gold = [{**one, "id": f"{EVIL}{one['id']}"} for one in GOLD]
    slipped = [{**one, "id": f"{EVIL}{one['id']}"} for one in SLIPPED]
    page = page_of(**{EVIL: evaluate(gold, slipped, SCHEMA)})
    assert "look like another one" in page
    assert_harmless(page)
