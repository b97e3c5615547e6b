"""The records that an edit moves most, as links, and which of their values flip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import streamlit as st

from evaljson.report.values import as_text, escaped
from evaljson.report.words import BY_STATUS, counted
from evaljson.results.model import FieldResult
from evaljson.ui.evaluation import Evaluation
from evaljson.ui.parts import plain
from evaljson.ui.records_found import labels
from evaljson.whatif import Flip, Preview

SHOWN: Final = 5
"""Records named in each direction."""
_FLIPS, _CUT = 4, 48
LINKS: Final = (
    "<style>[class*=st-key-studio-link-] [data-testid=stPageLink] :is(a,p,span){text-decoration:underline}</style>"
)


def show_flips(evaluation: Evaluation, one: Preview, variant: str) -> None:
    """Five records each that rise and fall most, as links, with what flips in them."""
    ids = labels(one.run, evaluation.run_key(variant))
    for places, word, symbol in ((one.up, "up", "▲"), (one.down, "down", "▼")):
        if not len(places):
            continue
        st.html(LINKS)
        named: Sequence[int] = places[:SHOWN].tolist()
        more = f", the first {SHOWN}:" if len(places) > SHOWN else ":"
        st.markdown(f"{symbol} **{counted(len(places), 'record')} {word}** in {plain(variant)}{more}")
        for place in named:
            flips = one.flips(place)
            with st.container(gap="xxsmall", key=f"studio-link-{word}-{place}"):
                st.page_link(
                    "pages/records.py",
                    label=plain(ids[place], 60),
                    query_params={"eval": evaluation.id, "a": variant, "record": ids[place]},
                )
                if flips:
                    st.html("".join(map(_flip_line, flips[:_FLIPS])) + _rest(len(flips) - _FLIPS))
                else:
                    st.caption("Its results stay as they are; they weigh otherwise.")
    if not len(one.up) and not len(one.down):
        st.caption(f"No record of {plain(variant)} changes its F1.")


def _flip_line(flip: Flip) -> str:
    """A field, its status before and after, and both values."""
    result = flip.after or flip.before
    assert result is not None
    return (
        '<div style="font-size:.85rem;overflow-wrap:anywhere;padding-left:1.2rem">'
        f"<bdi>{escaped(flip.path)}</bdi>&ensp;{_status(flip.before)} → {_status(flip.after)}&ensp;"
        f'<span style="opacity:.8">{_values(result)}</span></div>'
    )


def _status(result: FieldResult | None) -> str:
    if result is None:
        return "nothing"
    look = BY_STATUS[result.status]
    graded = f" {result.score:.2f}" if result.status == "mismatch" and result.score else ""
    return (
        f'<span style="border-left:.25rem solid {look.colour};padding-left:.3rem;white-space:nowrap">'
        f"{escaped(look.label)}{graded}</span>"
    )


def _values(result: FieldResult) -> str:
    if result.status == "hallucination":
        return f"extracted {short(result.extracted_value)}"
    if result.status == "omission":
        return f"gold {short(result.gold_value)}"
    return f"gold {short(result.gold_value)}, extracted {short(result.extracted_value)}"


def short(value: Any) -> str:
    """A value as HTML, cut."""
    text = "empty text" if value == "" else as_text(value)
    return f"<bdi>{escaped(text if len(text) <= _CUT else text[: _CUT - 1] + '…')}</bdi>"


def _rest(more: int) -> str:
    return (
        f'<div style="font-size:.85rem;opacity:.7;padding-left:1.2rem">and {more:,} more there</div>'
        if more > 0
        else ""
    )
