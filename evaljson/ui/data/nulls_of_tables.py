"""What a draft says of nulls in Parquet where gold has no key: they would count as invented."""

from __future__ import annotations

import streamlit as st

from evaljson.load import LoadedRecords, Pairing
from evaljson.report.records.nulls_without_key import lacks_absent_keys, nulls_without_key
from evaljson.ui.session import cache
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted

_NAMED = 3


def warn_of_nulls(name: str, gold: LoadedRecords, loaded: LoadedRecords, pairing: Pairing | str) -> None:
    """Say in which fields null stands for a key that gold lacks, and what to do about it; nothing where none does."""
    if isinstance(pairing, str) or not lacks_absent_keys(loaded):
        return
    key = ("nulls without key", gold.sha256, loaded.sha256, pairing.by, tuple(pairing.record_ids[:1]))
    records = [record or {} for record in gold.records]
    found = cache.derived(key, lambda: nulls_without_key(records, pairing.extracted))
    fields = list(found)
    if not fields:
        return
    nulls = sum(found.values())
    listed = ", ".join(f"{plain(path, 60)} ({found[path]:,})" for path in fields[:_NAMED])
    more = f" and {len(fields) - _NAMED:,} more" if len(fields) > _NAMED else ""
    count = "counts" if nulls == 1 else "count"
    st.markdown(
        f"⚠ **{plain(name, 200)}**: {counted(nulls, 'null')} outside arrays {count} as invented, as gold has no such "
        f"key: {listed}{more}. Parquet cannot leave a key out. On Schema, *null means absent* can be set for "
        "these fields."
    )
