"""A note on a comparison: what is still to be decided and changes first place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from evaljson.compare import ManyComparison
from evaljson.compare.shared_records import Repeats
from evaljson.compare.words.first_place import first_place_hangs_on
from evaljson.report.first_place import ways_to_first
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode


def with_what_first_place_hangs_on(
    comparison: ManyComparison, runs: Mapping[str, Repeats], tree: SchemaNode
) -> ManyComparison:
    """Return the comparison with the note, first of all; as it is where a variant was run several times."""
    single = {name: run for name, run in runs.items() if isinstance(run, RunResult)}
    words = "".join(first_place_hangs_on(ways_to_first(single, tree)) if len(single) == len(runs) else ())
    return replace(comparison, notes=(words, *comparison.notes)) if words else comparison
