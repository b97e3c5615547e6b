"""A tab of the app without a browser: it opens the WebSocket of the server and sends what a browser would send.

It can also send what no browser would: the state of widgets that its person never saw.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from http.cookies import SimpleCookie
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.web.server.starlette.starlette_app_utils import create_signed_value
from streamlit.web.server.starlette.starlette_server_config import USER_COOKIE_NAME, XSRF_COOKIE_NAME
from websockets.sync.client import connect

from tests.serve.handshake import HERE, any_certificate, get

_PATIENCE = 120.0
"""Seconds until a script of the server has run, on a machine with much else to do."""
_LARGEST = 64 << 20


class Tab:
    """One session, as long as the block. It shows what its last run of a page has sent."""

    def __init__(self, url: str, headers: Mapping[str, str] | None = None, cookie: str | None = None) -> None:
        """`url` is that of the server, or of a proxy before it, on this computer whatever its name.

        `cookie` is one by which the server knows who someone is, as `name=value`.
        """
        address = f"{url.replace('http', 'ws', 1)}/_stcore/stream"
        sent, protocols = dict(headers or {}), ["streamlit"]
        if cookie is not None:
            xsrf = _xsrf(url)
            sent["Cookie"] = f"{cookie}; {XSRF_COOKIE_NAME}={xsrf}"
            protocols.append(xsrf)
        self._connection = connect(
            address,
            origin=origin(url),  # type: ignore[arg-type]
            subprotocols=protocols,  # type: ignore[arg-type]
            additional_headers=sent,
            address=(HERE, urlsplit(url).port),
            ssl=any_certificate() if address.startswith("wss:") else None,
            proxy=None,
            max_size=_LARGEST,
            compression=None,
        )
        self._page, self._query = "", ""
        self.seen: list[ForwardMsg] = []

    def open(self, page: str, query: str = "") -> Tab:
        """Open a page, and wait until it is there."""
        self._page, self._query = page, query
        self.send()
        return self.wait()

    def send(self, *widgets: WidgetState, fragment: str = "") -> None:
        """Ask for another run, in which these widgets have these values."""
        message = BackMsg()
        asked = message.rerun_script
        asked.page_name, asked.query_string, asked.fragment_id = self._page, self._query, fragment
        asked.widget_states.widgets.extend(widgets)
        self._socket.send(message.SerializeToString())

    def replay(self, message: bytes) -> Tab:
        """Send what another browser sent, byte by byte."""
        self._socket.send(message)
        return self.wait()

    def wait(self) -> Tab:
        """Wait until the run that was asked for has ended."""
        self.seen = []
        for message in self._messages():
            self.seen.append(message)
            if message.WhichOneof("type") == "script_finished":
                if message.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                    self.seen = []
                    continue
                return self
        raise AssertionError("the server ended the connection")

    def click(self, label: str) -> Tab:
        """Press a button of the page that is shown."""
        self.send(self.pressed(label))
        return self.wait()

    def pressed(self, label: str) -> WidgetState:
        """What a browser sends when that button is pressed."""
        (found,) = {one.id for kind, one in self.elements() if kind == "button" and one.label == label}
        return WidgetState(id=found, trigger_value=True)

    def elements(self) -> Iterator[tuple[str, Any]]:
        """All elements with their kind, also those that a later one has replaced."""
        for message in self.seen:
            if message.WhichOneof("type") == "delta" and message.delta.WhichOneof("type") == "new_element":
                element = message.delta.new_element
                kind = str(element.WhichOneof("type"))
                yield kind, getattr(element, kind)

    @property
    def text(self) -> str:
        """All that the page says, and all that goes with it."""
        return "\n".join(str(one) for _, one in self.elements())

    def _messages(self) -> Iterator[ForwardMsg]:
        while True:
            data = self._socket.recv(timeout=_PATIENCE)
            assert isinstance(data, bytes)
            yield ForwardMsg.FromString(data)

    def __enter__(self) -> Tab:
        self._socket = self._connection.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.__exit__(kind, error, trace)


def _xsrf(url: str) -> str:
    """The token that the server gives to each browser, and wants back before it heeds who someone is."""
    parts = urlsplit(url)
    _, _, headers = get(url, f"{parts.path}/_stcore/health", parts.netloc)
    return SimpleCookie(headers.get("Set-Cookie", ""))[XSRF_COOKIE_NAME].value


def origin(url: str) -> str:
    """An address without its path, as browsers say where a page is from."""
    return "{0.scheme}://{0.netloc}".format(urlsplit(url))


def signed_cookie(url: str, secret: str, name: str = USER_COOKIE_NAME, **claims: Any) -> str:
    """The cookie of someone who has signed in at the app of this address; `claims` are those of the provider."""
    payload = {"origin": origin(url), "is_logged_in": True, **claims}
    return f"{USER_COOKIE_NAME}={create_signed_value(secret, name, json.dumps(payload)).decode()}"


def cookie_of(url: str, secret: str, who: str, **claims: Any) -> str:
    """Of someone whom the provider has let in an hour ago, unless the claims say something else."""
    known = {"sub": who, "email": f"{who}@example.org", "iat": int(time.time()) - 3600}
    return signed_cookie(url, secret, **{**known, **claims})
