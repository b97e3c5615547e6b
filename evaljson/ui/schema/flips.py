"""The records that an edit moves most, as links, and which of their values change status."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import streamlit as st

from evaljson.base.jsontypes import ABSENT, value_at
from evaljson.base.paths import is_below
from evaljson.results.field_result import FieldResult, RecordResult
from evaljson.review.label_states import LabelsOfRecord
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.found_records import labels
from evaljson.ui.shared.gold_labels import label_html, labels_in_record, labels_of
from evaljson.ui.shared.parts import plain
from evaljson.whatif import Flip, KeptPreview
from evaljson.wording.around import cut_around
from evaljson.wording.values import as_text, escaped, escaped_spaces
from evaljson.wording.words import BY_STATUS, counted

SHOWN: Final = 5
"""Records named in each direction."""
_FLIPS, _CUT = 4, 48
_COSTS: Final = {"mismatch": 1.0, "omission": 0.5, "hallucination": 0.5}
_INDEX: Final = re.compile(r"\[-?\d+\]")
LINKS: Final = (
    "<style>[class*=st-key-schema-link-] [data-testid=stPageLink] :is(a,p,span){text-decoration:underline}</style>"
)


def show_flips(evaluation: OpenEvaluation, preview: KeptPreview, variant: str, field: str | None = None) -> None:
    """Show five records each that rise and fall most, as links, with their changed values, those at `field` first."""
    run = evaluation.runs[variant]
    ids, said = labels(run, evaluation.run_key(variant)), labels_of(evaluation)
    halved, listed = False, set[bool]()
    for places, word, symbol in ((preview.up, "up", "▲"), (preview.down, "down", "▼")):
        if not len(places):
            continue
        st.html(LINKS)
        named: Sequence[int] = places[:SHOWN].tolist()
        more = f", the first {SHOWN}:" if len(places) > SHOWN else ":"
        st.markdown(f"{symbol} **{counted(len(places), 'record')} {word}** in {plain(variant)}{more}")
        for place in named:
            of_record = labels_in_record(said, run, place)
            sign = -1 if word == "up" else 1  # what moves the record in this direction comes first
            flips = sorted(preview.flips[place], key=lambda flip: (not _is_at(flip.path, field), sign * _gain(flip)))
            halved |= any(_is_halved(flip) for flip in flips[:_FLIPS])
            listed.add(bool(flips))
            with st.container(gap="xxsmall", key=f"schema-link-{word}-{place}"):
                st.page_link(
                    "pages/records.py",
                    label=plain(ids[place], 60),
                    query_params={"eval": evaluation.id, "a": variant, "record": ids[place]},
                )
                if flips:
                    st.html(
                        "".join(_flip_line(flip, run.records[place], of_record) for flip in flips[:_FLIPS])
                        + _rest(len(flips) - _FLIPS)
                    )
    if False in listed:
        st.caption(_reweighted(preview.reweighted, among_others=True in listed))
    if halved:
        st.caption("A missing value costs half of what a wrong one costs: it is not in precision.")
    if not len(preview.up) and not len(preview.down):
        st.caption(f"No record of {plain(variant)} changes its F1.")


def _reweighted(fields: int, *, among_others: bool) -> str:
    """Say once why records move of which no result is listed."""
    where = (
        "Where no result is listed, all are the same" if among_others else "The results of these records are the same"
    )
    return f"{where}: {counted(fields, 'field')} {'has another weight' if fields == 1 else 'have other weights'}."


def _gain(flip: Flip) -> float:
    return _loss(flip.before) - _loss(flip.after)


def _loss(result: FieldResult | None) -> float:
    """Return what a result loses: a wrong value its weight, a missing or invented one half of it."""
    if result is None or result.status not in _COSTS:
        return 0.0
    return result.weight * (_COSTS[result.status] - (result.score if result.status == "mismatch" else 0.0))


def _is_halved(flip: Flip) -> bool:
    """Check whether a wrong value is a missing one now, or the other way round."""
    return {one.status for one in (flip.before, flip.after) if one is not None} == {"mismatch", "omission"}


def _is_at(path: str, field: str | None) -> bool:
    """Check whether a result belongs to this field or to a field inside it."""
    return field is not None and is_below(_INDEX.sub("[]", path), field)


def _flip_line(flip: Flip, record: RecordResult, labels: LabelsOfRecord) -> str:
    """Return a field, its status before and after, and both values."""
    result = flip.after or flip.before
    assert result is not None
    return (
        '<div style="font-size:.85rem;overflow-wrap:anywhere;padding-left:1.2rem">'
        f"<bdi>{escaped(flip.path)}</bdi>&ensp;{_status(flip.before)} → {_status(flip.after)}&ensp;"
        f'<span style="opacity:.8">{_values(result, record, labels)}{_partner_before(flip, record)}</span></div>'
    )


def _status(result: FieldResult | None) -> str:
    if result is None:
        return "no result"
    look = BY_STATUS[result.status]
    graded = f" {result.score:.2f}" if result.status == "mismatch" and result.score else ""
    return (
        f'<span style="border-left:.25rem solid {look.colour};padding-left:.3rem;white-space:nowrap">'
        f"{escaped(look.label)}{graded}</span>"
    )


def _values(result: FieldResult, record: RecordResult, labels: LabelsOfRecord) -> str:
    """Return both sides as the record has them: a result has None for null as well as for absent."""
    to = result.extracted_path
    extracted = ABSENT if to is None else value_at(record.extracted, to)
    of_gold = value_at(record.gold, result.path)
    gold, other = short_pair(of_gold, extracted)
    said = label_html(labels[result.path].in_words) if result.path in labels else ""
    return f"gold {gold}{said}, extracted {other}"


def _partner_before(flip: Flip, record: RecordResult) -> str:
    """Say what gold was compared with before, where elements pair otherwise: both sides may look alike now."""
    if flip.before is None or flip.after is None or flip.before.extracted_path == flip.after.extracted_path:
        return ""
    before = flip.before.extracted_path
    return f"; before with {short(ABSENT if before is None else value_at(record.extracted, before))}"


def short_pair(gold: Any, extracted: Any) -> tuple[str, str]:
    """Return two values as HTML, cut around the place where they begin to differ."""
    texts = cut_around(_text(gold), _text(extracted), _CUT)
    return _short(gold, texts[0]), _short(extracted, texts[1])


def short(value: Any) -> str:
    """Return one value as HTML, cut."""
    return short_pair(value, value)[0]


def _short(value: Any, text: str) -> str:
    if value is ABSENT or value is None or value == "":
        return f"<i>{'absent' if value is ABSENT else 'null' if value is None else 'empty text'}</i>"
    return f"<bdi>{escaped_spaces(text)}</bdi>"


def _text(value: Any) -> str:
    return "" if value is ABSENT else as_text(value)


def _rest(more: int) -> str:
    return (
        f'<div style="font-size:.85rem;opacity:.7;padding-left:1.2rem">and {more:,} more in this record</div>'
        if more > 0
        else ""
    )
