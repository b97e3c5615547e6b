"""The Classes section of Fields: figures of each value, and confusions, for fields whose values are few."""

from __future__ import annotations

from typing import Any

import streamlit as st

from evaljson.report.fields.class_tables import (
    averages_in_words,
    class_table,
    confusion_heatmap,
    confusion_table,
    drawn_rows,
)
from evaljson.results.class_figures import MOST_CLASSES, ClassFigures
from evaljson.ui.fields.heatmap_view import View, show_heatmap
from evaljson.ui.session import cache
from evaljson.ui.session.address import clicked, go_to_records, new_in_address
from evaljson.ui.shared.parts import text_colour
from evaljson.ui.shared.plain_text import one_line
from evaljson.ui.shared.record_filters import FAULT

OPENED = "fields.classes"
"""Key of the expander."""


_FIELD, _NAME = "fields.class", "class"


def chosen_class() -> str | None:
    """Return the field whose classes are shown, as it is in the address; a link to them opens the section."""
    asked = new_in_address(_NAME)
    if asked is not None:
        st.session_state[_FIELD], st.session_state[OPENED] = asked, True
    chosen: str | None = st.session_state.get(_FIELD)
    return chosen if st.session_state.get(OPENED) else None


def show_classes(view: View) -> None:
    """Draw the classes of one field in an expander; closed, nothing is computed."""
    expander = st.expander("Classes and confusions", key=OPENED, on_change="rerun")
    if not expander.open:
        return
    with expander:
        by_field: dict[str, ClassFigures] = cache.shared(("classes", view.key), view.run.classes)
        if by_field:
            _show(view, by_field)
        else:
            st.caption(f"No field has classes: at most {MOST_CLASSES} different values, each about twice or more.")


def _show(view: View, by_field: dict[str, ClassFigures]) -> None:
    worst_first = sorted(by_field, key=lambda path: by_field[path].macro.f1)
    if st.session_state.get(_FIELD) not in worst_first:
        st.session_state[_FIELD] = worst_first[0]
    path: Any = st.selectbox(
        "Field", worst_first, key=_FIELD, width=420, on_change=clicked,
        format_func=lambda path: f"{one_line(path, 60) or '(the record)'} · {len(by_field[path].classes)} classes",
        help="Lowest macro F1 first.",
    )  # fmt: skip
    figures, colour = by_field[path], text_colour()
    st.markdown(averages_in_words(figures))
    st.caption(
        "Rows: class in gold; columns: extracted. Green is right; colour is the share of the row. "
        "Values after transforms. Click a wrong cell for the records where the field is wrong, another for all records."
    )
    cell = show_heatmap(
        cache.derived(("confusions", view.key, path, colour), lambda: confusion_heatmap(figures, colour)),
        f"fields.classes.matrix.{path}",
        f"Confusion matrix of {len(figures.classes):,} classes: {averages_in_words(figures)}",
        frame="fields-confusions",
    )
    _tables(figures)
    if cell:
        row, column = drawn_rows(figures)[cell[0]], cell[1]
        go_to_records(a=view.variant, field=path, status=FAULT if row != column else None, type=view.kind)


def _tables(figures: ClassFigures) -> None:
    number = st.column_config.NumberColumn
    st.caption("Figures and confusions as tables")
    st.dataframe(
        class_table(figures),
        hide_index=True,
        placeholder="–",
        column_config={name: number(format="%.1f") for name in ("F1", "Precision", "Recall")},
    )
    names = list(figures.confusions().columns)
    st.dataframe(
        confusion_table(figures),
        hide_index=True,
        column_config={
            "gold": st.column_config.TextColumn("Gold ↓ extracted →", pinned=True),
            **{f"class {i}": number(one_line(name, 40)) for i, name in enumerate(names)},
        },
    )
