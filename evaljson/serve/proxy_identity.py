"""Middleware that lets only the proxy say who someone is."""

from __future__ import annotations

from secrets import compare_digest
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from evaljson.serve.metrics import METRICS
from evaljson.serve.refusal import refuse
from evaljson.serve.sign_in import TrustedProxy

SECRET_HEADER: Final = "X-Evaljson-Proxy-Secret"
NOT_THE_PROXY: Final = (
    "This app is used through its proxy, which signs people in: open it by its public address. "
    f"If this is the proxy, have it send {SECRET_HEADER} with the secret of the app."
)
OF_OPERATOR: Final = ("/healthz", "/readyz", "/_stcore/health", METRICS)
"""What is asked on the server's own computer, past the proxy; metrics are refused before this where they are not."""


class ProxyIdentity:
    """Refuses with 403 what did not come through the proxy, and takes its secret off what did."""

    def __init__(self, app: ASGIApp, proxy: TrustedProxy) -> None:
        self._app, self._secret = app, proxy.secret.encode()
        self._identity = proxy.header.lower().encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        name = SECRET_HEADER.lower().encode()
        given = [value for key, value in scope["headers"] if key.lower() == name]
        said = [value for key, value in scope["headers"] if key.lower() == self._identity]
        is_proxy = len(given) == 1 and compare_digest(given[0], self._secret) and len(said) <= 1
        if not is_proxy and not (scope["type"] == "http" and scope["path"].endswith(OF_OPERATOR)):
            await refuse(scope, receive, send, 403, NOT_THE_PROXY)
            return
        hidden = (name,) if is_proxy else (name, self._identity)
        headers = [(key, value) for key, value in scope["headers"] if key.lower() not in hidden]
        await self._app({**scope, "headers": headers}, receive, send)
