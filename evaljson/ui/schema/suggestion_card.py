"""One suggestion: what it would do, what speaks for it, what could be wrong about it, and what can be done with it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import streamlit as st

from evaljson.suggest import Effect, Example, Score, Suggestion, Suggestions, VariantEffect
from evaljson.ui.schema.before_after import STYLE, arrow, change, figures_table, moved
from evaljson.ui.schema.flips import LINKS, short
from evaljson.ui.schema.taken_suggestions import ask_to_apply, take_back, try_it
from evaljson.ui.session import author, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.parts import plain
from evaljson.wording.values import escaped, sentence_html
from evaljson.wording.words import BY_STATUS, counted, signed_points
from evaljson.workspace.suggestion_chain import is_in
from evaljson.workspace.suggestions import dismiss

_ROWS: Final = 3
"""Variants whose figures are seen at once."""
_RISKS: Final = {"low": ("○", "#009E73"), "medium": ("◐", "#E69F00"), "high": ("●", "#D55E00")}


@dataclass(frozen=True, slots=True)
class CardContext:
    """What all cards have in common."""

    evaluation: OpenEvaluation
    tried: set[str]
    """Ids of those among the edits that wait."""
    found: Suggestions
    is_current: bool
    """Whether it is about the schema in force: else nothing can be applied."""

    def needed_by(self, one: Suggestion) -> list[Suggestion]:
        """What its figures were seen with, as far as that is neither applied nor among the edits."""
        return [
            other
            for other in self.found
            if other.id in one.builds_on and other.id not in self.tried and not is_in(self.evaluation.schema, other)
        ]


def show_card(one: Suggestion, shown: CardContext) -> None:
    """A card."""
    with st.container(border=True, key=f"suggest-card-{one.id}"):
        gain = "not measured" if one.effect is None else f"F1 {signed_points(one.gain)}"
        st.markdown(f"**{plain(one.title, 200)}**   ·   {gain}")
        st.html(
            f'{STYLE}<div dir="auto" style="overflow-wrap:anywhere">{sentence_html(one.sentence)}</div>{_sets(one)}'
        )
        _show_effect(one)
        needed = shown.needed_by(one)
        if needed:
            names = ", ".join(f"“{plain(other.title, 120)}”" for other in needed)
            st.caption(f"↳ Needs {names}: these figures are with it, and Try and Apply take it along.")
        _show_risk(one)
        _show_examples(one, shown.evaluation)
        _buttons(one, [*needed, one], shown)
        _show_alternatives(one, shown)


def _sets(one: Suggestion) -> str:
    """The settings of the field with it, in full: a table of synonyms is to be read by a person."""
    text = json.dumps(dict(one.settings), ensure_ascii=False, indent=1)
    return (
        f'<details class="ej-line"><summary>What is set</summary><pre dir="auto" style="white-space:pre-wrap">'
        f"{_lines(text)}</pre></details>"
    )


def _lines(text: str) -> str:
    """Escaped, its line ends left as they are."""
    return "\n".join(map(escaped, text.split("\n")))


def _show_effect(one: Suggestion) -> None:
    if one.effect is None:
        st.caption("Its effect is not measured: a judge would have to be asked, which happens once it is applied.")
        return
    rows = sorted(one.effect.variants.items(), key=lambda item: -item[1].gain)
    more = len(rows) - _ROWS
    rest = ""
    if more > 0:
        said = counted(more, "more variant")
        rest = f'<details class="ej-line"><summary>{said}</summary>{_table(rows[_ROWS:])}</details>'
    st.html(_table(rows[:_ROWS]) + rest)
    for remark in _remarks(one.effect):
        st.caption(remark)


def _table(rows: Sequence[tuple[str, VariantEffect]]) -> str:
    heads = ("F1", "Change", "Precision", "Recall", "F1 of the field", "Records")
    return figures_table("With this suggestion alone", heads, ((name, _cells(one)) for name, one in rows))


def _cells(one: VariantEffect) -> list[str]:
    def both(which: str, before: Score = one.before, after: Score = one.after) -> str:
        return arrow(getattr(before, which), getattr(after, which))

    total, field = both("f1"), both("f1", one.field_before, one.field_after)
    gain = change(one.before.f1, one.after.f1)
    return [total, gain, both("precision"), both("recall"), field, moved(one.up, one.down)]


def _remarks(effect: Effect) -> list[str]:
    found = []
    if effect.order_changes:
        names = ", ".join(plain(name, 40) for name in effect.order_after[:_ROWS])
        more = " …" if len(effect.order_after) > _ROWS else ""
        found.append(f"⇅ With it the variants come in another order: {names}{more}")
    if effect.only_lenient:
        found.append("⚠️ It only makes scoring more lenient: right if what it forgives is no error to you.")
    waiting = sum(one.not_judged for one in effect.variants.values())
    if waiting:
        found.append(f"{counted(waiting, 'value')} would wait for a judge.")
    return found


def _show_risk(one: Suggestion) -> None:
    symbol, colour = _RISKS[one.risk.level]
    st.html(
        f'<div class="ej-line" style="border-left:.25rem solid {colour};padding-left:.5rem">'
        f"<b>{symbol} {one.risk.level.capitalize()} risk</b>&ensp;{sentence_html(one.risk.why)}{_merged(one)}</div>"
    )


def _merged(one: Suggestion) -> str:
    """Gold values that would be the same."""
    if not one.risk.merged:
        return ""
    lines = "".join(f"<div>{' = '.join(map(short, group))}</div>" for group in one.risk.merged)
    more = one.risk.n_merged - len(one.risk.merged)
    rest = f"<div>and {counted(more, 'more group')}</div>" if more > 0 else ""
    return f"<details><summary>Gold values that become the same</summary>{lines}{rest}</details>"


def _show_examples(one: Suggestion, evaluation: OpenEvaluation) -> None:
    """What it explains, and what of that is in doubt, each with its record."""
    evidence = one.evidence
    said = f"Explains {counted(evidence.explained, 'wrong result')}"
    of_all = one.effect is not None and len(one.effect.variants) > 1
    where = f" of all variants in {evidence.records:,} different" if of_all else f" in {evidence.records:,}"
    with st.expander(f"{said}{where} {'record' if evidence.records == 1 else 'records'}: examples"):
        st.html(LINKS)
        for place, example in enumerate(evidence.examples):
            _show_example(example, evaluation, f"{one.id}-{place}")
        if one.risk.doubtful:
            st.caption("Would count as right, though the extracted value is itself a gold value elsewhere:")
        for place, example in enumerate(one.risk.doubtful):
            _show_example(example, evaluation, f"{one.id}-doubt-{place}")


def _show_example(example: Example, evaluation: OpenEvaluation, key: str) -> None:
    look = BY_STATUS[example.status]
    whose = f"{plain(example.variant, 40)}, " if len(evaluation.runs) > 1 else ""
    with st.container(gap="xxsmall", key=f"schema-link-{key}"):
        if example.variant in evaluation.runs:
            st.page_link(
                "pages/records.py",
                label=f"{whose}{plain(str(example.record), 60)}",
                query_params={"eval": evaluation.id, "a": example.variant, "record": str(example.record)},
            )
        st.html(
            f'<div class="ej-line" style="padding-left:1.2rem"><span style="border-left:.25rem solid {look.colour};'
            f'padding-left:.3rem">{escaped(look.label)}</span>&ensp;{_sides(example)}</div>'
        )


def _sides(example: Example) -> str:
    gold = "" if example.status == "hallucination" else f"gold {short(example.gold)}"
    extracted = "" if example.status == "omission" else f"extracted {short(example.extracted)}"
    return ", ".join(side for side in (gold, extracted) if side)


def _buttons(one: Suggestion, with_needed: list[Suggestion], shown: CardContext) -> None:
    evaluation = shown.evaluation
    with st.container(horizontal=True, vertical_alignment="center"):
        if one.id in shown.tried:
            st.button("Take back", key=f"suggest.drop.{one.id}", on_click=take_back, args=(evaluation, one))
        else:
            st.button(
                "Try",
                key=f"suggest.one.{one.id}",
                on_click=try_it,
                args=(evaluation, with_needed),
                help="Puts it among the edits that wait: what they change together is shown, nothing is stored.",
            )
        st.button(
            "Apply",
            key=f"suggest.apply.{one.id}",
            on_click=ask_to_apply,
            args=(evaluation, with_needed),
            disabled=not shown.is_current,
            help="Makes it a version and scores again. Can be undone.",
        )
        st.button("Dismiss", key=f"suggest.dismiss.{one.id}", on_click=_dismiss, args=(evaluation.id, one))
        if one.id in shown.tried:
            st.markdown("✓ among your edits")


def _dismiss(evaluation: str, one: Suggestion) -> None:
    attempt(lambda: dismiss(server.store(), evaluation, [one], by=author.who()))


def _show_alternatives(one: Suggestion, shown: CardContext) -> None:
    others = shown.found.alternatives_to(one)
    if not others:
        return
    with st.expander(f"{counted(len(others), 'alternative')}"):
        for other in others:
            st.html(f'<div class="ej-line" dir="auto">{sentence_html(other.sentence)}</div>{_sets(other)}')
            _show_risk(other)
            with st.container(horizontal=True, vertical_alignment="center"):
                if other.id in shown.tried:
                    st.button(
                        "Take back", key=f"suggest.drop.{other.id}", on_click=take_back, args=(shown.evaluation, other)
                    )
                else:
                    st.button(
                        "Try instead",
                        key=f"suggest.one.{other.id}",
                        on_click=try_it,
                        args=(shown.evaluation, [other]),
                        disabled=one.id in shown.tried,
                    )
                st.button(
                    "Apply instead",
                    key=f"suggest.apply.{other.id}",
                    on_click=ask_to_apply,
                    args=(shown.evaluation, [other]),
                    disabled=not shown.is_current,
                )
