"""Choices in the address, so that a reload or a link shows the same.

A choice is, in this order: what the address says where that is new, what its widget says, what was chosen on another
page, the default.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

import streamlit as st

from evaljson.load.variant_names import called
from evaljson.ui.session import choices
from evaljson.ui.session.version_asked import here

_PUBLISHED = "evaljson.published"
"""What the address is known to say: a choice that differs from it was asked for by a link, or by Back."""
_SENT, _CLICKED, _MANY, _PAGE = "evaljson.sent", "evaljson.clicked", "evaljson.many", "evaljson.page"
_IS_WHOLE, _IS_CUT_SHORT = "evaljson.is_whole", "evaljson.is_cut_short"
_GONE: Final = ".gone"
"""Behind a widget's key: what was chosen and is no option now, as a variant that is being scored, and what is shown
instead."""
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


def begin_run() -> None:
    """Note that the page begins, and whether its last run was cut short.

    Of such a run, the browser may have got nothing. A box that was first drawn in it could show the first of its
    options there, and send that back with the next click, whatever the page is about.
    """
    st.session_state[_IS_CUT_SHORT] = not st.session_state.get(_IS_WHOLE, True)
    st.session_state[_IS_WHOLE] = False


def end_run() -> None:
    """Note that the page was drawn to its end."""
    st.session_state[_IS_WHOLE] = True


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
    """Show a select box whose value is in the address as `name`. `options` may not be empty."""
    seed(name, options, page=page, default=default)
    chosen: Any = st.selectbox(
        label, options, key=widget_key(page, name), format_func=show, help=help, on_change=clicked, width=width
    )
    return str(chosen)


def pick_button(
    label: str,
    name: str,
    options: Sequence[str],
    *,
    page: str,
    show: Callable[[str], str] = str,
    help: str | None = None,
) -> str:
    """Show a row of buttons, one of them pressed, whose value is in the address as `name`; first the first one.

    The label is drawn only with a `help`.
    """
    seed(name, options, page=page)
    chosen: Any = st.segmented_control(
        label,
        options,
        key=widget_key(page, name),
        format_func=show,
        required=True,
        on_change=clicked,
        help=help,
        label_visibility="visible" if help else "collapsed",
    )
    return str(chosen)


def pick_part(
    label: str, name: str, count: int, size: int, *, page: str, width: int | Literal["stretch"] = "stretch"
) -> tuple[int, str | None]:
    """Choose which `size` of `count` rows are shown: the first of them, and how that stands in the address."""
    start = pick(
        label,
        name,
        [str(at) for at in range(0, max(count, 1), size)],
        page=page,
        show=lambda at: f"{int(at) + 1:,} to {min(int(at) + size, count):,} of {count:,}",
        width=width,
    )
    return int(start), start if start != "0" else None


def seed(name: str, options: Sequence[str], *, page: str, default: str | None = None) -> None:
    """Give the widget of this choice its value before it is drawn."""
    key = widget_key(page, name)
    asked = new_in_address(name)
    meant = None if asked is None else called(asked, options)
    gone, instead = st.session_state.get(f"{key}{_GONE}", (None, None))
    if gone is not None and st.session_state.get(key) != instead:  # someone has chosen since
        st.session_state.pop(f"{key}{_GONE}")
        gone = None
    if meant is not None:
        st.session_state[key] = meant
    elif gone in options and st.session_state.get(key) == instead:
        st.session_state[key] = gone
        st.session_state.pop(f"{key}{_GONE}")
    elif st.session_state.get(key) not in options:
        chosen, last = st.session_state.get(key), _last(page, name, options)
        st.session_state[key] = last if last in options else default if default in options else options[0]
        if chosen is not None:
            st.session_state[f"{key}{_GONE}"] = chosen, st.session_state[key]
    elif st.session_state.get(_IS_CUT_SHORT):
        st.session_state[key] = st.session_state[key]  # what is set is sent to the browser


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
    """Show a box for several values, which are in the address as `name`."""
    seed_many(name, options, page=page, default=default)
    key = widget_key(page, name)
    chosen = st.multiselect(
        label, options, key=key, format_func=show, help=help, placeholder=placeholder, on_change=clicked
    )
    st.session_state[f"{_MANY}.{key}"] = list(chosen)
    return list(chosen)


def seed_many(name: str, options: Sequence[str], *, page: str, default: Sequence[str] = ()) -> list[str]:
    """Give that box its value before it is drawn, or where it is not drawn."""
    key = widget_key(page, name)
    asked = asked_many(name)
    if asked is not None:
        st.session_state[key] = asked
    elif key not in st.session_state:
        st.session_state[key] = st.session_state.get(f"{_MANY}.{key}", default)
    meant = (called(value, options) for value in st.session_state[key])
    st.session_state[key] = list(dict.fromkeys(value for value in meant if value is not None))
    values: list[str] = st.session_state[key]
    return values


def pick_text(label: str, name: str, *, page: str, placeholder: str = "") -> str:
    """Show a text input whose value is in the address as `name`."""
    key = widget_key(page, name)
    asked = new_in_address(name)
    if asked is not None or key not in st.session_state:
        st.session_state[key] = asked if asked is not None else choices.chosen().get(name, "")
    return str(st.text_input(label, key=key, placeholder=placeholder, on_change=clicked)).strip()


def pick_range(label: str, name: str, whole: tuple[int, int], *, page: str) -> tuple[int, int]:
    """Show a slider with two ends whose values are in the address as `name`: 20-80. `whole` is the full range."""
    key = widget_key(page, name)
    asked = new_in_address(name)
    if asked is not None or key not in st.session_state:
        st.session_state[key] = read_range(asked or choices.chosen().get(name), whole)
    ends: Any = st.slider(label, *whole, key=key, on_change=clicked)
    return int(ends[0]), int(ends[1])


def read_range(text: str | None, whole: tuple[int, int]) -> tuple[int, int]:
    """Read the two ends of `20-80`, within `whole`; the full range for a text that is not a range."""
    parts = (text or "").split("-")
    if len(parts) != 2 or not all(part.isascii() and part.isdecimal() and len(part) < 10 for part in parts):
        return whole
    low, high = (min(max(int(part), whole[0]), whole[1]) for part in parts)
    return (low, high) if low <= high else whole


def widget_key(page: str, name: str) -> str:
    """Return the key of the widget, one per page: widgets of pages that are not shown lose their values."""
    return f"{page}.{name}"


def publish(page: str, /, **chosen: str | Sequence[str] | None) -> None:
    """Put the choices of a page into the address, and remember single values for the other pages."""
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
    """Return what was chosen last, here or on another page."""
    compared = _COMPARED.get((page, name))
    if compared is None:
        return choices.chosen().get(name)
    shown = choices.shown()
    candidates = [shown[name]] if name in shown else [choices.chosen().get(side) for side in compared]
    return next((candidate for candidate in candidates if candidate in options), None)


def _remember(page: str, name: str, value: str | list[str] | None) -> None:
    """Remember a single value; several are remembered by their widget, and the compared variants by Compare."""
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
    """Note an address of another page that Back or a link brought, before a page runs: all it says is new.

    Each page has choices of its own, so what the last page put in the address says nothing about it.
    """
    if st.session_state.get(_PAGE) != page and _there() != st.session_state.get(_LEFT):
        st.session_state[_PUBLISHED] = {}
        if page == "records" and "a" in st.query_params and "b" not in st.query_params:
            choices.show("b", "")  # one variant alone, whatever is compared elsewhere
    st.session_state[_PAGE] = page


def clicked() -> None:
    """Note the change of a widget whose value is in the address: the address that comes with this click is not new.

    A quick browser sends the click before it shows the last address, so it may even be an older one.
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


