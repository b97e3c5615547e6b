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
    numbers = {
        id(root_of_type): number
        for number, root_of_type in enumerate({id(root_of_type): root_of_type for root_of_type in roots}.values())
    }
    of_record = np.array([numbers[id(root_of_type)] for root_of_type in roots], np.int32)
    for number, root_of_type in enumerate({id(root_of_type): root_of_type for root_of_type in roots}.values()):
        mine = of_record[record] == number
        weights[mine] = _by_field(root_of_type, fields)[field[mine]]
    return weights


def _by_field(root: SchemaNode, fields: Sequence[str]) -> Floats:
    known = {node.path: node.total_weight for node in root.walk()}
    return np.array([known[path] if path in known else _of_holder(path, known) for path in fields], np.float64)


def _of_holder(path: str, known: Mapping[str, float]) -> float:
    """Return the weight of the innermost node around a path that the schema lacks."""
    return known[max((one for one in known if is_below(path, one)), key=len)]
