"""A tab as the server sees it, over its WebSocket: what a rerun takes, and how much is sent."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from streamlit.proto.Alert_pb2 import Alert
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.sync.client import connect

PATIENCE, QUIET = 120.0, 0.15
"""Seconds to wait for a message; and for one more once the script has ended."""


@dataclass(frozen=True, slots=True)
class Rerun:
    """What came back."""

    seconds: float
    """From the click until the script has ended, the reruns that it asked for itself included."""
    sent: int
    """Bytes on the way to the browser."""
    messages: tuple[ForwardMsg, ...]
    """The elements on the page afterwards."""

    @property
    def errors(self) -> list[str]:
        """Error boxes and exceptions on the page."""
        shown = [element for element in map(_element, self.messages) if element is not None]
        boxes = [
            element.alert.body for element in shown if element.HasField("alert") and element.alert.format == Alert.ERROR
        ]
        return boxes + [element.exception.message for element in shown if element.HasField("exception")]


class Session:
    """One tab. A page is opened in it, and widgets of it are set by their keys."""

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        """`patience`: seconds to wait for a message."""
        self._patience = patience
        address = url.replace("http", "ws", 1) + "/_stcore/stream"
        self._held = ExitStack()
        subprotocols: Any = ["streamlit"]
        self._socket = self._held.enter_context(
            connect(address, subprotocols=subprotocols, max_size=None, open_timeout=30)
        )
        self._url, self._query, self._page = url, "", ""
        self._pages: dict[str, str] = {}
        self._widgets: dict[str, WidgetState] = {}
        self._elements: dict[tuple[int, ...], ForwardMsg] = {}
        self._drawn_again: frozenset[str] = frozenset()
        self._timers: dict[str, float] = {}
        self._cached: dict[str, ForwardMsg] = {}

    def open(self, page: str = "", query: str = "") -> Rerun:
        """Go to a page with an address of its own, as a link does it."""
        self._query = query
        return self._rerun(page=page)

    def switch(self, page: str) -> Rerun:
        """Go to a page of the bar."""
        return self._rerun(page=page)

    def set(self, key: str, **value: Any) -> Rerun:
        """Set the widget of this key (a turn may follow it), by the field of WidgetState for its kind of value."""
        state = WidgetState(id=self.widget(key).id)
        for name, content in value.items():
            if isinstance(content, list):
                getattr(state, name).data[:] = content
            else:
                setattr(state, name, content)
        if "trigger_value" not in value:
            self._widgets[state.id] = state
        return self._rerun(state, fragment=self._fragment_of(key))

    @property
    def timers(self) -> dict[str, float]:
        """Seconds after which a browser asks again for a part of the page, by the name of the part."""
        return dict(self._timers)

    def tick(self, fragment: str) -> Rerun:
        """Let the timer of a part of the page go off, as a browser does."""
        return self._rerun(fragment=fragment, by_timer=True)

    def has(self, key: str) -> bool:
        """Whether there is a widget of this key on the page."""
        return any(re.search(_named(key), name) for message in self._elements.values() for name in _ids(message))

    def widget(self, key: str) -> Any:
        """The widget of this key, as the server describes it. Raises KeyError where the page has none."""
        for message in self._elements.values():
            for name in _ids(message):
                if re.search(_named(key), name):
                    element = message.delta.new_element
                    return getattr(element, element.WhichOneof("type"))
        raise KeyError(f"there is no widget {key!r} on this page")

    def keys(self, start: str) -> list[str]:
        """The keys of the widgets on the page that begin so."""
        found = (re.search(rf"-({re.escape(start)}.*)$", name) for one in self._elements.values() for name in _ids(one))
        return [match[1] for match in found if match]

    def texts(self) -> str:
        """What is written on the page, Markdown and HTML."""
        shown = [element for element in map(_element, self._elements.values()) if element is not None]
        return "\n".join(
            part
            for element in shown
            for part in (element.markdown.body, element.html.body, element.alert.body, element.progress.text)
            if part
        )

    def _fragment_of(self, key: str) -> str:
        """The part of the page that is drawn again for a widget alone; empty: all of it."""
        for message in self._elements.values():
            if any(re.search(_named(key), name) for name in _ids(message)):
                return str(message.delta.fragment_id)
        return ""

    def _rerun(
        self, changed: WidgetState | None = None, page: str | None = None, fragment: str = "", by_timer: bool = False
    ) -> Rerun:
        asked = BackMsg()
        state = asked.rerun_script
        state.query_string = self._query
        state.fragment_id, state.is_auto_rerun = fragment, by_timer
        if page is not None and page in self._pages:
            self._page = self._pages[page]
            state.page_script_hash = self._page
        elif page is not None:
            state.page_name = page
        else:
            state.page_script_hash = self._page
        state.widget_states.widgets.extend(
            [
                state_of_widget
                for state_of_widget in self._widgets.values()
                if changed is None or state_of_widget != changed
            ]
        )
        if changed is not None:
            state.widget_states.widgets.append(changed)
        state.cached_message_hashes.extend(self._cached)
        state.context_info.timezone, state.context_info.locale, state.context_info.url = "UTC", "en", self._url
        state.context_info.color_scheme = "light"
        before, ended = time.perf_counter(), 0.0
        self._socket.send(asked.SerializeToString())
        sent = 0
        for raw, came in self._received():
            ended = came
            sent += len(raw)
            self._took(ForwardMsg.FromString(raw))
        shown = {name for message in self._elements.values() for name in _ids(message)}
        self._widgets = {name: state_of_widget for name, state_of_widget in self._widgets.items() if name in shown}
        return Rerun(ended - before, sent, tuple(self._elements.values()))

    def _received(self) -> Iterator[tuple[bytes, float]]:
        """All messages, and when each came, until the script has ended and does not run again."""
        patience = self._patience
        while True:
            try:
                raw = self._socket.recv(timeout=patience)
            except TimeoutError:
                if patience == self._patience:
                    raise
                return
            assert isinstance(raw, bytes)
            yield raw, time.perf_counter()
            message = ForwardMsg.FromString(raw)
            if _is_the_end(message):
                patience = QUIET
            elif message.HasField("new_session"):
                patience = self._patience

    def _took(self, message: ForwardMsg) -> None:
        kind = message.WhichOneof("type")
        if kind == "ref_hash":
            message = self._cached[message.ref_hash]
        elif message.hash and message.metadata.cacheable:
            self._cached[message.hash] = message
        if kind == "new_session":
            self._drawn_again = frozenset(message.metadata.run.fragment_ids)
            if not self._drawn_again:
                self._elements, self._timers = {}, {}
            self._elements = {
                path: one for path, one in self._elements.items() if one.delta.fragment_id not in self._drawn_again
            }
        elif kind == "auto_rerun":
            self._timers[message.auto_rerun.fragment_id] = message.auto_rerun.interval
        elif kind == "navigation":
            self._page = message.navigation.page_script_hash
            self._pages = {page.url_pathname: page.page_script_hash for page in message.navigation.app_pages}
            self._pages[""] = next(page.page_script_hash for page in message.navigation.app_pages if page.is_default)
        elif kind == "page_info_changed":
            self._query = message.page_info_changed.query_string
        elif message.WhichOneof("type") == "delta":
            self._elements[tuple(message.metadata.delta_path)] = message

    def close(self) -> None:
        """The tab is closed."""
        self._held.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _named(key: str) -> str:
    """A key, which a number may follow; `*.weight` is any key that ends so."""
    return rf"{re.escape(key[1:])}$" if key.startswith("*") else rf"-{re.escape(key)}[0-9]*$"


def _is_the_end(message: ForwardMsg) -> bool:
    if message.WhichOneof("type") != "script_finished":
        return False
    return message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN


def _element(message: ForwardMsg) -> Any:
    return message.delta.new_element if message.delta.HasField("new_element") else None


def _ids(message: ForwardMsg) -> list[str]:
    element = _element(message)
    if element is None:
        return []
    kind = element.WhichOneof("type")
    name = getattr(getattr(element, kind), "id", "") if kind else ""
    return [name] if name else []
