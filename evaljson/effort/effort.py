"""review_effort(): by confidences, which records to review for a target share of wrong values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaljson.base.arrays import Bools, Floats, Ints
from evaljson.base.errors import InputError
from evaljson.effort.audit import audit_plans
from evaljson.effort.curve import risk_coverage
from evaljson.effort.given import GivenConfidences, given_confidences
from evaljson.effort.model import Part, ReviewEffort
from evaljson.results.ids_or_places import ids_or_places
from evaljson.results.model import RunResult
from evaljson.scoring.status import HALLUCINATION, MATCH, MISMATCH, OMISSION
from evaljson.stats.risk_control import Ranked
from evaljson.stats.wilson import check_level


@dataclass(frozen=True, slots=True, eq=False)
class _Extracted:
    """Extracted values as parallel arrays."""

    record: Ints
    field: Ints
    wrong: Bools
    sure: Floats
    """NaN where there is none."""


def review_effort(
    run: RunResult, target: float = 0.02, level: float = 0.95, *, confidences: GivenConfidences | None = None
) -> ReviewEffort | None:
    """Say which records to review, so that at most the target share of the other ones' values is wrong.

    A value is right if its status is `match`. How sure each is comes from the run, or from `confidences`: of a judge
    (`judged_confidences(...).by_record`), or from anywhere else. None where there are none, and the schema has no
    x-eval-confidence. Raises InputError.
    """
    if not 0 < target < 1:
        raise InputError(f"a target is a share of wrong values between 0 and 1, such as 0.02, not {target}")
    check_level(level)
    rows, values = run.tallies.rows, _extracted(run, confidences)
    if values is None:
        return None
    clusters = np.arange(rows.records) if run.cluster_numbers is None else run.cluster_numbers
    records, sure = _records(values, rows.records, clusters)
    whole = risk_coverage("records", records, target, level)
    per_field = {}
    for number, path in enumerate(rows.fields):
        of_field = (values.field == number) & ~np.isnan(values.sure)
        if of_field.any():
            ranked = _ranked(values, of_field, clusters)
            per_field[path] = risk_coverage("values", ranked, target, level)
    chosen = whole.promised or whole.cautious or whole.observed
    audits = () if chosen is None else audit_plans(chosen.values, target, level, chosen.wrong)
    review = _to_review(sure, chosen)
    ids = ids_or_places(run)
    return ReviewEffort(
        target, level, int((np.bincount(values.record, minlength=rows.records) > 0).sum()),
        int(np.isnan(values.sure).sum()), int((rows.status == OMISSION).sum()), whole, per_field,
        tuple(ids[place] for place in review.tolist()), int((sure[review] < 0).sum()), audits,
    )  # fmt: skip


def least_sure_first(run: RunResult) -> Ints:
    """Return the positions of all records, least sure first by the run's confidences.

    Records without a confidence come first, records with nothing extracted last. Without x-eval-confidence they stay as
    they are.
    """
    values = _extracted(run, None)
    records = run.tallies.rows.records
    if values is None:
        return np.arange(records)
    sure = _records(values, records, np.arange(records))[1]
    return np.argsort(sure, kind="stable")


def _extracted(run: RunResult, confidences: GivenConfidences | None) -> _Extracted | None:
    """Return the extracted values with their confidences; None where there are none."""
    rows = run.tallies.rows
    extracted = np.isin(rows.status, (MATCH, MISMATCH, HALLUCINATION))
    if confidences is not None:
        sure_of = given_confidences(run, np.flatnonzero(extracted), confidences)
    elif (of_run := run.table.confidences()) is not None:
        sure_of = of_run[extracted]
    else:
        return None
    return _Extracted(
        rows.record[extracted].astype(np.intp), rows.field[extracted].astype(np.intp),
        rows.status[extracted] != MATCH, sure_of,
    )  # fmt: skip


def _ranked(values: _Extracted, of_field: Bools, clusters: Ints) -> Ranked:
    wrong = values.wrong[of_field].astype(np.intp)
    return Ranked(values.sure[of_field], np.ones(len(wrong), np.intp), wrong, clusters[values.record[of_field]])


def _records(values: _Extracted, records: int, clusters: Ints) -> tuple[Ranked, Floats]:
    """Return the records with a confidence, and how sure each record is: -1 without any, NaN without a value."""
    sure = np.full(records, np.inf)
    known = ~np.isnan(values.sure)
    np.minimum.at(sure, values.record[known], values.sure[known])
    count = np.bincount(values.record, minlength=records)
    wrong = np.bincount(values.record, values.wrong, minlength=records).astype(np.intp)
    at = np.isfinite(sure)
    ranked = Ranked(sure[at], count[at], wrong[at], clusters[at])
    sure[~at] = np.where(count[~at] > 0, -1.0, np.nan)
    return ranked, sure


def _to_review(sure: Floats, chosen: Part | None) -> Ints:
    """Return the positions of the records below the threshold, least sure first."""
    below = np.flatnonzero(sure < (np.inf if chosen is None else chosen.threshold))
    return np.asarray(below[np.argsort(sure[below], kind="stable")], np.intp)
