"""Middleware that answers for what is meant for the operator only on the server's own computer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from evaljson.serve.allowed_hosts import is_loopback, loopback_host
from evaljson.serve.metrics import METRICS
from evaljson.serve.refusal import refuse

_OF_STREAMLIT: Final = "_stcore/metrics"
_PASSED_ON: Final = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
"""Headers by which a proxy says that it passes on a request of someone else."""
NOT_LOCAL: Final = "The metrics of this server are read on its own computer, under a name such as localhost."


class LocalOnly:
    """Refuses the server's metrics with 403 to all but this computer.

    A proxy on this computer passes on the requests of others, so the host that they ask for counts too, and what the
    proxy adds. Counting is work for the server, beside what it tells.
    """

    def __init__(self, app: ASGIApp, proxy_headers: Iterable[str] = ()) -> None:
        """`proxy_headers` are those that only the proxy of this app sends."""
        self._app, self._proxy_headers = app, (*_PASSED_ON, *proxy_headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "http" and _asks_for_metrics(scope["path"]) and not self._is_local(scope):
            await refuse(scope, receive, send, 403, NOT_LOCAL)
        else:
            await self._app(scope, receive, send)

    def _is_local(self, scope: Scope) -> bool:
        client, headers = scope.get("client"), Headers(scope=scope)
        is_here = client is not None and is_loopback(client[0]) and loopback_host(headers.get("host"))
        return is_here and not any(name in headers for name in self._proxy_headers)


def _asks_for_metrics(path: str) -> bool:
    return _OF_STREAMLIT in path or path.rstrip("/").endswith(METRICS)
