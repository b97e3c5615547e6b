"""The Verdicts and cost tab: past requests to judges, stored verdicts, and the prices of models."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd
import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.judge import PRICES, Price
from evaljson.store import summed
from evaljson.ui.session import author, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.allowed import needs_admin
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.parts import plain, problem_box
from evaljson.wording.words import counted, dollars, person
from evaljson.workspace.history import when
from evaljson.workspace.judge_choice import JudgeChoice, choice_of, prices_of, set_price

_CLEAR: Final = "judge.clear"
_PRICE_TURN: Final = "judge.price-turn"


def show_spent(evaluation: OpenEvaluation, *, has_fields: bool = True) -> None:
    """Draw the three sections of the tab; without fields to judge, only those that have something to show."""
    _askings(evaluation, has_fields)
    if has_fields or server.store().judgements.kept():
        _kept()
        _prices(choice_of(evaluation.stored.settings))


def _askings(evaluation: OpenEvaluation, has_fields: bool) -> None:
    used = server.store().usage.all(evaluation=evaluation.id)
    if not used and not has_fields:
        return
    st.subheader("Past requests", anchor=False)
    if not used:
        st.caption("No judge has been asked for this evaluation yet.")
        return
    total = summed(used)
    unpriced = f"; the price of {counted(total.unpriced, 'job')} is unknown" if total.unpriced else ""
    st.markdown(
        f"{counted(total.askings, 'job')}: {total.asked:,} questions sent in {counted(total.calls, 'request')}, "
        f"{total.cached:,} already answered at no cost, {total.tokens_in + total.tokens_out:,} tokens, "
        f"**{plain(dollars(total.price))}**{unpriced}."
    )
    names = {run: name for name, run in evaluation.run_ids.items()}
    rows = [
        (
            when(one.moment), person(one.who), one.usage.model,
            names.get(one.run or "", "an earlier run"), one.usage.fields,
            one.usage.cached, one.usage.asked, one.usage.failed, one.usage.calls, one.usage.tokens_in,
            one.usage.tokens_out, one.usage.price,
        )
        for one in used
    ]  # fmt: skip
    columns = [
        "When", "Who", "Model", "Run", "Values", "Already answered", "Sent", "Undecided", "Requests", "Tokens in",
        "Tokens out", "Price",
    ]  # fmt: skip
    st.dataframe(
        pd.DataFrame(rows, columns=columns),
        hide_index=True,
        placeholder="–",
        height=360 if len(rows) > 9 else "auto",
        column_config={
            **{name: st.column_config.NumberColumn(format="localized") for name in columns[4:-1]},
            "Price": st.column_config.NumberColumn(format="$ %.4f"),
        },
    )


def _kept() -> None:
    st.subheader("Stored verdicts", anchor=False)
    judgements = server.store().judgements
    kept = judgements.kept()
    if not kept:
        st.caption("None yet. Each verdict is stored as it arrives, for all evaluations on this server.")
        return
    st.caption(
        "You pay for a verdict once: all evaluations on this server use it. Clearing changes no figure, but asking "
        "again then costs again."
    )
    rows = [
        (one.model, one.prompt, one.count, one.tokens_in + one.tokens_out, when(one.oldest), when(one.newest))
        for one in kept
    ]
    frame = pd.DataFrame(rows, columns=["Model", "Prompt version", "Verdicts", "Tokens paid for", "Oldest", "Newest"])
    number = st.column_config.NumberColumn(format="localized")
    st.dataframe(frame, hide_index=True, column_config={"Verdicts": number, "Tokens paid for": number})
    _clearing({one.model: sum(of_model.count for of_model in kept if of_model.model == one.model) for one in kept})


def _clearing(counts: dict[str, int]) -> None:
    asked: str | None = st.session_state.get(_CLEAR)
    if asked is None:
        with st.container(horizontal=True):
            for model, count in counts.items():
                label = f"Clear {counted(count, 'verdict')} of {plain(model, 60)} …"
                st.button(label, key=f"judge.clear.{model}", on_click=_ask_to_clear, args=(model,), **needs_admin())
        return
    with st.container(border=True):
        st.markdown(
            f"**Clear {counted(counts.get(asked, 0), 'verdict')} of {plain(asked, 100)}?** They were paid for and "
            "cannot be restored. All evaluations on this server lose them."
        )
        with st.container(horizontal=True):
            st.button(
                "Yes, clear them",
                key="judge.clear-yes",
                type="primary",
                on_click=_clear,
                args=(asked,),
                **needs_admin(),
            )
            st.button("Keep them", key="judge.clear-no", on_click=_ask_to_clear, args=(None,))


def _ask_to_clear(model: str | None) -> None:
    st.session_state[_CLEAR] = model


def _clear(model: str) -> None:
    st.session_state.pop(_CLEAR, None)
    attempt(lambda: server.store().judgements.clear(model=model))


def _prices(choice: JudgeChoice | None) -> None:
    st.subheader("Prices", anchor=False)
    st.caption(
        "US dollars per million tokens, for everyone on this server. These are list prices of August 2025: enter what "
        "you pay. Past requests keep their price."
    )
    prices = prices_of(server.store())
    if choice is not None and choice.model is not None and choice.model not in prices:
        st.warning(f"The price of {plain(choice.model, 100)} is unknown. Add a row for it.", icon="⚠️")
    frame = pd.DataFrame(
        [(model, one.input, one.output) for model, one in sorted(prices.items())], columns=["Model", "In", "Out"]
    )
    money = st.column_config.NumberColumn(min_value=0.0, format="%.3f", required=True)
    turn = st.session_state.setdefault(_PRICE_TURN, 0)
    edited: Any = st.data_editor(
        frame,
        key=f"judge.prices.{turn}",
        hide_index=True,
        num_rows="dynamic",
        width=560,
        column_config={"Model": st.column_config.TextColumn(required=True), "In": money, "Out": money},
    )
    changed = not frame.equals(edited)
    if st.button("Save prices", key="judge.save-prices", **needs_admin(disabled=not changed)):
        _save(prices, edited)


def _save(prices: dict[str, Price], edited: pd.DataFrame) -> None:
    whole = edited.dropna(subset=["Model", "In", "Out"])
    wanted = {
        str(model).strip(): Price(float(tokens_in), float(tokens_out))
        for model, tokens_in, tokens_out in whole.itertuples(index=False)
        if str(model).strip()
    }
    store, who = server.store(), author.who()
    try:
        for model, price in wanted.items():
            if prices.get(model) != price:
                set_price(store, model, None if PRICES.get(model) == price else price, by=who)
        for model in prices.keys() - wanted.keys():
            set_price(store, model, None, by=who)  # a list price cannot be removed
    except EvaljsonError as error:
        problem_box(str(error), "", "Fix it and save again.")
        return
    st.session_state[_PRICE_TURN] += 1
    st.rerun()
