"""Answers whether the server is there, and whether it can do its work, for those who watch over it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

logger = logging.getLogger(__name__)
ALIVE: Final = "/healthz"
READY: Final = "/readyz"
NOT_READY: Final = "not ready: the database cannot be written; the server's log says why"
_HEADERS: Final = {"Cache-Control": "no-store"}


def health_routes(check: Callable[[], None], base_path: str = "") -> list[Route]:
    """Return the two routes, at the root and below the path of the app; `check` raises if the store cannot be used.

    What is wrong goes to the log: anyone may ask.
    """

    async def alive(_: Request) -> Response:
        return PlainTextResponse("ok\n", headers=_HEADERS)

    async def ready(_: Request) -> Response:
        try:
            await run_in_threadpool(check)
        except Exception:
            logger.exception("the server is not ready")
            return PlainTextResponse(f"{NOT_READY}\n", status_code=503, headers=_HEADERS)
        return PlainTextResponse("ready\n", headers=_HEADERS)

    answers = ((ALIVE, alive), (READY, ready))
    return [Route(f"{base}{path}", answer) for base in {"", base_path} for path, answer in answers]
