"""Keys of extracted records that the eval schema lacks, each with a button that ignores it."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any, Final

import pandas as pd
import streamlit as st

from evaljson.base.paths import split
from evaljson.report.fields.unknown_keys import UnknownKey, ignoring, unknown_in_all
from evaljson.report.records.scored_file import unknown_in_pairs
from evaljson.ui.session import cache
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.pairing import pairing_of
from evaljson.ui.session.run_facts import file_kept
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.change_schema import change_schema
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.renamed import renamed_in
from evaljson.wording.words import counted

LISTED: Final = 20
"""Keys with a button; the table has all."""
LED_TO: Final = "data.led-to-keys"
"""Set in the session where a link leads to the list, which is open and above the variants from then on."""
_EXAMPLE = 80


def unknown_in(evaluation: OpenEvaluation) -> list[UnknownKey]:
    """Count unknown keys over all variants; a record counts once per variant. Confidences are taken off first."""
    return unknown_in_all(_in_variant(evaluation, name) for name in evaluation.variants)


def _in_variant(evaluation: OpenEvaluation, name: str) -> Sequence[UnknownKey]:
    """Return those of one variant: as a job has kept them, else looked for."""
    kept = file_kept(evaluation, name)
    if kept is not None:
        return kept.unknown
    gold: list[Any] = evaluation.gold.records
    pairing = pairing_of(evaluation.gold, evaluation.variants[name], evaluation.schema.get("x-eval-id"))
    return [] if isinstance(pairing, str) else unknown_in_pairs(gold, pairing, evaluation.tree)


def _found(evaluation: OpenEvaluation) -> list[UnknownKey]:
    stored = evaluation.stored
    datasets = tuple(variant.dataset.id for variant in stored.variants)
    key = ("unknown", stored.schema_number, stored.gold and stored.gold.id, datasets)
    return cache.derived(key, lambda: unknown_in(evaluation))


def ignore_all(evaluation: OpenEvaluation, fields: Collection[str] | None = None) -> None:
    """Ignore unknown keys on a click, with an undo; those that hold a field of gold under another name stay.

    `fields` are the schema paths of those that the button names; without them it is of all.
    """
    keys = [key for key in _outside(evaluation)[0] if fields is None or key.field in fields]
    _ignore(evaluation.id, evaluation.revision, tuple(keys))


def _outside(evaluation: OpenEvaluation) -> tuple[list[UnknownKey], dict[tuple[tuple[str, ...], str], str]]:
    """Return the keys that may be outside the task; by place and key of the others, which field of gold they hold,
    "" for all of a record."""
    renamed = renamed_in(evaluation, list(evaluation.runs))
    holds = {(key.place, key.called): key.path for keys in renamed.keys.values() for key in keys}
    return [key for key in _found(evaluation) if (key.place, key.key) not in holds], holds


def keys_in_words(paths: Sequence[str], most: int) -> str:
    """Name the first keys, in Markdown; one that stands at many places is named once."""
    keys = {next((step for step in reversed(split(path)) if isinstance(step, str)), path) for path in paths}
    if len(paths) > most and len(keys) == 1:
        return f"**{plain(keys.pop(), 60)}** in {len(paths):,} places"
    more = f" and {len(paths) - most:,} more" if len(paths) > most else ""
    return ", ".join(f"**{plain(path, 60)}**" for path in paths[:most]) + more


def is_led_to_keys() -> bool:
    """Check whether a link led to the list."""
    return bool(st.session_state.get(LED_TO))


def show_unknown_keys(evaluation: OpenEvaluation) -> None:
    """Show unknown keys in an expander, if there are any."""
    if evaluation.stored.schema_number is None or not evaluation.runs:
        return
    keys = _found(evaluation)
    if not keys:
        return
    outside, renamed = _outside(evaluation)
    said = _in_words(len(outside), len(keys) - len(outside), is_around="" in renamed.values())
    with st.expander(f"+ Extracted records have {said}", expanded=is_led_to_keys()):
        st.markdown(
            "In what is scored, each counts as **invented**. Ignore what is outside the task, such as reasoning: "
            "Records still shows it."
        )
        if len(outside) > 1:
            st.button(
                f"Ignore all {len(outside):,}",
                key="unknown.all",
                on_click=ignore_all,
                args=(evaluation,),
                **needs("editor"),
            )
        for number, unknown in enumerate(keys[:LISTED]):
            _line(evaluation, number, unknown, renamed.get((unknown.place, unknown.key)))
        if len(keys) > LISTED:
            rows = [(unknown.path, unknown.records, _example(unknown)) for unknown in keys]
            st.dataframe(pd.DataFrame(rows, columns=["Key", "Records", "Example"]), hide_index=True, height=300)


def _in_words(outside: int, renamed: int, *, is_around: bool = False) -> str:
    """Count the keys to ignore, as every page does, apart from those that hold a field of gold under another name.

    `is_around`: of these, one holds all fields.
    """
    what = "fields of gold" if is_around else "a field of gold"
    hold = counted(renamed, f"key that holds {what}", f"keys that hold {what}")
    if not outside:
        return hold
    lacks = counted(outside, "key that the eval schema lacks", "keys that the eval schema lacks")
    return f"{lacks}, and {hold}" if renamed else lacks


def _line(evaluation: OpenEvaluation, number: int, unknown: UnknownKey, holds: str | None) -> None:
    """Draw a key with a button to ignore it; `holds` is the field of gold that it holds, which nobody should ignore."""
    key, example, button = st.columns([4, 6, 2], vertical_alignment="center")
    key.markdown(f"**{plain(unknown.path)}**  \n{counted(unknown.records, 'extracted record')}")
    example.code(_example(unknown), language=None, wrap_lines=True)
    if holds is not None:
        button.markdown(f"holds **{plain(holds, 60)}**" if holds else "is around the whole record")
        return
    args = (evaluation.id, evaluation.revision, (unknown,))
    button.button(
        "Ignore this key",
        key=f"unknown.{number}",
        on_click=_ignore,
        args=args,
        **needs("editor", help=plain(unknown.path)),
    )


def _example(unknown: UnknownKey) -> str:
    text = json.dumps(unknown.example, ensure_ascii=False).encode("utf-8", "replace").decode()
    return text if len(text) <= _EXAMPLE else f"{text[: _EXAMPLE - 1]}…"


def _ignore(identity: str, revision: int, keys: tuple[UnknownKey, ...]) -> None:
    names = ", ".join(unknown.path for unknown in keys[:3]) + (f" and {len(keys) - 3:,} more" if len(keys) > 3 else "")

    change_schema(
        identity,
        revision,
        lambda schema: ignoring(schema, keys),
        (f"ignore {names}", f"no longer ignore {names}"),
        f"{plain(names, 200)}: ignored from now on, and scored again.",
    )
