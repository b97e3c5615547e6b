"""The weights of results under another schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from evaljson.base.arrays import Codes, Floats
from evaljson.base.paths import is_below
from evaljson.schema.node import SchemaNode


def weights_under(
    root: SchemaNode, roots: Sequence[SchemaNode] | None, fields: Sequence[str], field: Codes, record: Codes
) -> Floats:
    """Return the weight of each row, by the number of its field and of its record.

    `roots` has the schema of each record, if there are several. A key that a schema lacks has the weight of the object
    that holds it.
    """
    if roots is None:
        return _by_field(root, fields)[field]
    weights = np.zeros(len(field))
    distinct = {id(record_root): record_root for record_root in roots}
    numbers = {key: number for number, key in enumerate(distinct)}
    of_record = np.array([numbers[id(record_root)] for record_root in roots], np.int32)
    for key, record_root in distinct.items():
        of_root = of_record[record] == numbers[key]
        weights[of_root] = _by_field(record_root, fields)[field[of_root]]
    return weights


def _by_field(root: SchemaNode, fields: Sequence[str]) -> Floats:
    known = {node.path: node.total_weight for node in root.walk()}
    return np.array([known[path] if path in known else _of_holder(path, known) for path in fields], np.float64)


def _of_holder(path: str, known: Mapping[str, float]) -> float:
    """Return the weight of the innermost node around a path that the schema lacks."""
    return known[max((holder for holder in known if is_below(path, holder)), key=len)]
