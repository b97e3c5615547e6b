"""Choices that stand in the address, so that a reload or a link shows the same thing.

A choice is, in this order: what the address says where it has changed, what its widget says, what was chosen on another
page, the default.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

import streamlit as st

from evaljson.ui.session import choices
from evaljson.ui.session.version_asked import here

_PUBLISHED = "evaljson.published"
"""What the address is known to say: a choice that differs from it was asked for by a link, or by Back."""
_SENT, _CLICKED, _MANY, _PAGE = "evaljson.sent", "evaljson.clicked", "evaljson.many", "evaljson.page"
_LEFT = "evaljson.left"
"""The address as the last page left it."""
RECORD_CHOICES = ("record", "field", "status", "change", "f1", "q", "type", "sort")
"""What narrows the Records page down to some records, and to one."""
_COMPARED: Final = {
    ("fields", "a"): ("b", "a"),  # people want to know about what is held against the baseline
    ("records", "a"): ("a",),
    ("records", "b"): ("b",),
    ("schema", "a"): ("a",),
    ("judge", "a"): ("a",),
}
"""Choices of the pages that show one variant: which of those of Overview and Compare they begin with."""


def pick(
    label: str,
    name: str,
    options: Sequence[str],
    *,
    page: str,
    default: str | None = None,
    show: Callable[[str], str] = str,
    help: str | None = None,
    width: int | Literal["stretch"] = "stretch",
) -> str:
    """A select box whose value stands in the address as `name`. `options` may not be empty."""
    seed(name, options, page=page, default=default)
    found: Any = st.selectbox(
        label, options, key=widget_key(page, name), format_func=show, help=help, on_change=clicked, width=width
    )
    return str(found)


def pick_button(
    label: str,
    name: str,
    options: Sequence[str],
    *,
    page: str,
    show: Callable[[str], str] = str,
    help: str | None = None,
) -> str:
    """A row of buttons, one of them pressed, whose value stands in the address as `name`; at first the first one.

    The label is drawn only with a `help`.
    """
    seed(name, options, page=page)
    found: Any = st.segmented_control(
        label,
        options,
        key=widget_key(page, name),
        format_func=show,
        required=True,
        on_change=clicked,
        help=help,
        label_visibility="visible" if help else "collapsed",
    )
    return str(found)


def pick_part(label: str, name: str, count: int, size: int, *, page: str) -> tuple[int, str | None]:
    """Choose which `size` of `count` rows are shown: the first of them, and how that stands in the address."""
    start = pick(
        label,
        name,
        [str(at) for at in range(0, max(count, 1), size)],
        page=page,
        show=lambda at: f"{int(at) + 1:,} to {min(int(at) + size, count):,} of {count:,}",
    )
    return int(start), start if start != "0" else None


def seed(name: str, options: Sequence[str], *, page: str, default: str | None = None) -> None:
    """Give the widget of this choice its value before it is drawn."""
    key = widget_key(page, name)
    asked = new_in_address(name)
    if asked is not None and asked in options:
        st.session_state[key] = asked
    elif st.session_state.get(key) not in options:
        last = _last(page, name, options)
        st.session_state[key] = last if last in options else default if default in options else options[0]


def pick_many(
    label: str,
    name: str,
    options: Sequence[str],
    *,
    page: str,
    default: Sequence[str] = (),
    show: Callable[[str], str] = str,
    help: str | None = None,
    placeholder: str | None = None,
) -> list[str]:
    """A box for several, each of which stands in the address as `name`."""
    seed_many(name, options, page=page, default=default)
    key = widget_key(page, name)
    found = st.multiselect(
        label, options, key=key, format_func=show, help=help, placeholder=placeholder, on_change=clicked
    )
    st.session_state[f"{_MANY}.{key}"] = list(found)
    return list(found)


def seed_many(name: str, options: Sequence[str], *, page: str, default: Sequence[str] = ()) -> list[str]:
    """Give that box its value before it is drawn, or where it is not."""
    key = widget_key(page, name)
    asked = asked_many(name)
    if asked is not None:
        st.session_state[key] = asked
    elif key not in st.session_state:
        st.session_state[key] = st.session_state.get(f"{_MANY}.{key}", default)
    st.session_state[key] = [one for one in st.session_state[key] if one in options]
    found: list[str] = st.session_state[key]
    return found


def pick_text(label: str, name: str, *, page: str, placeholder: str = "") -> str:
    """A text input whose value stands in the address as `name`."""
    key = widget_key(page, name)
    asked = new_in_address(name)
    if asked is not None or key not in st.session_state:
        st.session_state[key] = asked if asked is not None else choices.chosen().get(name, "")
    return str(st.text_input(label, key=key, placeholder=placeholder, on_change=clicked)).strip()


def pick_range(label: str, name: str, whole: tuple[int, int], *, page: str) -> tuple[int, int]:
    """A slider with two ends whose values stand in the address as `name`: 20-80. `whole` is all that there is."""
    key = widget_key(page, name)
    asked = new_in_address(name)
    if asked is not None or key not in st.session_state:
        st.session_state[key] = read_range(asked or choices.chosen().get(name), whole)
    found: Any = st.slider(label, *whole, key=key, on_change=clicked)
    return int(found[0]), int(found[1])


def read_range(text: str | None, whole: tuple[int, int]) -> tuple[int, int]:
    """The two ends of `20-80`, within `whole`; all of it for what is no range."""
    parts = (text or "").split("-")
    if len(parts) != 2 or not all(part.isascii() and part.isdecimal() and len(part) < 10 for part in parts):
        return whole
    low, high = (min(max(int(part), whole[0]), whole[1]) for part in parts)
    return (low, high) if low <= high else whole


def widget_key(page: str, name: str) -> str:
    """The key of the widget, one a page: widgets of pages out of sight lose their values."""
    return f"{page}.{name}"


def publish(page: str, /, **chosen: str | Sequence[str] | None) -> None:
    """Put the choices of a page into the address, and remember those of one value for the other pages."""
    kept = {name: _tidy(value) for name, value in chosen.items() if value is not None and value != []}
    for name in chosen:
        _remember(page, name, kept.get(name))
    there = {name: st.query_params.get_all(name) for name in st.query_params}
    wanted = {name: values for name, values in there.items() if name not in chosen}
    wanted |= {name: [value] if isinstance(value, str) else value for name, value in kept.items()}
    behind = st.session_state.pop(_CLICKED, False) and kept != st.session_state.get(_SENT)
    if wanted != there or behind:
        st.query_params.from_dict(wanted)  # in one message: each would be a step of the browser's Back
    st.session_state[_LEFT] = _there()
    st.session_state[_PUBLISHED] = st.session_state[_SENT] = kept


def _last(page: str, name: str, options: Sequence[str]) -> str | None:
    """What was chosen last, here or on another page."""
    compared = _COMPARED.get((page, name))
    if compared is None:
        return choices.chosen().get(name)
    shown = choices.shown()
    own = [shown[name]] if name in shown else [choices.chosen().get(one) for one in compared]
    return next((one for one in own if one in options), None)


def _remember(page: str, name: str, value: str | list[str] | None) -> None:
    """Several are remembered by their widget. What a page shows of what is compared is no choice of its own."""
    compared = _COMPARED.get((page, name))
    if compared is not None:
        choices.note_compared()
        first = next((variant for own in compared if (variant := choices.chosen().get(own)) is not None), None)
        if value != (choices.shown().get(name, first) or None):
            choices.show(name, value if isinstance(value, str) else "")
    elif value is None:
        choices.choose(name, None)
    elif isinstance(value, str):
        choices.choose(name, value)


def heed_page_change(page: str) -> None:
    """Before a page is run: the address of another page, which Back or a link brought, is news in all that it says.

    Each page has choices of its own, so what the last page put there is no measure of it.
    """
    if st.session_state.get(_PAGE) != page and _there() != st.session_state.get(_LEFT):
        st.session_state[_PUBLISHED] = {}
        if page == "records" and "a" in st.query_params and "b" not in st.query_params:
            choices.show("b", "")  # one variant alone, whatever is compared elsewhere
    st.session_state[_PAGE] = page


def clicked() -> None:
    """Of a widget whose value stands in the address: the address that came with this click is no news.

    A browser that is quick sends it before it has put up the last one, so it may even be behind.
    """
    st.session_state[_PUBLISHED] = _there()
    st.session_state[_CLICKED] = True


def go_to_records(**chosen: str | None) -> None:
    """Open the Records page with these choices and no others."""
    for name in RECORD_CHOICES:
        choices.choose(name, None)
    st.session_state[_PUBLISHED] = {}
    st.switch_page(
        "pages/records.py", query_params={name: value for name, value in chosen.items() if value is not None}
    )


def go_to_schema(**chosen: str) -> None:
    """Open the Schema page with these choices, a field among them."""
    st.session_state[_PUBLISHED] = {}
    st.switch_page("pages/schema.py", query_params={**here(), **chosen})


def new_in_address(name: str) -> str | None:
    """What the address says of a choice, where no page of this session has put it there."""
    asked: str | None = st.query_params.get(name)
    return asked if asked != _published().get(name) else None


def asked_many(name: str) -> list[str] | None:
    """The same of a choice of several."""
    asked = st.query_params.get_all(name)
    return asked if asked and _tidy(asked) != _published().get(name) else None


def forget(page: str, names: Sequence[str]) -> None:
    """Take choices of a page back: out of its widgets, the address and what other pages begin with."""
    for name in names:
        choices.choose(name, None)
        st.session_state.pop(widget_key(page, name), None)
        if name in st.query_params:
            del st.query_params[name]


def heed_link() -> None:
    """Where a link names a record, the link says all: what narrowed the records before must not hide that one."""
    if new_in_address("record") is None:
        return
    for name in RECORD_CHOICES:
        choices.choose(name, None)


def _tidy(value: str | Sequence[str]) -> str | list[str]:
    """Several of which there is but one are one: the address does not tell the two apart."""
    return value if isinstance(value, str) else value[0] if len(value) == 1 else list(value)


def _there() -> dict[str, str | list[str]]:
    """What the address says; what it says more than once, as a list."""
    return {name: _tidy(st.query_params.get_all(name)) for name in st.query_params}


def _published() -> dict[str, str | list[str]]:
    found: dict[str, str | list[str]] = st.session_state.setdefault(_PUBLISHED, {})
    return found
