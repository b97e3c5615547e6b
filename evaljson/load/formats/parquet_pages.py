"""What the columns of a Parquet file hold, by the headers of their pages, which bind a reader: its list may lie.

A file of 640 bytes can hold a list of two billion zeros, and say that it holds one. pyarrow does not show the headers
of pages, and what it shows of columns ends the process if the file is damaged, so the list is read here too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from evaljson.load.formats.thrift import I32, I64, Made, Shape, ThriftError, ThriftReader

# The numbers of the fields are those of Parquet's parquet.thrift.
_ROW_GROUPS, _COLUMNS, _META = 4, 1, 3
_VALUES, _DATA_PAGE, _DICTIONARY_PAGE = 5, 9, 11
_UNPACKED, _PACKED, _PAGE_V1, _PAGE_V2 = 2, 3, 5, 8
_IN_PAGE: Final = 1
_ENCODING_V1, _ENCODING_V2 = 2, 4
_PAGE: Final[Shape] = {
    _UNPACKED: I32, _PACKED: I32, _PAGE_V1: {_IN_PAGE: I32, _ENCODING_V1: I32},
    _PAGE_V2: {_IN_PAGE: I32, _ENCODING_V2: I32},
}  # fmt: skip
_MOST_PAGES: Final = 1_000_000
_MOST_IN_HEADER: Final = 1000
"""Values of one page header; 20 are usual."""


@dataclass(frozen=True, slots=True)
class ChunkPlace:
    """Where the pages of one column in one row group begin."""

    at: int
    values: int
    """Values and nulls: a reader ends behind the page that has the last."""


@dataclass(frozen=True, slots=True)
class PageSize:
    """How much a page holds."""

    values: int
    """Values and nulls; 0 in a dictionary."""
    unpacked: int
    """Bytes."""
    encoding: int
    """How the values are written, by Parquet's numbers; -1 for a dictionary."""


def chunk_places(data: bytes) -> list[list[ChunkPlace]]:
    """List the columns of each row group. Raises ThriftError for a file whose list cannot be read."""
    size = int.from_bytes(data[-8:-4], "little")
    footer = ThriftReader(data, max(len(data) - 8 - size, 0), most=size).structure(_FOOTER)
    return [group.get(_COLUMNS, []) for group in footer.get(_ROW_GROUPS, [])]


def _place(column: dict[int, Any]) -> ChunkPlace:
    meta = column.get(_META, {})
    values, at, dictionary = (meta.get(field, 0) for field in (_VALUES, _DATA_PAGE, _DICTIONARY_PAGE))
    return ChunkPlace(dictionary if 0 < dictionary < at else at, values)


_COLUMN: Final = Made({_META: {_VALUES: I64, _DATA_PAGE: I64, _DICTIONARY_PAGE: I64}}, _place)
_FOOTER: Final[Shape] = {_ROW_GROUPS: [{_COLUMNS: [_COLUMN]}]}


def page_sizes(data: bytes, chunk: ChunkPlace) -> Iterator[PageSize]:
    """Yield the sizes of the pages of a column, in the order of the file. Raises ThriftError for damaged headers."""
    at, seen, pages = chunk.at, 0, 0
    while seen < chunk.values:
        if not 0 <= at < len(data) or pages == _MOST_PAGES:
            raise ThriftError("its pages do not hold the values that it lists")
        reader = ThriftReader(data, at, most=_MOST_IN_HEADER)
        header = reader.structure(_PAGE)
        page = header.get(_PAGE_V1) or header.get(_PAGE_V2) or {}
        values, unpacked = page.get(_IN_PAGE, 0), header.get(_UNPACKED, -1)
        packed = header.get(_PACKED, -1)
        if min(values, unpacked, packed) < 0:
            raise ThriftError("a page says what cannot be")
        encoding = header[_PAGE_V1].get(_ENCODING_V1, -1) if _PAGE_V1 in header else page.get(_ENCODING_V2, -1)
        yield PageSize(values, unpacked, encoding)
        at, seen, pages = reader.at + packed, seen + values, pages + 1
