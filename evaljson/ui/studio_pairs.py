"""How the elements of an array pair up in one record: as it is in force, and under the edit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import pandas as pd
import streamlit as st

from evaljson.paths import split
from evaljson.report.values import as_text, escaped
from evaljson.report.words import points
from evaljson.results.model import RunResult
from evaljson.results.run import score_pairs
from evaljson.schema import SchemaNode
from evaljson.ui.evaluation import Evaluation
from evaljson.ui.parts import plain
from evaljson.ui.records_found import labels
from evaljson.whatif import Preview

_INDEX: Final = re.compile(r"\[-?\d+\]")
_CUT, _ROWS, _RECORDS = 70, 30, 400


def show_pairs(
    evaluation: Evaluation, variant: str, array: SchemaNode, new: SchemaNode, foreseen: Preview | None
) -> None:
    """One record at a time; first those that the edit changes most."""
    run = evaluation.runs[variant]
    places = _places(run, array.path, foreseen)
    st.markdown(f"**How elements pair up in {plain(variant, 40)}**")
    if not places:
        st.caption("No record has elements here.")
        return
    key = f"studio.pairs.{array.path}"
    at = min(int(st.session_state.get(key, 0)), len(places) - 1)
    place = places[at]
    with st.container(horizontal=True, vertical_alignment="center"):
        _step("← Previous record", key, at - 1, len(places))
        _step("Next record →", key, at + 1, len(places))
        st.caption(f"{plain(labels(run, evaluation.run_key(variant))[place], 60)} · {at + 1:,} of {len(places):,}")
    sides = {"In force": evaluation.tree}
    if foreseen is not None and any(
        array.path.startswith(path) or path.startswith(array.path) for path in _touched(foreseen)
    ):
        sides["Under the edit"] = new
    record = run.records[place]
    for title, tree in sides.items():
        if len(sides) > 1:
            st.caption(title)
        st.html(_table(record.gold, record.extracted, tree, array.path))


def _touched(foreseen: Preview) -> list[str]:
    return list(foreseen.touched)


def _step(label: str, key: str, to: int, count: int) -> None:
    st.button(
        label, key=f"{key}.{label}", disabled=not 0 <= to < count, on_click=st.session_state.update, args=({key: to},)
    )


def _places(run: RunResult, path: str, foreseen: Preview | None) -> list[int]:
    """Records with more than one element at the array on either side, those that the edit moves first."""
    top = path.split(".")[0].split("[")[0]

    def has(place: int) -> bool:
        record = run.records[place]
        sides = [side.get(top) for side in (record.gold, record.extracted) if isinstance(side, Mapping)]
        return any(bool(side) for side in sides)

    moved = [] if foreseen is None else [*foreseen.up.tolist()[:20], *foreseen.down.tolist()[:20]]
    found = [place for place in range(min(len(run.records), _RECORDS)) if place not in moved and has(place)]
    return [*filter(has, moved), *found]


def _table(gold: Any, extracted: Any, tree: SchemaNode, path: str) -> str:
    scored = score_pairs(tree, [gold], [extracted], ask=False)
    frame: pd.DataFrame = scored.alignments([None])
    mine = [row for row in frame.to_dict("records") if _INDEX.sub("[]", str(row["array"])) == path]
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
    """One element as text, with its number; a dash where there is none."""
    if index is None:
        return '<span style="opacity:.6">– alone</span>'
    value = record
    try:
        for step in split(array):
            value = value[step]
        text = as_text(value[index])
    except (KeyError, IndexError, TypeError, ValueError):  # inside of paired elements, numbers are those of gold
        text = "(see the record)"
    cut = text if len(text) <= _CUT else f"{text[: _CUT - 1]}…"
    return f"{index + 1}. <bdi>{escaped(cut)}</bdi>"
