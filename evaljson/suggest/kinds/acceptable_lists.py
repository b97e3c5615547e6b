"""Places where gold lists acceptable values and the extraction gives one: the one fault that reads as all wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from evaljson.evaluate import score_pairs
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode
from evaljson.suggest.edit import Edit
from evaljson.suggest.kinds.shapes import lists_of_acceptable
from evaljson.suggest.proposal import Proposal
from evaljson.suggest.wrong_pairs import counted, fields_of, gather

_SHAPE, _ARRAY = "shape", "gold has an array"
"""What a run says where gold has a list and the extraction none: without it, nothing is looked at."""


_MOST = 3
"""Runs that are looked at: gold is the same for all, and these take time."""


@dataclass(frozen=True, slots=True)
class AcceptableList:
    """One such place."""

    path: str
    edit: Edit
    """`any_of`, with what the values need to be told equal."""
    explained: int
    """Wrong results that would be right, over `runs`."""
    of: int
    runs: tuple[str, ...]
    """Those that were looked at."""
    gold: Any
    """Of one of them."""
    extracted: Any


def acceptable_lists(runs: Mapping[str, RunResult], tree: SchemaNode) -> list[AcceptableList]:
    """In schema order. Only the fields in question are scored again, of a few runs that complain of their shape."""
    complaining = {name: places for name, run in runs.items() if (places := _places(run))}
    looked_at = {name: runs[name] for name in list(complaining)[:_MOST]}
    if not looked_at:
        return []
    paths = frozenset[str]().union(*(complaining[name] for name in looked_at))
    fields = {path: found for path, found in fields_of(tree).items() if path in paths}
    for name, run in looked_at.items():
        gold, extracted = [record.gold for record in run.records], [record.extracted for record in run.records]
        gather(fields, name, score_pairs(tree, gold, extracted, paths, ask=False).chunks)
    return [_told(path, proposal, looked_at) for path, one in fields.items() for proposal in lists_of_acceptable(one)]


def _told(path: str, proposal: Proposal, looked_at: Iterable[str]) -> AcceptableList:
    example, explained = proposal.explained[0], counted(proposal.explained)
    values = example.raw_gold, example.raw_extracted
    return AcceptableList(path, proposal.edit, explained, proposal.of, tuple(looked_at), *values)


def _places(run: RunResult) -> set[str]:
    return {one.path for one in run.problems if one.kind == _SHAPE and one.message.startswith(_ARRAY)}
