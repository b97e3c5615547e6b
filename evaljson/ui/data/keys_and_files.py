"""The end of the Data page: keys that the eval schema lacks, and all files with what was read of them."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.ui.data.files_table import show_files
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.unknown_keys import is_led_to_keys, show_unknown_keys
from evaljson.wording.words import counted

_MANY: Final = 200_000
"""Extracted records of all variants from which on reading them takes too long for a page that nobody asked for them."""


def show_keys_and_files(evaluation: OpenEvaluation) -> None:
    """Draw both; where that takes all records of many files, behind a click that says how many were not read."""
    variants = evaluation.stored.variants
    if evaluation.is_of_folders or sum(variant.dataset.count for variant in variants) <= _MANY:
        _show(evaluation)
        return
    gold = evaluation.stored.gold
    datasets = [*([gold] if gold is not None else []), *(variant.dataset for variant in variants)]
    refused = sum(dataset.refused for dataset in datasets)
    unread = f"; {counted(refused, 'record')} null or unreadable" if refused else ""
    records = sum(dataset.count for dataset in datasets)
    said = f"Files, and keys that the eval schema lacks: {len(datasets):,} files, {counted(records, 'record')}{unread}"
    expander = st.expander(said, key="data.all-files", on_change="rerun")
    if expander.open:
        with expander, st.spinner("Reading all files"):
            _show(evaluation)


def _show(evaluation: OpenEvaluation) -> None:
    if not is_led_to_keys():  # else they are above the variants
        show_unknown_keys(evaluation)
    st.subheader("Files", anchor=False)
    show_files(evaluation)
