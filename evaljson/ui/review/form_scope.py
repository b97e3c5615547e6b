"""What a new review is about: variants, fields, results and records, as another page or the address filled them in."""

from __future__ import annotations

from typing import Any, Final, cast

import streamlit as st

from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.review_wish import FIELD, STATUS, VARIANT, ReviewWish, take_wish
from evaljson.wording.words import BY_STATUS, counted
from evaljson.workspace.make_review import ReviewScope, Status

_STATUSES: Final[tuple[Status, ...]] = ("mismatch", "omission", "hallucination")
_KEY: Final = "review.new"


def choose_scope(evaluation: OpenEvaluation, scored: list[str]) -> tuple[ReviewScope, str]:
    """Draw the boxes, and return the scope with its words; `scored` are ids of variants."""
    wish = take_wish()
    names = {variant.id: variant.name for variant in evaluation.stored.variants if variant.id in scored}
    fields = _fields(evaluation, list(names.values()))
    _seed("variants", VARIANT, list(names), wish.scope.variants if wish else None)
    _seed("fields", FIELD, fields, wish.scope.fields if wish else None)
    _seed("statuses", STATUS, list(_STATUSES), wish.scope.statuses if wish else None)
    if wish is not None and wish.wider:
        st.info(wish.wider)
    one, two, three = st.columns([3, 4, 3], vertical_alignment="bottom")
    variants: Any = one.multiselect(
        "Variants", list(names), key=f"{_KEY}.variants", format_func=lambda one: names.get(one, one),
        placeholder="all of them",
    )  # fmt: skip
    chosen: Any = two.multiselect(
        "Fields", fields, key=f"{_KEY}.fields", placeholder="all of them", help="Each with all that is below it."
    )
    statuses: Any = three.multiselect(
        "Results", list(_STATUSES), key=f"{_KEY}.statuses", placeholder="all that differ",
        format_func=lambda one: BY_STATUS[one].label,
    )  # fmt: skip
    records = _records(wish)
    scope = ReviewScope(
        tuple(variants) or None, tuple(chosen) or None, records, cast("tuple[Status, ...]", tuple(statuses)) or None,
        _values(wish),
    )  # fmt: skip
    return scope, wish.words if wish else "all disagreements"


def _fields(evaluation: OpenEvaluation, names: list[str]) -> list[str]:
    """List the fields of all variants, and the objects and arrays around them."""
    return list(dict.fromkeys(field for name in names for field in evaluation.runs[name].tallies.rows.fields))


def _seed(name: str, address: str, options: list[str], wished: tuple[str, ...] | None) -> None:
    key = f"{_KEY}.{name}"
    if key not in st.session_state:
        asked = list(wished) if wished is not None else st.query_params.get_all(address)
        st.session_state[key] = asked
    st.session_state[key] = [one for one in st.session_state[key] if one in options]


def _records(wish: ReviewWish | None) -> tuple[int, ...] | None:
    if wish is None or wish.scope.records is None:
        return None
    some = wish.scope.records
    only = st.toggle(f"Only the {counted(len(some), 'record')} of the filter", True, key=f"{_KEY}.records")
    return some if only else None


def _values(wish: ReviewWish | None) -> tuple[tuple[int, str], ...] | None:
    if wish is None or wish.scope.values is None:
        return None
    some = wish.scope.values
    only = st.toggle(f"Only the {counted(len(some), 'value')} of the list", True, key=f"{_KEY}.values")
    return some if only else None
