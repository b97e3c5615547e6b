"""Whole-document metrics of a run: which ones are asked for, what they give, and how that is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.table import Table
from rich.text import Text

from evaljson import RunResult
from evaljson.base.errors import InputError
from evaljson.cli.options.metrics import MetricSpec
from evaljson.cli.text.console import Voice, printable, shorten
from evaljson.metrics import RunMetric
from evaljson.wording.words import fraction

_TITLES = ("metric", "mean", "", "undefined", "missing")
_LEAST = 12


@dataclass(frozen=True, slots=True)
class Measured:
    """A metric that was asked for, and what it gives over the run."""

    spec: MetricSpec
    over_run: RunMetric


def same_metric(wanted: MetricSpec, asked: Sequence[MetricSpec], said: str) -> MetricSpec:
    """The one of `asked` that a gate means, or, where none is, `wanted` itself.

    A bare name means the metric asked for under that name, whatever its parameters. Raises InputError where that is
    not clear; `said` is the gate.
    """
    equal = [spec for spec in asked if spec.key == wanted.key]
    if equal:
        return equal[0]
    named = [] if wanted.given else [spec for spec in asked if spec.metric.name == wanted.metric.name]
    if len(named) > 1:
        shown = ", ".join(spec.text for spec in named)
        raise InputError(f"{said}: --metric asks for several of this name; write which one is meant: {shown}.")
    return named[0] if named else wanted


def distinct(specs: Sequence[MetricSpec]) -> list[MetricSpec]:
    """Each metric once, in the order in which they are first asked for."""
    found = dict[str, MetricSpec]()
    for spec in specs:
        found.setdefault(spec.key, spec)
    return list(found.values())


def measure(specs: Sequence[MetricSpec], run: RunResult, voice: Voice) -> list[Measured]:
    """Compute each, and say which records have no score. Raises InputError for parameters that do not fit the data."""
    return [_measure(spec, run, voice) for spec in specs]


def _measure(spec: MetricSpec, run: RunResult, voice: Voice) -> Measured:
    preset = spec.metric.preset
    params = {name: value for name, value in spec.params.items() if name not in preset}
    try:
        found = run.metric(spec.metric.name, missing_records=run.missing_records, **params)
    except InputError as error:
        raise InputError(f"{spec.text}: {error}") from error
    reasons = Counter(found.errors.values())
    for reason, count in reasons.most_common(1):
        others = f"; {len(reasons) - 1:,} other reasons are in --json" if len(reasons) > 1 else ""
        voice.warn(f"{spec.text}: records at fault: {sum(reasons.values()):,}; for {count:,} of them, {reason}{others}")
    return Measured(spec, found)


def metric_table(measured: Sequence[Measured], width: int) -> Table:
    """One row a metric in at most `width` columns: names are shortened in the middle, figures never."""
    rows = [
        [fraction(one.mean), f"{one.direction} is better", f"{one.undefined:,}", f"{len(one.missing):,}"]
        for one in (entry.over_run for entry in measured)
    ]
    taken = sum(2 + max(map(len, column)) for column in zip(_TITLES[1:], *rows, strict=True))
    table = Table(box=None, pad_edge=False, padding=(0, 0, 0, 2), header_style="bold")
    for title in _TITLES:
        table.add_column(title, justify="left" if title in ("metric", "") else "right", no_wrap=True)
    for entry, row in zip(measured, rows, strict=True):
        name = Text(shorten(printable(entry.spec.text), max(_LEAST, width - taken)), "bold")
        table.add_row(name, *row)
    return table


def metric_document(measured: Sequence[Measured], run: RunResult) -> list[dict[str, Any]]:
    """What `--json` says of each; `scores` in the order of `records`."""
    ids = [record.record_id for record in run.records]
    return [
        {
            "metric": entry.spec.text,
            "name": entry.over_run.name,
            "params": dict(entry.over_run.params),
            "direction": entry.over_run.direction,
            "mean": entry.over_run.mean,
            "undefined": entry.over_run.undefined,
            "missing": [ids[place] for place in entry.over_run.missing],
            "missing_records": entry.over_run.missing_records,
            "scores": list(entry.over_run.scores),
            "errors": [{"record_id": ids[at], "message": said} for at, said in entry.over_run.errors.items()],
        }
        for entry in measured
    ]
