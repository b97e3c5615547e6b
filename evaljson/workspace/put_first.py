"""Which version of the eval schema put the first variant first, with the files of today: worked out once, and kept.

The versions that the current one was made from are gone through, newest first, until another variant has the highest
F1 under one of them. It is kept in the settings of the workspace under a scope of the evaluation, by what it depends
on, and no figure depends on it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from evaljson._version import __version__
from evaljson.base.arrays import Floats
from evaljson.base.bounded_cache import Bounded
from evaljson.base.errors import EvaljsonError, InputError
from evaljson.base.kept_json import kept, read_kept
from evaljson.compare.ranks import RankedRuns
from evaljson.compare.shared_records import comparable_runs
from evaljson.results.model import RunResult
from evaljson.schema import SchemaNode, parse_eval_schema
from evaljson.scoring.tallies import record_figures
from evaljson.store import Evaluation, Run, SchemaVersion, Store
from evaljson.whatif import preview
from evaljson.workspace.judge_choice import choice_of, judge_that_sends_nothing
from evaljson.workspace.placed_datasets import placed_dataset
from evaljson.workspace.results_folders import is_of_folders
from evaljson.workspace.scoring import Tell, current_runs
from evaljson.workspace.standing import numbers_of
from evaljson.workspace.stored_runs import NOT_JUDGED, failure_of, read_run
from evaljson.workspace.versions import lineage

PUT_FIRST: Final = "put_first"
"""The kind of the jobs that work it out."""
MOST: Final = 12
"""Earlier versions that are gone through."""
_FOUND: Final = "found"
_SHAPE: Final = 1
_KEPT: Final = 8
"""States of one evaluation that are remembered."""
_HELD: Final = 64 << 20
"""Bytes of results and records that are held beside those in use."""
_A_RESULT: Final = 50
_DECIMALS: Final = 12
"""Means that differ by less are equal: they were only summed in another order."""
_MESSAGE: Final = "Comparing first place under earlier versions of the schema"


@dataclass(frozen=True, slots=True)
class Before:
    """The newest of the earlier versions under which another variant is first."""

    number: int
    other: str
    """The id of the run of the variant with the highest F1 there."""
    f1: tuple[float, float]
    """Of the other one and of the first one there, over the records that are ranked."""
    may_be_chance: bool
    """Whether the two cannot be told apart there."""
    after: int
    """The version made from it, under which the other one is not first."""
    not_compared: tuple[int, ...]
    """Versions between it and `after` under which not all variants can be scored: one of them may have done it."""
    passed: bool
    """Whether under a version since then another variant has the highest F1, which can be told apart from that of the
    first one neither there nor now."""


@dataclass(frozen=True, slots=True)
class PutFirst:
    """What made the variant with the highest F1 first."""

    first: str
    """The id of its run."""
    before: Before | None
    """None where it is first under all versions that were compared."""
    records: int
    """How many records are ranked."""
    compared: int
    """Earlier versions that were compared."""
    has_more: bool
    """Whether there are more of them than are gone through."""


def put_first_key(evaluation: Evaluation, made_from: Sequence[SchemaVersion], runs: Iterable[str]) -> str:
    """Return what it depends on: same key, same result.

    `made_from` is the `lineage` of the version of the runs, and `runs` are their ids, in the order of the variants.
    """
    versions = [[version.number, version.meaning] for version in made_from]
    judge = choice_of(evaluation.settings)
    judging = None if judge is None else judge.as_json()
    text = json.dumps([__version__, _SHAPE, MOST, versions, list(runs), judging], sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def found_put_first(store: Store, evaluation: str, key: str) -> PutFirst | None:
    """Return what was found; None where no one has looked under this key."""
    held: dict[str, Any] = store.settings.get(_scope(evaluation), _FOUND, {})
    return read_kept(PutFirst, held[key]) if key in held else None


def look_at_put_first(
    store: Store, evaluation: str, number: int | None = None, *, by: str, tell: Tell = lambda share, message: None
) -> PutFirst | None:
    """Work it out for the runs under a version, the current one unless set, and keep it.

    None where fewer than two variants are scored.
    """
    snapshot = store.evaluations.get(evaluation)
    number = snapshot.schema_number if number is None else number
    if number is None or snapshot.gold is None or is_of_folders(snapshot.settings):
        return None
    current = current_runs(store, replace(snapshot, schema_number=number))
    runs = {one.id: current[one.id] for one in snapshot.variants if one.id in current}
    runs = {variant: run for variant, run in runs.items() if failure_of(run) is None}
    if len(runs) < 2:
        return None
    made_from = lineage(store.schemas.all(evaluation), number)
    found = _EarlierVersions(store, snapshot, runs, tell).look(made_from)
    key = put_first_key(snapshot, made_from, [run.id for run in runs.values()])
    held = store.settings.get(_scope(evaluation), _FOUND, {})
    newest = {**dict(list(held.items())[1 - _KEPT :]), key: kept(found)}
    store.settings.set(_scope(evaluation), _FOUND, newest, by=by)
    return found


class _EarlierVersions:
    """The runs of today under earlier versions of the schema. `runs` are by variant id."""

    def __init__(self, store: Store, evaluation: Evaluation, runs: Mapping[str, Run], tell: Tell) -> None:
        self._store, self._evaluation, self._runs, self._tell = store, evaluation, runs, tell
        self._held = Bounded(_HELD)
        self._judge = judge_that_sends_nothing(store, choice_of(evaluation.settings))

    def look(self, made_from: Sequence[SchemaVersion]) -> PutFirst:
        """Go through the versions, newest first; the first of them is the current one."""
        current, *earlier = made_from
        tree = parse_eval_schema(current.schema)
        ranked = self._ranked()
        if ranked is None:
            return PutFirst(next(iter(self._runs.values())).id, None, 0, 0, has_more=False)
        now = dict(zip(ranked.names, ranked.f1.mean(axis=0).tolist(), strict=True))
        first = ranked.ranks.order[0]
        equal = {name for name, f1 in now.items() if round(f1 - now[first], _DECIMALS) == 0}
        after, passed, not_compared, compared = current.number, False, list[int](), 0
        for place, version in enumerate(earlier[:MOST]):
            new = _parsed(version)
            if new is not None and new.id_field != tree.id_field:
                return PutFirst(first, None, len(ranked.f1), compared, has_more=False)  # other pairs of records

            def tell(share: float, place: int = place) -> None:
                self._tell((place + share) / len(earlier[:MOST]), _MESSAGE)

            f1 = None if new is None else self._under(version, tree, new, ranked.names, tell)
            change = None if f1 is None else ranked.change(f1)
            if change is None:
                not_compared.append(version.number)
                continue
            compared += 1
            other = first if change.first is None else change.first[1]
            if other not in equal and not change.is_within_tie:
                other_then, first_then = (change.f1.get(name, (0.0, now[name]))[1] for name in (other, first))
                is_level = any({*pair} == {first, other} for pair in change.tied)
                before = Before(
                    version.number, other, (other_then, first_then), is_level, after, tuple(not_compared), passed
                )
                return PutFirst(first, before, change.records, compared, has_more=False)
            passed = passed or other != first
            after, not_compared = version.number, []
        return PutFirst(first, None, len(ranked.f1), compared, len(earlier) > MOST)

    def _ranked(self) -> RankedRuns | None:
        """Rank the runs as Overview does, by their ids."""
        with suppress(InputError):
            comparable, _ = comparable_runs({run.id: numbers_of(self._read(run)) for run in self._runs.values()})
            return RankedRuns(comparable) if len(comparable) > 1 else None
        return None

    def _under(
        self, version: SchemaVersion, tree: SchemaNode, new: SchemaNode, names: Sequence[str], tell: Any
    ) -> dict[str, Floats] | None:
        """Return the F1 of each record of the ranked runs under a version; None where not all can be scored under it.

        That of a stored run of the same content is taken; else what its schema touches is scored again.
        """
        stored = current_runs(self._store, replace(self._evaluation, schema_number=version.number))
        ranked = {variant: run for variant, run in self._runs.items() if run.id in names}
        f1 = {}
        for number, (variant, run) in enumerate(ranked.items()):
            tell(number / len(ranked))
            known = stored.get(variant)
            if known is not None and (failure_of(known) is not None or known.metrics.get(NOT_JUDGED)):
                return None
            try:
                read = self._read(run)
                of_version = None if known is None else self._read(known)
                if of_version is not None and _are_alike(read, of_version):
                    f1[run.id] = record_figures(*of_version.tallies.by_record()).f1
                    continue
                then = preview(read, tree, new, judge=self._judge)
            except EvaljsonError:
                return None
            if then.not_judged:
                return None
            f1[run.id] = then.f1
        return f1

    def _read(self, run: Run) -> RunResult:
        def read() -> RunResult:
            return read_run(
                self._store, run, lambda one: placed_dataset(self._held, self._store, self._evaluation.id, one)
            )

        return self._held.get(("run", run.id), read, lambda result: _A_RESULT * len(result.tallies.rows.record))


def _are_alike(one: RunResult, other: RunResult) -> bool:
    """Check whether the records of both come in the same order."""
    return one.record_keys == other.record_keys


def _parsed(version: SchemaVersion) -> SchemaNode | None:
    with suppress(EvaljsonError):
        return parse_eval_schema(version.schema)
    return None


def _scope(evaluation: str) -> str:
    return f"{PUT_FIRST}:{evaluation}"
