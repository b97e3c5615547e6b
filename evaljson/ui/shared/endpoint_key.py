"""Keys of endpoints, kept in the memory of a session or in the server's environment, and nowhere else.

A key is sent only to the endpoint it was entered for: neither a colleague who names another URL nor a visitor of this
server can have it sent elsewhere.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from evaljson.base.errors import InputError
from evaljson.judge import Secret
from evaljson.judge.allowed_endpoints import AllowedEndpoints, allowed_endpoints
from evaljson.judge.endpoint_settings import OPENAI, address_of, model_of, url_of
from evaljson.judge.ledger import Allowance
from evaljson.ui.session import server
from evaljson.ui.session.hosts import hosts
from evaljson.ui.shared.plain_text import plain
from evaljson.workspace.key_allowance import KeyAllowance

_HELD: Final = "evaljson.judge.key"
_VARIABLES: Final = ("EVALJSON_JUDGE_API_KEY", "OPENAI_API_KEY")


@dataclass(frozen=True, slots=True)
class Configured:
    """The settings of the person who runs the server: in `.streamlit/secrets.toml` or the environment."""

    model: str | None
    url: str | None
    """None: OpenAI's."""
    key: Secret | None
    source: str
    """Where the key comes from, in words."""


@dataclass(frozen=True, slots=True)
class UsableKey:
    """The key for an endpoint."""

    key: Secret
    source: str
    """Where it comes from, in words."""
    of_server: bool
    """Whether it is that of the server, whose daily limits everyone shares."""

    def allowance(self, model: str) -> Allowance | None:
        """Return the daily limits that asking a model with it has."""
        return KeyAllowance(server.unguarded(), model) if self.of_server else None


NO_KEY: Final = UsableKey(Secret(""), "nowhere", False)


@dataclass(frozen=True, slots=True)
class _HeldKey:
    url: str
    key: Secret


def configured() -> Configured:
    """Read the server's settings. Raises InputError for an unusable URL."""
    secrets = _secrets()
    key, source = secrets.get("api_key"), "st.secrets"
    if not key:
        name = next((name for name in _VARIABLES if os.environ.get(name, "").strip()), None)
        key, source = (os.environ[name], f"${name}") if name is not None else (None, "")
    url = url_of(secrets.get("base_url"))
    return Configured(secrets.get("model") or model_of(None), url, Secret(key.strip()) if key else None, source)


def _secrets() -> dict[str, str]:
    """Return the section [judge] of the secrets; empty if there is none."""
    if not st.secrets.load_if_toml_exists():
        return {}
    section: Any = st.secrets.get("judge") or {}
    return {name: str(section[name]) for name in ("model", "base_url", "api_key") if section.get(name)}


def allowed() -> AllowedEndpoints:
    """Return the endpoints that users of this server may choose. Raises InputError for unusable settings."""
    return allowed_endpoints(configured().url, hosts().is_shared)


def hold(url: str | None, key: str) -> None:
    """Keep a key for this session and this endpoint only. Raises InputError."""
    tidy = key.strip()
    if not tidy.isascii() or not tidy.isprintable() or " " in tidy:
        raise InputError("the judge's key has characters that cannot be in a key: copy it again")
    st.session_state[_HELD] = _HeldKey(endpoint_of(url), Secret(tidy))


def forget() -> None:
    """Drop the key of this session."""
    st.session_state.pop(_HELD, None)


def is_held() -> bool:
    """Check whether the user entered a key in this session."""
    return _HELD in st.session_state


def endpoint_of(url: str | None) -> str:
    """Return the address for a chosen URL; without one, the environment's or OpenAI's."""
    return address_of(url_of(url) or OPENAI)


def place(url: str | None) -> str:
    """Return the address in Markdown, as text and not as a link."""
    return plain(endpoint_of(url), 200)


def key_for(url: str | None) -> UsableKey | None:
    """Return the key for an endpoint; None if there is none. Raises InputError."""
    address = endpoint_of(url)
    held: _HeldKey | None = st.session_state.get(_HELD)
    if held is not None and held.url == address:
        return UsableKey(held.key, "this session", False)
    server_settings = configured()
    if server_settings.key is not None and endpoint_of(server_settings.url or OPENAI) == address:
        return UsableKey(server_settings.key, server_settings.source, True)
    return None


def sent_to(url: str | None) -> UsableKey:
    """Return the key to send; an empty one if the user's own endpoint needs none.

    Raises InputError if one is required, or the endpoint is not one that users of this server may choose.
    """
    allowed().check(url)
    usable = key_for(url)
    if usable is not None:
        return usable
    if endpoint_of(url) == OPENAI:
        raise InputError("this session has no key for OpenAI: enter it under “Current judge”")
    return NO_KEY
