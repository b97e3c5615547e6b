"""The Fields page below its figures: one of three heatmaps of the fields that pass the filter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import streamlit as st

from evaljson.results.model import RunResult
from evaljson.ui.fields.by_record import choose_records, show_by_record
from evaljson.ui.fields.by_status import show_by_status
from evaljson.ui.fields.by_variant import figures_of, show_by_variant
from evaljson.ui.fields.classes import chosen_class
from evaljson.ui.fields.heatmap_view import View
from evaljson.ui.session.address import publish
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.review_wish import ReviewWish
from evaljson.ui.shared.field_choice import (
    RECORD,
    VARIANT,
    FieldFilter,
    choose_fields,
    choose_part,
    choose_rolled,
    choose_view,
    nothing_passes,
    rolled_address,
    show_where,
)
from evaljson.ui.shared.floors import known_floors
from evaljson.ui.shared.one_record import mostly_in, say_mostly_in
from evaljson.ui.shared.review_these import places_in_gold, review_these, variant_ids
from evaljson.workspace.make_review import ReviewScope


def show_fields(evaluation: OpenEvaluation, runs: Mapping[str, RunResult], view: View) -> None:
    """Draw the choice of view, the filter and the heatmap, and put the choices into the address."""
    every = view.run.tallies.rows.fields
    with st.container(horizontal=True, vertical_alignment="bottom"):
        by, shown = choose_view(), choose_fields()
        view = replace(view, under=choose_rolled(every, bool(shown.text)))
        table = shown.of(view.table())
        of_all = figures_of(evaluation, runs, view) if by == VARIANT else None
        figures = None if of_all is None else shown.of_variants(of_all)
        count = len(table) if figures is None else len(figures.fields)
        first, rows = choose_part(count) if count else (0, None)
    address = {"a": view.variant, "type": view.kind, "view": by, "class": chosen_class(), **shown.address()}
    if not shown.text:
        address |= rolled_address(every, view.under)
    if not count:
        publish("fields", **address)
        nothing_passes(len(every))
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if view.under is not None:
            show_where(every, view.under)
        places, at = choose_records(view) if by == RECORD else ([], {})
    publish("fields", **address, rows=rows, **at)
    if figures is None:
        say_mostly_in({view.variant: mostly_in(view.run, view.key)}, is_alone=True)
    elif view.kind is None:
        say_mostly_in({name: mostly_in(run, evaluation.run_key(name)) for name, run in runs.items()}, is_alone=False)
    floors = known_floors(evaluation) if view.kind is None else None  # those of one type are not known
    if of_all is not None and figures is not None:
        show_by_variant(view, figures, first, shown.order, floors, len(of_all.fields))
    elif by == RECORD:
        show_by_record(view, table, first, places, at["at"] or "0", shown.order)
    else:
        show_by_status(view, table, first, shown.order, floors)
    review_these(evaluation, "fields", lambda: _wish(evaluation, view, shown, every))


def _wish(evaluation: OpenEvaluation, view: View, shown: FieldFilter, every: Sequence[str]) -> ReviewWish:
    """Return what the page shows as a scope: the fields that were searched for or opened, of one document type."""
    found = tuple(field for field in every if shown.text.casefold() in field.casefold()) if shown.text else ()
    fields = found or ((view.under,) if view.under else None)
    places = places_in_gold(view.run, range(len(view.run.records))) if view.kind is not None else None
    named = "" if fields is None else f" in {fields[0]}" if len(fields) == 1 else f" in {len(fields):,} fields"
    scope = ReviewScope(variants=variant_ids(evaluation, [view.variant]), fields=fields, records=places)
    return ReviewWish(scope, f"what {view.variant} has wrong{named}")
