"""The All variants tab: each variant compared with the baseline, overall, per field and by cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pandas as pd
import streamlit as st

from evaljson.compare import Comparison, ManyComparison
from evaljson.compare.many import of_adjusted
from evaljson.report.compare.cost_of_gain import WORTH_FORMAT, VariantCost, noted, price_rows
from evaljson.report.compare.matrix import matrix_figure, one_sided, only_fields
from evaljson.report.compare.tables import variant_rows
from evaljson.report.heatmap_parts import clicked_cell
from evaljson.ui.compare.change_filter import FIELDS, apart, narrow
from evaljson.ui.compare.comparison_choice import CHANGES, PAGE, Chosen, choose_others
from evaljson.ui.compare.verdict import price_of
from evaljson.ui.session import cache
from evaljson.ui.session.address import go_to_records, pick_part
from evaljson.ui.session.comparisons import comparisons_with
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.sides import ComparedSide
from evaljson.ui.shared.clickable import show_chart, show_table
from evaljson.ui.shared.field_choice import AT_A_TIME
from evaljson.ui.shared.parts import data_line, plain, text_colour
from evaljson.ui.shared.signed import signed
from evaljson.ui.shared.text_width import text_width
from evaljson.wording.differences import digits_of, digits_together, shown_differences
from evaljson.wording.words import counted, points

_NONE: Final = {"changed": "differs", "worse": "got detectably worse", "better": "got detectably better"}
_KEYS_HELP: Final = "Keys that the schema lacks: they count apart. Corrected for all of them below."
_NO_WORTH: Final = "A dash where nothing more is paid, and where the gain may be chance: its verdict is not ▲."
_PRICES = ("cost", "latency", "per_cost", "per_second")


def show_variants(evaluation: OpenEvaluation, chosen: Chosen, comparison: Comparison) -> dict[str, str | None]:
    """Draw the tab, and return its choices for the address."""
    choose_others(chosen)
    many, refused = against_baseline(evaluation, chosen)
    for title, why in refused.items():
        st.warning(f"{plain(title)} is left out: {plain(why, 400)}")
    if not many.comparisons:
        return {}
    _table(evaluation, chosen, many)
    for note in many.notes:
        data_line(note)
    return _matrix(evaluation, chosen, many)


def against_baseline(evaluation: OpenEvaluation, chosen: Chosen) -> tuple[ManyComparison, dict[str, str]]:
    """Compare every challenger with the baseline; return the comparisons, and why some cannot be made."""
    bar = st.empty()
    count = len(chosen.others)
    comparisons, refused = comparisons_with(
        evaluation, chosen.a, chosen.others, chosen.figure, chosen.cluster,
        lambda done: bar.progress(done / count, text=f"Comparing {done + 1} of {count}"),
    )  # fmt: skip
    bar.empty()
    problems = {title: error.problem for title, error in refused.items()}
    return of_adjusted(chosen.a.title, comparisons), problems


def _table(evaluation: OpenEvaluation, chosen: Chosen, many: ManyComparison) -> None:
    prices = {side.title: price_of(evaluation, side.variants) for side in (chosen.a, *chosen.others)}
    rows = variant_rows(many).merge(price_rows(many, prices), on="variant", how="left", sort=False)
    before, after = (rows["b"] - rows["difference"]) / 100, rows["b"] / 100
    digits = digits_together(zip(before, after, strict=True))
    columns, of_base = _columns(rows, digits), {points(one, digits) for one in before.dropna()}
    if len(of_base) == 1:  # it is shown below, so that readers can subtract
        rows = rows.assign(difference=[100 * one for one in shown_differences(before, after, digits)])
    data, config = signed(rows, columns)
    ticked = show_table(data, "compare.variants", config)
    score = f" (score {of_base.pop()})" if len(of_base) == 1 else ""
    note = f"Compared with {plain(chosen.a.title, 40)}{score}. Tick a row for the records that got worse."
    base = _price_line(prices[chosen.a.title])
    st.caption(f"{note}{base}")
    if ticked is not None:
        side = _side(chosen, str(rows.iloc[ticked]["variant"]))
        go_to_records(a=chosen.a.first, b=side.first, change="worse")


def _price_line(base: VariantCost) -> str:
    pairs = (("cost", base.cost, ""), ("latency", base.latency, " s"))
    prices = [f"{name} {noted(value, unit)}" for name, value, unit in pairs if value is not None]
    return f" The baseline has {' and '.join(prices)}." if prices else ""


def _side(chosen: Chosen, title: str) -> ComparedSide:
    return next(side for side in chosen.others if side.title == title)


def _columns(rows: pd.DataFrame, digits: int) -> dict[str, Any]:
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    columns: dict[str, Any] = {
        "variant": text("Variant", pinned=True, width="medium"),
        "mark": text("Verdict", width=text_width(rows["mark"]), help="Corrected for all pairs of variants."),
        "b": number("Score", format=f"%.{digits}f"),
        "difference": number("Difference", format=f"%+.{digits}f", help="Over the records that are compared."),
        "interval": text(
            "95% interval",
            help="Range of the true difference, not adjusted for the pairs of variants.",
        ),
        "p": number(
            "p, adjusted",
            format="%.4f",
            help="How likely so large a difference is by chance. Verdicts need 0.05 or less.",
        ),
        "wins": number("Fields better", help="Fields of the schema. Corrected for all cells below."),
        "losses": number("Fields worse", help="Fields of the schema. Corrected for all cells below."),
        "keys_better": number("Keys better", help=_KEYS_HELP),
        "keys_worse": number("Keys worse", help=_KEYS_HELP),
        "records": number(
            "Records",
            format="localized",
            help="Records that are compared: those of gold that both scored, and strays that count.",
        ),
    }
    columns = {name: one for name, one in columns.items() if not name.startswith("keys_") or rows[name].any()}
    prices = {
        "cost": number("Cost", format="%.3g", help="As entered on the Data page."),
        "latency": number("Latency (s)", format="%.3g", help="As entered on the Data page."),
        "per_cost": number("Points per cost", format=WORTH_FORMAT, help=f"Gained per extra unit of cost. {_NO_WORTH}"),
        "per_second": number("Points per second", format=WORTH_FORMAT, help=f"Gained per extra second. {_NO_WORTH}"),
    }
    return columns | {name: prices[name] for name in _PRICES if rows[name].notna().any()}


def _matrix(evaluation: OpenEvaluation, chosen: Chosen, many: ManyComparison) -> dict[str, str | None]:
    st.subheader("Better and worse by field", anchor=False)
    st.caption(
        "Points from the baseline. ▲ ▼: more than chance explains, corrected for all cells. First: "
        "worse in most variants, then better in most. Click a cell for its records."
    )
    shown = narrow("Which fields", "show", FIELDS, lambda change: _count(only_fields(many, change), many))
    fields = only_fields(many, shown)
    address = {"show": shown if shown != CHANGES[0] else None}
    if not fields:
        st.info(f"No field {_NONE.get(shown, '')} in any variant.")
        return address
    start, address["rows"] = _choose_rows(len(fields))
    drawn, colour = fields[start : start + AT_A_TIME], text_colour()
    names = tuple(many.comparisons)
    key = ("compare matrix", *chosen.key(evaluation), names, shown, start, colour)
    cell = clicked_cell(
        show_chart(
            cache.derived(key, lambda: matrix_figure(many, drawn, colour)),
            f"compare.matrix.{shown}.{start}",
            f"Heatmap: difference from the baseline of {counted(len(drawn), 'field')} in "
            f"{counted(len(names), 'variant')}; the table below lists the numbers.",
            theme="streamlit",
        )
    )
    expander = st.expander("The same numbers as a table", key="compare.matrix-open", on_change="rerun")
    if expander.open:
        with expander:
            _matrix_table(many, fields)
    if cell and cell[0] < len(drawn) and cell[1] < len(names):
        side = _side(chosen, names[cell[1]])
        go_to_records(a=chosen.a.first, b=side.first, field=drawn[cell[0]])
    return address


def _count(fields: list[str], many: ManyComparison) -> str:
    declared = {field.path for one in many.comparisons.values() for field in one.fields if field.declared}
    known = sum(field in declared for field in fields)
    return apart(known, len(fields) - known)


def _choose_rows(count: int) -> tuple[int, str | None]:
    if count <= AT_A_TIME:
        return 0, None
    return pick_part("Fields", "rows", count, AT_A_TIME, page=PAGE)


def _matrix_table(many: ManyComparison, fields: list[str]) -> None:
    """Draw the matrix as a table; variants may have any name, so columns are numbered and labelled with the names."""
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    cells = {(cell.path or "", cell.variant): cell for cell in many.cells}
    shown = set(fields)
    digits = digits_of(*(cell.difference for cell in many.cells if (cell.path or "") in shown))
    frame: dict[str, list[object]] = {"field": [field or "(the record)" for field in fields]}
    columns: dict[str, Any] = {"field": text("Field", pinned=True)}
    for place, name in enumerate(many.comparisons):
        variant_cells = [cells.get((field, name)) for field in fields]
        frame[f"d{place}"] = [
            None if cell is None or cell.difference is None else cell.difference * 100 for cell in variant_cells
        ]
        frame[f"v{place}"] = [
            "" if cell is None else _MARKS.get(cell.verdict) or one_sided(cell) or "–" for cell in variant_cells
        ]
        marks = text_width(frame[f"v{place}"])
        columns |= {f"d{place}": number(name[:30], format=f"%+.{digits}f"), f"v{place}": text("Verdict", width=marks)}
    data, config = signed(pd.DataFrame(frame), columns)
    st.dataframe(data, hide_index=True, placeholder="–", column_config=config)


_MARKS: Mapping[str, str] = {"better": "▲ better", "worse": "▼ worse"}
