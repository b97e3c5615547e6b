"""Removes from many texts at once what does not count for `normalized`.

ASCII texts are joined into one, with a byte behind each of them that no rule touches: then a rule is a few calls for
all of them. What a rule does to a text depends on that text alone, so the parts of the result are what each text
becomes by itself. All other texts go one by one through a function that does the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

import numpy as np

from evaljson.base.arrays import AnyInts
from evaljson.transforms.ascii_marks import END, Bytes, without_marks

_END: Final = chr(END)
_SPACE: Final = ord(" ")
_MANY: Final = 10_000
"""Texts from which on it is worth to import pyarrow."""

FoldOne = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Ignored:
    """What does not count in ASCII texts, which have no accents."""

    case: bool
    whitespace: bool
    punctuation: bool


def folded_codes(texts: Sequence[str], ignored: Ignored, fold_one: FoldOne) -> AnyInts:
    """Return numbers that are equal where `fold_one`, which ignores the same, makes equal texts of two."""
    joined = _folded(texts, ignored, fold_one)
    if joined is None:
        return _first_places([fold_one(text) for text in texts])
    if len(texts) < _MANY:
        return _first_places(joined.split(_END.encode())[:-1])
    return _dictionary_codes(joined, len(texts))


def _first_places(keys: Sequence[str | bytes]) -> AnyInts:
    places: dict[str | bytes, int] = {}
    return np.fromiter(map(places.setdefault, keys, count()), np.intp, len(keys))


def _dictionary_codes(joined: bytes, texts: int) -> AnyInts:
    """Return a code for each text. Arrow sees them where they are: no text of Python is made of any."""
    import pyarrow as pa  # here, because it takes long to import

    starts = np.zeros(texts + 1, np.int64)
    starts[1:] = np.flatnonzero(np.frombuffer(joined, np.uint8) == END) + 1
    buffers = [None, pa.py_buffer(starts), pa.py_buffer(joined)]
    column = pa.Array.from_buffers(pa.large_binary(), texts, buffers)
    codes: AnyInts = column.dictionary_encode().indices.to_numpy()
    return codes


def _folded(texts: Sequence[str], ignored: Ignored, fold_one: FoldOne) -> bytes | None:
    """Return the folded texts, each with `_END` behind it; None where one holds that itself."""
    joined = _joined(texts)
    if joined is None:
        return None
    if joined.isascii():
        return _folded_ascii(joined, ignored)
    plain = [text for text in texts if text.isascii()]
    folded = _folded_ascii(_joined(plain) or b"", ignored)
    next_plain = iter(_apart(folded))
    return _joined([next(next_plain) if text.isascii() else fold_one(text) for text in texts])


def _joined(texts: Sequence[str]) -> bytes | None:
    joined = _END.join([*texts, ""])
    return joined.encode("utf-8", "surrogatepass") if joined.count(_END) == len(texts) else None


def _apart(joined: bytes) -> list[str]:
    return joined.decode("ascii").split(_END)[:-1]


def _folded_ascii(joined: bytes, ignored: Ignored) -> bytes:
    data = np.frombuffer(joined.translate(_table(ignored)), np.uint8)
    if ignored.punctuation:
        data = without_marks(data)
    return (_single_spaces(data) if ignored.whitespace else data).tobytes()


def _table(ignored: Ignored) -> bytes:
    """Return what becomes of each byte: a small letter of a capital one, a space of all white space."""
    texts = map(chr, range(128))
    ascii_part = (
        " " if ignored.whitespace and text.isspace() else text.lower() if ignored.case else text for text in texts
    )
    return "".join(ascii_part).encode("ascii") + bytes(range(128, 256))


def _single_spaces(data: Bytes) -> Bytes:
    """Leave single spaces, and none at the ends of a text."""
    is_space, is_end = data == _SPACE, data == END
    follows = np.ones(len(data), np.bool_)
    follows[1:] = (is_space | is_end)[:-1]
    kept = ~(is_space & follows)  # the first space of each run is left, unless a text begins with it
    if not kept.all():
        data = data[kept]
        is_space, is_end = data == _SPACE, data == END
    kept = np.ones(len(data), np.bool_)
    kept[:-1] = ~(is_space[:-1] & is_end[1:])
    return data if kept.all() else data[kept]
