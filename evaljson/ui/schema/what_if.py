"""What the edits would change, before they are applied: figures of each variant, records up and down, and how."""

from __future__ import annotations

from typing import Any, Final

import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.report.history.rescored import Moved
from evaljson.results.field_result import FieldAggregation
from evaljson.ui.schema.before_after import STYLE, arrow, change, figures_table, moved
from evaljson.ui.schema.flips import show_flips
from evaljson.ui.schema.previews import NO_TIME, Previews, previews
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.parts import plain, problem_box
from evaljson.ui.shared.plain_text import shortened
from evaljson.wording.words import counted
from evaljson.workspace.edited_schema import EditedSchema

_LISTED, _SUMMED = 8, 4
_TICK: Final = 0.1
"""Seconds between two looks while variants are left."""


def show_what_if(
    evaluation: OpenEvaluation, found: EditedSchema, variant: str | None, field: str | None, path: str | None
) -> None:
    """Show all of it for the current edits.

    `variant` is the one whose records are named; `field` is the grid row that is open and `path` its schema path, which
    differ where there are document types.
    """
    _show_changes(found, field)
    if not found.is_new or variant is None:
        return
    try:
        told = previews(evaluation, found.now.schema, variant, NO_TIME)  # the summary above has taken it
    except EvaljsonError as error:
        problem_box(getattr(error, "problem", str(error)), getattr(error, "path", ""), "Apply it to see what it does.")
        return
    _show_remarks(told)
    shown = _touched_field(told, path)
    if told.waiting:
        _progress(evaluation, found, variant, shown)
    else:
        _show_figures(told, shown)
    if variant in told.found:
        show_flips(evaluation, told.found[variant], variant, path)


def summary(evaluation: OpenEvaluation, found: EditedSchema, variant: str | None) -> str:
    """One line: F1 of the first variants before and after, in Markdown."""
    if not found.is_new or variant is None:
        return ""
    try:
        told = previews(evaluation, found.now.schema, variant)
    except EvaljsonError:
        return ""
    parts = [
        f"{plain(shortened(name, 40), 40)} {Moved(name, None, one.before.mean_f1, one.after.mean_f1).in_words()}"
        for name, one in list(told.found.items())[:_SUMMED]
    ]
    more = len(told.found) + len(told.waiting) - _SUMMED
    return f"F1: {' · '.join(parts)}{f' · and {more:,} more below' if more > 0 else ''}" if parts else ""


def _show_changes(found: EditedSchema, field: str | None) -> None:
    """All edits, those of the field that is open first."""
    changes = sorted(found.changes, key=lambda one: one.path != field)
    lines = [f"- **{plain(one.path or 'the record', 160)}**: {plain(one.in_words(), 160)}" for one in changes]
    refused = any(one.path == field for one in found.refused)
    if field is not None and (refused or (changes and changes[0].path != field)):
        why = "waits until it is corrected, and is not in these figures" if refused else "no edit of this field itself"
        lines.insert(0, f"- **{plain(field, 160)}**: {why}")
    if len(lines) > _LISTED:
        lines[_LISTED:] = [f"- and {len(lines) - _LISTED:,} more"]
    if lines:
        st.markdown("\n".join(lines))


def _show_remarks(told: Previews) -> None:
    if told.only_lenient:
        st.warning(
            "This only makes scoring more lenient: nothing that was right becomes wrong. Look at the records below and "
            "ask of each whether a person would call it right.",
            icon="⚠️",
        )
    if told.changes_order:
        st.warning("Under this edit the variants come in another order.", icon="🔀")
    if told.not_judged:
        waits, are, them = ("waits", "is", "it") if told.not_judged == 1 else ("wait", "are", "them")
        st.info(
            f"{counted(told.not_judged, 'value')} {waits} for a judge, and {are} in no figure here: no verdict on "
            f"{them} is at hand, and nobody is asked for one."
        )
    if told.outdated:
        names = ", ".join(plain(shortened(name, 40), 40) for name in told.outdated)
        st.caption(f"Not foreseen for {names}: scored under an earlier version. Score again first.")
    if len(told.found) > 1 and not told.changes_order:
        st.caption("The order of the variants stays.")


def _progress(evaluation: OpenEvaluation, found: EditedSchema, variant: str, path: str | None) -> None:
    """The figures so far; those of the variants that are left come in by themselves."""

    @st.fragment(run_every=_TICK)
    def look() -> None:
        told = previews(evaluation, found.now.schema, variant)
        if not told.waiting:
            st.rerun()
        _show_figures(told, path)
        st.caption(f"Working out {counted(len(told.waiting), 'more variant')} …")

    look()


def _show_figures(told: Previews, path: str | None) -> None:
    """Before and after as a table, and those of one field below."""
    whole = (
        (name, [*_cells(_means(one.before), _means(one.after)), moved(len(one.up), len(one.down))])
        for name, one in told.found.items()
    )
    st.html(f'{STYLE}<div class="ej-all">{figures_table("All fields", (*_HEADS, "Records"), whole)}</div>')
    if path is None:
        return
    sides = {name: one.fields.get(path, (None, None)) for name, one in told.found.items()}
    own = ((name, _cells(_own(before), _own(after))) for name, (before, after) in sides.items())
    st.caption(f"The field {plain(path, 160)} alone, over all records:")
    st.html(f'<div class="ej-all">{figures_table("The field alone", _HEADS, own)}</div>')


_HEADS: Final = ("F1", "Change", "Precision", "Recall")
Means = tuple[float | None, float | None, float | None]


def _means(figures: Any) -> Means:
    return figures.mean_f1, figures.mean_precision, figures.mean_recall


def _own(field: FieldAggregation | None) -> Means:
    return (None, None, None) if field is None else (field.f1, field.precision, field.recall)


def _cells(before: Means, after: Means) -> list[str]:
    told = [arrow(one, other) for one, other in zip(before, after, strict=True)]
    return [told[0], change(before[0], after[0]), *told[1:]]


def _touched_field(told: Previews, field: str | None) -> str | None:
    """The field that is open, or the one that is touched alone."""
    fields = list(dict.fromkeys(path for one in told.found.values() for path in one.fields))
    if field in fields:
        return field
    return fields[0] if len(fields) == 1 else None
