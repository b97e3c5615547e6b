"""The form for the transforms of a field, or of the key of an array, as a list that can be reordered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from evaljson.base.params import parse_xeval_entry
from evaljson.transforms.registry import find_transform, transform_names
from evaljson.ui.schema.params_form import known_params, params_form
from evaljson.ui.shared.parts import plain
from evaljson.workspace.grid_cells import json_text, read_cell


def transforms_form(row: Mapping[str, Any], key: str, begin_anew: Callable[[], None]) -> dict[str, Any]:
    """Show the list of a field and return the cell."""
    st.markdown("**Transforms**", help="Applied to both sides before they are compared, in this order.")
    entries = transforms_list(read_cell("transforms", row["transforms"]) or [], key, "Add a transform", begin_anew)
    return {"transforms": json_text(entries) if entries else ""}


def transforms_list(begun_as: Sequence[Any], key: str, add: str, begin_anew: Callable[[], None]) -> list[Any]:
    """Show an ordered list, with a box `add`, and return its entries as in a schema."""
    begun = [parse_xeval_entry(entry) for entry in begun_as]
    done: list[tuple[str, dict[str, Any]]] = []
    step: tuple[str, int] | None = None
    for place, (name, values) in enumerate(begun):
        with st.container(border=True):
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                st.markdown(f"{place + 1}\\. {plain(name, 40)}", width="stretch")
                for sign, what in (("↑", "up"), ("↓", "down"), ("✕", "remove")):
                    off = (what == "up" and place == 0) or (what == "down" and place == len(begun) - 1)
                    about = {"up": "Earlier", "down": "Later", "remove": "Remove"}[what]
                    told = f"{about}: {plain(name, 40)}"
                    if st.button(sign, key=f"{key}.{place}.{what}", type="tertiary", disabled=off, help=told):
                        step = (what, place)
            params = known_params(find_transform, name)
            done.append((name, params_form(params, values, f"{key}.{place}.{name}", []) if params else values))
    added = st.selectbox(
        add,
        transform_names(),
        None,
        key=f"{key}.add.{len(begun)}",
        placeholder=add,
        label_visibility="collapsed",
    )
    if step is not None:
        done = _moved(done, *step)
        begin_anew()
    if added is not None:
        done.append((str(added), {}))  # required parameters are listed until set
    return [{name: values} if values else name for name, values in done]


def _moved(done: list[tuple[str, dict[str, Any]]], what: str, place: int) -> list[tuple[str, dict[str, Any]]]:
    transform = done.pop(place)
    if what != "remove":
        done.insert(place + (1 if what == "down" else -1), transform)
    return done
