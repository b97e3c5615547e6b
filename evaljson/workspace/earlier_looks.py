"""Earlier comparisons of the same variants over fewer gold records, as far as the store knows them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from evaljson.store import Evaluation, Run
from evaljson.workspace.stored_runs import failure_of


def earlier_looks(evaluation: Evaluation, runs: Iterable[Run], names: Collection[str], records: int) -> tuple[int, ...]:
    """Return numbers of records below `records`, from few to many, over which all of the named variants were scored.

    `runs` are all runs of the evaluation. Under whichever version of the schema, each other gold counts once.
    """
    wanted = {variant.id for variant in evaluation.variants if variant.name in names}
    gold = None if evaluation.gold is None else evaluation.gold.id
    by_gold: dict[str, dict[str, int]] = {}
    for run in runs:
        if run.variant in wanted and run.gold != gold and failure_of(run) is None:
            scored = run.metrics.get("total_records")
            if type(scored) is int:
                of_variants = by_gold.setdefault(run.gold, {})
                of_variants[run.variant] = max(scored, of_variants.get(run.variant, 0))
    both = (min(counts.values()) for counts in by_gold.values() if set(counts) == wanted)
    return tuple(sorted({count for count in both if 0 < count < records}))
