"""Arabic and Hebrew: values run their own way, and never turn around what stands beside them."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from evaljson.evaluate import evaluate
from evaljson.report.records.rows import record_rows
from evaljson.report.records.table_html import record_table
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.wording.values import CUT, sentence_html, value_html

ARABIC, HEBREW = "شركة النور للتجارة 12", "חשבונית מס' 7, תל אביב"
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff]")


class Isolated(HTMLParser):
    """Collects the text that stands outside of every element that isolates its direction."""

    def __init__(self) -> None:
        super().__init__()
        self.outside, self._inside = "", 0

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self._inside += tag == "bdi"

    def handle_endtag(self, tag: str) -> None:
        self._inside -= tag == "bdi"

    def handle_data(self, data: str) -> None:
        self.outside += data if not self._inside else ""


def outside(html: str) -> str:
    parser = Isolated()
    parser.feed(html)
    return parser.outside


def table(gold: Any, *extracted: Any) -> str:
    schema = {"type": "object", "properties": {key: {"type": "string"} for key in gold}}
    records = [evaluate([gold], [record], schema).records[0] for record in extracted]
    names = ["A", "B"][: len(extracted)]
    return record_table(record_rows(records, parse_eval_schema(schema)), names, compared=True)


@pytest.mark.parametrize("value", [ARABIC, HEBREW, HEBREW * CUT, [ARABIC, HEBREW], {HEBREW: ARABIC}])
def test_a_value_finds_its_own_direction_and_is_isolated(value: Any) -> None:
    shown = value_html(value)
    assert not RIGHT_TO_LEFT.search(outside(shown))
    assert all('dir="auto"' in tag for tag in re.findall("<bdi[^>]*>", shown))


@pytest.mark.parametrize("variants", [1, 2])
def test_no_text_in_a_table_of_a_record_turns_its_surroundings(variants: int) -> None:
    shown = table({"name": ARABIC, "שם": HEBREW}, *[{"name": HEBREW, "שם": None}, {"name": ARABIC}][:variants])
    assert RIGHT_TO_LEFT.search(shown)
    assert not RIGHT_TO_LEFT.search(outside(shown))
    assert '<td dir="auto"><div class="ej-line"><bdi dir="auto">' in shown
    assert "bdi[dir]:dir(rtl){display:block}" in shown  # so that it begins at the right edge of its cell


def test_the_steps_of_a_path_keep_their_order() -> None:
    shown = table({"שם": {"a": 1}}, {"שם": {"b": [{"כתובת": 1}]}})
    assert "<bdi>שם</bdi>" in shown


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("'א', 'ב' differ", "<bdi>&#x27;א&#x27;</bdi>, <bdi>&#x27;ב&#x27;</bdi> differ"),
        ("the model's text: 'א'", "the model&#x27;s text: <bdi>&#x27;א&#x27;</bdi>"),
        ('"<b>" is no "x', "<bdi>&quot;&lt;b&gt;&quot;</bdi> is no &quot;x"),
        ("turned \u202e around", "turned [U+202E] around"),
        ("", ""),
    ],
)
def test_what_a_sentence_quotes_stands_by_itself(text: str, html: str) -> None:
    assert sentence_html(text) == html
