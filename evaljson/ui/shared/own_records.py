"""Whether figures of a schema are over other records than those on Overview, where variants left out other ones."""

from __future__ import annotations

from evaljson.ui.session.evaluation import OpenEvaluation


def over_own_records(evaluation: OpenEvaluation) -> str:
    """Return ", each over its own records" where variants were not scored over the same ones; else nothing.

    Overview ranks them over the records that all have.
    """
    return ", each over its own records" if len({run.record_keys for run in evaluation.runs.values()}) > 1 else ""


def over_shared_records(evaluation: OpenEvaluation) -> str:
    """Return ", over the records that all have" where variants were not scored over the same ones; else nothing."""
    return ", over the records that all have" if over_own_records(evaluation) else ""
