"""The value that gold should have, typed by hand and read by the type of the field."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from evaljson.base.errors import InputError
from evaljson.base.jsontypes import ABSENT
from evaljson.report.patterns.dates import are_in_other_forms
from evaljson.review.typed_value import as_typed, read_typed, types_in_words, types_of
from evaljson.schema import SchemaNode
from evaljson.ui.shared.parts import plain

VALUE, NULL, NONE = "value", "null", "none"
_HOWS: Final = {VALUE: "this value", NULL: "null", NONE: "no value: it should not be there"}
_ONE_LINE: Final = 60
"""Characters of a text that a field of one line shows at once."""


@dataclass(frozen=True, slots=True)
class TypedField:
    """The field for a value, with its widgets under keys of their own."""

    node: SchemaNode | None
    """The field in the schema."""
    how: str
    """The key of the choice between a value, null and none."""
    text: str
    """The key of the text."""
    gold: Any
    """What gold has; ABSENT is one, too."""
    extracted: Any
    """What the card has of the other side."""

    @property
    def begin(self) -> Any:
        """What is in the field before anything is typed."""
        return self.extracted if self.gold is ABSENT or self.gold is None else self.gold

    @property
    def types(self) -> tuple[str, ...]:
        """The JSON types that the value may have."""
        return types_of(None if self.node is None else self.node.type)

    @property
    def is_long(self) -> bool:
        """Whether it has several lines, in which Enter begins another one: for long texts, and arrays and objects."""
        is_long_text = isinstance(self.begin, str) and (len(self.begin) > _ONE_LINE or "\n" in self.begin)
        return is_long_text or set(self.types) <= {"array", "object", "null"}

    @property
    def stores(self) -> str:
        """The key that stores what is in it."""
        return "Ctrl+Enter" if self.is_long else "Enter"

    def value(self) -> tuple[Any, str]:
        """Return (the value, "") as typed now, or (ABSENT, why it is no value of this field)."""
        how = st.session_state.get(self.how)
        if how == NONE:
            return ABSENT, ""
        if how == NULL:
            return None, ""
        try:
            return read_typed(str(st.session_state.get(self.text) or ""), self.types), ""
        except InputError as error:
            return ABSENT, plain(str(error), 200)

    def is_in_other_form(self) -> bool:
        """Check whether it is a date that is written otherwise than gold has it here: it may go into gold like that."""
        value, _ = self.value()
        is_text = isinstance(self.gold, str) and isinstance(value, str)
        return is_text and are_in_other_forms(self.gold, value)

    def draw(self, on_change: Callable[[], None] | None = None) -> None:
        """Draw it."""
        types = self.types
        hows = [VALUE, NULL, NONE]  # a schema that was inferred names no null where gold has some
        if st.session_state.get(self.how) not in hows:
            st.session_state[self.how] = VALUE
        with st.container(horizontal=True, vertical_alignment="top" if self.is_long else "bottom"):
            st.segmented_control(
                "Gold should have", hows, key=self.how, format_func=lambda one: _HOWS.get(one, one), required=True,
                on_change=on_change,
            )  # fmt: skip
            if st.session_state[self.how] == VALUE:
                self._draw_text(types, on_change)
        if self.is_in_other_form():
            st.caption(f"⚠ Gold has a date in another form here: {plain(self.gold, 40)}. It would get yours as typed.")

    def _draw_text(self, types: tuple[str, ...], on_change: Callable[[], None] | None) -> None:
        label, help = "The right value", f"This field takes {types_in_words(types)}."
        if st.session_state.get(self.text) is None:
            st.session_state[self.text] = as_typed(self.begin, types)
        listed = [] if self.node is None else [one for one in self.node.raw.get("enum", ()) if one is not None]
        if set(types) <= {"boolean", "null"}:
            listed = [True, False]
        if listed:
            options = [as_typed(one, types) for one in listed]
            if st.session_state[self.text] not in options:
                st.session_state[self.text] = options[0]
            st.selectbox(label, options, key=self.text, on_change=on_change, help=help)
        elif self.is_long:
            st.text_area(label, key=self.text, on_change=on_change, help=help, height="content")
        else:
            st.text_input(label, key=self.text, on_change=on_change, help=help, live="0.4s")
