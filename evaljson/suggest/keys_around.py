"""Finds the keys around whole records in an extraction."""

from __future__ import annotations

from collections import Counter

from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.document_types import SCHEMAS, schema_of
from evaljson.suggest.key_around import key_around
from evaljson.suggest.names_of_gold import Place, RenamedKey


def keys_around_records(run: RunResult, tree: SchemaNode) -> list[RenamedKey]:
    """List the keys around whole records, those of most records first."""
    starts: dict[int, Place] = {id(root): (SCHEMAS, value) for value, root in tree.schemas.items()}
    found: Counter[tuple[Place, str]] = Counter()
    among = 0
    for record in run.records:
        if record.extracted is None:
            continue
        among += 1
        root = schema_of(tree, record.gold)
        key = key_around(record.gold, record.extracted, root)
        if key is not None:
            found[starts.get(id(root), ()), key] += 1
    return [RenamedKey(place, "", "", key, count, count, count, among) for (place, key), count in found.most_common()]
