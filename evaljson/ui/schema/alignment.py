"""The form for how the elements of an array, or the entries of a map, pair up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import streamlit as st

from evaljson.schema import SchemaNode
from evaljson.suggest.kinds.element_keys import SeldomSame
from evaljson.ui.schema.transforms import transforms_list
from evaljson.ui.shared.parts import plain
from evaljson.workspace.grid_cells import alignment_text, read_cell

_ALONE: Final = (
    "Nor does an element pair in which nothing matches, such as a text that is cut short or in another order: it "
    "counts as missing, and the other one as invented."
)
_ORDERED, _KEY, _CONTENT, _CHAIN, _MAP_KEY = "ordered", "key_field", "hungarian", "chain", "map_key"
_WORDS: Final = {
    _ORDERED: "by position: first with first, second with second",
    _KEY: "by a key of the elements",
    _CONTENT: "by content: the pairing that matches most",
    _CHAIN: "several of these, one after the other",
}
_MAP_WORDS: Final = {
    _MAP_KEY: "by their keys in the map",
    _KEY: "by a field of the entries",
    _CONTENT: "by content: their keys mean nothing",
    _CHAIN: "several of these, one after the other",
}


def align_form(
    row: Mapping[str, Any],
    node: SchemaNode,
    key: str,
    natural: Callable[[], Sequence[str]],
    seldom_same: Callable[[], Sequence[SeldomSame]],
    begin_anew: Callable[[], None],
) -> dict[str, Any]:
    """Show the form and return the chosen cell; nothing for an array that is compared as one value.

    `natural` finds the fields that tell elements apart, best first: the key that is offered where none was chosen.
    `seldom_same` finds those that do on each side, but have few values that are on both.
    """
    if node.is_unit and not row["alignment"]:
        return {}
    inner, words, plainly = node.items, _WORDS, _ORDERED
    if node.additional is not None:
        inner, words, plainly = node.additional, _MAP_WORDS, _MAP_KEY
    what = "Elements" if words is _WORDS else "Entries"
    entry_now = read_cell("alignment", row["alignment"]) or {"match_by": plainly}
    now = _CHAIN if isinstance(entry_now, list) else entry_now.get("match_by", _ORDERED)
    if now not in words:
        st.caption(f"{what} pair up {plain(str(row['alignment']), 100)}: correct it in the grid.")
        return {"alignment": row["alignment"]}
    fields = list(inner.properties) if inner is not None else []
    options = [name for name in words if name in (plainly, _CONTENT, now) or (name == _KEY and fields)]
    chosen = st.selectbox(f"{what} pair up", options, options.index(now), key=key, format_func=lambda name: words[name])
    if chosen == _CHAIN:
        st.caption("Edit a chain in the grid, as JSON.")
        return {"alignment": row["alignment"]}
    entry = dict(entry_now) if isinstance(entry_now, Mapping) and chosen == now else {"match_by": chosen}
    if chosen == _KEY:
        chosen_keys = _keys(entry.get("key"), fields, f"{key}.key", natural)
        if not chosen_keys:
            st.caption(_no_key(seldom_same()))
            return {"alignment": row["alignment"]}
        entry["key"] = chosen_keys
        entry = _with_transforms(entry, f"{key}.transforms", begin_anew)
    elif chosen == _CONTENT:
        entry = _content(entry, fields, key)
    elif chosen == plainly:
        return {"alignment": row["alignment"] if now == plainly else plainly}
    return {"alignment": alignment_text(entry) if entry != entry_now else row["alignment"]}


def _no_key(seldom_same: Sequence[SeldomSame]) -> str:
    """Say why no key is offered."""
    if not seldom_same:
        return (
            "Apart from measured numbers, no field tells the elements apart in gold and in what was extracted: "
            "choose the key yourself."
        )
    best = seldom_same[0]
    return (
        f"{plain(best.name, 60)} tells the elements apart in gold and in what was extracted, but only {best.same:,} of "
        f"its {best.elements:,} values in gold are also in what was extracted; the others would pair with nothing. "
        "Choose the key yourself. Transforms of the key help where it is only written otherwise."
    )


def _keys(current: Any, fields: list[str], key: str, natural: Callable[[], Sequence[str]]) -> Any:
    now = [current] if isinstance(current, str) else list(current or natural()[:1])
    offered = list(dict.fromkeys([*now, *fields]))
    chosen = st.multiselect("Key", offered, now, key=key, help="Several together where one alone is not unique.")
    keys = list(chosen) or now
    if not keys:
        return None
    return keys[0] if len(keys) == 1 and not (isinstance(current, list) and list(current) == keys) else keys


def _with_transforms(entry: dict[str, Any], key: str, begin_anew: Callable[[], None]) -> dict[str, Any]:
    """Show the transforms of the key, and return the entry with them."""
    begun = entry.get("transform", [])
    st.markdown("**Transforms of the key**", help="Applied to the key on both sides before elements pair by it.")
    done = transforms_list(begun, key, "Add a transform of the key", begin_anew)
    if done == begun:
        return entry
    bare = {name: value for name, value in entry.items() if name != "transform"}
    return {**bare, "transform": done} if done else bare


def _content(entry: dict[str, Any], fields: list[str], key: str) -> dict[str, Any]:
    least = st.number_input(
        "Pairs below this score stay unpaired", 0.0, 1.0, float(entry.get("min_score", 0.0)), 0.05,
        format="%g", key=f"{key}.min", help=_ALONE,
    )  # fmt: skip
    if least or "min_score" in entry:
        entry["min_score"] = entry["min_score"] if entry.get("min_score") == least else least
    if fields:
        on = st.multiselect(
            "Decided by", list(dict.fromkeys([*entry.get("on", []), *fields])), entry.get("on", []), key=f"{key}.on",
            placeholder="all fields", help="The fields that decide which elements belong together.",
        )  # fmt: skip
        entry = {name: value for name, value in entry.items() if name != "on"}
        if on:
            entry["on"] = list(on)
    return entry
