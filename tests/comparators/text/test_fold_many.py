"""Many texts folded at once against the same texts folded one by one."""

import sys
import unicodedata
from itertools import product

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from evaljson.comparators.text import fold_many
from evaljson.comparators.text.fold_many import Ignored, folded_codes
from evaljson.comparators.text.normalized import normaliser
from tests.profiles import examples

FLAGS = list(product((True, False), repeat=4))
"""Whether case, accents, white space and punctuation are ignored."""
NASTY = [
    "", " ", "  ", "\t", "\x1c", "\x1f a", "a\x1fb", "a \x1c\t b", "a  b", " a", "a ", "\x85", "a\x85b", "\xa0", "\0",
    "a\0", "a\0b", "\0 \0", "A", "a", "İ", "i̇", "ı", "I", "ß", "SS", "ẞ", "é", "e\u0301", "e", "É", "ſ", "K", "ﬁ", "fi",
    "\u0345", "ᾳ", "αι", "\ud800", "\udfff", "\ud83d\ude00", "😀", ".", "...", " . ", "-", "1.5", "15", "1,5", "-5",
    "5", "- 5", "5%", "5 %", "%5", "a.b", "ab", "a-5", "(5)", ".5", "-.5", "a.", "¿a", "a。", "１.５", "²", "a_b", "$a",
    "a+b", "~", "\x7f", "\x01", "\x0b", "\x0c", "\r\n",
]  # fmt: skip
pieces = st.one_of(st.sampled_from(NASTY), st.text(max_size=4), st.text(" \t\x1c.,-%1aA\0é", max_size=6))
texts = st.lists(st.builds("".join, st.lists(pieces, max_size=3)), max_size=12)


def assert_codes_tell_folded_texts_apart(column: list[str], flags: tuple[bool, ...]) -> None:
    names = ("case", "accents", "whitespace", "punctuation")
    fold_one = normaliser(dict(zip(names, flags, strict=True)))
    codes = folded_codes(column, Ignored(flags[0], flags[2], flags[3]), fold_one).tolist()
    folded = [fold_one(text) for text in column]
    assert [codes.index(code) for code in codes] == [folded.index(text) for text in folded]


@pytest.mark.parametrize("many", [0, 10_000], ids=["by Arrow", "by Python"])
@pytest.mark.parametrize("flags", FLAGS)
def test_nasty_texts_are_equal_as_they_are_one_by_one(
    flags: tuple[bool, ...], many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fold_many, "_MANY", many)
    for column in (NASTY, [text for text in NASTY if text.isascii() and "\0" not in text]):
        assert_codes_tell_folded_texts_apart(column, flags)


@examples(200)
@given(texts, st.sampled_from(FLAGS), st.sampled_from([0, 10_000]))
@example([], FLAGS[0], 0)
def test_any_texts_are_equal_as_they_are_one_by_one(column: list[str], flags: tuple[bool, ...], many: int) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(fold_many, "_MANY", many)
        assert_codes_tell_folded_texts_apart(column, flags)


ASCII = [chr(code) for code in range(1, 128)]  # a column with NUL is folded text by text


@pytest.mark.parametrize(
    "column",
    [
        [before + after for before in ASCII for after in ASCII],
        [f"1{before}{after}2" for before in ASCII for after in ASCII],
        ["".join(parts) for length in range(6) for parts in product(" .,-%(1a", repeat=length)],
        [f"a{chr(code)}" for code in range(0, sys.maxunicode + 1, 7)],
    ],
    ids=["two of ASCII", "two of ASCII among digits", "marks and digits", "every seventh of Unicode"],
)
def test_every_character_is_folded_as_it_is_alone(column: list[str]) -> None:
    fold_one = normaliser({})
    first: dict[str, int] = {}
    expected = [first.setdefault(fold_one(text), place) for place, text in enumerate(column)]
    _, starts, back = np.unique(
        folded_codes(column, Ignored(True, True, True), fold_one), return_index=True, return_inverse=True
    )
    assert starts[back].tolist() == expected


def test_ascii_has_the_punctuation_that_is_taken_out() -> None:
    marks = [chr(code) for code in range(128) if unicodedata.category(chr(code))[0] == "P"]
    column = [f"a{mark}b" for mark in marks]
    assert len(set(folded_codes(column, Ignored(True, True, True), normaliser({})).tolist())) == 1
