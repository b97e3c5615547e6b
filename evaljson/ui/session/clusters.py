"""Which records of the open evaluation belong together, as chosen on Compare or named by the eval schema."""

from __future__ import annotations

from typing import Final

from evaljson.compare.cluster_keys import keys_to_cluster_by
from evaljson.compare.clusters import ClusterBy, values_of_key, values_of_records
from evaljson.compare.documents import texts_beside
from evaljson.compare.equal_documents import labels_of_copies
from evaljson.results.model import RunResult
from evaljson.ui.session import cache
from evaljson.ui.session.evaluation import OpenEvaluation

NO_CLUSTER: Final = "(none)"
COPIES: Final = "(copies)"
"""Records with equal gold, or one source text, count as one cluster."""


def cluster_by(evaluation: OpenEvaluation, chosen: str | None, run: RunResult) -> ClusterBy:
    """Return what to compare by: values in gold or kept beside it, by record of this run."""
    if chosen == NO_CLUSTER:
        return False
    if chosen == COPIES:
        return values_of_records("copies", run, labels_of_copies(run, texts_beside(run, evaluation.gold))) or False
    key = chosen or run.cluster_field
    if key is None:
        return None
    return values_of_key(key, run, evaluation.gold) or key


def is_cluster(evaluation: OpenEvaluation, variant: str, chosen: str) -> bool:
    """Check whether a choice, such as one of an address, says anything about the records of this variant."""
    if chosen in (NO_CLUSTER, COPIES):
        return True
    run = evaluation.runs[variant]

    def has_values() -> bool:
        return values_of_key(chosen, run, evaluation.gold) is not None

    return cache.derived(("is cluster", evaluation.run_key(variant), chosen), has_values)


def cluster_keys(evaluation: OpenEvaluation, variant: str) -> list[str]:
    """List the keys that records may belong together by."""
    run, of_ids = evaluation.runs[variant], evaluation.schema.get("x-eval-id")

    def keys() -> list[str]:
        return [key for key in keys_to_cluster_by(run, evaluation.gold) if key != of_ids]

    return cache.derived(("cluster keys", evaluation.run_key(variant)), keys)
