"""Who is tied with whom once an edit is applied: the order of the variants may stay, and a tie break."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from evaljson.scoring.tallies import record_figures
from evaljson.ui.schema.previews import Previews, hash_of
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.ties_in_words import ties_in_words
from evaljson.ui.shared.variants_together import change_of_ranking

_MOST: Final = 20
"""Variants all pairs of which a page compares while a user edits."""
_LEAST: Final = 2


def ties_after(evaluation: OpenEvaluation, schema: Mapping[str, Any], computed: Previews) -> str:
    """Say which pairs would be tied, or no longer be, in Markdown; "" for none, and where that is not known.

    `computed` has the previews under `schema`, all of them.
    """
    names = list(computed.found)
    if not _LEAST <= len(names) <= _MOST or computed.outdated or computed.not_judged:
        return ""
    change = change_of_ranking(
        evaluation,
        names,
        f"edit {hash_of(schema)}",
        lambda: {name: record_figures(*one.tallies.by_record()).f1 for name, one in computed.found.items()},
    )
    return "" if change is None else ties_in_words(change)
