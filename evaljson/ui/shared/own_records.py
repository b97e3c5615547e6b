"""Whether figures of a schema are over other records than those on Overview, where variants left out other ones."""

from __future__ import annotations

from evaljson.ui.session.evaluation import OpenEvaluation


def over_own_records(evaluation: OpenEvaluation, *, is_one: bool = False) -> str:
    """Return ", each over its own records" where variants were not scored over the same ones; else nothing.

    Overview ranks them over those of `shared_records`. `is_one`: the sentence is about one variant.
    """
    if len({run.record_keys for run in evaluation.runs.values()}) < 2:
        return ""
    return f", {'' if is_one else 'each '}over its own records"


def over_shared_records(evaluation: OpenEvaluation) -> str:
    """Return ", over the records that all have" where variants were not scored over the same ones; else nothing."""
    if not over_own_records(evaluation):
        return ""
    return f", over {shared_records(has_strays=any(run.invented_records for run in evaluation.runs.values()))}"


def shared_records(*, has_strays: bool) -> str:
    """Name the records that variants are ranked over; those without gold of any of them are among these."""
    return "the gold records that all have, and all records without gold" if has_strays else "the records that all have"
