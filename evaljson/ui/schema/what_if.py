"""What the edits would change, before they are applied: figures of each variant and records up and down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.report.history.rescored import Moved, largest_first
from evaljson.ui.schema.before_after import STYLE, figures_table, moved, rows_before_and_after
from evaljson.ui.schema.flips import show_flips
from evaljson.ui.schema.lenient_words import lenient_in_words, no_longer_count
from evaljson.ui.schema.previews import NO_TIME, TICK, Previews, previews
from evaljson.ui.schema.ranking_after import ranking_after
from evaljson.ui.schema.regrouped_words import regrouped_in_words
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.own_records import over_own_records
from evaljson.ui.shared.parts import plain, problem_box
from evaljson.ui.shared.ties_in_words import ranking_in_words, swaps_in_words, ties_in_words
from evaljson.whatif.wholes import Whole
from evaljson.wording.many_changes import changes_in_words
from evaljson.wording.short_names import shortened
from evaljson.wording.words import counted
from evaljson.workspace.edited_schema import EditedSchema

_LISTED, _SUMMED = 8, 4


def show_what_if(
    evaluation: OpenEvaluation, schema: EditedSchema, variant: str | None, field: str | None, path: str | None
) -> None:
    """Show all of it for the current edits.

    `variant` is the one whose records are named; `field` is the grid row that is open and `path` its schema path, which
    differ where there are document types.
    """
    _show_changes(schema, field)
    if not schema.is_new or variant is None:
        return
    try:
        computed = previews(evaluation, schema.now.schema, variant, NO_TIME)  # the summary above has taken it
    except EvaljsonError as error:
        problem_box(getattr(error, "problem", str(error)), getattr(error, "path", ""), "Apply it to see what it does.")
        return
    _show_remarks(computed)
    _show_ranking(evaluation, schema, computed)
    shown = _touched_field(computed, path)
    if computed.waiting:
        _progress(evaluation, schema, variant, shown)
    else:
        _show_figures(computed, shown)
    if variant in computed.found:
        show_flips(evaluation, computed.found[variant], variant, path)


def summary(evaluation: OpenEvaluation, schema: EditedSchema, variant: str | None) -> str:
    """Return F1 before and after of the variants that move most, in Markdown; empty where nothing can be shown."""
    if not schema.is_new or variant is None:
        return ""
    try:
        computed = previews(evaluation, schema.now.schema, variant)
    except EvaljsonError:
        return ""
    moves = [
        Moved(name, None, preview.before.mean_f1, preview.after.mean_f1) for name, preview in computed.found.items()
    ]
    parts = [f"{plain(shortened(one.variant, 40), 40)} {one.in_words()}" for one in largest_first(moves)[:_SUMMED]]
    more = len(computed.found) + len(computed.waiting) - len(parts)
    unnamed = f" · and {more:,} more below" if more > 0 else ""
    return f"F1{over_own_records(evaluation)}: {' · '.join(parts)}{unnamed}" if parts else ""


def _show_changes(schema: EditedSchema, field: str | None) -> None:
    """List all edits, those of the open field first."""
    if field is None and len(schema.changes) > _LISTED:
        grouped = [f"- {plain(words, 200)}" for words in changes_in_words(schema.changes)]
        st.markdown("\n".join(_at_most(grouped)))
        return
    changes = sorted(schema.changes, key=lambda item: item.path != field)
    lines = [f"- **{plain(item.path or 'the record', 160)}**: {plain(item.in_words(), 160)}" for item in changes]
    refused = [item.columns for item in schema.refused if item.path == field]
    if field is not None and (refused or (changes and changes[0].path != field)):
        what = f"{' and '.join(refused)} not in these figures until corrected" if schema.is_new else "cannot be applied"
        why = what if refused else "this field itself is not edited"
        lines.insert(0, f"- **{plain(field, 160)}**: {why}")
    if lines:
        st.markdown("\n".join(_at_most(lines)))


def _at_most(lines: list[str]) -> list[str]:
    """Cut a long list, and say how many more there are; a single one more takes no more room than that."""
    return lines if len(lines) <= _LISTED + 1 else [*lines[:_LISTED], f"- and {len(lines) - _LISTED:,} more"]


def _show_remarks(computed: Previews) -> None:
    if computed.only_lenient:
        over = " in the variants worked out so far" if computed.waiting else _over_all(computed)
        words = lenient_in_words("This", computed.uncounted, over, falls=computed.falls)
        look = "Look at the records below and ask of each whether a person would call it right."
        st.warning(f"{words}. {look}", icon="⚠️")
    elif computed.uncounted and not computed.waiting:
        st.caption(f"{no_longer_count(computed.uncounted, _over_all(computed))}.")
    for one in [] if computed.waiting else computed.regrouped:
        st.caption(regrouped_in_words(one, plain(one.path, 160), _over_all(computed)))
    if computed.become_wrong and not computed.waiting:
        are = "is" if computed.become_wrong == 1 else "are"
        st.caption(f"{counted(computed.become_wrong, 'value')} that {are} right would be wrong{_over_all(computed)}.")
    if computed.not_judged:
        need, are, them = ("needs", "is", "it") if computed.not_judged == 1 else ("need", "are", "them")
        st.info(
            f"{counted(computed.not_judged, 'value')} {need} a judge, and {are} in no figure here. A preview asks no "
            f"judge about {them}."
        )
    if computed.outdated:
        names = ", ".join(plain(shortened(name, 40), 40) for name in computed.outdated)
        st.caption(f"No preview for {names}: scored under an earlier version. Score again first.")


def _over_all(computed: Previews) -> str:
    return ", over all variants" if len(computed.found) > 1 else ""


def _show_ranking(evaluation: OpenEvaluation, schema: EditedSchema, computed: Previews) -> None:
    """Say whether the order of the variants changes, and who comes to be tied or no longer is."""
    change = None if computed.waiting else ranking_after(evaluation, schema.now.schema, computed)
    if over_own_records(evaluation):  # the order by figures here is not that of Overview
        if change is not None:
            st.caption(f"Ranked over the same records for all, as on Overview:{ranking_in_words(change)}")
        return
    ties = "" if change is None else ties_in_words(change)
    if computed.changes_order:
        swaps = swaps_in_words(*computed.orders, change)
        st.warning(f"This edit changes the order of the variants: {swaps}", icon="🔀")
    elif ties:
        st.warning(f"The order of the variants stays, but not who is tied: {ties}", icon="🔀")
    elif len(computed.found) > 1 and not computed.waiting:
        st.caption("The order of the variants does not change.")


def _progress(evaluation: OpenEvaluation, schema: EditedSchema, variant: str, path: str | None) -> None:
    """Show the figures so far; those of other variants appear by themselves."""

    @st.fragment(run_every=TICK)
    def look() -> None:
        computed = previews(evaluation, schema.now.schema, variant)
        if not computed.waiting:
            st.rerun()
        _show_figures(computed, path)
        st.caption(f"Working out {counted(len(computed.waiting), 'more variant')} …")

    look()


def _show_figures(computed: Previews, path: str | None) -> None:
    """Show before and after as a table, and below those of one field."""
    cells = _cells([(_means(preview.before), _means(preview.after)) for preview in computed.found.values()])
    records = [moved(len(preview.up), len(preview.down)) for preview in computed.found.values()]
    whole = ((name, [*row, up]) for name, row, up in zip(computed.found, cells, records, strict=True))
    st.html(f'{STYLE}<div class="ej-all">{figures_table("All fields", (*_HEADS, "Records"), whole)}</div>')
    if path is None:
        return
    sides = [preview.wholes.get(path) for preview in computed.found.values()]
    of_field = zip(computed.found, _cells(list(map(_of_whole, sides))), strict=True)
    much = "with what is below it" if any(side is not None and side.has_below for side in sides) else "alone"
    st.caption(f"The field {plain(path, 160)} {much}, over all records:")
    st.html(f'<div class="ej-all">{figures_table("The field alone", _HEADS, of_field)}</div>')


_HEADS: Final = ("F1", "Change", "Precision", "Recall")
Means = tuple[float | None, float | None, float | None]


def _means(figures: Any) -> Means:
    return figures.mean_f1, figures.mean_precision, figures.mean_recall


def _of_whole(whole: Whole | None) -> tuple[Means, Means]:
    """Return the figures of a field before and after; a variant may have no result there."""
    if whole is None:
        return (None, None, None), (None, None, None)
    before, after = ((side.f1, side.precision, side.recall) for side in (whole.before, whole.after))
    return before, after


def _cells(rows: Sequence[tuple[Means, Means]]) -> list[list[str]]:
    return rows_before_and_after([list(zip(before, after, strict=True)) for before, after in rows])


def _touched_field(computed: Previews, field: str | None) -> str | None:
    """Return the open field if it is touched, or the only one that is."""
    previews = computed.found.values()
    if any(field in preview.wholes for preview in previews):
        return field
    touched = {path for preview in previews for path in preview.touched}
    only = next(iter(touched)) if len(touched) == 1 else None
    return only if any(only in preview.wholes for preview in previews) else None
