"""Which records pass the filters of the Records page, and in which order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from evaljson.base.arrays import Bools, Floats, Ints
from evaljson.effort import least_sure_first
from evaljson.load import LoadedRecords
from evaljson.report.fields.fault_kinds import records_of_kind
from evaljson.report.patterns.table import records_with_pattern, rows_with_pattern
from evaljson.report.records.id_keys import id_labels
from evaljson.report.records.load_report import positions_by_place
from evaljson.report.records.regressions import regressions
from evaljson.results.aggregate import record_ids
from evaljson.results.field_result import RecordResult
from evaljson.results.losses import record_losses, records_losing, records_with, worsening, worst_first
from evaljson.results.model import RunResult
from evaljson.review.label_states import records_with_label
from evaljson.ui.session import cache
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.faults import faults_of
from evaljson.ui.session.patterns import patterns_of
from evaljson.ui.shared.document_types import OTHERS
from evaljson.ui.shared.gold_labels import labels_of
from evaljson.ui.shared.record_filters import BEST, BROKE, FAULT, FELL, GOLD, LABEL, LIKE, ROSE, UNSURE, WORSE, Filters
from evaljson.wording.values import as_text
from evaljson.wording.words import BY_STATUS


def matching(evaluation: OpenEvaluation, runs: Mapping[str, RunResult], chosen: Filters) -> list[int]:
    """Return the positions, in the first variant, of the records that pass the filters, in the chosen order."""
    run, key, field = runs[chosen.a], evaluation.run_key(chosen.a), chosen.field
    f1, _ = losses(run, key)
    if chosen.status is not None and chosen.status.startswith(LABEL):
        passed = _with_label(evaluation, run, chosen.status.removeprefix(LABEL), field)
    else:
        passed = cache.shared(("with", key, chosen.status, field), lambda: _with_result(run, key, chosen.status, field))
    change = _change(evaluation, runs, chosen)
    if chosen.change is not None and change is not None:
        # A field that is new in the other variant has no result in this one: the change alone decides.
        if chosen.change == BROKE:
            changed = _broke(evaluation, runs, chosen)
        else:
            changed = change > 0 if chosen.change == WORSE else change < 0
        passed = changed if chosen.status is None else passed & changed
    low, high = chosen.f1
    passed = passed & (f1 * 100 >= low - 1e-7) & (f1 * 100 <= high + 1e-7)
    if chosen.kind is not None and run.types is not None:
        passed = passed & np.array([(OTHERS if kind is None else kind) == chosen.kind for kind in run.types], np.bool_)
    if chosen.text:
        passed = passed & cache.derived(
            ("text", key, chosen.text), lambda: _with_words(evaluation, chosen.a, run, chosen.text)
        )
    order = _order(run, key, chosen.order, change)
    positions: list[int] = order[passed[order]].tolist()
    return positions


def paths_of_group(evaluation: OpenEvaluation, chosen: Filters, place: int) -> frozenset[str]:
    """Return the instance paths of a record's errors of the chosen group; none where no group is chosen."""
    if chosen.status is None or not chosen.status.startswith(LIKE):
        return frozenset()
    run = evaluation.runs[chosen.a]
    patterns = patterns_of(run, evaluation.run_key(chosen.a))
    at = rows_with_pattern(run, patterns, chosen.status.removeprefix(LIKE), chosen.field)
    return frozenset(run.table.paths_at(at[run.tallies.rows.record[at] == place]))


def _with_result(run: RunResult, key: str, status: str | None, field: str | None) -> Bools:
    """`status` may be the kind of a fault, or a pattern of errors."""
    if status is not None and status.startswith(LIKE):
        return records_with_pattern(run, patterns_of(run, key), status.removeprefix(LIKE), field)
    if status == FAULT:
        return records_losing(run, field)
    if status is None or status in BY_STATUS:
        return records_with(run, status, field)
    return records_of_kind(run, faults_of(run, key), status, field)


def with_fault(evaluation: OpenEvaluation, runs: Mapping[str, RunResult], name: str, field: str | None) -> Bools:
    """Mark the records of a variant with a wrong, missing or invented value at this field (None: at any)."""
    run, key = runs[name], evaluation.run_key(name)
    return cache.shared(("with", key, FAULT, field), lambda: _with_result(run, key, FAULT, field))


