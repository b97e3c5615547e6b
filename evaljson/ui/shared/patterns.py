"""Errors grouped by what is the same about them: worst first, each a click from its records and from a rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from evaljson.report.patterns.differences import as_plain
from evaljson.report.patterns.one_record import LosesMuch, loses_much
from evaljson.report.patterns.shown import ShownPattern, shown_patterns
from evaljson.report.patterns.table import Pattern, pattern_list
from evaljson.results.field_result import FieldResult
from evaljson.results.model import RunResult
from evaljson.suggest.edit import Edit
from evaljson.suggest.kinds.element_order import names_an_order
from evaljson.ui.session import cache
from evaljson.ui.session.address import go_to_records
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.patterns import patterns_of
from evaljson.ui.session.rule_wish import go_to_schema
from evaljson.ui.session.run_facts import patterns_in, summary_of
from evaljson.ui.session.version_asked import here
from evaljson.ui.shared.errors_work import is_looked_at
from evaljson.ui.shared.find_suggestions import suggested_key
from evaljson.ui.shared.pairing_words import NAMED_AS_ORDERED
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.record_filters import LIKE
from evaljson.ui.shared.renamed import renamed_in
from evaljson.wording.values import as_text, escaped, escaped_spaces
from evaljson.wording.words import counted, points

LOSS_HELP: Final = "Shares are of what mean F1 loses: each record counts as one, however many errors it has."
_CUT: Final = 34
"""Characters of a value that are shown."""
_BEFORE: Final = 12
"""Of these, before the first that differs."""
_LONGEST_ID: Final = 20
"""Characters of the id of a record on a button."""
_NAMED: Final = 2
"""Fields that are named."""
_RULE_HELP: Final = "Opens the form of the field that loses most, with this setting in it. You apply it there."
_PAIRS_HELP: Final = (
    "Opens the form of the array, with this setting in it. You apply it there: the order of elements is no longer "
    "scored then."
)
_AS_SUGGESTED: Final = "By a key, as the suggestions have it first: people can check it."
_KEYS_HELP: Final = "Opens Data, where the key can be ignored."
_STYLE: Final = (
    "<style>.ej-like{font-size:.875rem;line-height:1.35;overflow-wrap:anywhere}.ej-like i{opacity:.75}"
    ".ej-like .bar{height:.3rem;border-radius:.15rem;background:#D55E00;min-width:2px;margin-top:.15rem}"
    "[class*=ej-patterns] button p{text-decoration:underline;text-align:left;font-size:.875rem}"
    "[class*=ej-patterns] [class*=-rule] button *{white-space:normal;overflow:visible;text-align:left}"
    "[class*=ej-patterns] [class*=-rule] button{height:auto}</style>"
)


def show_patterns(
    evaluation: OpenEvaluation,
    variant: str,
    *,
    page: str,
    field: str | None = None,
    of: tuple[RunResult, str] | None = None,
    most: int = 5,
) -> None:
    """Draw the patterns of a variant's errors, or of those at one field; the rest in an expander.

    One line each: what is the same, in how many values and records, where, an example, and where it leads.
    `of`: the run and its key where it is a part of the variant's, such as that of one document type.
    """
    key = evaluation.run_key(variant) if of is None else of[1]
    if field is None and key == evaluation.run_key(variant):
        if not is_looked_at(evaluation, variant):
            return
        listed, much = patterns_in(evaluation, variant), summary_of(evaluation, variant).one_record
    else:
        run = evaluation.runs[variant] if of is None else of[0]
        listed = cache.derived(
            ("patterns", key, field), lambda: shown_patterns(run, patterns_of(run, key), evaluation.schema, field)
        )
        much = None if field is not None else cache.derived(("one record", key), lambda: loses_much(run))
    if not listed:
        st.caption("No value is wrong, missing or invented.")
        return
    st.html(_STYLE)
    shown = _Shown(evaluation, variant, page, field)
    with st.container(key=f"ej-patterns-{page}", gap="xsmall"):
        _show_one_record(variant, page, much)
        _lines(shown, listed[:most])
    if len(listed) > most:
        rest = listed[most:]
        errors = counted(sum(one.pattern.values for one in rest), "value")
        expander = st.expander(
            f"{counted(len(rest), 'more pattern')}, {errors}", key=f"{page}.patterns", on_change="rerun"
        )
        if expander.open:
            with expander, st.container(key=f"ej-patterns-more-{page}", gap="xsmall"):
                _lines(shown, rest)


def show_patterns_of_record(evaluation: OpenEvaluation, variant: str, place: int, beside: str | None = None) -> None:
    """Draw what the errors of one record have in common, each with a click to all records with such errors."""
    run, key = evaluation.runs[variant], evaluation.run_key(variant)
    listed = pattern_list(run, patterns_of(run, key), record=place, examples=0)
    if not listed:
        return
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        for one in listed[:_OF_RECORD]:
            label = f"≈ {plain(_title_of_filter(one), _LONGEST_TITLE)} · {one.values:,}"
            if st.button(label, key=f"like.record.{_key(one)}", help="Shows all records with such an error."):
                go_to_records(a=variant, b=beside, status=f"{LIKE}{one.kind.name}", field=one.own_field)
        if rest := listed[_OF_RECORD:]:
            values = counted(sum(one.values for one in rest), "value")
            named = plain(", ".join(map(_title_of_filter, rest)), _LONGEST_TITLE * _OF_RECORD)
            st.caption(f"{counted(len(rest), 'more pattern')}, {values}", help=named)


def _title_of_filter(one: Pattern) -> str:
    """Return the title of what a click filters by, with the objects that this record has exchanged."""
    if one.own_field is not None or one.title.startswith(f"{one.kind.title}:"):
        return one.title
    kind = one.kind.title
    return kind if one.title == kind else f"{kind} ({one.title.removesuffix(' exchanged')})"


def _key(one: Pattern) -> str:
    return one.kind.name if one.own_field is None else f"{one.kind.name}.{one.own_field}"


_OF_RECORD: Final = 6
"""Patterns that are shown of a record."""
_LONGEST_TITLE: Final = 80
"""Characters of a title on a button: exchanged objects may have long names."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the lines are about, and where they are."""

    evaluation: OpenEvaluation
    variant: str
    page: str
    field: str | None


