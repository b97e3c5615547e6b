"""Records whose extraction looks like another record's, as a decision of Overview: nothing else there explains them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

import streamlit as st

from evaljson.base.listed import first_of
from evaljson.report.patterns.kinds import BY_NAME
from evaljson.report.patterns.other_record import LooksLike
from evaljson.ui.overview.decision import NAMED, Decision, Figures, both_known, largest_move, moved_by, moved_in_words
from evaljson.ui.session.address import go_to_records
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.run_facts import summary_of
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.record_filters import LIKE
from evaljson.ui.shared.ties_in_words import named, ranking_in_words
from evaljson.ui.shared.to_decide import alike_change, f1_without_alike
from evaljson.wording.words import counted

_KIND: Final = BY_NAME["other_record"]
_LISTED, _LONGEST = 10, 600
"""Records that are named of a variant, and characters of their names."""


def alike_decision(evaluation: OpenEvaluation, names: Sequence[str], now: Figures) -> Iterator[Decision]:
    """Yield it where any variant has such records: how many, and what F1 would be without them."""
    found = {name: records for name in names if (records := summary_of(evaluation, name).look_like)}
    if not found:
        return
    change = alike_change(evaluation, names)
    most = sorted(found, key=lambda name: -len(found[name]))
    said = ", ".join(f"{named(name)} {len(found[name]):,}" for name in most[:NAMED])
    more = f" and {counted(len(most) - NAMED, 'more variant')}" if len(most) > NAMED else ""
    moved = moved_by(change, both_known(now, f1_without_alike(evaluation, list(found))))
    over = f", over the {change.records:,} left" if change is not None and change.records else ""
    effect = f" F1 with → without{over}: {moved_in_words(moved)}." if moved else ""
    text = f"⇄ **Records that look like another one**: {said}{more}.{effect}{ranking_in_words(change)}"
    draw = partial(_way_to_records, most[0])
    yield Decision(text, draw, change, moves=largest_move(moved), more=_listed(found, len(names)), name="alike")


def _way_to_records(variant: str) -> None:
    if st.button("Records", key="decide.alike"):
        go_to_records(a=variant, status=f"{LIKE}{_KIND.name}")


def _listed(found: Mapping[str, Sequence[LooksLike]], variants: int) -> str:
    """Name which record looks like which, by variant, and what to do; `variants` counts those without any, too."""
    said = {name: [f"{one.record} like {one.other}" for one in records] for name, records in found.items()}
    lines = (f"**{named(name)}**: {plain(first_of(pairs, _LISTED), _LONGEST)}" for name, pairs in said.items())
    in_all = set.intersection(*map(set, found.values())) if 1 < variants == len(found) else set()
    of_gold = f"All variants have {counted(len(in_all), 'record')} in common there: gold may have the wrong content."
    return "\n\n".join([*lines, _KIND.remedy, *([of_gold] if in_all else [])])
