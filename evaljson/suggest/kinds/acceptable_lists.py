"""Places where gold lists acceptable values and the extraction gives one: the one fault that reads as all wrong."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final

from evaljson.comparators.registry import get_comparator
from evaljson.evaluate import score_pairs
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode
from evaljson.suggest.edit import Edit
from evaljson.suggest.kinds.synonyms import Seen, regular, table_of, without_catch_alls
from evaljson.suggest.model import Level
from evaljson.suggest.proposal import Proposal, share
from evaljson.suggest.wrong_pairs import Field, WrongPair, counted, fields_of, gather

TITLES: Final = {"any_of": "Read gold as a list of acceptable values"}
_LEAST: Final = 2
_INNER: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"transform": ["normalize_whitespace"]},
    {"transform": ["normalize_whitespace", "lowercase"]},
    {"compare": "amount"},
    {"compare": {"amount": {"decimal": ","}}},
    {"compare": "numeric"},
    {"compare": "date"},
    {"compare": "url"},
)
"""What any_of is tried with, the plainest first."""
_FRACTION: Final = re.compile(r"\d[.,]\d{1,2}(?!\d)")
_SHAPE, _ARRAY = "shape", "gold has an array"
"""What a run says where gold has a list and the extraction none: without it, nothing is looked at."""
_MOST = 3
"""Runs that are looked at: gold is the same for all, and these take time."""


@dataclass(frozen=True, slots=True)
class AcceptableList:
    """One such place."""

    path: str
    edit: Edit
    """`any_of`, with what makes the values equal."""
    explained: int
    """Wrong results that would be right, over `runs`."""
    of: int
    runs: tuple[str, ...]
    """Those that were looked at."""
    gold: Any
    """Of one of them."""
    extracted: Any


def to_look_at(runs: Mapping[str, RunResult]) -> list[str]:
    """Name the runs whose records `acceptable_lists` looks at; of the others it takes their problems alone."""
    return list(islice((name for name, run in runs.items() if _places(run)), _MOST))


def acceptable_lists(runs: Mapping[str, RunResult], tree: SchemaNode) -> list[AcceptableList]:
    """Find such places, in schema order. Only these fields are scored again, of a few runs that report their shape."""
    looked_at = {name: runs[name] for name in to_look_at(runs)}
    if not looked_at:
        return []
    paths = frozenset[str]().union(*map(_places, looked_at.values()))
    fields = {path: fld for path, fld in fields_of(tree).items() if path in paths}
    for name, run in looked_at.items():
        gold, extracted = [record.gold for record in run.records], [record.extracted for record in run.records]
        gather(fields, name, score_pairs(tree, gold, extracted, paths, ask=False).chunks)
    return [
        _acceptable_list(path, proposal, looked_at)
        for path, fld in fields.items()
        for proposal in lists_of_acceptable(fld)
    ]


def _acceptable_list(path: str, proposal: Proposal, looked_at: Iterable[str]) -> AcceptableList:
    example, explained = proposal.explained[0], counted(proposal.explained)
    values = example.raw_gold, example.raw_extracted
    return AcceptableList(path, proposal.edit, explained, proposal.of, tuple(looked_at), *values)


def _places(run: RunResult) -> set[str]:
    return {problem.path for problem in run.problems if problem.kind == _SHAPE and problem.message.startswith(_ARRAY)}


def lists_of_acceptable(fld: Field) -> Iterator[Proposal]:
    """any_of where gold has lists of scalars and extracted a single one."""
    single = [p for p in fld.mismatches if _is_listing(p.raw_gold) and _is_scalar(p.raw_extracted)]
    lists = [gold for gold in fld.gold.values() if gold.raw is not None]
    if counted(single) < _LEAST or share(sum(_is_listing(gold.raw) for gold in lists), len(lists)) < 0.9:
        return
    pairs = fld.mismatches
    if share(counted(single), counted(pairs)) < 0.8:
        return
    listed = [item for gold in lists if _is_listing(gold.raw) for item in gold.raw]
    usable = [params for params in _INNER if not _of_numbers(params) or has_fractions(listed)]
    tried = [(params, [p for p in single if _right(p, params)]) for params in usable]
    best, explained = tried[0]
    for params, right in tried[1:]:  # what is plainer wins unless it explains less
        if counted(right) > counted(explained):
            best, explained = params, right
    table = _synonyms(fld, [p for p in single if id(p) not in set(map(id, explained))])
    if table and best.get("compare") is None:
        with_table = {"transform": [{"map_values": {"values": table}}, *best.get("transform", ())]}
        right = [p for p in single if _right(p, with_table)]
        if counted(right) > counted(explained):
            best, explained = with_table, right
    if counted(explained) < _LEAST:
        return
    if any(p.raw_gold == [] and p.raw_extracted is None for p in fld.wrong):
        best = {**best, "nulls": "empty"}
    of = counted(pairs)
    sentence = (
        f"In {fld.path}, gold lists acceptable values, and {counted(explained):,} of {of:,} mismatches are one of them"
    )
    why = "The list then counts as one value: extracting a part of it is enough"
    edit, doing = Edit(fld.path, compare="any_of", params=best), "Accepting any of them"
    level: Level = "low"
    if table and best.get("transform") and "map_values" in best["transform"][0]:
        why += "; check the table of synonyms: an extractor that is always wrong in the same way looks the same"
        level = "medium"
    yield Proposal("any_of", edit, sentence, doing, tuple(explained), of, level, why, rival="compare")


def _synonyms(fld: Field, left: list[WrongPair]) -> dict[str, str]:
    """Return a table of what is regularly extracted for a listed value, such as EUR for a sign; no two values of gold
    become the same."""
    golds: dict[str, Counter[str]] = defaultdict(Counter)
    for gold in fld.gold.values():
        for text in {item for item in gold.raw if isinstance(item, str)} if _is_listing(gold.raw) else ():
            golds[text].update(gold.by)
    pairs = [
        replace(pair, gold=pair.raw_gold[0], extracted=pair.raw_extracted)
        for pair in left
        if isinstance(pair.raw_extracted, str) and len(set(pair.raw_gold)) == 1 and isinstance(pair.raw_gold[0], str)
    ]
    meant: dict[str, Counter[str]] = defaultdict(Counter)
    for pair in pairs:
        meant[pair.extracted][pair.gold] += pair.count
    seen = Seen(meant, golds)
    chosen = [pair for pair in without_catch_alls(regular(pairs, seen)) if pair.extracted not in golds]
    return table_of(chosen, seen)


def _of_numbers(params: dict[str, Any]) -> bool:
    return params.get("compare") not in (None, "date", "url")


def has_fractions(values: Sequence[Any]) -> bool:
    """Check whether numbers, or texts of numbers, have decimals: texts without any may be codes."""
    texts = [value for value in values if isinstance(value, str)]
    return share(sum(_FRACTION.search(text) is not None for text in texts), len(texts)) > 0.2 or len(texts) < len(
        values
    )


def _is_listing(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_scalar, value))


def _is_scalar(value: Any) -> bool:
    return isinstance(value, str | int | float | bool)


def _right(pair: WrongPair, params: dict[str, Any]) -> bool:
    try:
        return bool(get_comparator("any_of")(pair.raw_gold, pair.raw_extracted, params).score == 1.0)
    except Exception:  # whatever a replaced comparator raises
        return False
