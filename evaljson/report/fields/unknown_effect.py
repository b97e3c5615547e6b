"""What keys that the eval schema lacks do to the figures of a run."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode
from evaljson.scoring.tallies import Rows, Tallies, mean, record_figures

_SEEN = 0.0005
"""A mean F1 that moves less than half of what is shown does not move."""


@dataclass(frozen=True, slots=True)
class UnknownEffect:
    """Over some runs."""

    fields: tuple[str, ...]
    """Schema paths of the keys, those with most results first."""
    moved: Mapping[str, tuple[float, float]]
    """Variant -> its mean F1 with and without them, where that differs."""


def unknown_effect(runs: Mapping[str, RunResult], tree: SchemaNode, keep: Collection[str] = ()) -> UnknownEffect:
    """Return the mean F1 of each run as if those keys were not there; how array elements are paired stays as it is.

    `keep` are paths of keys that stay: those that hold a field of gold under another name.
    """
    known = _known(tree, keep)
    counts: dict[str, int] = {}
    moved = {}
    for name, run in runs.items():
        rows = run.tallies.rows
        unknown = np.array([path not in known for path in rows.fields], np.bool_)
        if not unknown.any():
            continue
        results = np.bincount(rows.field, minlength=len(rows.fields)).tolist()
        for number in np.flatnonzero(unknown).tolist():
            counts[rows.fields[number]] = counts.get(rows.fields[number], 0) + results[number]
        without = mean(_f1(rows, ~unknown[rows.field]))
        if run.mean_f1 is not None and without is not None and abs(without - run.mean_f1) >= _SEEN:
            moved[name] = run.mean_f1, without
    return UnknownEffect(tuple(sorted((path for path in counts if counts[path]), key=lambda p: (-counts[p], p))), moved)


def f1_without_unknown(runs: Mapping[str, RunResult], tree: SchemaNode, keep: Collection[str]) -> dict[str, Floats]:
    """Return the F1 of each record as if those keys were not there, by the name of the run: of runs that have some."""
    known, without = _known(tree, keep), {}
    for name, run in runs.items():
        rows = run.tallies.rows
        stays = np.array([path in known for path in rows.fields], np.bool_)
        if not stays.all():
            without[name] = _f1(rows, stays[rows.field])
    return without


def _known(tree: SchemaNode, keep: Collection[str]) -> set[str]:
    return {node.path for root in tree.roots for node in root.walk()}.union(keep)


def _f1(rows: Rows, kept: np.ndarray) -> Floats:
    parts = (rows.record[kept], rows.field[kept], rows.status[kept], rows.score[kept], rows.weight[kept])
    return record_figures(*Tallies(Rows(*parts, rows.fields, rows.records)).by_record()).f1
