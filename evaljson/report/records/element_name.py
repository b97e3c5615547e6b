"""Says which element of an array a value is in: by its key, or else by the first short texts in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from evaljson.base import paths
from evaljson.base.jsontypes import ABSENT
from evaljson.report.records.rows import Row, node_at
from evaljson.schema.node import SchemaNode
from evaljson.wording.values import as_text

_NAMED: Final = 2
_LONGEST: Final = 40
"""Characters of a text that may name an element."""


def element_in_words(beside: Sequence[Row], schema: SchemaNode, path: str) -> str:
    """Name the innermost element around a path: `in the element with sku A-1`; "" where nothing in it names it.

    `beside` has the other values of that element: of gold, or of the extraction where gold lacks the whole element.
    """
    around = [element for element in paths.elements_above(path) if element != path]
    if not around:
        return ""
    element = around[-1]
    lacks = all(row.gold is ABSENT for row in beside)
    values = {name: _value(row, lacks) for row in beside if (name := _own_key(row.path, element)) is not None}
    array = node_at(schema, paths.above(element)[-2])
    keys = [key for key in (() if array is None else array.align.keys) if _is_key(values.get(key))]
    names = keys or [name for name, value in values.items() if _is_name(value)][:_NAMED]
    return f"in the element with {', '.join(f'{name} {as_text(values[name])}' for name in names)}" if names else ""


def _own_key(path: str, element: str) -> str | None:
    """Return the key of a value that is directly in an element; None for one that is deeper in it."""
    return path[len(element) :].removeprefix(".") if paths.above(path)[-2] == element else None


def _value(row: Row, of_extraction: bool) -> Any:
    side = row.sides[0]
    return side.value if of_extraction and side is not None else row.gold


def _is_key(value: Any) -> bool:
    return _is_name(value) or (isinstance(value, int) and not isinstance(value, bool))


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip()) and len(value) <= _LONGEST
