"""Overview: which variant is better, what broke, and the history of runs."""

import streamlit as st

from evaljson.ui.overview import (
    board_with_floor,
    decisions,
    leaderboard,
    next_steps,
    put_first_line,
    run_history,
    straight_through,
    variant_choice,
    verdict,
    worst_regressions,
)
from evaljson.ui.session.address import publish
from evaljson.ui.session.own_pair import SIDES, keep_pair
from evaljson.ui.shared.address_warning import warn_of_strange_address
from evaljson.ui.shared.changes import show_changes
from evaljson.ui.shared.corrected_line import show_corrected_line
from evaljson.ui.shared.judge_compared import show_corrected_difference
from evaljson.ui.shared.link import add_to_link
from evaljson.ui.shared.parts import guarded, heading, plain, show_failures
from evaljson.ui.shared.patterns import LOSS_HELP, show_patterns
from evaljson.ui.shared.run_trend import history as history_of
from evaljson.ui.shared.scoring_work import show_work
from evaljson.ui.shared.standing_work import is_worked_out
from evaljson.ui.shared.version_shown import open_link, show_version

with guarded("The Overview page"):
    link = open_link()
    evaluation = link.shown
    heading(plain(evaluation.name), next_steps.sentence(evaluation), evaluation)
    show_version(link, "overview")
    if not evaluation.is_earlier:
        show_changes("overview", evaluation.id)
    show_work(evaluation)
    warn_of_strange_address(evaluation)
    show_failures(evaluation)
    if not evaluation.runs:
        next_steps.show_empty(evaluation)
        st.stop()

    history = history_of(evaluation)
    chosen = variant_choice.chosen_run(history)
    if not is_worked_out(evaluation):
        st.stop()
    board = leaderboard.board_of(evaluation)
    several = board if board is not None and len(board.places) > 2 else None
    if several is not None:
        draw_ranking = leaderboard.show_ranking(evaluation, several)
        say_what_put_first = put_first_line.put_first_line(evaluation)
        look_for_floor = board_with_floor.show_board_with_floor(evaluation, several)
        complete = decisions.show_decisions(evaluation, [place.name for place in several.places], draw_ranking)
    head = st.empty() if several is not None else None
    a, b, is_chosen = variant_choice.choose(evaluation)
    if not is_worked_out(evaluation, a):
        st.stop()
    found = verdict.overview_comparison(evaluation, a, b)
    draw_sentence = verdict.show_sentence(found, head, None if several is None else several.records)
    if several is None:
        say_what_put_first = put_first_line.put_first_line(evaluation)
        look_for_floor = board_with_floor.show_board_with_floor(evaluation, board)
        names = [name for name in (a, b) if name is not None]
        complete = decisions.show_decisions(evaluation, names, draw_sentence)
    verdict.show_figures(evaluation, a, b, found)
    show_corrected_line(evaluation, [a] if b is None else [a, b])
    if b is not None and found.beside is not None:
        show_corrected_difference(evaluation, [a], [b], found.beside)
    next_steps.show_actions(evaluation, a, b, found)
    worst_regressions.show_worst(evaluation, a, b, found)
    st.subheader(f"What errors of {plain(b or a, 60)} have in common", anchor=False, help=LOSS_HELP)
    if several is not None:
        leaderboard.say_other_records(evaluation, b or a, several)
    show_patterns(evaluation, b or a, page="overview")
    group = straight_through.show_groups(evaluation, [a] if b is None else [a, b])
    run_history.show_trend(evaluation, history)
    publish("overview", **({"a": a, "b": b} if is_chosen else dict.fromkeys(SIDES)), run=chosen, group=group)
    if b is not None:
        keep_pair(evaluation.id, (a, b), chosen=is_chosen)
        add_to_link({} if is_chosen else {"a": a, "b": b})
    look_for_floor()
    say_what_put_first()
    complete()  # last: the rest of the page should not wait for it
