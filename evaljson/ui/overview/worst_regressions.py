"""The five worst regressions on Overview, each with a link to its record."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

import streamlit as st

from evaljson.report.records.regressions import Regression, RegressionExample, Regressions, example
from evaljson.report.records.worst_regressions import MOST, WorstRegressions
from evaljson.ui.overview.verdict import Found
from evaljson.ui.session import cache
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.version_asked import here
from evaljson.ui.shared.parts import plain
from evaljson.wording.around import cut_around
from evaljson.wording.values import as_text, escaped_spaces
from evaljson.wording.words import BY_STATUS

_CUT = 70
"""Characters of a value that are shown."""
_LINES = "overview-worst"
_STYLE = f"<style>.st-key-{_LINES} [data-testid=stPageLink] :is(a,p,span)"
_STYLE += "{text-decoration:underline;white-space:normal;overflow-wrap:anywhere}</style>"
_BY_FIELD = (
    "The field in which they cost most F1 first, each in the record that loses most; then more of the same fields."
)
_NONE = "opacity:.75;font-style:italic"


def show_worst(evaluation: OpenEvaluation, a: str, b: str | None, findings: Found) -> None:
    """Draw one line per regression: record and field as a link, the right value and the extracted one."""
    alone = findings.beside is None
    name = b or a
    worst = findings.wrong.first(MOST)
    st.subheader("Worst errors" if alone else "Worst regressions", anchor=False, help=_order(findings))
    if not worst:
        st.caption(
            f"None: nothing counts against {plain(name)}."
            if alone
            else f"None: nothing that {plain(a)} has right counts against {plain(name)}."
        )
        return
    key = evaluation.run_key(name)
    st.html(_STYLE)
    lines = st.container(key=_LINES, gap="xsmall")
    named: set[str | None] = set()
    for regression in worst:
        link, values = lines.columns([2, 3], vertical_alignment="center", gap="small")
        with link:
            address = {**here(), "a": a if not alone else name, "record": regression.record}
            address |= {"b": b} if b is not None and not alone else {}
            address |= {"field": regression.field} if regression.field is not None else {}
            label = plain(regression.record, 40) + (
                f" · {plain(regression.field, 60)}" if regression.field is not None else ""
            )
            st.page_link("pages/records.py", label=label, query_params=address)
        with values:
            look = partial(_example, evaluation, name, findings.wrong, regression)
            st.html(_line(cache.derived(("example", key, regression), look), _alike(findings, regression, named)))
            named.add(regression.field)
    rest = len(findings.wrong) - len(worst)
    if rest:
        st.caption(f"{rest:,} more {'is' if rest == 1 else 'are'} not listed.")


def _example(
    evaluation: OpenEvaluation, name: str, wrong: Regressions | WorstRegressions, regression: Regression
) -> RegressionExample | None:
    if isinstance(wrong, WorstRegressions):
        return wrong.example(regression)
    return example(evaluation.runs[name], regression)


def _order(findings: Found) -> str | None:
    """Say which come first, and whether they are more than single values; None where there are none."""
    if not findings.wrong:
        return None
    if findings.beside is None or findings.beside.worse:
        return _BY_FIELD
    return f"{_BY_FIELD} These are single values: over all records, no field got detectably worse."


def _alike(findings: Found, regression: Regression, named: Collection[str | None]) -> str:
    """Say in how many records that field has one, where it is named first."""
    records = findings.wrong.alike(regression)
    if regression.field in named or records == 1:
        return ""
    return f' · <span style="white-space:nowrap">in {records:,} records</span>'


def _line(wrong: RegressionExample | None, alike: str) -> str:
    """Return what went wrong as HTML: the status in colour, symbol and word, then gold and extracted."""
    if wrong is None:
        look, text = BY_STATUS["omission"], "the whole record"
        return f'<div style="font-size:.9rem">{_status(look.colour, look.label)} {text}{alike}</div>'
    look = BY_STATUS[wrong.status]
    if wrong.status == "mismatch":
        values = " → ".join(_both(wrong.gold, wrong.extracted))
    else:
        values = _value(wrong.gold if wrong.status == "omission" else wrong.extracted)
    counts = [f"{wrong.more:,} more"] if wrong.more else []
    counts += [f"{count:,} {BY_STATUS[status].word}" for status, count in wrong.others]
    more = f' <span style="{_NONE}">+ {", ".join(counts)}</span>' if counts else ""
    return (
        f'<div style="font-size:.9rem;overflow-wrap:anywhere">{_status(look.colour, look.label)} {values}{more}{alike}'
        "</div>"
    )


def _status(colour: str, label: str) -> str:
    return f'<span style="border-left:.3rem solid {colour};padding-left:.4rem;white-space:nowrap">{label}</span>&ensp;'


def _both(gold: Any, extracted: Any) -> tuple[str, str]:
    """Return two values that differ, cut so that the difference is seen: as in a text that ends early."""
    if isinstance(gold, str) and isinstance(extracted, str) and gold and extracted:
        left, right = cut_around(as_text(gold), as_text(extracted), _CUT)
        return _bold(left), _bold(right)
    return _value(gold), _value(extracted)


def _value(value: Any) -> str:
    if value is None:
        return f'<span style="{_NONE}">null</span>'
    if value == "":
        return f'<span style="{_NONE}">empty text</span>'
    text = as_text(value)
    cut = text if len(text) <= _CUT else f"{text[: _CUT - 1]}…"
    return _bold(cut)


def _bold(text: str) -> str:
    return f'<bdi dir="auto"><b>{escaped_spaces(text)}</b></bdi>'
