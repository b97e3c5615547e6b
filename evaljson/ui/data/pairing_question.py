"""Asks what pairs the records of a draft where that is not plain, with what each key would pair and what not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import pandas as pd
import streamlit as st

from evaljson.load import LoadedRecords, Pairing
from evaljson.load.id_names import sounds_like_id
from evaljson.report.records.key_question import NO_ID, KeyChoice, key_choices, lone_values, stands_out
from evaljson.report.records.other_names import OtherName, displaced
from evaljson.ui.data.id_under_other_key import with_ids_beside
from evaljson.ui.session import cache
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted

Take = Callable[[str | None], None]
TakeName = Callable[[OtherName], None]
_NOTHING_PAIRS: Final = (
    "No other key pairs them, and by position is out, since the files have different numbers of records. "
    "Correct the ids in the file, remove it above, and drop it again."
)
"""Said instead of a question that nothing below would answer."""
_NAMES: Final = 3
_AS_KEY: Final = "As the key"
"""The column that warns: the second one, so that it is seen however many variants there are."""


def ask_for_key(
    reason: str, gold: LoadedRecords, variants: Mapping[str, LoadedRecords], proposed: str | None, take: Take,
    others: Sequence[OtherName] = (), take_name: TakeName | None = None, *, is_row_choice: bool = False,
    offer: Callable[[], None] | None = None,
) -> None:  # fmt: skip
    """Draw the question, what each key would pair, and a button for each; `take` gets the key, None for by position.

    `others` are keys with another name in a variant, which `take_name` gets. `is_row_choice`: above, someone can choose
    which records count. `offer` draws what else pairs them: ids that are those of gold written otherwise.
    """
    records: list[Any] = gold.records
    key = ("key choices", gold.sha256, tuple(loaded.sha256 for loaded in variants.values()))
    extracted = {name: loaded.records for name, loaded in variants.items()}
    choices = cache.derived(key, lambda: key_choices(records, extracted))
    best = _better_name(others, choices, proposed)
    main = proposed if best is None and offer is None else None
    is_open = reason == NO_ID and best is None and offer is None  # ids that do not pair should be corrected
    only = stands_out(choices, records, extracted) if is_open and not is_row_choice else None
    is_even = all(len(loaded.records) == len(records) for loaded in variants.values())
    with st.container(border=True):
        st.markdown(
            f"⚠ **Which records belong together?** {plain(reason, 400)}. "
            + _what_to_do(bool(choices or others or is_even or offer), is_row_choice=is_row_choice)
            + ("" if only is None else f" Only **{plain(only.key, 60)}** pairs nearly all of them.")
        )
        if offer is not None:
            offer()
        if not choices and not others and not is_even:
            return
        if choices or others:
            st.dataframe(_table(choices, records, variants, others), hide_index=True)
        with st.container(horizontal=True):
            for other in others if take_name is not None else ():
                st.button(
                    f"Pair by {plain(other.title, 80)}",
                    key=f"draft.pair-by-name.{other.key}",
                    on_click=_take_name,
                    args=(take_name, other),
                    type="primary" if other is best and offer is None else "secondary",
                    help=f"Uses the other name as {plain(other.key, 60)} in all variants.",
                )
            for choice in choices:
                st.button(
                    f"Pair by {plain(choice.key, 60)}",
                    key=f"draft.pair-by.{choice.key}",
                    type="primary" if choice is only or (choice.key == main and not choice.is_field) else "secondary",
                    on_click=_take,
                    args=(take, choice.key),
                )
            if is_even:
                st.button(
                    "Pair by position",
                    key="draft.pair-by-position",
                    on_click=_take,
                    args=(take, None),
                    help="The first with the first, and so on: right only if all files have the same order.",
                )
        if not is_row_choice:
            st.caption("Or correct the ids in the files, and drop them again.")


def _better_name(others: Sequence[OtherName], choices: Sequence[KeyChoice], proposed: str | None) -> OtherName | None:
    """Return the key of another name that pairs most records, where it pairs more than the proposed key."""
    best = max(others, key=lambda other: sum(other.paired.values()), default=None)
    pairs = max((sum(choice.paired.values()) for choice in choices if choice.key == proposed), default=0)
    return best if best is not None and sum(best.paired.values()) > pairs else None


def _what_to_do(can_choose: bool, *, is_row_choice: bool) -> str:
    if is_row_choice:
        return "Choose above which record counts" + (", or here what else pairs them." if can_choose else ".")
    return "Choose what pairs them." if can_choose else _NOTHING_PAIRS


def _take_name(take: TakeName, other: OtherName) -> None:
    attempt(lambda: take(other), is_change=False)


def ask_for_position(name: str, pairing: Pairing, id_key: str, take: Callable[[], None]) -> None:
    """Ask whether a variant that lacks the key pairs by position."""
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"⚠ **{plain(name, 200)} cannot be paired by {plain(id_key, 60)}**: {plain(pairing.reason, 300)}. By "
            "position means the first with the first, and so on."
        )
        st.button(
            "Pair it by position", key=f"draft.accept-position.{name}", on_click=_accept, args=(take,),
            help="Right only if the file has the order of gold. Or give its records their ids, and drop it again.",
        )  # fmt: skip


def _take(take: Take, key: str | None) -> None:
    attempt(lambda: take(key), is_change=False)


def _accept(take: Callable[[], None]) -> None:
    attempt(take, is_change=False)


def warn_of_scored_key(id_key: str, *, is_taken: bool) -> None:
    """Say what it means that a field is the key, and where nobody has chosen it, why it was taken."""
    if is_taken:
        st.markdown(
            f"⚠ **{plain(id_key, 60)}** pairs all records, and its values look like ids. As the key it is not scored: "
            "choose another one above if it should be."
        )
        return
    st.markdown(
        f"⚠ **{plain(id_key, 60)}** is a field of these records. As the key it is not scored, and where it was "
        "extracted wrong, the whole record counts as missing."
    )


def warn_of_other_name(id_key: str, called: Mapping[str, Sequence[str]]) -> None:
    """Say that the key has other names in variants, and that it is not scored. `called` has the names by variant."""
    named = [f"**{plain(', '.join(names), 60)}** in {plain(name, 60)}" for name, names in called.items()]
    more = f" and in {counted(len(named) - _NAMES, 'more variant')} otherwise too" if len(named) > _NAMES else ""
    st.markdown(
        f"⚠ **{plain(id_key, 60)}** of gold is {', '.join(named[:_NAMES])}{more}. As the key it is not scored: "
        "choose another one above if it should be."
    )


def warn_of_position(gold: LoadedRecords, variants: Mapping[str, LoadedRecords], others: Sequence[OtherName]) -> None:
    """Say where pairs by position have different ids under a key that pairs them otherwise; nothing where none do."""
    records: list[Any] = gold.records
    for other in others:
        for name, called in other.called.items():
            count = displaced(records, variants[name].records, other.key, called)
            if count:
                st.markdown(
                    f"⚠ **{plain(name, 200)}**: by position, {counted(count, 'pair has', 'pairs have')} another "
                    f"{plain(called, 60)} than the {plain(other.key, 60)} of gold."
                )


def _table(
    choices: list[KeyChoice], gold: Sequence[Any], variants: Mapping[str, LoadedRecords], others: Sequence[OtherName]
) -> pd.DataFrame:
    rows = []
    with_beside = {name: with_ids_beside(loaded) for name, loaded in variants.items()} if others else {}
    for other in others:
        row: dict[str, Any] = {"Key": other.title, _AS_KEY: _as_key(other.key)}
        for name, own in with_beside.items():
            row[f"Pairs in {name}"] = _pairs(other.paired[name], gold, own, other.called.get(name, other.key))
        lone_gold, lone_extracted = lone_values(gold, with_beside, other.key, other.called)
        rows.append(row | _lone(lone_gold, lone_extracted))
    for choice in choices:
        row = {"Key": choice.key, _AS_KEY: _as_key(choice.key)}
        for name, loaded in variants.items():
            row[f"Pairs in {name}"] = _pairs(choice.paired[name], gold, loaded.records, choice.key)
        rows.append(row | _lone(choice.lone_gold, choice.lone_extracted))
    return pd.DataFrame(rows)


def _lone(gold: str, extracted: str) -> dict[str, str]:
    return {"Missing in a variant": gold, "Only extracted": extracted}


def _pairs(paired: int, gold: Sequence[Any], own: Sequence[Any], key: str) -> str:
    """Say how many records of gold a key pairs, and why none where some of a variant lack it."""
    lacking = sum(record is not None and key not in record for record in own)
    why = (
        f": {counted(lacking, 'extracted record lacks', 'extracted records lack')} it" if lacking and not paired else ""
    )
    return f"{paired:,} of {counted(len(gold), 'gold record')}{why}"


def _as_key(key: str) -> str:
    return "not scored" if sounds_like_id(key) else "⚠ a field, no longer scored"
