"""Fields that variants have under another key than gold, in the HTML report: what it costs and the way out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from evaljson.results.model import RunResult
from evaljson.schema import SchemaNode
from evaljson.suggest.renamed_effect import notes_on_renamed, renamed_preview
from evaljson.suggest.renamed_keys import renamed_keys
from evaljson.wording.differences import in_points
from evaljson.wording.values import escaped

_MEASURED: Final = 2_000_000
"""Results of a variant up to which what it would score is worked out."""


def renamed_lines(runs: Mapping[str, RunResult], tree: SchemaNode) -> str:
    """Write a line for each field that a variant calls otherwise, and F1 of these variants with the keys of gold."""
    found = {name: keys for name, run in runs.items() if (keys := renamed_keys(run, tree))}
    said = [f"≠ {note}" for note in notes_on_renamed(found)]
    for name, keys in found.items():
        before = runs[name].mean_f1
        if before is None or len(runs[name].tallies.rows.record) > _MEASURED:
            continue
        after = renamed_preview(runs[name], tree, keys).after.mean_f1
        if after is not None:
            now, then, *_ = in_points(before, after)
            said.append(f"With the keys of gold, F1 of {name} would be {then} instead of {now}.")
    return "".join(f'<p dir="auto">{escaped(line)}</p>' for line in said)
