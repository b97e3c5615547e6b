"""The HTML report: why records are left out, each reason with its number, and which comparisons are on paper."""

from typing import Any

import pytest

from evaljson import evaluate
from evaljson.report.export.html.about import About
from evaljson.report.export.html.page import to_html
from evaljson.schema import parse_eval_schema
from tests.report.export.made_page import GOLD, SCHEMA, WRONG

IDS = [str(one["id"]) for one in GOLD]
LUMPED = "left out, by hand or because the extracted one cannot be read"


@pytest.mark.parametrize(
    ("by_hand", "said"),
    [
        ({"one": [IDS[0]]}, [f"1 record left out by hand: <bdi>{IDS[0]}</bdi>",
                             "2 records left out, because the extracted one cannot be read: "]),
        ({"one": []}, ["3 records left out, because the extracted one cannot be read: "]),
        ({"one": IDS[:3]}, ["3 records left out by hand: "]),
        ({}, [f"3 records {LUMPED}: "]),
    ],
)  # fmt: skip
def test_each_reason_why_records_are_left_out_has_its_number(by_hand: dict[str, Any], said: list[str]) -> None:
    run = evaluate(GOLD, WRONG, SCHEMA, leave_out=IDS[:3])
    page = to_html({"one": run}, parse_eval_schema(SCHEMA), about=About(left_out_by_hand=by_hand)).decode()
    lines = [line for line in page.split("<li>") if "left out" in line and line[0].isdigit()]
    assert len(lines) == len(said)
    assert all(line.startswith(words) for line, words in zip(lines, said, strict=True))


def test_an_id_of_another_type_is_another_record() -> None:
    gold = [{"id": at, "a": "x"} for at in (1, 2, 3)]
    schema = {"type": "object", "x-eval-id": "id", "properties": {"a": {"type": "string"}}}
    run = evaluate(gold, gold, schema, leave_out=[1])
    page = to_html({"one": run}, parse_eval_schema(schema), about=About(left_out_by_hand={"one": ["1"]})).decode()
    assert "1 record left out, because the extracted one cannot be read: " in page
    assert "by hand" not in page


def test_comparisons_that_are_folded_are_on_paper_and_said_to_be() -> None:
    run = evaluate(GOLD, WRONG, SCHEMA)
    verdicts = [f"Verdict {at}" for at in range(5)]
    page = to_html({"one": run}, parse_eval_schema(SCHEMA), about=About(verdicts)).decode()
    paper = page[page.index('<div class="on-paper">') :].partition("</div>")[0]
    assert [f"Verdict {at}" in paper for at in range(5)] == [False, False, False, True, True]
    assert "Comparisons with the baseline are here all the same." in page
    assert ".paper,.on-paper{display:none}" in page
    assert "details:not([open])+.on-paper{display:block}" in page
    few = to_html({"one": run}, parse_eval_schema(SCHEMA), about=About(verdicts[:3])).decode()
    assert "are here all the same" not in few
    assert '<div class="on-paper">' not in few
