"""Middleware that answers only for hosts of the server, and opens a WebSocket only for pages of the server."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from evaljson.serve.allowed_hosts import VARIABLE, AllowedHosts
from evaljson.serve.refusal import refuse

UNKNOWN_HOST: Final = (
    f"This app does not answer for this host name: open it by its own address, or have its operator add the name to "
    f"{VARIABLE}."
)
FOREIGN_PAGE: Final = (
    "A page of another site tried to use this app: open the app itself, or have its operator add the host of that "
    f"page to {VARIABLE}."
)


class HostCheck:
    """Refuses other hosts with 400, and WebSockets of other sites with 403."""

    def __init__(self, app: ASGIApp, hosts: AllowedHosts) -> None:
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if len(hosts) != 1 or not self._hosts.allow(hosts[0]):
            await refuse(scope, receive, send, 400, UNKNOWN_HOST)
        elif scope["type"] == "websocket" and not all(self._hosts.allow_origin(origin, hosts[0]) for origin in origins):
            await refuse(scope, receive, send, 403, FOREIGN_PAGE)
        else:
            await self._app(scope, receive, send)
