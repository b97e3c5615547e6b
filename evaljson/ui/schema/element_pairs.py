"""How the elements of an array, or the entries of a map, pair up in one record: now, and with the edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, islice
from typing import Any

import numpy as np
import streamlit as st

from evaljson.base.any_text import dumped
from evaljson.base.arrays import Ints
from evaljson.base.paths import child, is_below, split
from evaljson.jobs.page_work import StoppedError
from evaljson.report.records.element_pairs import ArrayPairs
from evaljson.results.model import RunResult
from evaljson.review.label_states import LabelsOfRecord, in_counts, labels_below
from evaljson.schema import SchemaNode
from evaljson.scoring.status import HALLUCINATION, MISMATCH, OMISSION
from evaljson.ui.session import cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.found_records import labels
from evaljson.ui.shared.gold_labels import label_html, labels_in_record, labels_of
from evaljson.ui.shared.parts import plain, problem_box
from evaljson.whatif import KeptPreview
from evaljson.wording.values import as_text, escaped, escaped_spaces
from evaljson.wording.words import points

_CUT, _KEYS, _RECORDS = 60, 8, 400


def show_pairs(
    evaluation: OpenEvaluation, variant: str, array: SchemaNode, schema: Mapping[str, Any], foreseen: KeptPreview | None
) -> None:
    """Show one record at a time, those that the edit changes most first."""
    run = evaluation.runs[variant]
    places = _places(run, array.path, foreseen)
    of = f"the first {_RECORDS:,}" if len(places) > _RECORDS else f"{len(places):,}"
    places = places[:_RECORDS]
    parts, whole = ("elements", "array") if array.additional is None else ("entries", "map")
    st.markdown(f"**How {parts} pair up in {plain(variant)}**")
    if not places:
        st.caption(f"No record has {parts} here.")
        return
    key = f"schema.pairs.{array.path}"
    at = min(int(st.session_state.get(key, 0)), len(places) - 1)
    place = places[at]
    with st.container(horizontal=True, vertical_alignment="center"):
        _step("← Previous record", key, at - 1, len(places))
        _step("Next record →", key, at + 1, len(places))
        st.caption(f"{plain(labels(run, evaluation.run_key(variant))[place], 60)} · {at + 1:,} of {of}")
    sides = {"Current version": evaluation.schema}
    if foreseen is not None and any(
        is_below(array.path, path) or is_below(path, array.path) for path in foreseen.touched
    ):
        sides["With the edit"] = schema
    record, said = run.records[place], labels_in_record(labels_of(evaluation), run, place)
    for title, shown in sides.items():
        if len(sides) > 1:
            st.caption(title)
        try:
            pairs = _paired(evaluation, variant, place, shown, array.path)
            st.html(_table(record.gold, record.extracted, pairs, whole, said))
        except StoppedError as error:
            problem_box(str(error), "", f"The figures beside this are not about these {parts} alone.")


def _step(label: str, key: str, to: int, count: int) -> None:
    st.button(
        label, key=f"{key}.{label}", disabled=not 0 <= to < count, on_click=st.session_state.update, args=({key: to},)
    )


def _places(run: RunResult, path: str, foreseen: KeptPreview | None) -> list[int]:
    """List the records with elements of the array on either side: those that the edit moves first, then those with
    most faults in it. Of many, one more than are shown."""
    steps = split(path)

    def has(place: int) -> bool:
        record = run.records[place]
        return any(_has_elements(side, steps) for side in (record.gold, record.extracted))

    moved = [] if foreseen is None else [*foreseen.up.tolist()[:20], *foreseen.down.tolist()[:20]]
    ranked = np.argsort(-_faults(run, path), kind="stable").tolist()
    others = (place for place in ranked if place not in moved)
    return list(islice(filter(has, chain(moved, others)), _RECORDS + 1))


def _faults(run: RunResult, path: str) -> Ints:
    """Count the wrong, missing and invented results of each record in an array or map."""
    rows = run.tallies.rows
    inside = np.array([is_below(name, path) for name in rows.fields], np.bool_)
    wrong = (rows.status == MISMATCH) | (rows.status == OMISSION) | (rows.status == HALLUCINATION)
    return np.bincount(rows.record[wrong & inside[rows.field]], minlength=len(run.records))


def _has_elements(value: Any, steps: Sequence[str | int | None]) -> bool:
    """Check for a filled array or map at a schema path; a value of another type is none."""
    if not steps:
        return isinstance(value, list | dict) and bool(value)
    step, rest = steps[0], steps[1:]
    if step is None:
        return isinstance(value, list) and any(_has_elements(element, rest) for element in value)
    if not isinstance(value, Mapping):
        return False
    inner = value.values() if step == "*" and step not in value else [value.get(step)]
    return any(_has_elements(element, rest) for element in inner)


def _paired(evaluation: OpenEvaluation, variant: str, place: int, schema: Mapping[str, Any], path: str) -> ArrayPairs:
    """Pair the elements in a helper process: arrays may be long, and an edit of any cost."""
    about = (server.url(), evaluation.run_key(variant), place, schema, path)

    def work() -> ArrayPairs:
        paired: ArrayPairs = server.work("pair_elements", *about, instead="look at another record")
        return paired

    return cache.derived(("pairs", *about[1:3], dumped(schema), path), work)


def _table(gold: Any, extracted: Any, pairs: ArrayPairs, whole: str, said: LabelsOfRecord) -> str:
    if not pairs.count:
        return f'<div style="font-size:.8rem;opacity:.7">Nothing pairs up here: the other side has no {whole}.</div>'
    lines = []
    for row in pairs.shown:
        left, right = _element(gold, row.array, row.gold), _element(extracted, row.array, row.extracted)
        if said and row.gold is not None:
            at = f"{row.array}[{row.gold}]" if isinstance(row.gold, int) else child(row.array, row.gold)
            left += label_html(in_counts(labels_below(said, at)))
        score = "–" if row.score is None else points(row.score)
        lines.append(f"<tr><td>{left}</td><td>{right}</td><td>{score}</td></tr>")
    rest = pairs.count - len(pairs.shown)
    more = f"<tr><td colspan=3>and {rest:,} more</td></tr>" if rest else ""
    head = "<tr><th scope=col>Gold</th><th scope=col>Extracted</th><th scope=col>F1</th></tr>"
    style = (
        "<style>.pairs{border-collapse:collapse;width:100%;font-size:.8rem}.pairs td,.pairs th{border-bottom:1px solid "
        "rgba(128,128,128,.3);padding:.2rem .4rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}"
        ".pairs td:last-child,.pairs th{white-space:nowrap;overflow-wrap:normal}"  # a column of dashes takes no room
        ".pairs td:last-child,.pairs th:last-child{text-align:right}</style>"
    )
    return f"{style}<table class=pairs><thead>{head}</thead><tbody>{''.join(lines)}{more}</tbody></table>"


def _element(record: Any, array: str, index: int | str | None) -> str:
    """Return one element as HTML with its number, or an entry with its key; a dash where there is none."""
    if index is None:
        return '<span style="opacity:.75">– alone</span>'
    called = f"{index + 1}." if isinstance(index, int) else f"<bdi>{_short(index)}</bdi>:"
    value = record
    try:
        for step in split(array):
            value = value[step]
        element = value[index]
    except (KeyError, IndexError, TypeError, ValueError):  # inside of paired elements, numbers are those of gold
        return f"{called} (see the record)"
    if not isinstance(element, Mapping) or not element:
        return f"{called} <bdi>{_short(element)}</bdi>"
    parts = [
        f'<span style="opacity:.7">{escaped(str(key))}</span>&nbsp;<bdi>{_short(inner)}</bdi>'
        for key, inner in list(element.items())[:_KEYS]
    ]
    more = f" · and {len(element) - _KEYS:,} more" if len(element) > _KEYS else ""
    return f"{called} {' · '.join(parts)}{more}"


def _short(value: Any) -> str:
    """Return a value as HTML; the names of the fields around it are never cut."""
    text = as_text(value)
    return escaped_spaces(text if len(text) <= _CUT else f"{text[: _CUT - 1]}…")
