"""Whether to pair arrays and maps by content, as a decision of Overview: how many values, and what of the ranking."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

import streamlit as st

from evaljson.compare.ranking_change import RankingChange
from evaljson.jobs.page_work import StoppedError
from evaljson.ui.overview.decision import Decision, largest_move, moved_by, moved_in_words
from evaljson.ui.session import author, server
from evaljson.ui.session.address import go_to_schema
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.alignment_hint import LED_TO, cards_of, gained_of
from evaljson.ui.shared.find_suggestions import found_now
from evaljson.ui.shared.job_of_page import JobOfPage
from evaljson.ui.shared.job_watch import AT_WORK, watch
from evaljson.ui.shared.look_at_pairing import looked_at_pairing
from evaljson.ui.shared.own_records import over_own_records
from evaljson.ui.shared.pairing_words import better_by_content, gain_by_variant, no_longer_scored, too_risky
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.ties_in_words import ranking_in_words
from evaljson.workspace.pairing_gains import to_pair
from evaljson.workspace.pairing_ranking import RANKING, RankingByContent, found_ranking, ranking_key

_QUICK: Final = 5_000
"""Results over all variants up to which this takes about a second."""


def pairing_decision(evaluation: OpenEvaluation) -> Iterator[Decision]:
    """Yield it where something would pair better by content; while that is looked for, draw its progress instead.

    Where settings that were found pair all of it, they are the decision: it would be there twice.
    """
    by_variant = looked_at_pairing(evaluation) or {}
    cards = cards_of(evaluation) if by_variant else {}
    gains = gained_of(by_variant, cards)
    listed = to_pair(gains)
    if not gains or cards.keys() >= set(listed):
        return
    tree, (values, where) = evaluation.tree, gain_by_variant(by_variant, listed)
    is_one = sum(any(gains.get(path, 0) for path in listed) for gains in by_variant.values()) == 1
    where += over_own_records(evaluation, is_one=is_one)
    text = f"{better_by_content(tree, listed)}{values} would match {where}. {no_longer_scored(tree, listed)}"
    text += _by_key(evaluation, listed)
    change: RankingChange | None = None
    moved: Mapping[str, tuple[float, float]] = {}
    if len(evaluation.runs) > 1:
        found = _found(evaluation)
        if found is None:
            text += " Its effect on the ranking is being worked out."
        elif set(found.paired) == set(listed):  # else someone has dismissed pairing one of them
            change = None if found.change is None else found.change.of(_names(evaluation))
            moved = moved_by(change, _moved(evaluation, found.figures))
            text += f" F1 by position → by content: {moved_in_words(moved)}." if moved else ""
            text += ranking_in_words(change)
    text += too_risky([path for path in gains if path not in listed])
    most = max(listed, key=lambda path: gains[path])
    variant = max(by_variant, key=lambda name: by_variant[name].get(most, 0))
    yield Decision(text, partial(_button, most, variant), change, moves=largest_move(moved))


def _by_key(evaluation: OpenEvaluation, listed: Sequence[str]) -> str:
    """Say for which of these arrays a key is suggested instead; "" where for none."""
    found = [one for one in found_now(evaluation) or () if one.kind == "key"]
    keys = {one.path: (one.edit.align or {}).get("key") for one in found}
    paths = [path for path in listed if path in keys]
    if not paths:
        return ""
    if len(paths) == 1:
        return f" For **{plain(paths[0], 60)}**, the key {plain(str(keys[paths[0]]), 40)} is suggested instead."
    return f" For {len(paths):,} of them, keys are suggested instead."


def _button(path: str, variant: str) -> None:
    """Show a button that opens the form of what gains most, in the variant that it helps most, with all above it."""
    if st.button("Look at the pairing", key="hint.pair", help="How elements are paired, and what each array gains."):
        st.session_state[LED_TO] = True
        go_to_schema(field=path, a=variant)


def _names(evaluation: OpenEvaluation) -> dict[str, str]:
    """Return the name of the variant by the id of its run."""
    return {evaluation.run_key(name): name for name in evaluation.runs}


def _moved(evaluation: OpenEvaluation, figures: Mapping[str, float | None]) -> dict[str, tuple[float, float]]:
    """Return F1 before and after of the variants whose F1 changes."""
    now = {name: evaluation.stored_runs[name].metrics["mean_f1"] for name in evaluation.runs}
    return {
        name: (before, then)
        for key, name in _names(evaluation).items()
        if (before := now[name]) is not None and (then := figures.get(key)) is not None and then != before
    }


def _found(evaluation: OpenEvaluation) -> RankingByContent | None:
    """Return what pairing by content does if they are known; else have them worked out, at once or in a job."""
    runs = [evaluation.stored_runs[name] for name in evaluation.runs if name not in evaluation.outdated]
    key = ranking_key([run.id for run in runs], evaluation.schema)
    known = found_ranking(server.store(), evaluation.id, key)
    if known is None and sum(run.metrics["total_fields"] for run in runs) <= _QUICK:
        with suppress(StoppedError):
            server.work("ranking_by_pairing", server.url(), evaluation.id, author.who(), instead="it goes on as a job")
            known = found_ranking(server.store(), evaluation.id, key)
    if known is None:
        _job(evaluation, key)
    return known


def _job(evaluation: OpenEvaluation, key: str) -> None:
    """Show the job at work; else begin it, once in a session for each state."""
    job = JobOfPage(RANKING, evaluation.id, (evaluation.id, key)).begun()
    if job is not None and job.state in AT_WORK:
        watch(
            job.id,
            "Looking at what pairing by content does to the ranking",
            f"ranking.cancel.{evaluation.id}",
            border=False,
        )
