"""The fast reader certifies nothing that an exact one reads otherwise; and nothing makes a reader fall over."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from evaljson.base.errors import LoadError
from evaljson.load import read_records
from evaljson.load.collector import RecordCollector
from evaljson.load.json import fast
from evaljson.load.json.exact import ExactParser, Flaw
from evaljson.load.json.flawed_document import Document
from evaljson.load.json.whole_document import read_at_once
from tests.profiles import examples

# Small pools, so that keys meet and every disguise of a colon, a quote or a bracket turns up.
PIECES = [
    "a",
    "b",
    ":",
    " :",
    r"\":",
    r"\u003a",
    r"\u003A",
    r"\\u003a",
    r"\u0061",
    r"\u0022",
    r"\"",
    r"\/",
    "{",
    "[",
    "é",
]
SPACES = st.sampled_from(["", "", "", " ", "\t", "\n", "\r\n"])
STRINGS = st.lists(st.sampled_from([*PIECES, r"\ud800", r"\ud83d\ude00", "1" * 19]), max_size=3).map(
    lambda pieces: '"' + "".join(pieces) + '"'
)
KEYS = st.sampled_from(['"a"', '"b"', r'"\u0061"', '":"', r'"\u003a"', '""', '" :"', r'"a\":"'])
BIG = st.integers(-3, 3).flatmap(
    lambda n: st.sampled_from([2**63 + n, -(2**63) + n, 2**64 + n, 10**18 + n, 10**19 + n])
)
NUMBERS = st.one_of(
    st.integers().map(str),
    BIG.map(str),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.from_regex(r"-?(0|[1-9][0-9]{0,25})(\.[0-9]{1,25})?([eE][+-]?[0-9]{1,3})?", fullmatch=True),
    st.sampled_from(["-0", "-0.0", "1e400", "NaN", "-Infinity", "1" * 30]),
)


def containers(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    member = st.tuples(SPACES, KEYS, SPACES, SPACES, inner, SPACES).map(lambda m: "{}{}{}:{}{}{}".format(*m))
    element = st.tuples(SPACES, inner, SPACES).map("".join)
    objects = st.lists(member, max_size=4).map(lambda members: "{" + ",".join(members) + "}")
    return objects | st.lists(element, max_size=4).map(lambda elements: "[" + ",".join(elements) + "]")


LEAVES = STRINGS | NUMBERS | st.sampled_from(["true", "false", "null"])
VALUES = st.recursive(LEAVES, containers, max_leaves=12)
DOCUMENTS = st.one_of(
    VALUES,
    st.lists(VALUES, max_size=4).map(lambda v: "[" + ", ".join(v) + "]"),
    st.lists(VALUES, max_size=4).map(lambda v: '{"records": [' + ", ".join(v) + "]}"),
    st.lists(st.tuples(KEYS, containers(VALUES)), max_size=4).map(
        lambda members: "{" + ", ".join(f"{key}: {value}" for key, value in members) + "}"
    ),
)


def exact(text: str) -> Any:
    """The value by the exact parser, or a Flaw."""
    return ExactParser().value_at(text, 0)[0]


@examples(300)
@given(text=VALUES)
@example(text=r'{"a": 1, "\u0061": ":"}')
@example(text=r'{"a": ":", "a": "\u003a\u003a"}')
@example(text=r'{"a": 1, "a": "\u003a"}')
@example(text=r'{"a": 1, "a": "\u003A"}')
@example(text='{"a": {"b": 1}, "a": 1}')
@example(text="[9223372036854775808]")
@example(text="[" * 251 + "]" * 251)
def test_what_is_certified_is_what_an_exact_reader_gives(text: str) -> None:
    try:
        value = fast.parse(text)
    except ValueError:
        return
    if fast.certified(text.encode(), [value]):
        # repr tells 1, 1.0 and True apart, and shows the order of keys.
        assert repr(value) == repr(exact(text))
        assert not isinstance(exact(text), Flaw)


@examples(200)
@given(text=DOCUMENTS)
def test_a_document_read_at_once_is_the_document_read_value_by_value(text: str) -> None:
    at_once, by_value = RecordCollector("extracted", "a"), RecordCollector("extracted", "a")
    data = text.encode()
    words = read_at_once(data, at_once, "x")
    if words is None:
        assert at_once.records == []
        return
    assert words == Document(data, 0, by_value).deliver(by_value, "x")
    assert repr(at_once.records) == repr(by_value.records)
    assert (at_once.ids, at_once.problems) == (by_value.ids, by_value.problems)


@examples(100)
@given(texts=st.lists(VALUES.map(lambda text: text.replace("\r\n", " ").replace("\n", " ")), min_size=1, max_size=4))
def test_every_line_is_read_as_if_it_were_alone(texts: list[str]) -> None:
    lines = ("{}\n" + "\n".join(texts) + "\n{}").encode()
    loaded = read_records(lines, kind="extracted", repeated_keys="refuse")
    expected = [exact(text) for text in texts]
    records = [value if isinstance(value, dict) else None for value in expected]
    assert repr(loaded.records) == repr([{}, *records, {}])


@examples(200)
@given(
    text=DOCUMENTS.map(str.encode) | st.lists(VALUES, max_size=3).map("\n".join).map(str.encode),
    cut=st.integers(0, 200),
    noise=st.binary(max_size=3) | st.sampled_from([b'"', b"\\", b"{", b"]", b"\xff", b"\n", b"\x1f\x8b"]),
)
def test_broken_text_gives_problems_or_a_load_error_and_nothing_else(text: bytes, cut: int, noise: bytes) -> None:
    for broken in (text[:cut], text[:cut] + noise + text[cut:], noise + text, text + noise):
        with contextlib.suppress(LoadError):
            loaded = read_records(broken, kind="extracted")
            assert loaded.n_read + loaded.n_refused >= len(loaded.records)
            assert loaded.n_refused <= len(loaded.problems)


@examples(100)
@given(texts=st.lists(VALUES.map(lambda text: text.replace("\r\n", " ").replace("\n", " ")), min_size=1, max_size=4))
@example(texts=['{"a": 1, "a": 2}', '{"a": ":"}'])
@example(texts=['{"a": 1, "a": 2}', r'{"a": "\u003a"}'])
@example(texts=['{"a": 12345678901234567890}'])
@example(texts=["[" * 250 + "]" * 250])
@example(texts=["[" * 251 + "]" * 251])
@example(texts=['{"a":' * 251 + "1" + "}" * 251])
def test_lines_that_are_certified_together_are_what_an_exact_reader_gives(texts: list[str]) -> None:
    try:
        values = [fast.parse(text) for text in texts]
    except ValueError:
        return
    data = ("no JSON\n" + "\n".join(texts) + "\n}").encode()
    if fast.lines_certified(data, len("no JSON\n"), len(data) - 1, values):
        assert repr(values) == repr([exact(text) for text in texts])


@pytest.mark.parametrize("depth", [250, 251])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")], ids=["arrays", "objects"])
def test_lines_are_certified_together_down_to_the_deepest_record(depth: int, opening: str, closing: str) -> None:
    text = ('{"a":' + opening * (depth - 1) + "1" + closing * (depth - 1) + "}").encode()
    assert fast.lines_certified(text, 0, len(text), [fast.parse(text)]) == (depth == 250)


@pytest.mark.parametrize(
    "value",
    [
        {"id": "INV-1", "note": 'Total : 5, "net": 4', "items": [{"n": i, "p": 1.5, "t": None} for i in range(100)]},
        {"time": "12:30", "url": "https://example.org", "ä": "\u00fc", "iban": "DE89370400440532013000"},
        {"items": [{"n": i} for i in range(1000)]},
        {"n": 2**63 - 1, "m": -(2**63), "f": 1e18, "g": 0.1 + 0.2},
    ],
    ids=["prose with colons", "colons and digits", "many brackets", "64 bits"],
)
@pytest.mark.parametrize("ascii_only", [True, False])
def test_ordinary_records_are_certified(value: dict[str, Any], ascii_only: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only).encode()
    assert fast.certified(text, [fast.parse(text)])
    array = b"[" + text + b"," + text + b"]"
    assert fast.certified(array, fast.parse(array))
    by_id = b'{"a:1": ' + text + b', "b": ' + text + b"}"
    assert fast.certified(by_id, fast.parse(by_id).values(), fast.parse(by_id))


@pytest.mark.parametrize("before", range(4))
@pytest.mark.parametrize("behind", ["}", "1}", " }", "  }", "   }"])
@pytest.mark.parametrize("number", [2**63 - 1, 2**64 - 1, 10**20])
def test_lines_with_integers_beyond_64_bits_are_not_certified_wherever_they_lie(
    before: int, behind: str, number: int
) -> None:
    data = (" " * before + '\n{"":' + str(number) + behind).encode()
    values = [fast.parse(data)]
    assert type(values[0][""]) is int or not fast.lines_certified(data, before + 1, len(data), values)
