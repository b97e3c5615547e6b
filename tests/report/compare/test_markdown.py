"""A comparison as Markdown: it reads well as text, and no name in it does anything."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from evaljson import compare_many, evaluate
from evaljson.compare.many import ManyComparison
from evaljson.report.compare.markdown import interval, text, to_markdown
from evaljson.report.compare.page import to_page
from tests.compare.made import run
from tests.profiles import examples

READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("B is worse: −5.4 F1 points (95% interval +1.2 to +5.0)", None),
        ("from 1-2 to 3", None),
        ("vendor.vat_id", r"vendor\.vat\_id"),
        ("items[].sku", r"items\[\]\.sku"),
        ("+ first", r"\+ first"),
        ("1. first", r"1\. first"),
        ("12) first", r"12\) first"),
        ("- first", r"\- first"),
        ("see https://x.org, :smile: and @ann", r"see https\://x\.org, \:smile: and \@ann"),
    ],
)
def test_only_what_could_do_something_is_escaped(words: str, shown: str | None) -> None:
    assert text(words) == (words if shown is None else shown)


def test_fields_and_keys_without_a_difference_are_counted_apart() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
    gold = [{"a": "1", "b": "2"}] * 4
    side = evaluate(gold, [{**one, "more": "x"} for one in gold], schema)
    many = compare_many({"A": side, "B": side}, "A", resamples=100)
    assert "2 fields and 1 key that the schema lacks without a detectable difference" in to_markdown(many)


words = st.text("ab1 +-.)(*_`[]#!|~:<>&\\=\"'", min_size=1, max_size=20).map(lambda drawn: " ".join(drawn.split()))


@examples(300)
@given(words.filter(bool))
@example("+ a")
@example("1) a")
@example("---")
@example("===")
@example("a | b")
def test_a_name_is_shown_as_it_is_wherever_it_stands(name: str) -> None:
    for document in (text(name), f"- {text(name)}", f"## {text(name)}", f"| a |\n| --- |\n| {text(name)} |"):
        lines = ["".join(_shown(token)) for token in READER.parse(document) if token.type == "inline"]
        assert lines[-1] == name, document


def _shown(inline: Token) -> Iterator[str]:
    for token in inline.children or []:
        assert token.type in ("text", "text_special"), token.type
        yield token.content


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (-0.05, 0.1, "−5.0 to +10.0"),
        (0.0001, 0.0003, "+0.01 to +0.03"),
        (-0.12, -0.0003, "−12.00 to −0.03"),
        (0.0, 0.1, "0.0 to +10.0"),
        (None, None, "–"),
    ],
)
def test_no_end_of_an_interval_looks_like_0_that_is_none(low: float | None, high: float | None, words: str) -> None:
    assert interval(low, high) == words


@pytest.mark.parametrize("write", [to_markdown, lambda many: to_page(many).decode()])
def test_what_verdicts_are_adjusted_for_is_said_with_each_and_not_again(write: Callable[[ManyComparison], str]) -> None:
    runs = {"old": run(40), "new": run(40, {"name": range(3)}), "best": run(40, {"total": range(9)})}
    written = write(compare_many(runs, "old", resamples=200))
    assert written.count("The verdict is adjusted for 3 comparisons of variants") == 2
    assert "over both variants that are compared with old" in written
