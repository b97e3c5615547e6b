"""Refuses a request with one sentence of plain text."""

from __future__ import annotations

from typing import Final

from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

_DENIAL: Final = "websocket.http.response"
_POLICY_VIOLATION: Final = 1008


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, sentence: str) -> None:
    """Answer a request, or a WebSocket handshake, with a status and a sentence."""
    if scope["type"] == "websocket" and _DENIAL not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": _POLICY_VIOLATION, "reason": ""})  # the server answers with 403
        return
    await PlainTextResponse(f"{sentence}\n", status_code=status)(scope, receive, send)
