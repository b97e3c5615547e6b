"""What a draft says of nulls in Parquet where gold has no key: they would count as invented."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.load import LoadedRecords, Pairing
from evaljson.report.records.nulls_without_key import lacks_absent_keys, nulls_without_key
from evaljson.schema import parse_eval_schema
from evaljson.ui.session import cache
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted

_NAMED = 3


def warn_of_nulls(
    name: str, gold: LoadedRecords, loaded: LoadedRecords, pairing: Pairing | str, schema: Mapping[str, Any] | None
) -> None:
    """Say in which fields null stands for a key that gold lacks, and what to do about it; nothing where none does.

    `schema` is the own eval schema of the draft: fields in which it takes null as absent are settled.
    """
    if isinstance(pairing, str) or not lacks_absent_keys(loaded):
        return
    key = ("nulls without key", gold.sha256, loaded.sha256, pairing.by, tuple(pairing.record_ids[:1]))
    records = [record or {} for record in gold.records]
    found = cache.derived(key, lambda: nulls_without_key(records, pairing.extracted))
    settled = set() if schema is None else _null_is_absent(schema)
    fields = [path for path in found if path not in settled]
    if not fields:
        return
    nulls = sum(found[path] for path in fields)
    listed = ", ".join(f"{plain(path, 60)} ({found[path]:,})" for path in fields[:_NAMED])
    more = f" and {len(fields) - _NAMED:,} more" if len(fields) > _NAMED else ""
    count = "counts" if nulls == 1 else "count"
    st.markdown(
        f"⚠ **{plain(name, 200)}**: {counted(nulls, 'null')} outside arrays {count} as invented, as gold has no such "
        f"key: {listed}{more}. Parquet cannot leave a key out. On Schema, *null means absent* can be set for "
        "these fields."
    )


def _null_is_absent(schema: Mapping[str, Any]) -> set[str]:
    """Return the paths of the fields; none of a schema that cannot be read, of which the form says so itself."""
    try:
        roots = parse_eval_schema(schema).roots
    except EvaljsonError:
        return set()
    nodes = (node for root in roots for node in root.walk())
    return {node.path for node in nodes if node.nulls is not None and None in node.nulls.absent}
