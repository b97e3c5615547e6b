"""Answers with the metrics of the server, in the text format of OpenMetrics that Prometheus reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

METRICS: Final = "/metrics"
_TYPE: Final = "application/openmetrics-text; version=1.0.0; charset=utf-8"


def metrics_routes(text: Callable[[], str], base_path: str = "") -> list[Route]:
    """Return the route, at the root and below the path of the app. `LocalOnly` keeps it to this computer."""

    async def answer(_: Request) -> Response:
        # In a thread: the database may be slow, and pages are not to wait for it.
        return Response(await run_in_threadpool(text), media_type=_TYPE, headers={"Cache-Control": "no-store"})

    return [Route(f"{base}{METRICS}", answer) for base in {"", base_path}]
