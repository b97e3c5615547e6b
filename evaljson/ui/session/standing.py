"""How the variants stand to each other, as a job has kept it; held once for everyone."""

from __future__ import annotations

from collections.abc import Sequence

from evaljson.ui.session import cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.workspace.kept_standing import kept_against, kept_standing, standing_key
from evaljson.workspace.standing import Against, VariantStanding, is_for_a_job


def standing_of(evaluation: OpenEvaluation, names: Sequence[str]) -> VariantStanding | None:
    """Return what is kept of these variants; None where nothing is, or where there is little to work out."""
    runs = _ids(evaluation, names)
    if runs is None:
        return None
    return cache.shared_where_known(
        ("standing", standing_key(runs)), lambda: kept_standing(server.store(), evaluation.id, runs)
    )


def against(evaluation: OpenEvaluation, names: Sequence[str], baseline: str) -> Against | None:
    """Return how these variants compare with one of them; None as above."""
    runs = _ids(evaluation, names)
    if runs is None:
        return None
    key = ("standing", standing_key(runs, baseline))
    return cache.shared_where_known(key, lambda: kept_against(server.store(), evaluation.id, runs, baseline))


def current_names(evaluation: OpenEvaluation) -> list[str]:
    """Name the variants that are ranked: those scored under the current schema, or all of an earlier version."""
    return [name for name in evaluation.runs if name not in evaluation.outdated or evaluation.is_earlier]


def _ids(evaluation: OpenEvaluation, names: Sequence[str]) -> dict[str, str] | None:
    if not is_for_a_job(evaluation.stored_runs[name] for name in names):
        return None
    return {name: evaluation.run_key(name) for name in names}
