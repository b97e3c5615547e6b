"""What extractions that read nothing score against the gold of a run."""

from __future__ import annotations

from collections.abc import Sequence

from evaljson.cli.options.plugins import PostProcess
from evaljson.cli.run.records import gold_records
from evaljson.cli.run.scored_files import ScoredFiles
from evaljson.floor import Floors, floors


def floors_of(scored: ScoredFiles, post_process: Sequence[PostProcess]) -> Floors:
    """Score them as the run was scored; nothing is asked that may cost something."""
    gold = gold_records(scored.gold)
    left_out = scored.run.left_out
    return floors(gold, scored.tree, scored.id_field, list(post_process) or None, leave_out=left_out)
