"""The button that leads from what a page shows to a new review of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, cast

import numpy as np
import streamlit as st

from evaljson.compare import Comparison
from evaljson.report.patterns.kinds import BY_NAME as BY_PATTERN
from evaljson.report.patterns.table import rows_with_pattern
from evaljson.results.model import RunResult
from evaljson.review.places import gold_path_of
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.patterns import patterns_of
from evaljson.ui.session.review_wish import ReviewWish, go_to_form
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.found_records import with_fault
from evaljson.ui.shared.record_filters import LIKE, Filters
from evaljson.wording.words import BY_STATUS, counted
from evaljson.workspace.make_review import ReviewScope, Status

_REVIEWED: Final = ("mismatch", "omission", "hallucination")
_MOST_VALUES: Final = 2_000
"""Single values of a scope: of more, the records are the scope."""
_NO_PLACE: Final = (
    "Gold has no place for some values of this group, as in elements that only the extraction has: they cannot be "
    "picked out one by one."
)


def review_these(
    evaluation: OpenEvaluation, page: str, wish: Callable[[], ReviewWish], label: str = "Review these"
) -> None:
    """Draw the button; `wish` is asked once it is pressed. Nothing for runs that are no longer the current ones."""
    if evaluation.is_earlier or len(evaluation.outdated) == len(evaluation.stored.variants):
        return
    tip = "Leads to the form of a review of these: people say which side is right, one card at a time."
    if st.button(label, key=f"{page}.review", **needs("editor", help=tip)):
        go_to_form(wish(), page)


def variant_ids(evaluation: OpenEvaluation, names: Iterable[str | None]) -> tuple[str, ...]:
    """Return the ids of variants, in their order."""
    wanted = set(names)
    return tuple(variant.id for variant in evaluation.stored.variants if variant.name in wanted)


def places_in_gold(run: RunResult, places: Sequence[int]) -> tuple[int, ...]:
    """Return the positions in gold of records of a run; those that gold lacks are left out."""
    if not run.positions:
        return tuple(sorted(places))
    return tuple(sorted(run.positions[place][0] for place in places if place < len(run.positions)))


def has_errors(
    evaluation: OpenEvaluation, runs: Mapping[str, RunResult], chosen: Filters, places: Sequence[int]
) -> bool:
    """Check whether a chosen variant has a value to be reviewed in these records, places of the first variant."""
    if with_fault(evaluation, runs, chosen.a, chosen.field)[places].any():
        return True
    wanted = {runs[chosen.a].record_keys[place] for place in places}

    def has_one(name: str) -> bool:
        at = np.flatnonzero(with_fault(evaluation, runs, name, chosen.field)).tolist()
        return any(runs[name].record_keys[place] in wanted for place in at)

    return any(map(has_one, filter(None, (chosen.b, *chosen.more))))


def is_any_wrong(evaluation: OpenEvaluation, found: Comparison, names: Iterable[str]) -> bool:
    """Check whether two sides differ, or have anything wrong that counts."""
    runs = filter(None, map(evaluation.scored_run, names))
    return any(one.up or one.down for one in found.fields) or any(run.metrics["mean_f1"] != 1.0 for run in runs)


def wish_of_filter(
    evaluation: OpenEvaluation, runs: dict[str, RunResult], chosen: Filters, places: Sequence[int]
) -> ReviewWish:
    """Return what the Records page shows as a scope; of a group of errors, these values alone."""
    run, kind = runs[chosen.a], None if chosen.status is None else BY_PATTERN.get(chosen.status.removeprefix(LIKE))
    values = "" if kind is None else _values_of_pattern(evaluation, run, chosen, places)
    if kind is not None and not isinstance(values, str):
        scope = ReviewScope(variants=variant_ids(evaluation, (chosen.a, chosen.b, *chosen.more)), values=values)
        inside = f" in {chosen.field}" if chosen.field else ""
        return ReviewWish(scope, f"{kind.title}{inside}, {counted(len(values), 'value')}")
    status = cast("Status | None", chosen.status if chosen.status in _REVIEWED else None)
    whole = len(places) == len(run.records)
    scope = ReviewScope(
        variants=variant_ids(evaluation, (chosen.a, chosen.b, *chosen.more)),
        fields=None if chosen.field is None else (chosen.field,),
        records=None if whole else places_in_gold(run, places),
        statuses=None if status is None else (status,),
    )
    what = "what differs" if status is None else f"what is {BY_STATUS[status].word}"
    inside = f" in {chosen.field}" if chosen.field else ""
    wider = f"{values} So the review asks about all that differs in their records." if values else ""
    return ReviewWish(scope, f"{what}{inside}, {counted(len(places), 'record')}", wider=wider)


def _values_of_pattern(
    evaluation: OpenEvaluation, run: RunResult, chosen: Filters, places: Sequence[int]
) -> tuple[tuple[int, str], ...] | str:
    """Return the places in gold of the errors of a pattern, in these records, or in a sentence why they cannot be
    listed: where gold has no such place, as inside an element that only the extraction has, and where there are too
    many."""
    assert chosen.status is not None
    patterns = patterns_of(run, evaluation.run_key(chosen.a))
    rows = rows_with_pattern(run, patterns, chosen.status.removeprefix(LIKE), chosen.field)
    rows = rows[np.isin(run.tallies.rows.record[rows], list(places))]
    if not len(rows):
        return "None of these records has a value of this group."
    if len(rows) > _MOST_VALUES:
        return f"These are {len(rows):,} values: more than {_MOST_VALUES:,} cannot be picked out one by one."
    known = dict(enumerate(position for position, _ in run.positions)) if run.positions else None
    found = []
    for place, path in zip(run.tallies.rows.record[rows].tolist(), run.table.paths_at(rows), strict=True):
        position, in_gold = place if known is None else known.get(place), gold_path_of(path)
        if position is None or in_gold is None:
            return _NO_PLACE
        found.append((position, in_gold))
    return tuple(found)


def wish_of_comparison(
    evaluation: OpenEvaluation, found: Comparison, names: Iterable[str], by_field: bool
) -> ReviewWish:
    """Return what differs between two sides as a scope: the fields, or the records, that changed; without any, all that
    either has wrong."""
    fields = tuple(field.path for field in found.fields if field.loses_otherwise)
    records = tuple(sorted(one.position for one in found.records if one.position is not None and one.difference))
    sides = " and ".join(found.names)
    scope = ReviewScope(
        variants=variant_ids(evaluation, names),
        fields=(fields or None) if by_field else None,
        records=None if by_field else records or None,
    )
    kind, differing = ("field", fields) if by_field else ("record", records)
    what = f"{counted(len(differing), kind)} in which {sides} differ" if differing else f"what {sides} have wrong"
    return ReviewWish(scope, what)
