"""Before a model is asked: an estimate of the questions and the cost, limits, and a confirmation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pandas as pd
import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.judge import CostEstimate
from evaljson.ui.session import author, cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared import endpoint_key
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.parts import plain, problem_box
from evaljson.wording.words import counted, dollars
from evaljson.workspace.ask_judge import Open, estimates
from evaljson.workspace.judge_choice import JudgeChoice, Limits, choice_of, prices_of

_WANTED: Final = "judge.wanted"
"""What the user is asked to confirm: evaluation, run ids, judge and number of questions."""
_COST, _TOKENS, _AT_ONCE = "judge.max-cost", "judge.max-tokens", "judge.at-once"
_MOST_AT_ONCE: Final = 64
_NOTHING: Final = Limits(max_tokens=0)
"""Nothing may be sent, also where the evaluation has changed since it was looked at."""


def show_ask(evaluation: OpenEvaluation, working: bool) -> None:
    """Draw the estimate and the buttons; `working`: a judge is being asked now."""
    choice = choice_of(evaluation.stored.settings)
    if choice is None or not evaluation.runs:
        return
    if choice.is_offline:
        if not evaluation.outdated:
            st.success("✓ Every value compared by meaning is decided. Nobody is asked, and nothing is sent.")
        return
    st.subheader("Questions and cost", anchor=False)
    if working:
        st.caption("The judge is being asked now, see above. The estimate is updated afterwards.")
        return
    if evaluation.outdated:
        st.info("Some variants are not scored with this judge yet. Score them first, above; scoring asks no model.")
        return
    try:
        total, each = _estimates(evaluation, choice)
    except EvaljsonError as error:
        problem_box(str(error), "", "Fix that under “Current judge”.")
        return
    if total.to_ask:
        _figures(total)
    _by_variant(each)
    if not total.to_ask:
        _nothing_to_ask(evaluation, choice, each)
        return
    limits = _limits(choice)
    wanted = (evaluation.id, *sorted(evaluation.run_ids.values()), choice, total.to_ask)
    label = f"Ask about {counted(total.to_ask, 'pair')} …" if choice.votes == 1 else f"Ask {total.to_ask:,} questions …"
    if st.session_state.get(_WANTED) == wanted:
        _confirm(evaluation, choice, total, limits)
    else:
        st.button(label, key="judge.ask", type="primary", on_click=_want, args=(wanted,), **needs("editor"))


def _estimates(evaluation: OpenEvaluation, choice: JudgeChoice) -> tuple[CostEstimate, list[Open]]:
    store = server.store()
    prices, runs = tuple(sorted(prices_of(store).items())), tuple(evaluation.run_ids.values())
    key = ("judge estimates", choice, runs, evaluation.revision, store.judgements.count(), prices)

    def work() -> tuple[CostEstimate, list[Open]]:
        with st.spinner("Counting what would be asked"):
            return estimates(store, evaluation.id, choice)

    return cache.derived(key, work)


def _figures(total: CostEstimate) -> None:
    known = total.distinct - total.to_ask
    unpriced = "unknown: see “Verdicts and cost”"
    figures = (
        ("Pairs to ask", f"{total.to_ask:,}", f"{known:,} of {total.distinct:,} already answered"),
        ("Requests", f"{total.batches:,}", "up to 25 pairs each"),
        ("Tokens, about", f"{total.tokens_in + total.tokens_out:,}",
         f"{total.tokens_in:,} in, {total.tokens_out:,} out"),
        ("Price, about", dollars(total.price), unpriced if total.price is None else "US dollars"),
    )  # fmt: skip
    for column, (label, figure, below) in zip(st.columns(4), figures, strict=True):
        column.metric(label, figure, below, border=True, delta_color="off", delta_arrow="off", height="stretch")


def _by_variant(each: Sequence[Open]) -> None:
    rows = [
        (
            one.name, one.unjudged, one.estimate.fields, one.estimate.equal, one.estimate.distinct,
            one.estimate.to_ask, one.alignment, one.estimate.price,
        )
        for one in each
    ]  # fmt: skip
    columns = [
        "Variant",
        "Not judged",
        "Values by meaning",
        "Equal",
        "Distinct pairs",
        "To ask",
        "To pair",
        "Price",
    ]
    frame = pd.DataFrame(rows, columns=columns)
    if not frame["To pair"].any():
        frame = frame.drop(columns="To pair")
    number = st.column_config.NumberColumn
    st.dataframe(
        frame,
        hide_index=True,
        placeholder="–",
        column_config={
            "Not judged": number(help="No figure counts these values yet.", format="localized"),
            "Equal": number(help="Equal after transforms, so they need no judge.", format="localized"),
            **{name: number(format="localized") for name in ("Values by meaning", "Distinct pairs", "To ask")},
            "To pair": number(help="Questions that only serve to pair array elements (all_pairs).", format="localized"),
            "Price": number(format="$ %.4f", help="For this variant alone."),
        },
    )
    if len(each) > 1 and any(one.estimate.to_ask for one in each):
        st.caption("A pair that several variants share is asked only once, so the rows add up to more than the total.")


def _nothing_to_ask(evaluation: OpenEvaluation, choice: JudgeChoice, each: Sequence[Open]) -> None:
    waiting = sum(one.unjudged or 0 for one in each)
    if not waiting:
        st.success("✓ Every value compared by meaning is decided. There is nothing to ask.")
        return
    st.info(f"All questions were answered before, so {counted(waiting, 'value')} can be decided for free.")
    st.button(
        "Use these verdicts",
        key="judge.take",
        type="primary",
        on_click=_start,
        args=(evaluation.id, choice, _NOTHING, True),
        **needs("editor"),
    )


def _limits(choice: JudgeChoice) -> Limits:
    is_priced = choice.model in prices_of(server.store())
    with st.container(horizontal=True, vertical_alignment="bottom"):
        cost: Any = st.number_input(
            "Stop at US dollars",
            min_value=0.0,
            value=None,
            key=_COST,
            persist_state="session",
            placeholder="no limit" if is_priced else "price unknown",
            disabled=not is_priced,
            help="A request that is expected to exceed this limit is not sent. Answers so far are kept.",
            width=200,
        )
        tokens: Any = st.number_input(
            "Stop at tokens",
            min_value=0,
            value=None,
            key=_TOKENS,
            persist_state="session",
            placeholder="no limit",
            width=200,
        )
        at_once: Any = st.number_input(
            "Requests at once",
            min_value=1,
            max_value=_MOST_AT_ONCE,
            value=Limits().concurrency,
            key=_AT_ONCE,
            persist_state="session",
            help="Lower it if the endpoint reports too many requests.",
            width=200,
        )
    return Limits(
        float(cost) if cost is not None and is_priced else None,
        int(tokens) if tokens is not None else None,
        int(at_once or Limits().concurrency),
    )


def _confirm(evaluation: OpenEvaluation, choice: JudgeChoice, total: CostEstimate, limits: Limits) -> None:
    price = "at an unknown price" if total.price is None else f"for about {dollars(total.price)}"
    bounds = [dollars(limits.max_cost)] if limits.max_cost is not None else []
    bounds += [f"{limits.max_tokens:,} tokens"] if limits.max_tokens is not None else []
    stop = f"It stops at {plain(' or '.join(bounds))}. " if bounds else ""
    with st.container(border=True):
        st.markdown(
            f"**Send {counted(total.to_ask, 'question')} to** {endpoint_key.place(choice.url)}**?** That is "
            f"{counted(total.batches, 'request')} to {plain(choice.name, 100)} with about "
            f"{total.tokens_in + total.tokens_out:,} tokens in total, {plain(price)}. {stop}"
            "Sent are the values of fields compared by meaning, and their settings."
        )
        try:
            if not endpoint_key.sent_to(choice.url).key.reveal():
                st.markdown("It is asked **without a key**: this session has none for it.")
        except EvaljsonError as error:
            problem_box(str(error), "", "Open “Change model, endpoint or key” above.")
            return
        with st.container(horizontal=True):
            st.button(
                "Yes, ask",
                key="judge.yes",
                type="primary",
                on_click=_start,
                args=(evaluation.id, choice, limits),
                **needs("editor"),
            )
            st.button("Not now", key="judge.not-now", on_click=_want, args=(None,))


def _want(wanted: tuple[object, ...] | None) -> None:
    st.session_state[_WANTED] = wanted


def _start(identity: str, choice: JudgeChoice, limits: Limits, is_free: bool = False) -> None:
    """Ask in a separate process, which continues when the tab is closed."""
    st.session_state.pop(_WANTED, None)

    def work() -> None:
        # Never None: then a key of the environment would be sent, whatever the endpoint.
        usable = endpoint_key.NO_KEY if is_free else endpoint_key.sent_to(choice.url)
        server.pool().ask(
            identity, key=usable.key, limits=limits, by=author.who(), meant=choice, of_server=usable.of_server
        )

    attempt(work)
