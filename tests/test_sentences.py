"""Sentences of the pages are short: held over the texts of their pictures, which the pages show word by word."""

import re
from pathlib import Path

import pytest

TEXTS = sorted((Path(__file__).parents[1] / "docs" / "images").glob("*.txt"))
MOST = 20
END = re.compile(r"(?<=[.!?])\s+(?=[A-Z“⚠○✗✓+◐])")
WORD = re.compile(r"[“(*]*[A-Za-z][A-Za-z'’-]*[”).,:;!?*]*")
"""A word of a sentence: no figure, and no name of a field such as vendor.vat_id."""


def long_sentences(text: str) -> list[str]:
    """List the sentences of more words than are read at a glance, each line by itself."""
    sentences = [sentence for line in text.splitlines() for sentence in END.split(line.strip())]
    return [one for one in sentences if sum(WORD.fullmatch(word) is not None for word in one.split()) > MOST]


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.stem)
def test_no_sentence_of_a_page_has_more_than_twenty_words(text: Path) -> None:
    assert long_sentences(text.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("text", "is_long"),
    [
        pytest.param("word " * 20, False, id="twenty"),
        pytest.param("word " * 21, True, id="more"),
        pytest.param(f"{'word ' * 14}word. {'Word ' * 15}", False, id="two sentences"),
        pytest.param("items[].unit 5.9 " * 30, False, id="fields and figures"),
        pytest.param("word\n" * 30, False, id="lines"),
    ],
)
def test_words_are_counted_up_to_the_end_of_a_sentence(text: str, is_long: bool) -> None:
    assert bool(long_sentences(text)) is is_long