def _lines(shown: _Shown, listed: Sequence[ShownPattern]) -> None:
    for example, one, offered in ((each.example, each.pattern, _offered(shown, each)) for each in listed):
        remedy, offer = offered.remedy, offered.offer
        text, beside, to_rule = st.columns([9, 2, 3], vertical_alignment="center", gap="small")
        text.html(_line(one, example))
        name = f"{shown.page}.like.{_key(one)}"
        to_records = beside.container(horizontal=True, gap="small", key=f"{name}.ways")
        if to_records.button("Records", key=f"{name}.records", type="tertiary"):
            go_to_records(a=shown.variant, status=f"{LIKE}{one.kind.name}", field=one.own_field or shown.field)
        if one.mostly is not None:
            _record_button(shown.variant, one.mostly.record, f"{name}.record", to_records)
        if _is_renamed(shown, one):
            to_rule.html('<div class="ej-like">fields of gold, under another key</div>')
        elif remedy is not None or one.kind.name == "unknown_key":
            if shown.evaluation.is_earlier:  # a rule is for the version of now
                to_rule.html(f'<div class="ej-like">{escaped(offer)}</div>')
            elif to_rule.button(offer, key=f"{name}.rule", type="tertiary", help=offered.about):
                _open_rule(shown, remedy)
        elif one.kind.remedy:
            to_rule.html(f'<div class="ej-like">{escaped(one.kind.remedy)}</div>')


@dataclass(frozen=True, slots=True)
class _Offered:
    """What a button at a pattern does."""

    remedy: Edit | None
    offer: str
    about: str


def _offered(shown: _Shown, one: ShownPattern) -> _Offered:
    """Return the remedy of a pattern; where suggestions have a key for the array, that one, as they do."""
    remedy = one.remedy
    if remedy is None or remedy.align is None:
        return _Offered(remedy, one.offer, _KEYS_HELP if remedy is None else _RULE_HELP)
    risk = f" {NAMED_AS_ORDERED}" if names_an_order(remedy.path) else ""
    key = None if shown.evaluation.is_earlier else suggested_key(shown.evaluation, remedy.path)
    if key is None or key.align is None:
        return _Offered(remedy, one.offer, _PAIRS_HELP + risk)
    return _Offered(key, f"pair the elements by {as_text(key.align['key'])}", f"{_PAIRS_HELP} {_AS_SUGGESTED}{risk}")


