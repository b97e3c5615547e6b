"""Counts of a run in which what people accept counts as they say, though gold has another value."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from evaljson.results.model import RunResult
from evaljson.review.places import CardPlace
from evaljson.scoring.status import HALLUCINATION, MATCH, MISMATCH, OMISSION, SKIPPED
from evaljson.scoring.tallies import Tallies


def with_accepted(run: RunResult, accepted: Collection[CardPlace], right: Collection[CardPlace] = ()) -> Tallies:
    """Count a wrong value at an accepted place as a match; leave out what is missing or invented there.

    At `right` places gold is as the extraction: what is invented there counts as a match too. A key that the schema
    lacks stays invented, whatever gold has.

    Places are recognised by the record and where the value is in the extracted record, or in gold where nothing was
    extracted: elements of arrays may be paired otherwise in a run over other gold.
    """
    if not accepted and not right:
        return run.tallies
    by_record: dict[int, dict[tuple[str, str], bool]] = {}
    """By the position of a record in gold: the sides of results, and whether gold is as the extraction there."""
    for places, is_right in ((accepted, False), (right, True)):
        for place in places:
            for path, extracted_path in place.results:
                side = ("extracted", extracted_path) if extracted_path is not None else ("gold", path)
                by_record.setdefault(place.record, {}).setdefault(side, is_right)
    rows = run.tallies.rows
    positions = [at for at, _ in run.positions] if run.positions else list(range(len(run.records)))
    touched = np.fromiter((at in by_record for at in positions), np.bool_, len(positions))
    undeclared = np.isin(rows.field, [number for number, path in enumerate(rows.fields) if path in run.undeclared])
    is_wrong = np.isin(rows.status, (MISMATCH, OMISSION, HALLUCINATION)) & ~undeclared
    wrong = np.flatnonzero(is_wrong & touched[rows.record])
    status, score = rows.status.copy(), rows.score.copy()
    for row, record, result in zip(wrong.tolist(), rows.record[wrong].tolist(), run.table.some(wrong), strict=True):
        beside = result.extracted_path
        known = by_record[positions[record]].get(("gold", result.path) if beside is None else ("extracted", beside))
        if known is not None:
            matches = status[row] == MISMATCH or (known and status[row] == HALLUCINATION)
            status[row], score[row] = (MATCH, 1.0) if matches else (SKIPPED, 0.0)
    return Tallies(replace(rows, status=status, score=score))
