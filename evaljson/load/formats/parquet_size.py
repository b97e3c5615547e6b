"""How much a Parquet file holds, before any of it is decoded, and how it can be decoded within the limits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from evaljson.base.errors import LoadError
from evaljson.base.limits import DEFAULTS
from evaljson.load.allowance import SourceAllowance
from evaljson.load.byte_limit import ByteLimit
from evaljson.load.formats.parquet_pages import ChunkPlace, chunk_places, page_sizes

_END_AND_BEGIN: Final = b"PAR1PAR1"
"""The last bytes of a file, and the first ones of another."""
_ROWS: Final = 4096
_BATCH_BYTES: Final = 2**26
_DELTA: Final = 7
"""The encoding in which each text is what differs from the one before."""
_DICTIONARIES: Final = frozenset({2, 8})
"""The encodings in which each value is a place in a dictionary."""
_TEXTS: Final = frozenset({"NONE", "UNDEFINED", "STRING", "ENUM", "JSON", "BSON"})


@dataclass(slots=True)
class _Leaf:
    """A column of plain values, maybe inside of others: what all row groups hold of it."""

    path: str
    width: int
    """Bytes of each value if all have the same; else 0."""
    is_text: bool
    is_in_list: bool
    is_inside: bool
    """Whether it is in a list or a structure."""
    values: int = 0
    largest: int = 0
    """Bytes of the largest chunk, unpacked."""
    encodings: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class ParquetPlan:
    """How a file can be read: memory then grows with what it holds, not with what it stands for."""

    rows: int
    """Rows at a time."""
    dictionaries: list[str]
    """Columns whose texts are kept once each, as in the file."""
    groups: list[list[int]]
    """Row groups to read together: texts inside of lists and structures are kept once within one group only."""


def check_footer(data: bytes, name: str) -> None:
    """Raise LoadError if the list at the end of a file is too large to be read."""
    size = int.from_bytes(data[-8:-4], "little")
    if size > DEFAULTS.parquet_footer:
        raise LoadError(f"{name}: {DEFAULTS.says('parquet_footer', seen=size)}")


def holds_another(data: bytes) -> bool:
    """Check whether a whole Parquet file stands before the one that the list at the end describes."""
    end = data.find(_END_AND_BEGIN)
    listed = int.from_bytes(data[max(0, end - 4) : max(0, end)], "little")
    return 0 < listed < end - 4


def plan_of(data: bytes, metadata: Any, arrow: Any, allowance: SourceAllowance, limit: ByteLimit) -> ParquetPlan:
    """Return how to read a file. Raises LoadError if it holds more than may be read, ThriftError if it is damaged.

    `metadata` and `arrow` are what pyarrow says of the file and of its schema.
    """
    name, limits = allowance.name, allowance.limits
    columns = max(metadata.num_columns, len(arrow))
    if columns > limits.columns:
        raise LoadError(f"{name}: {limits.says('columns', seen=columns)}")
    allowance.check_records(metadata.num_rows)
    leaves = [_leaf(metadata.schema.column(i)) for i in range(metadata.num_columns)]
    groups = chunk_places(data)
    unpacked = _add_chunks(data, groups, leaves, allowance, limit)
    counts = iter([leaf.values for leaf in leaves])
    allowance.spend_values(sum(_values(field.type, counts, metadata.num_rows)[1] for field in arrow))
    limit.check(unpacked + sum(leaf.values * leaf.width for leaf in leaves), name)
    delta = [leaf for leaf in leaves if leaf.is_text and _DELTA in leaf.encodings]
    limit.check(sum(leaf.values * leaf.largest for leaf in delta if leaf.is_in_list), name)
    largest = max((leaf.largest for leaf in delta), default=1)
    rows = max(1, min(_ROWS, min(_BATCH_BYTES, limit.most) // max(largest, 1)))
    repeated = [leaf for leaf in leaves if leaf.is_text and leaf.encodings & _DICTIONARIES and leaf not in delta]
    inside = [leaf for leaf in repeated if leaf.is_inside and leaf.values * leaf.largest > limit.most]
    kept = [leaf.path for leaf in repeated if not leaf.is_inside or leaf in inside]
    numbers = list(range(len(groups)))
    return ParquetPlan(rows, kept, [[number] for number in numbers] if inside else [numbers])


def _leaf(column: Any) -> _Leaf:
    width = column.length if column.physical_type == "FIXED_LEN_BYTE_ARRAY" else 0
    is_text = column.physical_type == "BYTE_ARRAY" and column.logical_type.type in _TEXTS
    inside = column.max_repetition_level > 0 or column.path != column.name
    return _Leaf(column.path, max(width or 0, 0), is_text, column.max_repetition_level > 0, inside)


def _add_chunks(
    data: bytes, groups: list[list[ChunkPlace]], leaves: list[_Leaf], allowance: SourceAllowance, limit: ByteLimit
) -> int:
    """Add up what the chunks hold, and return their bytes, unpacked. Raises LoadError, and ThriftError."""
    total = 0
    for group in groups:
        for leaf, chunk in zip(leaves, group, strict=True):
            size = 0
            for page in page_sizes(data, chunk):
                leaf.values += page.values
                leaf.encodings.add(page.encoding)
                size += page.unpacked
                allowance.check_values(leaf.values)
                limit.check(total + size, allowance.name)
            total += size
            leaf.largest = max(leaf.largest, size)
    return total


def _values(kind: Any, leaves: Iterator[int], outermost: int | None = None) -> tuple[int, int]:
    """Return how many values there may be of a type at most, and with all that is inside them.

    `outermost` is their number if it is known. The elements of lists are as many as the leaf has values.
    """
    if not kind.num_fields:
        count = next(leaves, 0)
        return count, count
    inside = [_values(kind.field(i).type, leaves) for i in range(kind.num_fields)]
    most = max(count for count, _ in inside)
    return most, sum(total for _, total in inside) + (most if outermost is None else outermost)
