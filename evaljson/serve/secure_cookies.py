"""Middleware that has browsers send the cookies of the app over HTTPS only, where it is opened over HTTPS."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_NAME: Final = b"set-cookie"


class SecureCookies:
    """Marks each cookie `Secure`: Streamlit leaves that out behind a proxy, which speaks plain HTTP with the app."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and mark the cookies of what is answered."""

        async def send_marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message).raw
                message["headers"] = [
                    (key, _secure(value) if key.lower() == _NAME else value) for key, value in headers
                ]
            await send(message)

        await self._app(scope, receive, send_marked)


def _secure(cookie: bytes) -> bytes:
    attributes = [part.strip().lower() for part in cookie.split(b";")[1:]]
    return cookie if b"secure" in attributes else cookie + b"; Secure"
