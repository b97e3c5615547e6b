"""What is in no figure, records and fields, as lines below the things to decide, each with the way back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import streamlit as st

from evaljson.schema import SchemaNode
from evaljson.ui.overview.missing_records import count_missing
from evaljson.ui.session.address import go_to_schema
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.run_facts import summary_of
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.ids_as_gold import ids_as_gold, only_written, show_way_to_ids
from evaljson.ui.shared.ties_in_words import named
from evaljson.ui.shared.unknown_keys import keys_in_words
from evaljson.wording.words import counted

_NAMED: Final = 3


def left_out(evaluation: OpenEvaluation, names: Sequence[str]) -> dict[str, int]:
    """Return how many gold records are left out because a variant has none, or none that can be read, by variant.

    Copies that someone left out are in none of them: they are gone for all variants.
    """
    copies = len(evaluation.missing_policy.without)
    counts = {}
    for name in names:
        run = summary_of(evaluation, name)
        count = max(run.left_out - copies, 0) + (run.missing if run.missing_records == "exclude" else 0)
        if count:
            counts[name] = count
    return counts


def show_left_out(evaluation: OpenEvaluation, counts: dict[str, int]) -> None:
    """Draw the line, and the button that counts these records as missing."""
    if not counts:
        return
    most = sorted(counts.items(), key=lambda item: -item[1])
    said = ", ".join(f"{named(name)} {count:,}" for name, count in most[:_NAMED])
    more = f" and {counted(len(most) - _NAMED, 'more variant')}" if len(most) > _NAMED else ""
    ids = sum(ids_as_gold(evaluation, name) for name in counts)
    there = f" {only_written(ids)}" if ids else ""
    text, button = st.columns([5, 2], vertical_alignment="center", gap="small")
    text.markdown(f"○ **Left out of the figures**: {said}{more}, not produced or not readable.{there}")
    if evaluation.is_sample:
        return
    with button.container(horizontal=True, horizontal_alignment="right", gap="xsmall"):
        if ids:
            show_way_to_ids(evaluation)
        st.button(
            "Count them",
            key="decide.count-missing",
            on_click=count_missing,
            args=(evaluation,),
            **needs("editor", help="As missing values. All variants are scored again."),
        )


def skipped(tree: SchemaNode) -> list[str]:
    """Return the fields that the eval schema skips, of an object or array that one alone; ignored keys are some."""
    return list(dict.fromkeys(path for root in tree.roots for path in _outermost(root)))


def _outermost(node: SchemaNode) -> Iterator[str]:
    if node.skip:
        yield node.path
        return
    for inside in node.children:
        yield from _outermost(inside)


def show_skipped(paths: Sequence[str]) -> None:
    """Draw the line, and the button that leads to the first of them."""
    if not paths:
        return
    text, button = st.columns([5, 2], vertical_alignment="center", gap="small")
    text.markdown(f"– **Skipped, in no figure**: {keys_in_words(paths, _NAMED)}.")
    with button.container(horizontal=True, horizontal_alignment="right"):
        if st.button("Look at it" if len(paths) == 1 else "Look at them", key="decide.skipped", help="On Schema."):
            go_to_schema(field=paths[0])
