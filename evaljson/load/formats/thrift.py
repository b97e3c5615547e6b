"""Read numbers out of Thrift structures in the compact protocol, as Parquet has them; everything else is passed over.

A shape says what to take: field -> I32, I64, another shape, what is made of one, or a list with one of these. As in
Thrift itself, a field of another type than its shape says is passed over, and the last of two fields counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

I32: Final = 5
I64: Final = 6
Shape: TypeAlias = "Mapping[int, int | list[Any] | Made | Shape]"
"""Field -> what to take."""
_BITS: Final = {4: 16, I32: 32, I64: 64}
_TRUE, _FALSE, _BYTE, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = 1, 2, 3, 7, 8, 9, 10, 11, 12
_DEEPEST: Final = 32


@dataclass(frozen=True, slots=True)
class Made:
    """A structure of which something is made at once, since there may be hundreds of thousands."""

    shape: Shape
    make: Callable[[dict[int, Any]], Any]


class ThriftError(ValueError):
    """Raised for bytes that no structure begins with."""


class ThriftReader:
    """Reads structures from bytes; `at` is where it is. `most` bounds the values that it looks at."""

    def __init__(self, data: bytes, at: int, most: int) -> None:
        self._data = data
        self.at = at
        self._left = most

    def structure(self, shape: Shape, depth: int = 0) -> dict[int, Any]:
        """Return the fields of the structure here that are in its shape. Raises ThriftError."""
        if depth > _DEEPEST:
            raise ThriftError("its structures are nested too deeply")
        fields: dict[int, Any] = {}
        field = 0
        while head := self._byte():
            field = field + (head >> 4) if head >> 4 else self._number(16)
            wanted, kind = shape.get(field), head & 0xF
            value = self._value(kind, wanted, depth)
            if value is not None:
                fields[field] = value
        return fields

    def _value(self, kind: int, wanted: Any, depth: int) -> Any:
        """Return the value here if it is what is wanted; None if it is passed over."""
        self._left -= 1
        if self._left < 0:
            raise ThriftError("it has too many values")
        if kind in _BITS:
            number = self._number(_BITS[kind])
            return number if kind == wanted else None
        if kind == _STRUCT:
            if isinstance(wanted, Made):
                return wanted.make(self.structure(wanted.shape, depth + 1))
            inside = self.structure(wanted if isinstance(wanted, dict) else {}, depth + 1)
            return inside if isinstance(wanted, dict) else None
        if kind in (_LIST, _SET):
            return self._list(wanted, depth + 1)
        if kind == _BINARY:
            self._skip(self._varint())
        elif kind == _MAP:
            self._map(depth + 1)
        elif kind in (_BYTE, _DOUBLE):
            self._skip(1 if kind == _BYTE else 8)
        elif kind not in (_TRUE, _FALSE):
            raise ThriftError(f"a value is of the unknown kind {kind}")
        return None

    def _list(self, wanted: Any, depth: int) -> list[Any] | None:
        head = self._byte()
        count, kind = head >> 4, head & 0xF
        count = self._varint() if count == 15 else count
        element = wanted[0] if isinstance(wanted, list) else None
        if kind in (_TRUE, _FALSE):  # in a list, each of them is a byte
            self._skip(count)
            return None
        values = [value for _ in range(count) if (value := self._value(kind, element, depth)) is not None]
        return values if element is not None else None

    def _map(self, depth: int) -> None:
        count = self._varint()
        kinds = self._byte() if count else 0
        for _ in range(count):
            for kind in (kinds >> 4, kinds & 0xF):
                self._skip(1) if kind in (_TRUE, _FALSE) else self._value(kind, None, depth)

    def _skip(self, count: int) -> None:
        self.at += count
        if self.at > len(self._data):
            raise ThriftError("it breaks off")

    def _byte(self) -> int:
        self._skip(1)
        return self._data[self.at - 1]

    def _varint(self) -> int:
        value = 0
        for shift in range(0, 70, 7):
            byte = self._byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
        raise ThriftError("a number has too many bytes")

    def _number(self, bits: int) -> int:
        value = self._varint()
        if value >> bits:
            raise ThriftError(f"a number has more than {bits} bits")
        return (value >> 1) ^ -(value & 1)
