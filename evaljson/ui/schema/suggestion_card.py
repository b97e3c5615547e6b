"""One suggestion in one line; opened, its effect, evidence and risk, and buttons to try, apply or dismiss it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import streamlit as st

from evaljson.compare.words.order_words import order_in_words
from evaljson.suggest import Effect, Example, Suggestion, Suggestions, VariantEffect
from evaljson.suggest.fewer_synonyms import is_part_of
from evaljson.ui.schema.before_after import STYLE, before_and_after, figures_table, moved
from evaljson.ui.schema.flips import LINKS, short, short_pair
from evaljson.ui.schema.lenient_words import lenient_in_words, no_longer_count
from evaljson.ui.schema.settled_words import settled_in_short, settled_where
from evaljson.ui.schema.synonym_ticks import show_ticks, ticked
from evaljson.ui.schema.taken_suggestions import ask_to_apply, take_back, try_it
from evaljson.ui.session import author, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.found_records import labels
from evaljson.ui.shared.gold_labels import label_html, labels_in_record, labels_of
from evaljson.ui.shared.own_records import over_own_records
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.risk_signs import COLOURS, SIGNS, risk_in_words
from evaljson.ui.shared.ties_in_words import named
from evaljson.wording.short_names import shortened
from evaljson.wording.values import escaped, sentence_html
from evaljson.wording.words import BY_STATUS, counted
from evaljson.workspace.suggestion_chain import is_in
from evaljson.workspace.suggestions import dismiss

_LONGEST: Final = 60
"""Characters of a path in a line."""
_NAME: Final = 30
"""Characters of a variant in a line."""
_ROWS: Final = 3
"""Variants whose figures are seen at once."""


@dataclass(frozen=True, slots=True)
class CardContext:
    """What all cards share."""

    evaluation: OpenEvaluation
    tried: tuple[Suggestion, ...]
    """Those among the unapplied edits."""
    found: Suggestions
    is_current: bool
    """Whether the suggestions are for the current schema; otherwise none can be applied."""

    def tried_part(self, suggestion: Suggestion) -> Suggestion | None:
        """Return the suggestion, or some of its synonyms, as they are among the edits; None if they are not."""
        return next((one for one in self.tried if is_part_of(one, suggestion)), None)

    @property
    def built_on(self) -> Mapping[str, int]:
        """By id of a suggestion, how many of the others build on it."""
        return Counter(needed for other in self.found for needed in other.builds_on)

    def needed_by(self, suggestion: Suggestion) -> list[Suggestion]:
        """List the suggestions that its figures depend on and that are neither applied nor tried."""
        return [
            other
            for other in self.found
            if other.id in suggestion.builds_on
            and self.tried_part(other) is None
            and not is_in(self.evaluation.schema, other)
        ]

    def chosen(self, suggestion: Suggestion) -> Suggestion | None:
        """Return the suggestion with the synonyms that are ticked; None with none."""
        return self.tried_part(suggestion) or ticked(self.evaluation, suggestion, self.found)


def show_line(suggestion: Suggestion, shown: CardContext) -> None:
    """Show a suggestion in one line, which opens."""
    chosen = shown.chosen(suggestion) or suggestion
    text = line(chosen, shown.tried_part(suggestion) is not None, shown.built_on)
    with st.expander(text, key=f"suggest-card-{suggestion.id}"):
        show_card(suggestion, shown)


def show_card(suggestion: Suggestion, shown: CardContext) -> None:
    """Show what a suggestion does, its risk, ticks, buttons, examples, effect and settings."""
    tried = shown.tried_part(suggestion)
    chosen = shown.chosen(suggestion)
    st.html(f'{STYLE}<div dir="auto" style="overflow-wrap:anywhere">{_sentence(chosen)}</div>')
    _show_risk(chosen or suggestion)
    show_ticks(shown.evaluation, suggestion, tried, is_current=shown.is_current)
    needed = shown.needed_by(suggestion)
    if needed:
        names = ", ".join(f"“{plain(other.title, 120)}”" for other in needed)
        them = "it" if len(needed) == 1 else "them"
        st.caption(f"↳ Needs {names}. The figures here are what comes on top of {them}; Try and Apply add {them} too.")
    _buttons(suggestion, chosen, needed, shown)
    _show_examples(chosen or suggestion, shown.evaluation)
    if chosen is not None:
        _show_effect(chosen, over_own_records(shown.evaluation))
    st.html(_sets(chosen or suggestion))
    _show_alternatives(suggestion, shown)


def line(
    suggestion: Suggestion, is_tried: bool, built_on: Mapping[str, int], write: Callable[[str, int], str] = plain
) -> str:
    """Return field, gain and risk, in Markdown; the rule is the heading above. The gain is the largest of all, and
    behind it is the largest loss.

    `built_on` says, by id, how many others build on a suggestion: one that gains nothing alone may be what they need.
    `write` escapes names.
    """

    def name_of(variant: str) -> str:
        return write(shortened(variant, _NAME), _NAME)

    gain = "not measured"
    if suggestion.effect is not None:
        variants = suggestion.effect.variants
        most = suggestion.effect.gains_most
        where_most = f" in {name_of(most)}" if most is not None and len(variants) > 1 else ""
        gain = f"F1 {suggestion.gain_in_points}{where_most}"
        if suggestion.gain_in_points == "0.0":
            gain = "F1 unchanged" if suggestion.gain <= 0 else f"F1 less than +0.01{where_most}"
        others = built_on.get(suggestion.id, 0)
        if others and not suggestion.effect.is_gain:
            gain = f"no gain alone; {counted(others, 'other builds', 'others build')} on it"
        if suggestion.effect.falls is not None:
            name, loss = suggestion.effect.falls
            gain += f", {loss} in {name_of(name)}"
    if suggestion.builds_on:
        gain += f", on top of {counted(len(suggestion.builds_on), 'setting')} that it needs"
    where = write(shortened(suggestion.path or "the record", _LONGEST), _LONGEST)
    settled = settled_in_short(suggestion)
    return f"{'✓ ' if is_tried else ''}{where} · **{gain}** · {risk_in_words([suggestion.risk.level])} · {settled}"


def _sentence(chosen: Suggestion | None) -> str:
    return "No synonym is ticked: there is nothing to apply." if chosen is None else sentence_html(chosen.sentence)


def _sets(suggestion: Suggestion) -> str:
    """Return the settings of the field with it as HTML, in full: a person should read a table of synonyms."""
    text = json.dumps(dict(suggestion.settings), ensure_ascii=False, indent=1)
    return (
        f'<details class="ej-line"><summary>Settings</summary><pre dir="auto" style="white-space:pre-wrap">'
        f"{_lines(text)}</pre></details>"
    )


def _lines(text: str) -> str:
    """Escape a text, keeping its line ends."""
    return "\n".join(map(escaped, text.split("\n")))


def _show_effect(suggestion: Suggestion, own: str) -> None:
    """Draw what it does to each variant; `own` says whether each is scored over its own records."""
    if suggestion.effect is None:
        st.caption("Its effect is not measured: it needs a judge, which is asked once it is applied.")
        return
    rows = _largest_moves_first(suggestion.effect)
    more = len(rows) - _ROWS
    rest = ""
    if more > 0:
        label = counted(more, "more variant")
        rest = f'<details class="ej-line"><summary>{label}</summary>{_table(rows[_ROWS:])}</details>'
    st.html(_table(rows[:_ROWS]) + rest)
    st.caption("▲ and ▼ count the records of a variant whose F1 rises and falls.")
    for remark in _remarks(suggestion.effect, own):
        st.caption(remark)


def _largest_moves_first(effect: Effect) -> list[tuple[str, VariantEffect]]:
    """Return the variants, the greatest gain first; the one that falls most is among those that are seen at once."""
    rows = sorted(effect.variants.items(), key=lambda item: item[1].rank, reverse=True)
    if effect.falls_most is not None and len(rows) > _ROWS:
        rows.insert(_ROWS - 1, rows.pop())
    return rows


def _table(rows: Sequence[tuple[str, VariantEffect]]) -> str:
    heads = ("F1", "Change", "Precision", "Recall", "F1 of the field", "Records")
    return figures_table("With this suggestion alone", heads, ((name, _cells(effect)) for name, effect in rows))


def _cells(effect: VariantEffect) -> list[str]:
    before, after = effect.before, effect.after
    pairs = [
        (before.f1, after.f1), (before.precision, after.precision), (before.recall, after.recall),
        (effect.field_before.f1, effect.field_after.f1),
    ]  # fmt: skip
    return [*before_and_after(pairs), moved(effect.up, effect.down)]


def _remarks(effect: Effect, own: str) -> list[str]:
    remarks = []
    if effect.order_changes:
        swaps = order_in_words(effect.order_before, effect.order_after, named)
        remarks.append(f"⇅ It changes the order of the variants by F1{own}: {swaps}")
    if effect.only_lenient:
        remarks.append(f"⚠️ {_leniency(effect)}. Use it if what it forgives is not an error for you.")
    elif effect.settled is not None and effect.settled.uncounted:
        remarks.append(f"{no_longer_count(effect.settled.uncounted, _over_all(effect))}.")
    waiting = sum(variant.not_judged for variant in effect.variants.values())
    if waiting:
        remarks.append(f"{counted(waiting, 'value')} would need a judge.")
    return remarks


def _leniency(effect: Effect) -> str:
    uncounted = 0 if effect.settled is None else effect.settled.uncounted
    falls = any(variant.down for variant in effect.variants.values())
    return lenient_in_words("It", uncounted, _over_all(effect), falls=falls)


def _over_all(effect: Effect) -> str:
    return ", over all variants" if len(effect.variants) > 1 else ""


def _show_risk(suggestion: Suggestion) -> None:
    symbol, colour = SIGNS[suggestion.risk.level], COLOURS[suggestion.risk.level]
    st.html(
        f'<div class="ej-line" style="border-left:.25rem solid {colour};padding-left:.5rem">'
        f"<b>{symbol} {suggestion.risk.level.capitalize()} risk</b>&ensp;{sentence_html(suggestion.risk.why)}"
        f"{_merged(suggestion)}</div>"
    )


def _merged(suggestion: Suggestion) -> str:
    """Return the gold values that would become equal, as HTML."""
    if not suggestion.risk.merged:
        return ""
    lines = "".join(f"<div>{' = '.join(map(short, group))}</div>" for group in suggestion.risk.merged)
    more = suggestion.risk.n_merged - len(suggestion.risk.merged)
    rest = f"<div>and {counted(more, 'more group')}</div>" if more > 0 else ""
    return f"<details><summary>Gold values that become equal</summary>{lines}{rest}</details>"


def _show_examples(suggestion: Suggestion, evaluation: OpenEvaluation) -> None:
    """Show what it explains, and which of that is doubtful, each with its record."""
    st.html(LINKS)
    st.caption(f"{settled_where(suggestion).capitalize()}. Examples:")
    for place, example in enumerate(suggestion.evidence.examples):
        _show_example(example, evaluation, f"{suggestion.id}-{place}")
    if suggestion.risk.doubtful:
        st.caption("Would count as right, though the extracted value is itself a gold value elsewhere:")
    for place, example in enumerate(suggestion.risk.doubtful):
        _show_example(example, evaluation, f"{suggestion.id}-doubt-{place}")


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
            f'padding-left:.3rem">{escaped(look.label)}</span>&ensp;{_sides(example, _said(example, evaluation))}</div>'
        )


def _said(example: Example, evaluation: OpenEvaluation) -> str:
    """Return what reviews say of the gold value of an example, as HTML."""
    said = labels_of(evaluation)
    if not said or example.variant not in evaluation.runs:
        return ""
    run = evaluation.runs[example.variant]
    ids = labels(run, evaluation.run_key(example.variant))
    if str(example.record) not in ids:
        return ""
    label = labels_in_record(said, run, ids.index(str(example.record))).get(example.path)
    return "" if label is None else label_html(label.in_words)


def _sides(example: Example, said: str) -> str:
    here, there = short_pair(example.gold, example.extracted)
    gold = "" if example.status == "hallucination" else f"gold {here}{said}"
    is_apart = example.status == "omission" and example.extracted is not None  # invented beside it, by another name
    extracted = "" if example.status == "omission" and not is_apart else f"extracted {there}"
    return ", ".join(side for side in (gold, extracted) if side)


def _buttons(suggestion: Suggestion, chosen: Suggestion | None, needed: list[Suggestion], shown: CardContext) -> None:
    evaluation, tried = shown.evaluation, shown.tried_part(suggestion)
    with_needed = [*needed, chosen] if chosen is not None else []
    with st.container(horizontal=True, vertical_alignment="center"):
        if tried is not None:
            st.button("Take back", key=f"suggest.drop.{suggestion.id}", on_click=take_back, args=(evaluation, tried))
        else:
            st.button(
                "Try",
                key=f"suggest.one.{suggestion.id}",
                on_click=try_it,
                args=(evaluation, with_needed),
                disabled=chosen is None,
                help="Adds it to the unapplied edits: you see what they change together, and nothing is stored.",
            )
        st.button(
            "Apply",
            key=f"suggest.apply.{suggestion.id}",
            on_click=ask_to_apply,
            args=(evaluation, with_needed),
            **needs(
                "editor",
                disabled=not shown.is_current or chosen is None,
                help="Makes it a version and scores again. Can be undone.",
            ),
        )
        st.button(
            "Dismiss",
            key=f"suggest.dismiss.{suggestion.id}",
            on_click=_dismiss,
            args=(evaluation.id, suggestion),
            **needs("editor"),
        )
        if tried is not None:
            st.markdown("✓ among your edits")


def _dismiss(evaluation: str, suggestion: Suggestion) -> None:
    attempt(lambda: dismiss(server.store(), evaluation, [suggestion], by=author.who()))


def _show_alternatives(suggestion: Suggestion, shown: CardContext) -> None:
    others = shown.found.alternatives_to(suggestion)
    if not others:
        return
    with st.container(border=True):
        st.caption(f"{counted(len(others), 'alternative')}:")
        for other in others:
            st.html(f'<div class="ej-line" dir="auto">{sentence_html(other.sentence)}</div>{_sets(other)}')
            _show_risk(other)
            with st.container(horizontal=True, vertical_alignment="center"):
                if shown.tried_part(other) is not None:
                    st.button(
                        "Take back", key=f"suggest.drop.{other.id}", on_click=take_back, args=(shown.evaluation, other)
                    )
                else:
                    st.button(
                        "Try instead",
                        key=f"suggest.one.{other.id}",
                        on_click=try_it,
                        args=(shown.evaluation, [other]),
                        disabled=shown.tried_part(suggestion) is not None,
                    )
                st.button(
                    "Apply instead",
                    key=f"suggest.apply.{other.id}",
                    on_click=ask_to_apply,
                    args=(shown.evaluation, [other]),
                    **needs("editor", disabled=not shown.is_current),
                )
