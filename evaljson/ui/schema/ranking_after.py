"""What an edit makes of the ranking, ties included: the order of the variants may stay, and a tie break."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from evaljson.compare.ranking_change import RankingChange
from evaljson.scoring.tallies import record_figures
from evaljson.ui.schema.previews import Previews, hash_of
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.variants_together import change_of_ranking

_MOST: Final = 20
"""Variants all pairs of which a page compares while a user edits."""
_LEAST: Final = 2


def ranking_after(evaluation: OpenEvaluation, schema: Mapping[str, Any], computed: Previews) -> RankingChange | None:
    """Return what becomes of the ranking; None where that is not known.

    `computed` has the previews under `schema`, all of them.
    """
    names = list(computed.found)
    if not _LEAST <= len(names) <= _MOST or computed.outdated or computed.not_judged:
        return None
    return change_of_ranking(
        evaluation,
        names,
        f"edit {hash_of(schema)}",
        lambda: {name: record_figures(*one.tallies.by_record()).f1 for name, one in computed.found.items()},
    )
