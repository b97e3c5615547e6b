"""What no figure of a suggestion counts, since somebody would have to be asked who may cost something."""

from __future__ import annotations

from collections import Counter
from typing import Final

import numpy as np

from evaljson.scoring.status import BATCH_ERROR
from evaljson.suggest.measure import Bench
from evaljson.wording.words import counted

_SHOWN: Final = 3


def waiting(bench: Bench) -> list[str]:
    """A sentence for each comparator that results wait for, over all variants."""
    found: dict[str, Counter[str]] = {}
    names = {node.path: node.comparator.name for root in bench.tree.roots for node in root.walk() if node.comparator}
    for run in bench.runs.values():
        rows = run.tallies.rows
        counts = np.bincount(rows.field[rows.status == BATCH_ERROR], minlength=len(rows.fields))
        for place in np.flatnonzero(counts).tolist():
            path = rows.fields[place]
            found.setdefault(names.get(path, "a judge"), Counter())[path] += int(counts[place])
    return [_said(name, paths) for name, paths in found.items()]


def _said(name: str, paths: Counter[str]) -> str:
    more = f" and {len(paths) - _SHOWN:,} more" if len(paths) > _SHOWN else ""
    where = ", ".join(list(paths)[:_SHOWN]) + more
    verb = "waits" if paths.total() == 1 else "wait"
    pairs = counted(paths.total(), "pair")
    return f"In {where}, {pairs} of values {verb} for {name}, which is not asked for suggestions: no figure has them."
