"""Gold that its own `oneof` does not list: right answers would count as wrong there."""

from __future__ import annotations

from typing import Any

from evaljson.base.jsontypes import ABSENT, strict_key
from evaljson.comparators.oneof import value_key
from evaljson.schema.compared_value import compared_value
from evaljson.schema.gold.value_columns import Column
from evaljson.schema.node import SchemaNode


def unlisted_rows(node: SchemaNode, column: Column) -> list[int]:
    """Find rows of gold values that the node's `oneof` would not accept; none for other comparators.

    Both sides go through the node's transforms. What counts as a missing key by the null policy need not be listed.
    """
    if node.comparator is None or node.comparator.name != "oneof":
        return []
    listed = {value_key(compared_value(node, value)) for value in node.comparator.params["values"]}
    absent = {strict_key(value) for value in node.nulls.absent} if node.nulls else set()
    accepted: dict[Any, bool] = {}
    rows = []
    for row, value in enumerate(column.values):
        key = strict_key(value)
        if key not in accepted:
            compared = compared_value(node, value)
            accepted[key] = value is ABSENT or value_key(compared) in listed or strict_key(compared) in absent
        if not accepted[key]:
            rows.append(row)
    return rows
