"""Says on every page with figures who judged the fields compared by meaning, and how many values are not judged."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from evaljson.judge import STAND_IN
from evaljson.ui.session import cache
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.version_asked import here
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.judge_choice import put, stand_in_button
from evaljson.ui.shared.notes import PageNote
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted
from evaljson.workspace.ask_judge import not_judged
from evaljson.workspace.judge_choice import KEY, JudgeChoice, choice_of, judged_paths

_NAMED = 4


def show_judging(evaluation: OpenEvaluation, page: str) -> None:
    """Show a line below the heading; nothing if no field is compared by meaning, or a model has judged all of it."""
    note = judging_note(evaluation, page)
    if note is not None:
        note.draw()


def judging_note(evaluation: OpenEvaluation, page: str) -> PageNote | None:
    """Return that line as a note."""
    paths = paths_of(evaluation)
    if not paths or not evaluation.runs:
        return None
    choice, left = _judge_of_figures(evaluation), left_out(evaluation)
    if choice is not None and choice.is_offline:
        return PageNote("meaning decided without a language model", partial(_stand_in, evaluation, choice, paths, page))
    if left:
        words = f"{counted(sum(left.values()), 'value')} not judged"
        return PageNote(words, partial(_left_out, evaluation, choice, paths, left, page))
    return None


def _judge_of_figures(evaluation: OpenEvaluation) -> JudgeChoice | None:
    """Return who judged what is shown: another judge may be chosen by now, and wait for variants to be scored again."""
    runs = filter(None, map(evaluation.scored_run, evaluation.runs))
    choices = (choice_of({KEY: run.signature.get("judging")}) for run in runs)
    return next((choice for choice in choices if choice is not None), None)


def paths_of(evaluation: OpenEvaluation) -> list[str]:
    """Return the schema paths of the fields compared by meaning."""
    key = ("judged paths", evaluation.id, evaluation.stored.schema_number)
    return cache.derived(key, lambda: judged_paths(evaluation.tree))


def left_out(evaluation: OpenEvaluation) -> dict[str, int]:
    """Count values that were not judged, by variant; variants without any are left out. Reads no run."""
    counts = {}
    for name in evaluation.runs:
        run = evaluation.scored_run(name)
        count = not_judged(run) if run is not None else 0
        if count:
            counts[name] = count
    return counts


def listed(names: Sequence[str]) -> str:
    """Write the first few names, in Markdown."""
    shown = ", ".join(f"**{plain(name, 60)}**" for name in names[:_NAMED])
    return shown + (f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else "")


def _stand_in(evaluation: OpenEvaluation, choice: JudgeChoice, paths: list[str], page: str) -> None:
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"≈ **{STAND_IN.capitalize()}, no language model.** {listed(paths)}: same words count as same "
            f"meaning, from a share of {choice.threshold:g} on."
        )
        if not evaluation.is_earlier and choice == choice_of(evaluation.stored.settings):
            st.button(
                "Take it back",
                key=f"judge-note.back.{page}",
                on_click=put,
                args=(evaluation.id, None),
                **needs("editor"),
            )
            _to_judge("Ask a model instead", page)


def _left_out(
    evaluation: OpenEvaluation, choice: JudgeChoice | None, paths: list[str], left: dict[str, int], page: str
) -> None:
    each = ", ".join(f"{plain(name, 40)} {count:,}" for name, count in list(left.items())[:_NAMED])
    more = f" and {counted(len(left) - _NAMED, 'more variant')}" if len(left) > _NAMED else ""
    total = counted(sum(left.values()), "value")
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        if choice is None and choice_of(evaluation.stored.settings) is None:
            st.markdown(
                f"! **No judge configured.** {listed(paths)}: compared by meaning. **{total}** that are "
                f"not equal are in no figure ({each}{more})."
            )
            if not evaluation.is_earlier:
                stand_in_button(evaluation, f"judge-note.stand-in.{page}")
                _to_judge("Connect a model", page)
        else:
            who = "yet" if choice is None else f"by {plain(choice.name, 80)}"
            st.markdown(f"! **{total} not judged** {who}, and in no figure ({each}{more}).")
            _to_judge("See why, and ask", page)


def _to_judge(label: str, page: str) -> None:
    if st.button(label, key=f"judge-note.go.{page}"):
        st.switch_page("pages/judge.py", query_params=here())
