"""The history of all stored runs of an evaluation, for its chart and for the report."""

from __future__ import annotations

from evaljson.report.history.reused import FilesOverTime, with_reused
from evaljson.report.history.trend import Trend, trend
from evaljson.ui.session import cache, server
from evaljson.ui.session.evaluation import OpenEvaluation


def history(evaluation: OpenEvaluation) -> Trend:
    """Read all stored runs of an evaluation's variants; again when a run is added."""

    def read() -> Trend:
        store = server.store()
        names = {variant.id: variant.name for variant in evaluation.stored.variants}
        runs, current = store.runs.all(evaluation.id), evaluation.run_ids.values()
        events = store.evaluations.history(evaluation.id)
        files = FilesOverTime(events, {variant.id: variant.dataset.id for variant in evaluation.stored.variants})
        found = trend(runs, names, store.schemas.all(evaluation.id), current, files.changed)
        latest = max((event.moment for event in events), default=None)
        return with_reused(found, runs, names, current, files, None if evaluation.is_earlier else latest)

    return cache.derived(("history", *history_key(evaluation)), read)


def history_key(evaluation: OpenEvaluation) -> tuple[object, ...]:
    """Return what it depends on."""
    return evaluation.revision, *evaluation.run_ids.values()
