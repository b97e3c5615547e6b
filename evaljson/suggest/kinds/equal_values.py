"""Equal values that `numeric` takes for wrong because it cannot read them: "<14.5" on both sides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from evaljson.base.jsontypes import strict_key
from evaljson.schema.node import SchemaNode
from evaljson.suggest.edit import Edit
from evaljson.suggest.proposal import Proposal
from evaljson.suggest.wrong_pairs import Field, counted

TITLES: Final = {"equal_values": "Count equal values as right"}
_STRICT: Final = "numeric"
"""The one comparator under which what it cannot read is wrong whatever the other side has."""


def equal_too(node: SchemaNode) -> Edit | None:
    """Return the setting under which equal values are right too; None where they are already, or never."""
    now = node.comparator
    if now is None or now.name != _STRICT:
        return None
    current: Any = {now.name: dict(now.params)} if now.params else now.name
    return Edit(node.path, compare="either", params={"of": ["exact", current]})


def equal_but_unread(fld: Field) -> Iterator[Proposal]:
    """Propose `either` of `exact` and `numeric` where equal values count as wrong."""
    edit = equal_too(fld.node)
    pairs = [
        pair for pair in fld.mismatches if pair.gold is not None and strict_key(pair.gold) == strict_key(pair.extracted)
    ]
    if edit is None or not pairs:
        return
    of = counted(fld.mismatches)
    sentence = f"In {fld.path}, {counted(pairs):,} of {of:,} mismatches are equal values that are no numbers"
    why = "Whatever else is right stays right, and no values that differ become right"
    yield Proposal("equal_values", edit, sentence, "Counting equal values as right", tuple(pairs), of, "low", why)
