"""Thrift's compact protocol: numbers that are asked for come out, everything else is passed over."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.load.formats.thrift import I32, I64, ThriftError, ThriftReader
from tests.hostile.parquet import varint
from tests.profiles import examples

# Fields 1 to 9: an i32, true, a byte, a double, a binary, a list of structures, a map, a list of booleans, an i64.
PARTS = [
    b"\x15" + varint(300),
    b"\x11",
    b"\x13\x07",
    b"\x17" + bytes(8),
    b"\x18\x03abc",
    b"\x19\x2c" + (b"\x15" + varint(1) + b"\x00") + (b"\x15" + varint(-2) + b"\x00"),
    b"\x1b\x01\x85" + b"\x01x" + varint(4),
    b"\x19\x31\x01\x02\x01",
    b"\x16" + varint(2**40),
]
WHOLE = b"".join(PARTS) + b"\x00"


def read(data: bytes, shape: Any) -> dict[int, Any]:
    return ThriftReader(data, 0, most=500).structure(shape)


def test_what_is_asked_for_is_read() -> None:
    assert read(WHOLE, {1: I32, 6: [{1: I32}], 9: I64}) == {1: 300, 6: [{1: 1}, {1: -2}], 9: 2**40}


@pytest.mark.parametrize("shape", [{}, {1: I64}, {2: I32}, {5: I32}, {6: [I32]}, {7: [I32]}, {9: I32}, {1: {1: I32}}])
def test_what_has_another_type_is_passed_over(shape: Any) -> None:
    assert read(WHOLE, shape) in ({}, {6: []})


def test_a_field_may_name_its_number_and_the_last_of_two_counts() -> None:
    assert read(b"\x05" + varint(40) + varint(1) + b"\x05" + varint(40) + varint(2) + b"\x00", {40: I32}) == {40: 2}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b"\x15", "breaks off", id="cut"),
        pytest.param(b"\x18\xff\xff\xff\xff\x0f", "breaks off", id="a text beyond the end"),
        pytest.param(b"\x1c" * 40, "nested too deeply", id="deep"),
        pytest.param(b"\x19\x1c\x19" * 40, "nested too deeply", id="deep lists"),
        pytest.param(b"\x1d\x00", "unknown kind 13", id="unknown kind"),
        pytest.param(b"\x16" + b"\xff" * 11, "too many bytes", id="endless number"),
        pytest.param(b"\x19\xf5\xff\x7f" + b"\0" * 2000, "too many values", id="long list"),
        pytest.param(b"\x15" + varint(2**40) + b"\x00", "more than 32 bits", id="large number"),
    ],
)
def test_what_is_no_structure_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(ThriftError, match=message):
        read(data, {1: I32})


@examples(300)
@given(st.binary(max_size=60))
def test_any_bytes_are_a_structure_or_refused(data: bytes) -> None:
    try:
        assert isinstance(read(data, {1: I32, 2: [{1: I64}], 3: {1: [I32]}}), dict)
    except ThriftError:
        return
