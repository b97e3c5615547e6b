"""Sums the scores of one side by record and field, over the records that both sides scored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Bools, Floats, Ints
from evaljson.results.model import RunResult
from evaljson.scoring.status import BATCH_ERROR, HALLUCINATION
from evaljson.scoring.tallies import Rows, record_figures

_T = TypeVar("_T", bound=np.generic)
_MEANS = ("score", "gold", "extracted", "f1", "precision", "recall")


@dataclass(frozen=True, slots=True)
class RunSide:
    """Sums of weights, as records x fields; of repeated runs, their means."""

    score: Floats
    gold: Floats
    extracted: Floats
    f1: Floats
    """By record, as precision and recall; of repeated runs, the means."""
    precision: Floats
    recall: Floats
    binary: Bools
    """By field: whether each record has at most one result, either fully right or fully wrong."""

    @property
    def lost(self) -> Floats:
        """Weight in gold and extracted that earned no score, by record and field: 0 if all is right."""
        weight_lost = self.gold + self.extracted - 2 * self.score
        return np.where(np.abs(weight_lost) > 1e-9, weight_lost, 0.0)


@dataclass(frozen=True, slots=True)
class Sides:
    """Both sides over the same records and fields."""

    a: RunSide
    b: RunSide
    singles: tuple[tuple[RunSide, ...], tuple[RunSide, ...]]
    """The separate runs of each side."""
    fields: tuple[str, ...]
    weights: Floats
    declared: Bools
    """By field: whether the eval schema has it."""
    unjudged: int
    """Results left out on both sides because a run could not judge its own: cells of records x fields."""
    clusters: Ints | None = None
    """The cluster of each record, from 0; None where each record is one of its own."""

    @property
    def repeated(self) -> bool:
        """Whether a side has several runs."""
        return any(len(runs) > 1 for runs in self.singles)


def make_side(score: Floats, gold: Floats, extracted: Floats, binary: Bools) -> RunSide:
    """Make a side from sums, with the figures of each record."""
    of_records = record_figures(score.sum(axis=1), gold.sum(axis=1), extracted.sum(axis=1))
    return RunSide(score, gold, extracted, of_records.f1, of_records.precision, of_records.recall, binary)


def make_sides(
    a: Sequence[RunResult],
    b: Sequence[RunResult],
    places_a: Sequence[Ints],
    places_b: Sequence[Ints],
    clusters: Ints | None = None,
) -> Sides:
    """Sum both sides; `places` are the places of the shared records in each run, in the same order."""
    runs, places = [*a, *b], [*places_a, *places_b]
    fields = tuple(dict.fromkeys(path for run in runs for path in run.tallies.rows.fields))
    unjudged = np.zeros((len(places[0]), len(fields)), np.bool_)
    for run, at in zip(runs, places, strict=True):
        unjudged |= _cells(run.tallies.rows, at, fields)
    sides = [_side(run, at, fields, unjudged) for run, at in zip(runs, places, strict=True)]
    of_a, of_b = tuple(sides[: len(a)]), tuple(sides[len(a) :])
    return Sides(
        a=mean_side(of_a),
        b=mean_side(of_b),
        singles=(of_a, of_b),
        fields=fields,
        weights=_weights(runs, fields),
        declared=_declared(runs, fields),
        unjudged=int(unjudged.sum()),
        clusters=clusters,
    )


def _columns(known: Sequence[str], fields: tuple[str, ...]) -> Ints:
    number = {path: place for place, path in enumerate(fields)}
    return np.array([number[path] for path in known], np.intp)


def _cells(rows: Rows, at: Ints, fields: tuple[str, ...]) -> Bools:
    """Return which cells of records x fields hold a result that could not be judged."""
    cells = np.zeros((rows.records, len(fields)), np.bool_)
    unjudged = rows.status == BATCH_ERROR
    cells[rows.record[unjudged], _columns(rows.fields, fields)[rows.field[unjudged]]] = True
    return of_places(cells, at)


def of_places(values: npt.NDArray[_T], at: Ints) -> npt.NDArray[_T]:
    """Return the rows at these places; zeros for a record that the run lacks (place -1)."""
    rows = values[at]
    rows[at < 0] = 0
    return rows


def _side(run: RunResult, at: Ints, fields: tuple[str, ...], unjudged: Bools) -> RunSide:
    tallies = run.tallies
    columns = _columns(tallies.rows.fields, fields)
    sums = []
    for part in tallies.by_record_and_field():
        whole = np.zeros((len(at), len(fields)))
        whole[:, columns] = of_places(part, at)
        whole[unjudged] = 0.0
        sums.append(whole)
    score, gold, extracted = sums
    return make_side(score, gold, extracted, _binary(tallies.rows, columns, len(fields)))


def _binary(rows: Rows, columns: Ints, width: int) -> Bools:
    """Return by field whether each record has at most one result, with a score of 0 or 1."""
    scored = rows.status <= HALLUCINATION
    cell = rows.record[scored].astype(np.int64) * len(rows.fields) + rows.field[scored]
    repeated = np.bincount(cell, minlength=1) > 1
    graded = rows.field[scored & (rows.score > 0) & (rows.score < 1)]
    binary = np.ones(width, np.bool_)
    binary[columns[np.unique(np.flatnonzero(repeated) % max(len(rows.fields), 1))]] = False
    binary[columns[np.unique(graded)]] = False
    return binary


def mean_side(sides: tuple[RunSide, ...]) -> RunSide:
    """Average repeated runs; a single run is returned as it is."""
    if len(sides) == 1:
        return sides[0]
    means = {part: np.mean([getattr(side, part) for side in sides], axis=0) for part in _MEANS}
    return RunSide(**means, binary=np.zeros_like(sides[0].binary))


def _declared(runs: Sequence[RunResult], fields: tuple[str, ...]) -> Bools:
    beyond = {path for run in runs for path in run.undeclared}
    return np.array([path not in beyond for path in fields], np.bool_)


def _weights(runs: Sequence[RunResult], fields: tuple[str, ...]) -> Floats:
    by_path: dict[str, float] = {}
    for run in runs:
        weights = run.tallies.weight_of_fields()
        for number, path in enumerate(run.tallies.rows.fields):
            if number in weights:
                by_path.setdefault(path, weights[number])
    return np.array([by_path.get(path, 1.0) for path in fields])


def by_cluster(values: Floats, clusters: Ints | None) -> Floats:
    """Return sums over clusters, as clusters x columns; the values themselves where each record is one of its own."""
    if clusters is None:
        return values
    sums = np.zeros((int(clusters.max()) + 1, values.shape[1]))
    np.add.at(sums, clusters, values)
    return sums
