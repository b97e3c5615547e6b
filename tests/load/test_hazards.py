"""Values that JSON readers lose, bend or die of: accepted exactly, or refused with the reason."""

from __future__ import annotations

import gc
import math
import sys
from typing import Any

import pytest

from evaljson.load import LoadedRecords, read_records
from evaljson.load.json.exact import MAX_DEPTH, ExactParser, Flaw

SHAPES = {
    "a line": b'{"ok": 1}\n%s\n{"ok": 2}\n',
    "an element": b'[{"ok": 1},\n%s,\n{"ok": 2}]',
    "an element of an envelope": b'{"records": [{"ok": 1},\n%s,\n{"ok": 2}]}',
    "a record by id": b'{"x": {"ok": 1},\n"y": %s,\n"z": {"ok": 2}}',
}
OK = [{"ok": 1}, {"ok": 2}]

in_every_shape = pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES.keys())


def read(shape: bytes, value: bytes) -> LoadedRecords:
    """`value` under the key "v" of the second of three records."""
    return read_records(shape.replace(b"%s", b'{"v": ' + value + b"}"), repeated_keys="refuse")


def nested(levels: int, opening: bytes = b"[", closing: bytes = b"]") -> bytes:
    return opening * levels + b"1" * (opening != b"[") + closing * levels


def deep_object(levels: int) -> bytes:
    return nested(levels, b'{"k":', b"}")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Infinity", math.inf),
        ("-Infinity", -math.inf),
        ("18446744073709551615", 2**64 - 1),
        ("18446744073709551616", 2**64),
        ("-9223372036854775808", -(2**63)),
        ("-9223372036854775809", -(2**63) - 1),
        ("9223372036854775808.0", 2.0**63),
        ("123456789012345678901234567890", 123456789012345678901234567890),
        ("1" + "0" * 400, 10**400),
        ("-" + "7" * 4300, -int("7" * 4300)),
        ("1e308", 1e308),
        ("-0.0", -0.0),
        ("1e19", 1e19),
        ("0.1234567890123456789012345", 0.1234567890123456789012345),
        (r'"\ud800"', "\ud800"),
        (r'"\udc00 \ud83d"', "\udc00 \ud83d"),
        (r'"\ud83d\ude00"', "\U0001f600"),
        (r'"\u0000\u001f"', "\x00\x1f"),
        ('"\x7f\u2028\u2029\x85"', "\x7f\u2028\u2029\x85"),
        (r'{"\u003a": ":\u003A", "": " :"}', {":": "::", "": " :"}),
        ('{"A": 1, "a": 2, "\u00c4": 3, "A\u0308": 4}', {"A": 1, "a": 2, "\u00c4": 3, "A\u0308": 4}),
        ('"DE89370400440532013000"', "DE89370400440532013000"),
    ],
    ids=lambda value: ascii(value)[:40],
)
@in_every_shape
def test_a_value_is_accepted_exactly(shape: bytes, text: str, value: Any) -> None:
    loaded = read(shape, text.encode())
    assert repr(loaded.records) == repr([OK[0], {"v": value}, OK[1]])
    assert all(problem.severity == "warning" for problem in loaded.problems)


@in_every_shape
def test_nan_is_accepted(shape: bytes) -> None:
    record = read(shape, b"NaN").records[1]
    assert record is not None
    assert math.isnan(record["v"])


@pytest.mark.parametrize(
    ("value", "path", "message"),
    [
        (b'{"a": 1, "b": 2, "a": 1}', "v.a", "this key appears 2 times in one object"),
        (rb'{"a": 1, "\u0061": 2}', "v.a", "this key appears 2 times"),
        (b'[0, {"": 1, "": 2, "": 3}]', "v[1]['']", "this key appears 3 times"),
        (b'{"a": {"b": 1}, "a": {"b": 1}}', "v.a", "this key appears 2 times"),
        (b'{"a": ":", "a": "::"}', "v.a", "this key appears 2 times"),
        (rb'{"a": 1, "a": "\u003a"}', "v.a", "this key appears 2 times"),
        (b'[{"x": 1, "x": 1}, {"y": 1, "y": 1}, 1e999]', "v[0].x", r"2 times .* \(2 more like it in this record\.\)"),
        (b"1e999", "v", "1e999 is too large for a floating-point number; make it a string"),
        (b"[1, -1e400]", "v[1]", "-1e400 is too large"),
        (b"9" * 4301, "v", "an integer of 4,301 digits, too long to read exactly; make it a string"),
        (b"-" + b"9" * 100_000, "v", "an integer of 100,000 digits"),
        (nested(MAX_DEPTH), "", r"nested 251 levels deep, at most 250; flatten it\."),
        (deep_object(MAX_DEPTH), "", "nested 251 levels deep"),
        (nested(1_000), "", "nested 1,001 levels deep"),
        (nested(10_000), "", "nested 10,001 levels deep"),
        (deep_object(10_000), "", "nested 10,001 levels deep"),
        (nested(100_000), "", "nested 100,001 levels deep"),
        (deep_object(100_000), "", "nested 100,001 levels deep"),
        (rb'[{"]": "\"}]"}, ' + nested(10_000) + b"]", "", "nested 10,002 levels deep"),
    ],
    ids=lambda value: ascii(value)[:40],
)
@in_every_shape
def test_a_value_is_refused_with_the_reason(shape: bytes, value: bytes, path: str, message: str) -> None:
    loaded = read(shape, value)
    assert loaded.records == OK
    assert (loaded.n_read, loaded.n_refused) == (2, 1)
    (problem,) = [problem for problem in loaded.problems if problem.severity == "error"]
    assert problem.line == 2
    assert problem.path.endswith(path)
    with pytest.raises(ValueError, match=message):
        raise ValueError(problem.message)