def _record_button(variant: str, record: str, key: str, into: st.delta_generator.DeltaGenerator) -> None:
    """Draw the way to one record."""
    if into.button(plain(record, _LONGEST_ID), key=key, type="tertiary", help="Opens this record."):
        go_to_records(a=variant, record=record)


def _mostly(one: Pattern) -> str:
    return "" if one.mostly is None else f', {one.mostly.told}<bdi dir="auto">{escaped(one.mostly.record)}</bdi>'


def _show_one_record(variant: str, page: str, found: LosesMuch | None) -> None:
    """Say in one line that a single record causes much of what F1 loses."""
    if found is None:
        return
    text, to_record, _ = st.columns([9, 2, 3], vertical_alignment="center", gap="small")
    record = f'<b><bdi dir="auto">{escaped(found.record)}</bdi></b>'
    text.html(f'<div class="ej-like">One record, {record}, causes {points(found.share)}% of what F1 loses.</div>')
    _record_button(variant, found.record, f"{page}.one-record", to_record)


def _is_renamed(shown: _Shown, one: Pattern) -> bool:
    """Check whether all these keys hold fields of gold: nobody should ignore them."""
    if one.kind.name != "unknown_key":
        return False
    renamed = renamed_in(shown.evaluation, [shown.variant]).unknown
    return {at.field for at in one.fields} <= renamed


def _open_rule(shown: _Shown, remedy: Edit | None) -> None:
    """Open the form of the field that costs F1 most, with the setting in it; keys that are unknown are on Data."""
    if remedy is None:
        st.switch_page("pages/data.py", query_params=here())
    go_to_schema(shown.evaluation.id, remedy, a=shown.variant)


def _line(one: Pattern, example: FieldResult) -> str:
    """Return one pattern as HTML: title, counts, fields, an example, and a bar for its share of what F1 loses."""
    named = ", ".join(f'<bdi dir="auto">{escaped(at.field)}</bdi>' for at in one.fields[:_NAMED])
    more = f" and {len(one.fields) - _NAMED:,} more" if len(one.fields) > _NAMED else ""
    return (
        f'<div class="ej-like"><b>{escaped(one.title)}</b> · {one.counts}{_mostly(one)}'
        f" · {points(one.share)}% of what F1 loses"
        f"<br><i>{named}{more}</i> · {_example(example)}"
        f'<div class="bar" style="width:{max(one.share * 100, 0.5):.1f}%"></div></div>'
    )


def _example(result: FieldResult) -> str:
    """Return the values of an error as they are in the files, as HTML."""
    compared = as_plain(result)
    if result.status == "omission":
        return f"gold {_value(result.gold_value, compared[0])}"
    if result.status == "hallucination":
        return f"extracted {_value(result.extracted_value, compared[1])}"
    raw = result.gold_value, result.extracted_value
    is_long = all(isinstance(one, str) for one in raw) and max(map(len, raw)) > _CUT
    before = _letters_before_difference(*(compared if all(isinstance(one, str) for one in compared) else raw))
    sides = zip(raw, compared, strict=True)
    return " → ".join(_value(one, after, _begin(one, before) if is_long else 0) for one, after in sides)


def _letters_before_difference(gold: Any, extracted: Any) -> int:
    """Count letters and digits before the first character that differs: most transforms leave as many of them."""
    if not isinstance(gold, str) or not isinstance(extracted, str):
        return 0
    both = zip(gold, extracted, strict=False)
    same = next((at for at, (left, right) in enumerate(both) if left != right), min(len(gold), len(extracted)))
    return sum(map(str.isalnum, gold[:same]))


def _begin(text: str, letters: int) -> int:
    """Return where to begin: a little before what comes after so many letters and digits."""
    places = [at for at, character in enumerate(text) if character.isalnum()]
    end = 0 if not letters else places[letters - 1] + 1 if letters <= len(places) else len(text)
    return max(end - _BEFORE, 0)


def _value(value: Any, compared: Any, begin: int = 0) -> str:
    """Return a value as HTML, cut from `begin` on: what differs must be in it."""
    if value is None:
        return "null"
    read = ", read as null" if compared is None else ""
    if value == "":
        return f"empty text{read}"
    text = as_text(value)
    cut = f"…{text[begin:]}" if begin else text
    cut = cut if len(cut) <= _CUT else f"{cut[: _CUT - 1]}…"
    return f'<bdi dir="auto"><code>{escaped_spaces(cut)}</code></bdi>{read}'
