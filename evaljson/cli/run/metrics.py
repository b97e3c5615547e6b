"""The whole-document metrics of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from evaljson import RunResult
from evaljson.base.errors import InputError
from evaljson.cli.console import Messages
from evaljson.cli.options.metric import MetricSpec
from evaljson.metrics import RunMetric


@dataclass(frozen=True, slots=True)
class MeasuredMetric:
    """A metric and its values over the run."""

    spec: MetricSpec
    over_run: RunMetric


def measure(specs: Sequence[MetricSpec], run: RunResult, messages: Messages) -> list[MeasuredMetric]:
    """Compute each metric, and report records without a score. Raises InputError if parameters do not fit the data."""
    return [_measure(spec, run, messages) for spec in specs]


def _measure(spec: MetricSpec, run: RunResult, messages: Messages) -> MeasuredMetric:
    preset = spec.metric.preset
    params = {name: value for name, value in spec.params.items() if name not in preset}
    try:
        metric = run.metric(spec.metric.name, missing_records=run.missing_records, **params)
    except InputError as error:
        raise InputError(f"{spec.text}: {error}") from error
    reasons = Counter(metric.errors.values())
    for reason, count in reasons.most_common(1):
        others = f"; --json lists {len(reasons) - 1:,} other reasons" if len(reasons) > 1 else ""
        total = sum(reasons.values())
        messages.warn(f"{spec.text}: records that cannot be scored: {total:,}; for {count:,} of them, {reason}{others}")
    return MeasuredMetric(spec, metric)
