"""Notes on results that no figure of a suggestion includes: their paid comparators are not called."""

from __future__ import annotations

from collections import Counter
from typing import Final

import numpy as np

from evaljson.scoring.status import BATCH_ERROR
from evaljson.suggest.measure import Bench
from evaljson.wording.words import counted

_SHOWN: Final = 3


def not_judged(bench: Bench) -> list[str]:
    """Write a sentence for each comparator that was not called, over all variants."""
    by_comparator: dict[str, Counter[str]] = {}
    names = {node.path: node.comparator.name for root in bench.tree.roots for node in root.walk() if node.comparator}
    for run in bench.runs.values():
        rows = run.tallies.rows
        counts = np.bincount(rows.field[rows.status == BATCH_ERROR], minlength=len(rows.fields))
        for place in np.flatnonzero(counts).tolist():
            path = rows.fields[place]
            by_comparator.setdefault(names.get(path, "a judge"), Counter())[path] += int(counts[place])
    return [_note(name, paths) for name, paths in by_comparator.items()]


def _note(name: str, paths: Counter[str]) -> str:
    more = f" and {len(paths) - _SHOWN:,} more" if len(paths) > _SHOWN else ""
    where = ", ".join(list(paths)[:_SHOWN]) + more
    verb = "is" if paths.total() == 1 else "are"
    pairs = counted(paths.total(), "pair")
    return f"In {where}, {pairs} of values {verb} not judged: suggestions do not call {name}, and no figure has them."