def _with_label(evaluation: OpenEvaluation, run: RunResult, state: str, field: str | None) -> Bools:
    """Mark the records of which reviews say this of a value of gold."""
    labelled = records_with_label(labels_of(evaluation), state, field)
    positions = gold_positions(run)
    return np.fromiter((positions.get(place) in labelled for place in range(len(run.records))), np.bool_)


def _change(evaluation: OpenEvaluation, runs: Mapping[str, RunResult], chosen: Filters) -> Floats | None:
    """Return how much worse each record is in the second variant; None where nothing asks for it."""
    if chosen.b is None or (chosen.change is None and chosen.order not in (FELL, ROSE)):
        return None
    run, other, field = runs[chosen.a], runs[chosen.b], chosen.field
    keys = (evaluation.run_key(chosen.a), evaluation.run_key(chosen.b))
    return cache.shared(("change", *keys, field), lambda: worsening(run, other, field))


def _broke(evaluation: OpenEvaluation, runs: Mapping[str, RunResult], chosen: Filters) -> Bools:
    """Mark the records in which the second variant has a field wrong that is fully right in the first."""
    assert chosen.b is not None
    run, other = runs[chosen.a], runs[chosen.b]
    keys = (evaluation.run_key(chosen.a), evaluation.run_key(chosen.b))
    broken = cache.shared(("regressions", *keys), lambda: regressions(run, other))
    of_other = other.record_keys
    broke = {of_other[place] for place in broken.places_with(chosen.field).tolist()}
    return np.fromiter((key in broke for key in run.record_keys), np.bool_, len(run.records))


def _order(run: RunResult, key: str, order: str, change: Floats | None) -> Ints:
    worst = cache.shared(("order", key), lambda: worst_first(run))
    if order in (FELL, ROSE) and change is not None:
        sign = -1 if order == FELL else 1
        # Records that the other variant lacks have no change: NaN sorts last.
        return np.argsort(sign * change, kind="stable")
    if order == UNSURE:
        return cache.shared(("least sure", key), lambda: least_sure_first(run))
    if order == GOLD:
        return np.arange(len(run.records))
    return worst[::-1] if order == BEST else worst


def _with_words(evaluation: OpenEvaluation, variant: str, run: RunResult, text: str) -> Bools:
    words = text.casefold().split()
    texts = _texts(evaluation, variant, run)
    return np.fromiter((all(word in searched for word in words) for searched in texts), np.bool_, len(run.records))


def _texts(evaluation: OpenEvaluation, variant: str, run: RunResult) -> Iterator[str]:
    """Yield the searchable text of each record: id, document type, and metadata in gold and variant."""
    gold, extracted = evaluation.gold, evaluation.variants[variant]
    at_gold, at_extracted = gold_positions(run), extracted_positions(evaluation, variant, run)
    for place, label in enumerate(labels(run, evaluation.run_key(variant))):
        kind = (run.types[place] or "") if run.types is not None else ""
        parts = [label, kind, *_values(gold, at_gold.get(place)), *_values(extracted, at_extracted.get(place))]
        yield "\n".join(parts).casefold()


def _values(loaded: LoadedRecords, position: int | None) -> Iterator[str]:
    if position is not None and loaded.metadata and position < len(loaded.metadata):
        yield from map(as_text, loaded.metadata[position].values())


def gold_positions(run: RunResult) -> dict[int, int]:
    """Return the place in the gold file of each record of a run, by its position in the run."""
    return {place: at for place, (at, _) in enumerate(run.positions)}


def extracted_positions(evaluation: OpenEvaluation, variant: str, run: RunResult) -> dict[int, int]:
    """Return the place in the variant's file of each record of its run, by its position in the run."""
    loaded, id_key = evaluation.variants[variant], evaluation.schema.get("x-eval-id")
    key = ("positions", evaluation.run_key(variant), id_key)
    return cache.shared(key, lambda: positions_by_place(run, loaded, id_key))


def losses(run: RunResult, key: str) -> tuple[Floats, Floats]:
    """Return (F1, lost weight) of each record, by position."""
    return cache.shared(("losses", key), lambda: record_losses(run))


def labels(run: RunResult, key: str) -> list[str]:
    """Return the ids of all records as text, by position."""
    return cache.shared(("labels", key), lambda: id_labels(record_ids(run.records)))


def place_of(run: RunResult, key: str, record: RecordResult) -> int | None:
    """Return the position of the record with the same id in another run."""
    places: dict[object, int] = cache.shared(
        ("places", key), lambda: {record_id: place for place, record_id in enumerate(record_ids(run.records))}
    )
    return places.get(record.record_id)