@pytest.mark.parametrize("value", [nested(MAX_DEPTH - 1), deep_object(MAX_DEPTH - 1)], ids=["arrays", "objects"])
@in_every_shape
def test_the_deepest_record_that_is_allowed_is_read(shape: bytes, value: bytes) -> None:
    loaded = read(shape, value)
    assert loaded.n_read == 3
    assert loaded.n_refused == 0


def test_many_brackets_side_by_side_are_not_deep() -> None:
    assert read_records(b'[{"v": [' + b"[[]]," * 1000 + b"[]]}]").n_read == 1


@pytest.mark.parametrize("text", [b"[" * 100_000, b'{"a":' * 100_000, b'[{"a": ' + b"[" * 100_000 + b'"'])
def test_brackets_that_never_close_are_refused(text: bytes) -> None:
    loaded = read_records(text)
    assert loaded.records == []
    assert loaded.n_refused == 1
    assert any("levels deep" in problem.message or "breaks off" in problem.message for problem in loaded.problems)


@pytest.mark.parametrize("value", [b'"a\tb"', b'"a\x00b"', b'"a\x1fb"'], ids=["a tab", "a NUL", "a unit separator"])
def test_a_control_character_in_a_string_is_no_json(value: bytes) -> None:
    loaded = read(SHAPES["a line"], value)
    assert loaded.records == OK
    assert loaded.problems[0].line == 2
    assert "invalid control character" in loaded.problems[0].message


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["without a mark", "after a mark"])
@pytest.mark.parametrize(
    ("stray", "shown"),
    [(b"\xe9", "0xe9"), (b"\xed\xa0\x80", "0xed"), (b"\xc3", "0xc3"), (b"\xf4\x90\x80\x80", "0xf4")],
    ids=["latin-1", "a surrogate", "half a character", "beyond Unicode"],
)
@in_every_shape
def test_a_byte_that_is_no_utf8_is_reported_with_its_offset(
    shape: bytes, stray: bytes, shown: str, mark: bytes
) -> None:
    text = mark + shape.replace(b"%s", '{"ä": "'.encode() + stray + b'"}')
    loaded = read_records(text)
    assert loaded.records == OK
    (problem,) = [problem for problem in loaded.problems if problem.severity == "error"]
    offset = text.index(b'"' + stray + b'"') + 1
    assert problem.message.startswith(f"byte {offset} ({shown}) is not UTF-8")
    assert problem.line == 2


def test_many_bad_bytes_all_have_their_offsets() -> None:
    text = b"[" + b'{"a": "\xe4"},' * 500 + b'{"a": 1}]'
    loaded = read_records(text)
    assert loaded.n_refused == 500
    assert [problem.message.split()[1] for problem in loaded.problems] == [f"{8 + 11 * i:,}" for i in range(500)]


def test_a_lower_limit_of_the_process_on_digits_is_a_refusal_too() -> None:
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(1000)
    try:
        value, _ = ExactParser().value_at("1" * 2000, 0)
    finally:
        sys.set_int_max_str_digits(limit)
    assert isinstance(value, Flaw)
    assert value.message == "an integer of 2,000 digits, too long to read exactly; make it a string."


def test_a_caller_deep_in_the_stack_gets_a_refusal_and_no_recursion_error() -> None:
    text = (b'{"a": NaN, "v": ' + nested(200) + b"}").decode()
    parser = ExactParser()

    def sink(frames: int) -> Any:
        return sink(frames - 1) if frames else parser.value_at(text, 0)[0]

    try:
        found = [sink(frames) for frames in range(0, sys.getrecursionlimit(), 50)]
    except RecursionError:  # the stack ended in `sink` itself
        found = [sink(0)]
    assert all(isinstance(value, Flaw | dict) for value in found)


@pytest.mark.parametrize("enabled", [True, False])
@pytest.mark.parametrize("text", [b"[{}]", b"[{", b"nothing"])
def test_garbage_collection_is_left_as_it_was(enabled: bool, text: bytes) -> None:
    was_enabled = gc.isenabled()
    try:
        (gc.enable if enabled else gc.disable)()
        try:
            read_records(text)
        except ValueError:
            assert text == b"nothing"
        assert gc.isenabled() == enabled
    finally:
        (gc.enable if was_enabled else gc.disable)()
