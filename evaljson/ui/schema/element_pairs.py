"""How the elements of an array pair up in one record, in the current version and with the edit."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import pandas as pd
import streamlit as st

from evaljson.base.paths import is_below, split
from evaljson.evaluate import score_pairs
from evaljson.results.model import RunResult
from evaljson.schema import SchemaNode
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.found_records import labels
from evaljson.ui.shared.parts import plain
from evaljson.whatif import Preview
from evaljson.wording.values import as_text, escaped, escaped_spaces
from evaljson.wording.words import points

_INDEX: Final = re.compile(r"\[-?\d+\]")
_CUT, _KEYS, _ROWS, _RECORDS = 60, 8, 30, 400


def show_pairs(
    evaluation: OpenEvaluation, variant: str, array: SchemaNode, new: SchemaNode, foreseen: Preview | None
) -> None:
    """Show one record at a time, those that the edit changes most first."""
    run = evaluation.runs[variant]
    places = _places(run, array.path, foreseen)
    st.markdown(f"**How elements pair up in {plain(variant)}**")
    if not places:
        st.caption("No record has elements here.")
        return
    key = f"schema.pairs.{array.path}"
    at = min(int(st.session_state.get(key, 0)), len(places) - 1)
    place = places[at]
    with st.container(horizontal=True, vertical_alignment="center"):
        _step("← Previous record", key, at - 1, len(places))
        _step("Next record →", key, at + 1, len(places))
        st.caption(f"{plain(labels(run, evaluation.run_key(variant))[place], 60)} · {at + 1:,} of {len(places):,}")
    sides = {"Current version": evaluation.tree}
    if foreseen is not None and any(
        is_below(array.path, path) or is_below(path, array.path) for path in foreseen.touched
    ):
        sides["With the edit"] = new
    record = run.records[place]
    for title, tree in sides.items():
        if len(sides) > 1:
            st.caption(title)
        st.html(_table(record.gold, record.extracted, tree, array.path))


def _step(label: str, key: str, to: int, count: int) -> None:
    st.button(
        label, key=f"{key}.{label}", disabled=not 0 <= to < count, on_click=st.session_state.update, args=({key: to},)
    )


def _places(run: RunResult, path: str, foreseen: Preview | None) -> list[int]:
    """List the records with elements of the array on either side, those that the edit moves first."""
    steps = split(path)

    def has(place: int) -> bool:
        record = run.records[place]
        return any(_has_elements(side, steps) for side in (record.gold, record.extracted))

    moved = [] if foreseen is None else [*foreseen.up.tolist()[:20], *foreseen.down.tolist()[:20]]
    others = [place for place in range(min(len(run.records), _RECORDS)) if place not in moved and has(place)]
    return [*filter(has, moved), *others]


def _has_elements(value: Any, steps: Sequence[str | int | None]) -> bool:
    """Check for a filled array at a schema path; a value of another type is none."""
    if not steps:
        return isinstance(value, list) and bool(value)
    step, rest = steps[0], steps[1:]
    if step is None:
        return isinstance(value, list) and any(_has_elements(element, rest) for element in value)
    if not isinstance(value, Mapping):
        return False
    inner = value.values() if step == "*" and step not in value else [value.get(step)]
    return any(_has_elements(element, rest) for element in inner)


def _table(gold: Any, extracted: Any, tree: SchemaNode, path: str) -> str:
    scored = score_pairs(tree, [gold], [extracted], ask=False)
    frame: pd.DataFrame = scored.alignments([None])
    mine = [row for row in frame.to_dict("records") if _INDEX.sub("[]", str(row["array"])) == path]
    if not mine:
        return '<div style="font-size:.8rem;opacity:.7">Nothing pairs up here: the other side has no array.</div>'
    lines = []
    for row in mine[:_ROWS]:
        pair = [_element(side, row["array"], row[index]) for side, index in _sides(gold, extracted)]
        score = "–" if row["score"] is None else points(row["score"])
        lines.append(f"<tr><td>{pair[0]}</td><td>{pair[1]}</td><td style='text-align:right'>{score}</td></tr>")
    more = f"<tr><td colspan=3>and {len(mine) - _ROWS:,} more</td></tr>" if len(mine) > _ROWS else ""
    head = "<tr><th scope=col>Gold</th><th scope=col>Extracted</th><th scope=col>F1</th></tr>"
    style = (
        "<style>.pairs{border-collapse:collapse;width:100%;font-size:.8rem}.pairs td,.pairs th{border-bottom:1px solid "
        "rgba(128,128,128,.3);padding:.2rem .4rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}</style>"
    )
    return f"{style}<table class=pairs><thead>{head}</thead><tbody>{''.join(lines)}{more}</tbody></table>"


def _sides(gold: Any, extracted: Any) -> tuple[tuple[Any, str], tuple[Any, str]]:
    return (gold, "gold_index"), (extracted, "extracted_index")


def _element(record: Any, array: str, index: int | None) -> str:
    """Return one element as HTML with its number; a dash where there is none."""
    if index is None:
        return '<span style="opacity:.6">– alone</span>'
    value = record
    try:
        for step in split(array):
            value = value[step]
        element = value[index]
    except (KeyError, IndexError, TypeError, ValueError):  # inside of paired elements, numbers are those of gold
        return f"{index + 1}. (see the record)"
    if not isinstance(element, Mapping) or not element:
        return f"{index + 1}. <bdi>{_short(element)}</bdi>"
    parts = [
        f'<span style="opacity:.7">{escaped(str(key))}</span>&nbsp;<bdi>{_short(inner)}</bdi>'
        for key, inner in list(element.items())[:_KEYS]
    ]
    more = f" · and {len(element) - _KEYS:,} more" if len(element) > _KEYS else ""
    return f"{index + 1}. {' · '.join(parts)}{more}"


def _short(value: Any) -> str:
    """Return a value as HTML; the names of the fields around it are never cut."""
    text = as_text(value)
    return escaped_spaces(text if len(text) <= _CUT else f"{text[: _CUT - 1]}…")
