"""Places where gold lists acceptable values and the extraction gives one: the one fault that reads as all wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evaljson.results.model import RunResult
from evaljson.results.run import score_pairs
from evaljson.schema.node import SchemaNode
from evaljson.suggest.edit import Edit
from evaljson.suggest.faults import counted, fields_of, gather
from evaljson.suggest.shapes import lists_of_acceptable

_SHAPE, _ARRAY = "shape", "gold has an array"
"""What a run says where gold has a list and the extraction none: without it, nothing is looked at."""


@dataclass(frozen=True, slots=True)
class AcceptableList:
    """One such place."""

    path: str
    edit: Edit
    """`any_of`, with what the values need to be told equal."""
    explained: int
    """Wrong results that would be right, over all runs."""
    of: int
    gold: Any
    """Of one of them."""
    extracted: Any


def acceptable_lists(runs: Mapping[str, RunResult], tree: SchemaNode) -> list[AcceptableList]:
    """In schema order. Only the fields in question are scored again, and only if a run complains of their shape."""
    paths = frozenset(
        one.path
        for run in runs.values()
        for one in run.problems
        if one.kind == _SHAPE and one.message.startswith(_ARRAY)
    )
    if not paths:
        return []
    fields = {path: found for path, found in fields_of(tree).items() if path in paths}
    for name, run in runs.items():
        gold, extracted = [record.gold for record in run.records], [record.extracted for record in run.records]
        gather(fields, name, score_pairs(tree, gold, extracted, paths, ask=False).chunks)
    found = []
    for path, one in fields.items():
        for proposal in lists_of_acceptable(one):
            example = proposal.explained[0]
            explained = counted(proposal.explained)
            found.append(
                AcceptableList(path, proposal.edit, explained, proposal.of, example.raw_gold, example.raw_extracted)
            )
    return found
