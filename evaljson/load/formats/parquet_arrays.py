"""Arrays of pyarrow as Python values, with texts that stand in many places kept once."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pyarrow.compute as pc


def decoded_bytes(array: Any) -> int:
    """Return the bytes that the values of an array take, each text as often as it is there."""
    kind = array.type
    if pa.types.is_dictionary(kind):
        lengths = pc.take(pc.binary_length(array.dictionary), array.indices)
        return 4 * len(array) + (pc.sum(lengths).as_py() or 0)
    if pa.types.is_struct(kind):
        return sum(decoded_bytes(array.field(i)) for i in range(kind.num_fields))
    if pa.types.is_map(kind):
        first, last = array.offsets[0].as_py(), array.offsets[-1].as_py()
        inside = [entries.slice(first, last - first) for entries in (array.keys, array.items)]
        return 4 * len(array) + sum(map(decoded_bytes, inside))
    if pa.types.is_nested(kind):
        return 4 * len(array) + decoded_bytes(array.flatten())
    return int(array.nbytes)


def python_values(array: Any) -> list[Any]:
    """List the values of an array. A text of a column's dictionary is one object, however often it is there."""
    if not pa.types.is_dictionary(array.type):
        return list(array.to_pylist())
    used = pc.unique(array.indices).drop_null()
    texts = dict(zip(used.to_pylist(), array.dictionary.take(used).to_pylist(), strict=True))
    return [None if index is None else texts[index] for index in array.indices.to_pylist()]
