"""Ids of gold that variants have under another key: found, offered with one button, and put under that of gold."""

from __future__ import annotations

import hashlib
from ast import literal_eval
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

import streamlit as st

from evaljson.load import LoadedRecords, LoadProblem
from evaljson.report.records.id_keys import id_called_otherwise, id_candidates
from evaljson.report.records.other_names import OtherName, keys_of_other_names, name_to_take
from evaljson.ui.session import cache
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.parts import plain

_NAMED: Final = 8
_USED: Final = "its {!r} is read as {!r}, since gold has its ids there."


def show_other_ids(
    gold: LoadedRecords,
    variants: Mapping[str, LoadedRecords],
    id_key: str | None,
    take: Callable[[Mapping[str, LoadedRecords]], None],
) -> None:
    """Draw one box for each other name, with one button for all variants that have it; nothing where there is none."""
    if id_key is None:
        return
    by_name: dict[str, list[str]] = {}
    for name, loaded in variants.items():
        called = _called(gold, loaded, id_key)
        if called is not None:
            by_name.setdefault(called, []).append(name)
    for called, names in by_name.items():
        own = {name: variants[name] for name in names}
        listed = ", ".join(f"**{plain(name, 200)}**" for name in names[:_NAMED])
        more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            st.markdown(f"No **{plain(id_key)}**, but **{plain(called)}** holds the ids of gold: {listed}{more}.")
            st.button(
                f"Pair by {plain(called)}",
                key=f"draft.id-called.{called}",
                on_click=_take,
                args=(own, called, id_key, take),
                help=f"Uses {plain(called)} as {plain(id_key)} in these files.",
            )


def _called(gold: LoadedRecords, loaded: LoadedRecords, id_key: str) -> str | None:
    gold_records: list[Any] = gold.records
    key = ("id called", gold.sha256, loaded.sha256, id_key)
    return cache.derived(key, lambda: id_called_otherwise(gold_records, loaded.records, id_key))


def _take(
    own: Mapping[str, LoadedRecords],
    called: str,
    id_key: str,
    take: Callable[[Mapping[str, LoadedRecords]], None],
) -> None:
    attempt(lambda: take({name: with_id(loaded, called, id_key) for name, loaded in own.items()}))


def with_ids(variants: Mapping[str, LoadedRecords], names: OtherName) -> dict[str, LoadedRecords]:
    """Return all variants; those that have the id under another name have it under that of gold."""
    return {
        name: with_id(loaded, names.called[name], names.key) if name in names.called else loaded
        for name, loaded in variants.items()
    }


def other_names(gold: LoadedRecords, variants: Mapping[str, LoadedRecords]) -> list[OtherName]:
    """List the keys of gold that a variant has under another name."""
    records: list[Any] = gold.records
    extracted = {name: with_ids_beside(loaded) for name, loaded in variants.items()}
    key = ("other names", gold.sha256, tuple((name, loaded.sha256) for name, loaded in variants.items()))
    return cache.derived(key, lambda: keys_of_other_names(records, extracted))


def taken_name(gold: LoadedRecords, variants: Mapping[str, LoadedRecords]) -> OtherName | None:
    """Return the key under another name that pairs without a question."""
    records: list[Any] = gold.records
    extracted = {name: with_ids_beside(loaded) for name, loaded in variants.items()}
    key = ("name to take", gold.sha256, tuple((name, loaded.sha256) for name, loaded in variants.items()))
    return cache.derived(key, lambda: name_to_take(records, extracted))


def with_id(loaded: LoadedRecords, called: str, id_key: str) -> LoadedRecords:
    """Return the records with that key renamed, a remark that says so, and a hash of their own."""

    def renamed(record: dict[str, Any]) -> dict[str, Any]:
        return {id_key if key == called else key: value for key, value in record.items()}

    records = [None if record is None else renamed(record) for record in with_ids_beside(loaded)]
    message = _USED.format(called, id_key)
    remark = LoadProblem(None, None, "", message, "warning", "")
    how = f"{loaded.sha256} {called} as {id_key}".encode("utf-8", "surrogatepass")
    sha256 = hashlib.sha256(how).hexdigest()
    return replace(loaded, records=records, problems=[*loaded.problems, remark], sha256=sha256)


def names_there(gold: LoadedRecords, variants: Mapping[str, LoadedRecords]) -> list[OtherName]:
    """List the keys of gold that variants have under another name, or had until `with_id` renamed them."""
    records: list[Any] = gold.records
    renamed = []
    for key in id_candidates(records):
        own = [name for name, loaded in variants.items() if names_used({name: loaded}, key)]
        if own:
            renamed.append(OtherName(key, dict.fromkeys(own, key), {}))
    return [*renamed, *other_names(gold, variants)]


def with_ids_beside(loaded: LoadedRecords) -> list[dict[str, Any] | None]:
    """Return the records; where a text is empty or was cut off, that of the same key beside its reply is used."""
    if loaded.metadata is None:
        return loaded.records
    keys = {key for record in loaded.records if record is not None for key in record}

    def filled(record: dict[str, Any] | None, beside: dict[str, Any]) -> dict[str, Any] | None:
        lost = {
            key: value
            for key, value in beside.items()
            if record is not None and key in keys and record.get(key, "") == "" and isinstance(value, str)
        }
        return {**record, **lost} if record is not None and lost else record

    return [filled(record, beside) for record, beside in zip(loaded.records, loaded.metadata, strict=True)]


def names_used(variants: Mapping[str, LoadedRecords], id_key: str) -> list[str]:
    """List the other names of variants that are used as this id, each once."""
    noted = [problem.message for loaded in variants.values() for problem in loaded.problems]
    return list(dict.fromkeys(_names_in(noted, id_key)))


def _names_in(messages: Iterable[str], id_key: str) -> list[str]:
    """Read the names back from what `with_id` noted."""
    start, end = _USED.format("\n", id_key).split(repr("\n"))
    return [
        str(literal_eval(message.removeprefix(start).removesuffix(end)))
        for message in messages
        if message.startswith(start) and message.endswith(end)
    ]
