"""Looking again: what a verdict is worth that is asked for while records are added."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from evaljson.base.errors import InputError
from evaljson.compare import Comparison, Looks, compare_runs
from evaljson.compare.clusters import ClusterBy
from evaljson.compare.looks import MEANS
from evaljson.compare.planning import round_number
from evaljson.compare.together import adjusted_as
from evaljson.compare.words.looks import looked_before
from evaljson.compare.words.overall_sentence import of_two
from evaljson.results.model import RunResult
from evaljson.ui.compare.comparison_choice import Chosen
from evaljson.ui.session import cache, server
from evaljson.ui.session.clusters import cluster_by
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.parts import data_line, plain
from evaljson.ui.shared.verdict_sentence import show_verdict_sentence
from evaljson.workspace.earlier_looks import earlier_looks

_PLANNED, _ANY_TIME = "planned", "any time"
_WAYS = {_PLANNED: "Up to a planned number of records", _ANY_TIME: "Whenever I like"}


def show_looks(evaluation: OpenEvaluation, chosen: Chosen, comparison: Comparison) -> None:
    """Say whether this comparison is repeated, and give a verdict that holds for several looks on request."""
    records = comparison.coverage.compared
    earlier = _earlier(evaluation, chosen, records)
    if earlier:
        data_line(f"⚠ {looked_before(earlier, records)}")
    if not records:
        return
    expander = st.expander("Looking again while you label", key="compare.looks-open", on_change="rerun")
    if expander.open:
        with expander:
            _form(evaluation, chosen, comparison, earlier)


def _earlier(evaluation: OpenEvaluation, chosen: Chosen, records: int) -> tuple[int, ...]:
    names = {*chosen.a.variants, *chosen.b.variants}
    key = ("earlier looks", evaluation.revision, *chosen.a.keys(evaluation), *chosen.b.keys(evaluation), records)
    return cache.derived(
        key, lambda: earlier_looks(evaluation.stored, server.store().runs.all(evaluation.id), names, records)
    )


def _form(evaluation: OpenEvaluation, chosen: Chosen, comparison: Comparison, earlier: tuple[int, ...]) -> None:
    records = comparison.coverage.compared
    st.caption(
        "Stopping once a difference shows errs more often than stated. These verdicts hold for all looks together."
    )
    once = len(chosen.a.variants) == len(chosen.b.variants) == 1 and chosen.figure in MEANS
    left, right = st.columns(2)
    ways = list(_WAYS) if once else [_PLANNED]
    way = left.radio("I look", ways, format_func=lambda one: _WAYS[one], key="compare.looks.way")
    planned = None
    if way == _PLANNED:
        least = max((records, *(one + 1 for one in earlier)))
        planned = int(
            right.number_input(
                "Records planned at last", least, max(least, 10_000_000), max(least, round_number(2 * records)),
                key="compare.looks.planned",
                help="Set before labelling, and kept. Early looks ask for more.",
            )
        )  # fmt: skip
    looks = Looks(planned, earlier, way == _ANY_TIME)
    runs_a, runs_b = ([evaluation.runs[name] for name in side.variants] for side in (chosen.a, chosen.b))
    try:
        found = _looked(
            chosen.key(evaluation),
            comparison.names,
            chosen.figure,
            looks,
            lambda: (runs_a, runs_b),
            partial(cluster_by, evaluation, chosen.cluster),
        )
    except InputError as error:
        st.info(plain(error.problem, 400))
        return
    found = adjusted_as(found, comparison)
    show_verdict_sentence(of_two(found))
    data_line(found.notes[0])


_Runs = Callable[[], tuple[list[RunResult], list[RunResult]]]
_By = Callable[[RunResult], ClusterBy]


@st.cache_resource(show_spinner="Comparing", max_entries=50)
def _looked(
    key: tuple[object, ...], names: tuple[str, str], figure: str, looks: Looks, _runs: _Runs, _by: _By
) -> Comparison:
    of_a, of_b = _runs()
    return compare_runs(of_a, of_b, names=names, figure=figure, looks=looks, cluster=_by(of_a[0]))