def begin_at_address() -> None:
    """Let the next page take all that its address says for new."""
    st.session_state[_PUBLISHED] = {}


def go_to_schema(**chosen: str) -> None:
    """Open the Schema page with these choices, a field among them."""
    begin_at_address()
    st.switch_page("pages/schema.py", query_params={**here(), **chosen})


def new_in_address(name: str) -> str | None:
    """Return what the address says of a choice, where no page of this session has put it there."""
    asked: str | None = st.query_params.get(name)
    return asked if asked != _published().get(name) else None


def is_taken_back(name: str) -> bool:
    """Check whether this page had put a choice into the address and Back took it out."""
    return name in _published() and name not in st.query_params


def asked_many(name: str) -> list[str] | None:
    """Return what the address says of a choice of several values, likewise."""
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
    """Forget what narrowed the records where a link names a record: it must not hide that one."""
    if new_in_address("record") is None:
        return
    for name in RECORD_CHOICES:
        choices.choose(name, None)


def _tidy(value: str | Sequence[str]) -> str | list[str]:
    """Return a single value for a list of one: the address does not tell the two apart."""
    return value if isinstance(value, str) else value[0] if len(value) == 1 else list(value)


def _there() -> dict[str, str | list[str]]:
    """Return what the address says; repeated names as a list."""
    return {name: _tidy(st.query_params.get_all(name)) for name in st.query_params}


def _published() -> dict[str, str | list[str]]:
    published: dict[str, str | list[str]] = st.session_state.setdefault(_PUBLISHED, {})
    return published
