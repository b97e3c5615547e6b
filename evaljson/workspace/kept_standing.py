"""How many variants stand to each other, kept by the job that works it out for a set of runs.

In the settings of the workspace under a scope of the evaluation, by the runs: the last few sets of them.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from typing import Final, TypeVar, get_type_hints

from evaljson._version import __version__
from evaljson.base.bounded_cache import Bounded
from evaljson.base.errors import InputError
from evaljson.base.kept_json import kept, read_kept
from evaljson.load import LoadedRecords
from evaljson.results.model import RunResult
from evaljson.schema import parse_eval_schema
from evaljson.store import Evaluation, Run, Store
from evaljson.workspace.default_baseline import default_baseline
from evaljson.workspace.placed_datasets import placed_dataset
from evaljson.workspace.standing import Against, VariantStanding, against, standing
from evaljson.workspace.stored_runs import failure_of, read_run

STANDING: Final = "standing"
"""The kind of the jobs that work it out, and the scope."""
BASELINE: Final = "baseline"
"""In the payload of such a job: the name of the variant that the others are compared with."""
_KEPT: Final = 8
"""Of one evaluation: sets of runs, and variants that others are compared with."""
_ORDER: Final = "order"
_SHAPE: Final = 22
"""Another one where a kept figure means something else: 2, shares of loss are of what mean F1 loses; 3, what is fully
right is among the records that F1 is over; 4, changes of the ranking have F1 over the records that are ranked;
5, a place names the variants that it is behind; 6, the worst regressions are by what the F1 of their record loses;
7, a ranking has the p of its pairs, and keys that the schema lacks are among what loses most; 8, renamed
keys are found inside renamed keys too; 9, nothing is right in a record that the baseline did not produce; 10, missing
records are named where they lose most; 11, fields behind them lose in the other records alone; 12, missing records
are named whatever they lose, and fields lose in the records that a variant has; 13, and in records that gold has;
15, what is invented where the baseline has nothing is a regression; 17, arrays and objects are among what loses most,
and a change of the ranking has the ranks of who was first; 19, the worst regressions are those of the fields in which
they cost most, and what an array or object loses is not that of its fields as well; 20, changes of the ranking have
that without records that look like another one; 21, a key that the schema lacks is one for all of its places among
what loses most; 22, a key around whole records is no other name of a field."""
_HELD: Final = 64 << 20
"""Bytes of records that are held beside those in use."""
Tell = Callable[[float, str], None]
T = TypeVar("T")


def standing_key(runs: Mapping[str, str], baseline: str | None = None) -> str:
    """Return what it depends on: same key, same standing. `runs` are ids by variant, in the order of the variants."""
    text = json.dumps([__version__, _SHAPE, list(runs.items()), baseline])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def kept_standing(store: Store, evaluation: str, runs: Mapping[str, str]) -> VariantStanding | None:
    """Return what is kept of these runs, ids by variant; None where nothing is."""
    return _held(VariantStanding, store, evaluation, standing_key(runs))


def kept_against(store: Store, evaluation: str, runs: Mapping[str, str], baseline: str) -> Against | None:
    """Return how the others compare with a baseline; None where that is not kept."""
    return _held(Against, store, evaluation, standing_key(runs, baseline))


def keep_standing(
    store: Store, evaluation: Evaluation, runs: Mapping[str, Run], baseline: str | None = None, *, by: str, tell: Tell
) -> None:
    """Work it out for scored runs, by variant, and for a baseline (that of the pages unless set), where it is not kept.

    Runs that share no record have no standing.
    """
    if evaluation.gold is None:
        return
    work = _ScoredRuns(store, evaluation, {name: run for name, run in runs.items() if failure_of(run) is None})
    if len(work.runs) < 2:
        return
    f1 = {name: run.metrics["mean_f1"] for name, run in work.runs.items()}
    first = baseline if baseline in work.runs else default_baseline(store, evaluation, f1)
    if first is None:
        return
    ids = {name: run.id for name, run in work.runs.items()}

    def rank() -> VariantStanding:
        return work.standing(lambda share: tell(share / 2, "Ranking the variants"))

    def compare() -> Against:
        return work.against(first, lambda share: tell((1 + share) / 2, f"Comparing the others with {first}"))

    with suppress(InputError):
        work.keep(VariantStanding, standing_key(ids), rank, by)
        work.keep(Against, standing_key(ids, first), compare, by)


class _ScoredRuns:
    """The scored runs of an evaluation by variant, read one at a time, over gold that is read once."""

    def __init__(self, store: Store, evaluation: Evaluation, runs: Mapping[str, Run]) -> None:
        self._store, self._evaluation, self.runs = store, evaluation.id, runs
        self._gold, self._held = cache(self._load), Bounded(_HELD)

    def standing(self, tell: Callable[[float], None]) -> VariantStanding:
        run = next(iter(self.runs.values()))
        tree = parse_eval_schema(self._store.schemas.get(run.evaluation, run.schema_number).schema)
        return standing(self.runs, self._read, tree, lambda done: tell(done / len(self.runs)))

    def against(self, baseline: str, tell: Callable[[float], None]) -> Against:
        gold = self._gold(self.runs[baseline].gold)
        f1 = {name: run.metrics["mean_f1"] for name, run in self.runs.items()}
        return against(f1, baseline, self._read, gold, lambda done: tell(done / len(self.runs)))

    def keep(self, kind: type[VariantStanding] | type[Against], key: str, work: Callable[[], object], by: str) -> None:
        """Keep what comes of the work, unless it is kept; the oldest goes."""
        settings, scope = self._store.settings, _scope(self._evaluation)
        if _held(kind, self._store, self._evaluation, key) is not None:
            return
        packed = zlib.compress(json.dumps(kept(work())).encode(), 1)
        settings.set(scope, key, base64.b64encode(packed).decode(), by=by)
        order = [*(one for one in settings.get(scope, _ORDER, []) if one != key), key]
        for old in order[:-_KEPT]:
            settings.delete(scope, old)
        settings.set(scope, _ORDER, order[-_KEPT:], by=by)

    def _read(self, name: str) -> RunResult:
        run = self.runs[name]

        def load(dataset: str) -> LoadedRecords:
            return self._gold(dataset) if dataset == run.gold else self._load(dataset)

        return read_run(self._store, run, load)

    def _load(self, dataset: str) -> LoadedRecords:
        """Return records; those of large datasets are read when someone looks at them, since few are looked at here."""
        return placed_dataset(self._held, self._store, self._evaluation, dataset)


def _held(kind: type[T], store: Store, evaluation: str, key: str) -> T | None:
    packed: str | None = store.settings.get(_scope(evaluation), key)
    held = {} if packed is None else json.loads(zlib.decompress(base64.b64decode(packed)))
    is_as_now = held.keys() == set(get_type_hints(kind))
    return read_kept(kind, held) if is_as_now else None


def _scope(evaluation: str) -> str:
    return f"{STANDING}:{evaluation}"
