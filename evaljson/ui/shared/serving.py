"""What the app's server does beside drawing pages: its middleware, its warning at the start, and the first tab."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, Final

import streamlit as st
from streamlit import cli_util, config, file_util
from streamlit.web.server import server_util

from evaljson import ui
from evaljson.base import limits
from evaljson.base.errors import InputError, SettingError
from evaljson.serve.allowed_hosts import AllowedHosts
from evaljson.serve.health import health_routes
from evaljson.serve.metrics import metrics_routes
from evaljson.serve.middleware import middleware
from evaljson.serve.sign_in import Oidc, TrustedProxy, public_url, refuse_open_door, sign_in
from evaljson.store import Store, open_store
from evaljson.ui.session.hosts import hosts
from evaljson.ui.session.measures import ERRORS
from evaljson.ui.shared.fragment_ends import keep_ends
from evaljson.ui.shared.server_metrics import metrics_text

_AHEAD: Final = ("scipy.special", "scipy.optimize", "pandas", "evaljson.suggest.kinds")
"""What pages import only when they need it, and that takes long."""


def server_parts() -> dict[str, Any]:
    """Return what the app is made of beside its script; ends the server with a sentence where settings do not fit."""
    try:
        known, signed_in = hosts(), sign_in()
        refuse_open_door(known.address, signed_in)
        limits.current()
    except (InputError, SettingError) as error:
        raise SystemExit(f"evaljson: {error}") from None
    keep_ends()
    base = base_path()
    page = (Path(file_util.get_static_dir()) / "index.html").read_text(encoding="utf-8")
    way = signed_in.way if signed_in is not None else None
    if isinstance(way, TrustedProxy):
        # Streamlit reads it at each connection; what is not from the proxy never gets that far.
        config.set_option("server.trustedUserHeaders", {way.header: "email"})
    return {
        "secrets": way.secrets() if isinstance(way, Oidc) else None,
        "routes": [*health_routes(need_store, base), *metrics_routes(lambda: metrics_text(_own_store()), base)],
        "middleware": middleware(known, page, signed_in, base, is_https=(public_url() or "").startswith("https:")),
        "lifespan": server_life,
    }


def base_path() -> str:
    """Return the path of the app behind a proxy, such as `/eval`; empty at the root."""
    path = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{path}" if path else ""


def need_store() -> None:
    """Raise StoreError where the store of this server cannot be used."""
    _own_store().need_ready()


@cache
def _own_store() -> Store:
    """Open the store apart from that of the pages, which belongs to their sessions."""
    return open_store()


@asynccontextmanager
async def server_life(_app: Any) -> AsyncIterator[None]:
    """Warn where others can reach the server, and open the app in a browser unless the server is headless."""
    if hosts().is_shared and sign_in() is None:
        sys.stderr.write(f"  {shared_warning(hosts())}\n\n")
    logging.getLogger("evaljson").addHandler(ERRORS)
    if not st.get_option("server.headless"):
        asyncio.get_running_loop().call_soon(_open_tab)
    _import_ahead()
    yield
    _end_as_a_success()


def _import_ahead() -> None:
    """Import what the first visit of each page needs before the server answers.

    Not in a thread beside it: two threads that import the same packages at once can end in half imported modules.
    """
    parts = (part.name for part in walk_packages(ui.__path__, f"{ui.__name__}."))
    for name in (*_AHEAD, *parts):
        import_module(name)


def _end_as_a_success() -> None:
    """Let Ctrl-C end the server with 0: uvicorn would raise the signal once more after it has shut down."""
    server = getattr(signal.getsignal(signal.SIGINT), "__self__", None)
    captured = getattr(server, "_captured_signals", None)
    if isinstance(captured, list):
        captured[:] = [number for number in captured if number != signal.SIGINT]


def shared_warning(known: AllowedHosts) -> str:
    """Return one sentence: what it means that others can reach the server."""
    where = "all addresses of this computer" if known.listens_everywhere else known.address
    names = f" and answers for {', '.join(sorted(known.named))}" if known.named else ""
    return (
        f"Warning: evaljson listens on {where}{names}, without sign-in. Everyone who reaches it can "
        "change all evaluations and use the server's judge."
    )


def _open_tab() -> None:
    address = st.get_option("server.address") or "localhost"
    if config.is_manually_set("browser.serverAddress"):
        address = st.get_option("browser.serverAddress")
    cli_util.open_browser(server_util.get_url(server_util.get_display_address(address)))
