"""What the Records page shows: variants, filters and order, as chosen and as they stand in the address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from evaljson.load.variant_names import called
from evaljson.report.fields.fault_kinds import BY_KIND
from evaljson.report.patterns.kinds import KINDS
from evaljson.results.model import RunResult
from evaljson.review.label_states import LABEL_SIGNS, LABEL_STATES, LABEL_WORDS
from evaljson.ui.session.address import (
    RECORD_CHOICES,
    asked_many,
    clicked,
    forget,
    new_in_address,
    pick,
    pick_range,
    pick_text,
    seed,
    widget_key,
)
from evaljson.ui.shared.document_types import ALL, OTHERS
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.plain_text import one_line
from evaljson.wording.short_names import shortened
from evaljson.wording.words import BY_STATUS

ANY_STATUS, ANY_FIELD, NO_SECOND = "any result", "every field", "nothing"
ANY_CHANGE, WORSE, BETTER, BROKE = "any", "worse", "better", "broke"
CHANGES = {ANY_CHANGE: "changed or not", WORSE: "worse", BETTER: "better", BROKE: "something broke"}
WORST, BEST, GOLD, FELL, ROSE, UNSURE = "worst", "best", "gold", "fell", "rose", "unsure"
_ORDERS = {WORST: "worst first", BEST: "best first", GOLD: "as in gold"}
_SURE = {UNSURE: "least sure first"}
"""The order in which review effort has records reviewed; only where the extraction has confidences."""
_CHANGED = {FELL: "greatest fall first", ROSE: "greatest rise first"}
EVERYTHING = (0, 100)
_BEGAN = "records.began"
"""The order that the records on the page had without any being chosen."""
_CHIP = 36
"""Characters of a field on the button that clears it: more would be cut in a narrow window."""
_MORE = "records.more.kept"
"""What stood beside the first two when the page was left."""
_NOWHERE = ("missing", "invented")
FAULT = "fault"
RESULTS = (
    {FAULT: "any fault"}
    | {status: look.label for status, look in BY_STATUS.items()}
    | {
        name: f"{kind.label}, nowhere else" if name in _NOWHERE else kind.label
        for name, kind in BY_KIND.items()
        if name not in BY_STATUS
    }
)
"""What a result can be: wrong, missing or invented; its status; or the kind of its fault."""
LIKE = "like."
"""Before the name of a pattern, in the same place of the address."""
RESULTS |= {f"{LIKE}{kind.name}": f"≈ {kind.title}" for kind in KINDS}

LABEL = "label."
"""Before the state of a label of gold, in the same place of the address."""
LABELS = {f"{LABEL}{state}": f"{LABEL_SIGNS[state]} gold {LABEL_WORDS[state]}" for state in LABEL_STATES}
RESULTS |= LABELS


@dataclass(frozen=True, slots=True)
class Filters:
    """What the Records page shows; None: no such filter."""

    a: str
    b: str | None = None
    status: str | None = None
    """Or the kind of a fault; or the name of a pattern of errors behind LIKE; or the state of a label behind LABEL."""
    field: str | None = None
    change: str | None = None
    """Records that got WORSE or BETTER from `a` to `b`, in `field` where there is one; or in which a field BROKE that
    was fully right, whatever else got better."""
    f1: tuple[int, int] = EVERYTHING
    """Lowest and highest F1 in `a`, 0..100."""
    text: str = ""
    """Words that all stand in the id, the document type or the metadata."""
    kind: str | None = None
    """The document type; OTHERS: those without one."""
    sort: str = WORST
    more: tuple[str, ...] = ()
    """Variants shown beside `a` and `b`."""

    @property
    def order(self) -> str:
        """How the records are sorted: those that changed by their change, unless something else was chosen."""
        if self.change is not None and self.sort == WORST:
            return ROSE if self.change == BETTER else FELL
        return self.sort

    def order_in_words(self) -> str:
        """Write the order as shown above the record."""
        title = (_ORDERS | _SURE | _CHANGED)[self.order]
        return _of(title, self.b) if self.b is not None and self.order in _CHANGED else title

    def address(self) -> dict[str, str | Sequence[str] | None]:
        """Return the filters as they are in the address."""
        return {
            "a": self.a,
            "b": self.b,
            "status": self.status,
            "field": self.field,
            "change": self.change,
            "f1": None if self.f1 == EVERYTHING else f"{self.f1[0]}-{self.f1[1]}",
            "q": self.text or None,
            "type": self.kind,
            "sort": None if self.sort == WORST else self.sort,
            "more": list(self.more),
        }


def choose(
    runs: Mapping[str, RunResult],
    *,
    default: str | None = None,
    has_labels: bool = False,
    has_confidences: bool = False,
) -> Filters:
    """Show the filters and return what is chosen; the variant is the `default` until someone has chosen one.

    States of labels are offered where reviews made some, the least sure records where there are confidences.
    """
    first, second, third, fourth, fifth = st.columns([3, 4, 3, 3, 2], vertical_alignment="bottom")
    with first:
        a = pick("Variant", "a", list(runs), page="records", default=default)
    with second:
        beside = _pick_beside([name for name in runs if name != a])
    b = beside[0] if beside else None
    names = [a, *beside]
    fields = list(dict.fromkeys(field for name in names for field in runs[name].tallies.rows.fields))
    with third:
        status = _pick_status(has_labels)
    with fourth:
        field = pick("In field", "field", [ANY_FIELD, *fields], page="records", default=ANY_FIELD)
    kind, change = ALL, ANY_CHANGE
    with fifth, st.popover("Filters", width="stretch"):
        text = pick_text("Search", "q", page="records", placeholder="ids, metadata")
        if b is not None:
            change = _pick_change(a, b)
        f1 = pick_range("F1 from, to", "f1", EVERYTHING, page="records")
        if runs[a].types is not None:
            kind = _pick_kind(runs[a])
        sort = _pick_order(b, change if change != ANY_CHANGE else None, has_confidences)
    chosen = Filters(
        a,
        b,
        status if status in RESULTS else None,
        field if field != ANY_FIELD else None,
        change if change != ANY_CHANGE else None,
        f1,
        text,
        kind if kind != ALL else None,
        sort,
        tuple(beside[1:]),
    )
    _show_chips(chosen)
    return chosen


def _pick_beside(others: Sequence[str]) -> list[str]:
    """Choose any number of variants to show after the main one; changes are those of the first of them."""
    key, first = widget_key("records", "beside"), widget_key("records", "b")
    more = asked_many("more")
    if new_in_address("b") is not None or more is not None or key not in st.session_state:
        remembered = [] if new_in_address("b") is not None else st.session_state.get(_MORE, [])
        st.session_state.pop(first, None)
        seed("b", [NO_SECOND, *others], page="records", default=NO_SECOND)
        b = st.session_state.pop(first)
        named = [b, *(remembered if more is None else more)] if b != NO_SECOND else []
        st.session_state[key] = list(dict.fromkeys(named))
    meant = (called(name, others) for name in st.session_state[key])
    st.session_state[key] = list(dict.fromkeys(name for name in meant if name is not None))
    beside = st.multiselect("Beside it", others, key=key, on_change=clicked, placeholder="other variants")
    st.session_state[_MORE] = beside[1:]
    return list(beside)


def _show_chips(chosen: Filters) -> None:
    """Show each filter that is on as a button that clears it."""
    chips = {
        "status": chosen.status and RESULTS[chosen.status],
        "field": chosen.field and f"in {plain(shortened(chosen.field, _CHIP), _CHIP)}",
        "change": chosen.change and f"{CHANGES[chosen.change]} in {plain(chosen.b or '', 40)}",
        "f1": None if chosen.f1 == EVERYTHING else f"F1 {chosen.f1[0]} to {chosen.f1[1]}",
        "q": chosen.text and f"“{plain(chosen.text, 40)}”",
        "type": chosen.kind and plain(chosen.kind, 40),
    }
    shown = {name: label for name, label in chips.items() if label}
    if not shown:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption("Only records:", width="content")
        for name, label in shown.items():
            st.button(f"{label} ✕", key=f"records.chip.{name}", help="Clear", on_click=_clear, args=(name,))
        if len(shown) > 1:
            st.button("Clear all", key="records.clear", type="tertiary", on_click=reset_filters)


def _clear(name: str) -> None:
    clicked()
    forget("records", [name])


def _pick_order(b: str | None, change: str | None, has_confidences: bool) -> str:
    """WORST where nothing but the order was chosen that such records have anyway."""
    begins = Filters("", b, change=change).order
    changed = {name: _of(title, b) for name, title in _CHANGED.items()} if b is not None else {}
    titles = _ORDERS | (_SURE if has_confidences else {}) | changed
    orders = {begins: titles[begins]} | {
        name: title for name, title in titles.items() if begins == WORST or name != WORST
    }
    key = widget_key("records", "sort")
    if st.session_state.get(key) == st.session_state.get(_BEGAN, WORST):
        st.session_state[key] = begins  # nobody chose it, so it goes with the change
    st.session_state[_BEGAN] = begins
    sort = pick(
        "Order", "sort", list(orders), page="records", default=begins, show=lambda order: orders.get(order, order)
    )
    return WORST if sort == begins else sort


def _pick_status(has_labels: bool) -> str:
    return pick(
        "With result",
        "status",
        [ANY_STATUS, *(result for result in RESULTS if has_labels or result not in LABELS)],
        page="records",
        default=ANY_STATUS,
        show=lambda status: RESULTS.get(status, status),
        help="Any fault: wrong, missing or invented. Wrong includes wrong types and misplaced values.",
    )


def _pick_kind(run: RunResult) -> str:
    kinds = {OTHERS if kind is None else kind for kind in run.types or ()}
    ordered = sorted(kinds, key=lambda kind: (kind == OTHERS, kind))
    return pick("Document type", "type", [ALL, *ordered], page="records", default=ALL)


def _pick_change(a: str, b: str) -> str:
    return pick(
        f"In {plain(b, 24)}",
        "change",
        list(CHANGES),
        page="records",
        default=ANY_CHANGE,
        show=lambda change: CHANGES.get(change, change),
        help=f"Against {plain(a, 40)}, in the record or the chosen field; greatest change first. Something "
        "broke: a field is no longer fully right.",
    )


def _of(title: str, b: str) -> str:
    """`greatest fall of Prompt B first`."""
    return title.removesuffix(" first") + f" of {one_line(b, 40)} first"


def reset_filters() -> None:
    """Clear the filters."""
    forget("records", RECORD_CHOICES)
