"""Middleware that answers for what is meant for the operator only on the server's own computer."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from evaljson.serve.allowed_hosts import is_loopback, loopback_host
from evaljson.serve.refusal import refuse

_METRICS: Final = "_stcore/metrics"
NOT_LOCAL: Final = "The metrics of this server are read on its own computer, under a name such as localhost."


class LocalOnly:
    """Refuses the server's metrics with 403 to all but this computer.

    A proxy on this computer passes on the requests of others, so the host that they ask for counts too. Counting is
    work for the server, beside what it tells.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "http" and _METRICS in scope["path"] and not _is_local(scope):
            await refuse(scope, receive, send, 403, NOT_LOCAL)
        else:
            await self._app(scope, receive, send)


def _is_local(scope: Scope) -> bool:
    client = scope.get("client")
    return client is not None and is_loopback(client[0]) and loopback_host(Headers(scope=scope).get("host"))
