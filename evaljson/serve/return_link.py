"""Middleware that leads people back to the link they opened: signing in at a provider forgets it.

Streamlit sends everyone to its first page after sign-in. The page that the sign-in began on is kept in a cookie that
lasts ten minutes, and only paths of this server are ever gone to.
"""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import quote, unquote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE: Final = "evaljson_return"
_SECONDS: Final = 600
_LONGEST: Final = 2000
"""Characters of a link that is kept: browsers keep 4 KB of a cookie."""
_SIGNED_IN: Final = "_streamlit_user="


class ReturnLink:
    """Keeps the link at /auth/login, and goes to it from /oauth2callback once the sign-in has worked."""

    def __init__(self, app: ASGIApp, base_path: str = "") -> None:
        """`base_path` is that of the app, such as `/eval`; empty at the root."""
        self._app, self._base = app, base_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; of these two, change what is answered."""
        path = scope.get("path")
        if scope["type"] != "http" or path not in (f"{self._base}/auth/login", f"{self._base}/oauth2callback"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        link = self._opened(headers) if path.endswith("login") else self._kept(headers)

        async def send_with_link(message: Message) -> None:
            if message["type"] == "http.response.start" and link is not None:
                answer = MutableHeaders(scope=message)
                if path.endswith("login"):
                    answer.append("set-cookie", self._cookie(quote(link, safe=""), _SECONDS))
                elif _has_signed_in(message["status"], answer):
                    answer["location"] = link
                    answer.append("set-cookie", self._cookie("", 0))
            await send(message)

        await self._app(scope, receive, send_with_link)

    def _opened(self, headers: Headers) -> str | None:
        """Return the path of the page that a sign-in began on."""
        try:
            referer = urlsplit(headers.get("referer", ""))
        except ValueError:
            return None
        link = referer.path + (f"?{referer.query}" if referer.query else "")
        return link if referer.netloc == headers.get("host") and self._is_ours(link) else None

    def _kept(self, headers: Headers) -> str | None:
        try:
            kept = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        except CookieError:
            return None
        link = unquote(kept.value) if kept is not None else ""
        return link if self._is_ours(link) else None

    def _is_ours(self, link: str) -> bool:
        inside = link.startswith(f"{self._base}/") and len(link) <= _LONGEST
        return inside and not link.startswith("//") and "\\" not in link and link.isascii() and link.isprintable()

    def _cookie(self, value: str, seconds: int) -> str:
        return f"{COOKIE}={value}; Path={self._base or '/'}; Max-Age={seconds}; HttpOnly; SameSite=Lax"


def _has_signed_in(status: int, answer: MutableHeaders) -> bool:
    return 300 <= status < 400 and any(cookie.startswith(_SIGNED_IN) for cookie in answer.getlist("set-cookie"))
