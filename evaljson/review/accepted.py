"""Counts of a run in which what people accept counts as they say, though gold has another value."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from evaljson.results.model import RunResult
from evaljson.review.places import CardPlace
from evaljson.scoring.status import HALLUCINATION, MATCH, MISMATCH, OMISSION, SKIPPED
from evaljson.scoring.tallies import Tallies


def with_accepted(run: RunResult, accepted: Collection[CardPlace]) -> Tallies:
    """Count a wrong value at an accepted place as a match; leave out what is missing or invented there.

    Places are recognised by the record and where the value is in the extracted record, or in gold where nothing was
    extracted: elements of arrays may be paired otherwise in a run over other gold.
    """
    if not accepted:
        return run.tallies
    by_record: dict[int, set[tuple[str, str]]] = {}
    for place in accepted:
        for path, extracted_path in place.results:
            side = ("extracted", extracted_path) if extracted_path is not None else ("gold", path)
            by_record.setdefault(place.record, set()).add(side)
    rows = run.tallies.rows
    positions = [at for at, _ in run.positions] if run.positions else list(range(len(run.records)))
    touched = np.fromiter((at in by_record for at in positions), np.bool_, len(positions))
    wrong = np.flatnonzero(np.isin(rows.status, (MISMATCH, OMISSION, HALLUCINATION)) & touched[rows.record])
    status, score = rows.status.copy(), rows.score.copy()
    for row, record, result in zip(wrong.tolist(), rows.record[wrong].tolist(), run.table.some(wrong), strict=True):
        known = by_record[positions[record]]
        if ("extracted", result.extracted_path) in known or (
            result.extracted_path is None and ("gold", result.path) in known
        ):
            status[row], score[row] = (MATCH, 1.0) if status[row] == MISMATCH else (SKIPPED, 0.0)
    return Tallies(replace(rows, status=status, score=score))
