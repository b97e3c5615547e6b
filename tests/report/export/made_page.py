"""Reports of small runs, the texts that attack a page, and what a harmless page is."""

import re
from html.parser import HTMLParser
from typing import Any

from evaljson.evaluate import evaluate
from evaljson.report.export.html.page import to_html
from evaljson.schema.parse.parse import parse_eval_schema

EVIL = "<img src=x onerror=alert(1)><script>alert(2)</script>\"'&`$x$ **b** =1+1"
HOSTILE = [EVIL, "turned \u202e around", "nul \0 here", "lone \ud800 half", "x" * 50_000, "=cmd|' /C calc'!A0", "שלום"]
VOID = {"meta", "br", "col", "wbr"}


def schema(*keys: str) -> dict[str, Any]:
    lines = {"type": "array", "items": {"type": "object", "properties": {"k": {"type": "string"}}}}
    fields: dict[str, Any] = {key: {"type": "string"} for key in keys}
    return {"type": "object", "x-eval-id": "id", "properties": {**fields, "lines": lines}}


SCHEMA = schema("a", "b")
GOLD: list[Any] = [{"id": f"r{i}", "a": "alpha", "b": "beta", "lines": [{"k": "1"}, {"k": "2"}]} for i in range(6)]
WRONG: list[Any] = [{**record, "a": "alpho"} if i < 4 else record for i, record in enumerate(GOLD)]


class Page(HTMLParser):
    """Tags and attributes of a page; fails where an element is not closed in its turn."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags, self.attributes, self._open = list[str](), list[tuple[str, str | None]](), list[str]()
        self.feed(text)
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag


def report(extracted: list[Any], *more: list[Any], gold: list[Any] = GOLD, title: str = "T", most: int = 50) -> str:
    names = ["one", "two", "three"]
    runs = {name: evaluate(gold, records, SCHEMA) for name, records in zip(names, (extracted, *more), strict=False)}
    return to_html(runs, parse_eval_schema(SCHEMA), title, most).decode("utf-8")


def assert_harmless(page: str) -> None:
    parsed = Page(page)
    assert not {"img", "script", "link", "iframe", "object", "form", "svg", "base"} & set(parsed.tags)
    assert not [name for name, _ in parsed.attributes if name.startswith("on") or name in ("src", "action")]
    assert not [value for name, value in parsed.attributes if name == "href" and not str(value).startswith("#")]
    assert not re.search("[\u202a-\u202e\u2066-\u2069\0\ud800-\udfff]", page)
