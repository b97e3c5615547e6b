"""One panel of Overview with all that is to be decided: what each decision would change, the ranking above all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

import streamlit as st

from evaljson.base.listed import first_of
from evaljson.compare.words.first_place import first_place_hangs_on
from evaljson.report.fields.unknown_effect import UnknownEffect
from evaljson.suggest.kinds.acceptable_lists import AcceptableList
from evaljson.ui.overview.alike_decision import alike_decision
from evaljson.ui.overview.check_gold_decision import (
    check_gold_decision,
    show_contradicted_field,
    show_decided_values,
)
from evaljson.ui.overview.decision import (
    Decision,
    Figures,
    both_known,
    largest_move,
    moved_by,
    moved_in_words,
)
from evaljson.ui.overview.gold_decision import gold_decision
from evaljson.ui.overview.leak_decision import leak_decision
from evaljson.ui.overview.left_out import left_out, show_left_out, show_skipped, skipped
from evaljson.ui.overview.missing_records import leave_missing_out
from evaljson.ui.overview.pairing_decision import pairing_decision
from evaljson.ui.overview.suggestion_decision import (
    known_suggestions,
    not_sought_in_words,
    sought_in_words,
    sought_suggestions,
)
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.version_asked import here
from evaljson.ui.shared import unknown_keys
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.ids_as_gold import ids_as_gold, only_written, scored_as_gold, show_way_to_ids
from evaljson.ui.shared.judge_note import judging_note
from evaljson.ui.shared.own_records import over_own_records, over_shared_records
from evaljson.ui.shared.renamed import Renamed, renamed_in, renamed_in_words, show_way_out
from evaljson.ui.shared.schema_hints import list_in_words, take_lists
from evaljson.ui.shared.scoring_work import is_being_scored, waits_for_scores
from evaljson.ui.shared.ties_in_words import named, ranking_in_words
from evaljson.ui.shared.to_decide import (
    after_lists,
    ids_change,
    lists_change,
    missing_change,
    renamed_change,
    unknown_change,
    ways_to_first_now,
)
from evaljson.ui.shared.unknown_keys import ignore_all, keys_in_words
from evaljson.ui.shared.variants_together import lists_of, missing_in, unknown_of
from evaljson.wording.words import counted, points

_AT_FIRST: Final = 3
"""Decisions that are shown at once; the others are a click away, except for those shown before."""
_SEEN: Final = "overview.decisions-seen"
"""By evaluation, names of decisions that this session has shown: what is found late moves none into the fold."""
_NAMED: Final = 3
_TWO_POINTS: Final = 0.02
_STYLE: Final = "<style>.st-key-ej-decide p{font-size:.875rem;line-height:1.4}</style>"


def show_decisions(
    evaluation: OpenEvaluation, names: Sequence[str], say_behind_verdict: Callable[[Sequence[str]], None]
) -> Callable[[], None]:  # fmt: skip
    """Draw the panel for these variants, and return a function that adds what may take long to find.

    Call that one last: the rest of the page does not wait for it. What first place hangs on is said behind the verdict.
    """
    panel = st.container(border=True, gap="xsmall", key="ej-decide")
    if evaluation.is_earlier or evaluation.stored.schema_number is None:
        what = "results in a folder" if evaluation.is_of_folders else "an earlier version"
        _say_why_nothing(panel, evaluation, f"Nothing can be decided about {what}.", beside_judge=False)
        return lambda: None
    if waits_for_scores(evaluation, names):  # what was decided would be offered again, with figures of the step before
        _say_why_nothing(panel, evaluation, _waiting_in_words(evaluation, names), beside_judge=True)
        return lambda: None
    with panel:
        st.html(_STYLE)
        head = st.empty()
    decisions = sorted(_quickly(evaluation, names), key=_place)
    seen = st.session_state.setdefault(_SEEN, {}).setdefault(evaluation.id, set())
    first = [one for at, one in enumerate(decisions) if at < _AT_FIRST or one.name in seen]
    more = [one for one in decisions if one not in first]
    seen.update(one.name for one in first)
    rooms = []  # above each of the first, for what is found late and stands before it
    for decision in first:
        rooms.append(panel.container(gap="xsmall"))
        with panel:
            _draw([decision])
    rest = panel.container(gap="xsmall")
    out, in_no_figure = left_out(evaluation, names), skipped(evaluation.tree)
    with panel:
        show_left_out(evaluation, out)
        show_skipped(in_no_figure)
    is_left_out = bool(out or in_no_figure)
    would_pair = any(ids_as_gold(evaluation, name) for name in out)  # which their line leads to
    if decisions:  # else something may be found late
        _say(head, len(decisions) + would_pair, is_left_out)
    _say_of_first_place(evaluation, names, say_behind_verdict)

    def complete() -> None:
        with rest:  # where progress is shown
            found = [
                *gold_decision(evaluation), *leak_decision(evaluation), *check_gold_decision(evaluation),
                *sought_suggestions(evaluation, lists_of(evaluation, names)), *pairing_decision(evaluation),
            ]  # fmt: skip
        late = sorted(found, key=_place)
        seen.update(one.name for one in late)
        for decision in late:
            before = sum(one.place <= decision.place for one in first)
            with rooms[before] if before < len(rooms) else rest:
                _draw([decision])
        if more:
            with rest, st.expander(f"{len(more):,} more to decide", key="ej-decide-more", expanded=False):
                _draw(more)
        with panel:
            show_contradicted_field(evaluation)
            show_decided_values(evaluation)
        _say(head, len(decisions) + len(late) + would_pair, is_left_out, not_sought_in_words(evaluation))
        _say_of_first_place(evaluation, names, say_behind_verdict)

    return complete


def _say_why_nothing(
    panel: st.delta_generator.DeltaGenerator, evaluation: OpenEvaluation, why: str, *, beside_judge: bool
) -> None:
    """Draw who judges what is shown, which is said in any case, and why nothing is to decide now.

    `beside_judge`: whether that is said beside the judge too.
    """
    with panel:
        head = st.empty()
        judging = list(_judging(evaluation))
        _draw(judging)
        if beside_judge or not judging:
            head.caption(why)


def _waiting_in_words(evaluation: OpenEvaluation, names: Sequence[str]) -> str:
    later = "What is left to decide is said once all variants are scored."
    if not is_being_scored(evaluation):
        return later  # the page says above that they are not scored, and since when
    old = ": figures shown are from before it" if any(name in evaluation.outdated for name in names) else ""
    return f"The last change is being scored{old}. {later}"


def _say(head: st.delta_generator.DeltaGenerator, count: int, is_left_out: bool, unsought: str = "") -> None:
    if count:
        head.markdown(f"**{count:,} to decide**")
        return
    head.caption(f"Nothing {'else ' if is_left_out else ''}is left to decide.{unsought}")


def _say_of_first_place(evaluation: OpenEvaluation, names: Sequence[str], say: Callable[[Sequence[str]], None]) -> None:
    words = first_place_hangs_on(ways_to_first_now(evaluation, names))
    if len(names) > 1 and (sought := sought_in_words(evaluation)):
        words = (*words, *([" "] if words else []), *sought)
    say(words)


def _place(decision: Decision) -> tuple[int, float]:
    return decision.place


def _draw(decisions: Sequence[Decision]) -> None:
    for decision in decisions:
        if not decision.text:
            decision.draw()
            continue
        text, buttons = st.columns([5, 2], vertical_alignment="center", gap="small")
        text.markdown(decision.text)
        with buttons.container(horizontal=True, gap="xsmall", horizontal_alignment="right"):
            if decision.more:
                with st.popover("More"):
                    st.markdown(decision.more)
            decision.draw()


def _quickly(evaluation: OpenEvaluation, names: Sequence[str]) -> Iterator[Decision]:
    now: Figures = {name: evaluation.stored_runs[name].metrics["mean_f1"] for name in names}
    renamed = renamed_in(evaluation, names)
    if renamed.keys:
        yield _renamed(evaluation, names, renamed)
    unknown = unknown_of(evaluation, names, renamed.unknown)
    if unknown.moved:
        yield _unknown(evaluation, names, unknown, renamed.unknown)
    lists = lists_of(evaluation, names)
    if lists:
        after = after_lists(evaluation, names, lists)
        change = lists_change(evaluation, names, after)
        own = {} if after is None else both_known(now, {name: figure for name, (figure, _) in after.items()})
        moved = moved_by(change, own)
        text = _lists_in_words(lists, moved) + ranking_in_words(change)
        draw = partial(_list_button, evaluation, lists)
        yield Decision(text, draw, change, moves=largest_move(moved), name="lists")
    yield from _judging(evaluation)
    yield from _missing(evaluation, names, now)
    yield from alike_decision(evaluation, names, now)
    yield from known_suggestions(evaluation, lists)


def _judging(evaluation: OpenEvaluation) -> Iterator[Decision]:
    """Yield who is to judge fields that are compared by meaning, as every page says it."""
    note = judging_note(evaluation, "overview")
    if note is not None:
        yield Decision("", note.draw, name="judge")


def _renamed(evaluation: OpenEvaluation, names: Sequence[str], found: Renamed) -> Decision:
    change = renamed_change(evaluation, names, found)
    moved = moved_by(change, found.moved)
    over = over_shared_records(evaluation) if moved is not found.moved else over_own_records(evaluation)
    effect = f" F1 now → as in gold{over}: {moved_in_words(moved)}." if moved else ""
    text = f"{renamed_in_words(found)}{effect}{ranking_in_words(change)}"
    draw = partial(show_way_out, found, "overview")
    return Decision(text, draw, change, found.is_rule, largest_move(moved), name="renamed")


def _unknown(
    evaluation: OpenEvaluation, names: Sequence[str], effect: UnknownEffect, keep: frozenset[str]
) -> Decision:  # fmt: skip
    keys = counted(len(effect.fields), "key outside the schema", "keys outside the schema")
    single = len(effect.fields) == 1
    change = unknown_change(evaluation, names, keep)
    moved = moved_by(change, effect.moved)
    # Escaped: at the head of a line, a plus begins a list.
    text = f"\\+ {keys}: {keys_in_words(effect.fields, _NAMED)}. {_with_and_without(moved)}{ranking_in_words(change)}"

    def draw() -> None:
        st.button(
            "Ignore it" if single else f"Ignore all {len(effect.fields):,}",
            key="hint.unknown.overview",
            on_click=ignore_all,
            args=(evaluation, effect.fields),
            **needs(
                "editor",
                help="For keys outside the task, such as reasoning: still shown on Records, in no figure. Now each of "
                "them counts as invented.",
            ),
        )
        if st.button("Look at it" if single else "Look at them", key="hint.look.overview"):
            st.session_state[unknown_keys.LED_TO] = True
            st.switch_page("pages/data.py", query_params=here())

    return Decision(text, draw, change, moves=largest_move(moved), name="unknown")


def _lists_in_words(lists: Sequence[AcceptableList], moved: Mapping[str, tuple[float, float]]) -> str:
    """Say where gold lists acceptable values; of several fields, the first is the example."""
    said = list_in_words(lists[0])
    if len(lists) > 1:
        others = counted(len(lists) - 1, "other field")
        said = f"{said} So it is in {others}."
    return said + (f" F1 now → then: {moved_in_words(moved)}." if moved else "")


def _list_button(evaluation: OpenEvaluation, lists: Sequence[AcceptableList]) -> None:
    st.button(
        "Any value of the list is right" if len(lists) == 1 else f"Any value is right in all {len(lists):,}",
        key="hint.listed.overview.0",
        on_click=take_lists,
        args=(evaluation, lists),
        **needs(
            "editor",
            help="Comparator any_of." if len(lists) == 1 else "Comparator any_of. On Data, each field has a button.",
        ),
    )


def _missing(evaluation: OpenEvaluation, names: Sequence[str], now: Figures) -> Iterator[Decision]:
    counts, after = missing_in(evaluation, names)
    if not counts:
        return
    change = missing_change(evaluation, names)
    most = sorted(counts.items(), key=lambda item: -item[1])
    said = ", ".join(f"{named(name)} {count:,}" for name, count in most[:_NAMED])
    more = f" and {counted(len(most) - _NAMED, 'more variant')}" if len(most) > _NAMED else ""
    if len(most) > 1 and len(set(counts.values())) == 1:
        each = "per variant" if len(most) == len(names) else f"in each of {len(most):,} variants"
        said, more = f"{most[0][1]:,} {each}", ""
    moved = moved_by(change, both_known(now, after))
    left = 0 if change is None else change.records
    ids = sum(ids_as_gold(evaluation, name) for name in counts)
    there = f" {only_written(ids)}" if ids else ""
    paired = ids_change(evaluation, names) if ids else None
    own = {name: f1 for name, (f1, _) in scored_as_gold(evaluation, list(counts)).items()} if ids else {}
    would_move = moved_by(paired, both_known(now, own))
    there += f" F1 now → paired: {moved_in_words(would_move)}.{ranking_in_words(paired)}" if would_move else ""
    nothing = [name for name in counts if after.get(name) is None]
    there += f" Nothing is left of {first_of(list(map(named, nothing)), _NAMED)} without them." if nothing else ""
    effect = "" if nothing and not moved else f" {_without_missing(moved, left)}"
    text = f"○ **Missing records**: {said}{more}.{there}{effect}{ranking_in_words(change)}"

    def draw() -> None:
        if evaluation.is_sample:  # which stays as it is
            return
        if ids:
            show_way_to_ids(evaluation)
        st.button(
            "Leave them out",
            key="decide.missing",
            on_click=leave_missing_out,
            args=(evaluation,),
            **needs("editor", help="All variants are scored again; figures say so. One click counts them again."),
        )

    either = paired if change is None or (paired is not None and paired.concerns_first) else change
    moves = max(largest_move(moved), largest_move(would_move))
    yield Decision(text, draw, either, moves=moves, name="missing")


def _without_missing(moved: Mapping[str, tuple[float, float]], left: int) -> str:
    """Say what F1 would be over the records that are `left`; where all is within two points, by how much at most."""
    if largest_move(moved) >= _TWO_POINTS or len(moved) < 2:
        return _with_and_without(moved, f", over the {left:,} left" if left else "")
    verb = "gains" if all(after > before for before, after in moved.values()) else "moves"
    over = f"Over the other {left:,}" if left else "Without them"
    return f"{over}, F1 {verb} up to {points(largest_move(moved))}."


def _with_and_without(moved: Mapping[str, tuple[float, float]], over: str = "") -> str:
    return f"F1 with → without{over}: {moved_in_words(moved)}." if moved else f"F1 stays without them{over}."
