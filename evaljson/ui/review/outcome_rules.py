"""Make it a rule: settings of the eval schema under which what people accept is no error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import streamlit as st

from evaljson.base.jsontypes import ABSENT
from evaljson.jobs.page_work import StoppedError
from evaljson.review.accepted_pairs import ReviewedPair
from evaljson.review.rules import AcceptedRule, AcceptedRules
from evaljson.suggest import Suggestion
from evaljson.ui.session import author, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.rule_wish import go_to_schema
from evaljson.ui.shared.allowed import may, needs
from evaljson.ui.shared.change_schema import change_schema
from evaljson.ui.shared.find_suggestions import found_now
from evaljson.ui.shared.parts import plain
from evaljson.wording.differences import digits_together, in_points
from evaljson.wording.values import as_text, with_signs
from evaljson.wording.words import counted
from evaljson.workspace.read_review import OpenReview
from evaljson.workspace.suggestion_chain import Chain, begun
from evaljson.workspace.suggestions import chain_of, keep_chain

_KEPT: Final = 20
_LONGEST: Final = 40
_LISTED: Final = 20


def show_rules(evaluation: OpenEvaluation, opened: OpenReview) -> None:
    """Draw a rule for each line, with what it explains and what it would forgive besides."""
    answers = (place.answer for place in opened.outcome.places.values())
    if not any(answer is not None and answer.name == "both_acceptable" for answer in answers):
        return
    st.subheader("Make it a rule", anchor=False)
    if evaluation.outdated or not evaluation.runs:
        st.caption("Rules come once all variants are scored under the current eval schema and gold.")
        return
    try:
        found = _rules(evaluation, opened)
    except StoppedError as error:
        st.warning(plain(str(error), 300))
        return
    if not found.accepted:
        st.markdown("✓ Nothing that people accept counts as wrong by now.")
        return
    st.caption(
        f"People accept {counted(found.accepted, 'value')} that the eval schema calls wrong. A rule makes such values "
        "right from now on, in later runs too. Nothing changes until you take one."
    )
    if found.rules and not may("editor"):
        st.caption("Not for you: taking a rule needs the role of editor.")
    for rule in found.rules:
        _show(evaluation, rule)
    _show_left(found.left)


def _rules(evaluation: OpenEvaluation, opened: OpenReview) -> AcceptedRules:
    number = evaluation.stored.schema_number
    assert number is not None, "there are runs, so there is a schema"
    runs = tuple((name, evaluation.run_ids[name]) for name in evaluation.runs)
    review = opened.review
    return _found(review.id, review.last_event, number, runs, found_now(evaluation) is not None)


@st.cache_resource(show_spinner="Looking for rules that explain what people accept", max_entries=_KEPT)
def _found(
    review: str, last_event: int, schema_number: int, runs: tuple[tuple[str, str], ...], with_found: bool
) -> AcceptedRules:
    rules: AcceptedRules = server.work(
        "review_rules", server.url(), review, last_event, schema_number, dict(runs),
        instead="look at the Suggestions tab of the Schema page",
    )  # fmt: skip
    return rules


def _show(evaluation: OpenEvaluation, rule: AcceptedRule) -> None:
    suggestion = rule.suggestion
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            sign = "⚠ " if rule.is_risky else ""
            st.markdown(f"{sign}**{_title(suggestion)}**", width="stretch")
            with st.container(horizontal=True, width="content"):  # in one line, be that below a long title
                _buttons(evaluation, rule)
        st.markdown(
            f"Makes **{rule.accepted:,} of {counted(rule.of, 'accepted value')}** right. "
            f"{_gains(suggestion)}{plain(suggestion.sentence, 600)}"
        )
        if rule.forgiven:
            st.warning(
                f"It would also call {counted(rule.forgiven, 'value')} right of which people said that one side is "
                f"wrong: {_listed(rule.warnings)}."
            )
        elif rule.records == 1:
            pair = " The rule would hold for this pair in all of them." if _only_pair(suggestion) else ""
            st.warning(f"It rests on a single record. That both values were right there need not hold in others.{pair}")
        elif suggestion.risk.level == "high":
            st.warning(f"High risk: {plain(suggestion.risk.why, 300)}")
        elif _only_pair(suggestion):
            st.warning("It rests on one pair of values. Take it if both mean the same in every record.")
        if rule.typed:
            st.caption(
                f"It would also call {counted(rule.typed, 'value')} right beside what people typed as gold: "
                f"{_listed(rule.typed_pairs)}. Nobody was asked whether both mean the same."
            )
        st.caption(f"Accepted: {_listed(rule.examples)}")


def _buttons(evaluation: OpenEvaluation, rule: AcceptedRule) -> None:
    suggestion = rule.suggestion
    st.button(
        "Take this rule",
        key=f"review.rule.{suggestion.id}",
        on_click=_take,
        args=(evaluation.id, evaluation.revision, suggestion),
        type="secondary" if rule.is_risky else "primary",
        **needs("editor", help="As a new version of the eval schema; one click undoes it."),
    )
    if st.button(
        "Try on Schema",
        key=f"review.try.{suggestion.id}",
        help="Opens the Schema page with this rule among the unapplied edits: you see all that it changes, and "
        "can alter it, before anything is stored.",
    ):
        go_to_schema(evaluation.id, suggestion)


def _title(suggestion: Suggestion) -> str:
    """Name what a rule does; a table of a single pair is no list of synonyms."""
    pair = _only_pair(suggestion)
    if pair is None:
        return plain(suggestion.title, 120)
    one, other = (plain(with_signs(text), _LONGEST) for text in pair)
    return f"Read “{one}” as “{other}”: {plain(suggestion.path, 80)}"


def _only_pair(suggestion: Suggestion) -> tuple[str, str] | None:
    """Return the two texts of a table of synonyms that has no others."""
    if suggestion.kind != "synonyms" or suggestion.also:
        return None
    [transform] = suggestion.edit.transforms
    [*pairs] = transform["map_values"]["values"].items()
    return pairs[0] if len(pairs) == 1 else None


def _gains(suggestion: Suggestion) -> str:
    if suggestion.effect is None or not suggestion.effect.variants:
        return ""
    effects = suggestion.effect.variants
    moved = {name: (one.before.f1, one.after.f1) for name, one in effects.items()}
    digits = digits_together(moved.values())
    shown = {name: in_points(*both, digits) for name, both in moved.items()}
    parts = (f"{plain(name, _LONGEST)} {before} → {after} ({gain})" for name, (before, after, gain) in shown.items())
    return f"F1: {' · '.join(parts)}. "


def _listed(pairs: Sequence[ReviewedPair]) -> str:
    return ", ".join(f"{_value(pair.extracted)} for {_value(pair.gold)}" for pair in pairs)


def _value(value: Any) -> str:
    return "no value" if value is ABSENT else plain(with_signs(as_text(value)), _LONGEST)


def _show_left(left: Sequence[ReviewedPair]) -> None:
    if not left:
        return
    with st.expander(f"{counted(len(left), 'accepted pair')} that no rule explains"):
        st.caption(
            "In the corrected figures, wrong ones count as right, and missing or invented ones are taken out of the "
            "count. In the figures as scored they stay what they are."
        )
        lines = (f"- {plain(pair.field, 80)}: {_listed([pair])}" for pair in left[:_LISTED])
        st.markdown("\n".join(lines))
        if len(left) > _LISTED:
            st.caption(f"And {len(left) - _LISTED:,} more.")


def _take(identity: str, seen: int, suggestion: Suggestion) -> None:
    """Take a rule as the Schema page takes suggestions, so that it can be undone there too."""
    store = server.store()

    def changed(schema: Mapping[str, Any]) -> Mapping[str, Any]:
        chain: Chain = (chain_of(store, identity) or begun(schema)).with_more(schema, [suggestion], on_top=True)
        keep_chain(store, identity, chain, by=author.who())
        return chain.last

    title = suggestion.title[:400]
    done = f"Taken into the eval schema: {plain(title, 120)}."
    change_schema(identity, seen, changed, (title, f"undo: {title}"), done)
