"""Parquet files that are small and stand for much, and files whose list at the end lies."""

import io
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq


def written(columns: dict[str, Any], **options: Any) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table(columns), out, **options)
    return out.getvalue()


def varint(number: int, width: int = 0) -> bytes:
    """A number as Thrift writes it, in at least so many bytes."""
    left, digits = (2 * number) ^ (number >> 63), []
    while left or not digits or len(digits) < width:
        digits.append(left & 0x7F | 0x80)
        left >>= 7
    digits[-1] &= 0x7F
    return bytes(digits)


def with_lie(data: bytes, truth: int, lie: int) -> bytes:
    """The file, with another number in the list at its end wherever that said `truth`."""
    size = int.from_bytes(data[-8:-4], "little")
    begin, end = data[: -8 - size], data[-8 - size :]
    told = varint(truth)
    assert told in end
    return begin + end.replace(told, varint(lie, len(told)))


def nulls(count: int) -> bytes:
    return written({"a": pa.nulls(count, pa.int64())}, row_group_size=count)


def zeros(count: int) -> bytes:
    return written({"a": np.zeros(count, dtype=np.int64)}, compression="zstd")


def one_list(count: int) -> bytes:
    """One row with a list of zeros."""
    offsets = pa.array([0, count], pa.int32())
    values = pa.array(np.zeros(count, dtype=np.int64))
    return written({"a": pa.ListArray.from_arrays(offsets, values)}, compression="zstd", write_statistics=False)


def one_list_that_lies(count: int) -> bytes:
    return with_lie(one_list(count), count, 1)


def one_text(length: int, times: int = 900) -> bytes:
    """The same text in every row: the file has it once."""
    return written({"a": ["x" * length] * times})


def one_text_in_lists(length: int, times: int = 900) -> bytes:
    return written({"a": [["x" * length] * times]})


def one_text_in_maps(length: int, times: int = 900) -> bytes:
    rows = [[("k", "x" * length)]] * times
    return written({"a": pa.array(rows, pa.map_(pa.string(), pa.string()))})


def one_text_of_fixed_width(length: int, times: int = 900) -> bytes:
    return written({"a": pa.array([b"x" * length] * times, pa.binary(length))}, write_statistics=False)


def texts_that_share_their_beginning(length: int, times: int = 900) -> bytes:
    """Each text is written as what differs from the one before."""
    texts = ["x" * length + str(i) for i in range(times)]
    return written(
        {"a": texts}, use_dictionary=False, column_encoding={"a": "DELTA_BYTE_ARRAY"}, write_statistics=False
    )


def lists_of_texts_that_share_their_beginning(length: int, times: int = 900) -> bytes:
    texts = [["x" * length + str(i) for i in range(times)]]
    encoding = {"a.list.element": "DELTA_BYTE_ARRAY"}
    return written({"a": texts}, use_dictionary=False, column_encoding=encoding, write_statistics=False)


def long_text_that_lies(length: int) -> bytes:
    """A file that says that its text takes almost no bytes."""
    data = written({"a": ["x" * length]}, use_dictionary=False, compression="zstd", write_statistics=False)
    return with_lie(data, pq.read_metadata(pa.BufferReader(data)).row_group(0).column(0).total_uncompressed_size, 100)


def deep_structs(rows: int, levels: int = 80) -> bytes:
    """One number in each row, in structures inside each other."""
    kind = pa.int8()
    for _ in range(levels):
        kind = pa.struct([("a", kind)])
    column = pa.array(np.zeros(rows, dtype=np.int8))
    for _ in range(levels):
        column = pa.StructArray.from_arrays([column], ["a"])
    return written({"a": column}, compression="zstd")


def wide(columns: int) -> bytes:
    return written({f"c{i}": [1] for i in range(columns)})


def many_row_groups(count: int, columns: int = 100) -> bytes:
    table = pa.table({f"c{i}": [1] for i in range(columns)})
    out = io.BytesIO()
    with pq.ParquetWriter(out, table.schema, write_statistics=False, compression="none") as writer:
        for _ in range(count):
            writer.write_table(table)
    return out.getvalue()
