"""Keys of endpoints: in the memory of one session, or of the server's own environment; nowhere else.

A key goes to the endpoint that it was given for and to no other: neither a colleague who names another URL nor a
visitor of this server can have it sent elsewhere.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from evaljson.base.errors import InputError
from evaljson.judge import Secret
from evaljson.judge.endpoint_settings import model_of, url_of

OPENAI: Final = "https://api.openai.com/v1"
_HELD: Final = "evaljson.judge.key"
_VARIABLES: Final = ("EVALJSON_JUDGE_API_KEY", "OPENAI_API_KEY")


@dataclass(frozen=True, slots=True)
class Configured:
    """What whoever runs the server has set: in `.streamlit/secrets.toml`, or in the environment."""

    model: str | None
    url: str | None
    """None: OpenAI's."""
    key: Secret | None
    source: str
    """Where the key is from, for people."""


@dataclass(frozen=True, slots=True)
class _HeldKey:
    url: str
    key: Secret


def configured() -> Configured:
    """As it is now. Raises InputError for a URL that cannot be used."""
    own = _secrets()
    key, source = own.get("api_key"), "st.secrets"
    if not key:
        name = next((name for name in _VARIABLES if os.environ.get(name, "").strip()), None)
        key, source = (os.environ[name], f"${name}") if name is not None else (None, "")
    url = url_of(own.get("base_url"))
    return Configured(own.get("model") or model_of(None), url, Secret(key.strip()) if key else None, source)


def _secrets() -> dict[str, str]:
    """The section [judge] of the secrets; empty where there is none."""
    if not st.secrets.load_if_toml_exists():
        return {}
    section: Any = st.secrets.get("judge") or {}
    return {name: str(section[name]) for name in ("model", "base_url", "api_key") if section.get(name)}


def hold(url: str | None, key: str) -> None:
    """Keep a key for this session, for this endpoint alone. Raises InputError."""
    tidy = key.strip()
    if not tidy.isascii() or not tidy.isprintable() or " " in tidy:
        raise InputError("the judge's key has characters that no key has: copy it again")
    st.session_state[_HELD] = _HeldKey(endpoint_of(url), Secret(tidy))


def forget() -> None:
    """Drop the key of this session."""
    st.session_state.pop(_HELD, None)


def is_held() -> bool:
    """Whether somebody gave a key in this session."""
    return _HELD in st.session_state


def endpoint_of(url: str | None) -> str:
    """The address that is asked for a URL as it is chosen; without one, the environment's or OpenAI's."""
    return (url_of(url) or OPENAI).rstrip("/")


def place(url: str | None) -> str:
    """The same in Markdown, as text and not as a link."""
    return "`" + endpoint_of(url)[:200].replace("`", "'") + "`"


def key_for(url: str | None) -> tuple[Secret, str] | None:
    """The key that goes to an endpoint, and where it is from; None where there is none for it. Raises InputError."""
    wanted = endpoint_of(url)
    own: _HeldKey | None = st.session_state.get(_HELD)
    if own is not None and own.url == wanted:
        return own.key, "this session"
    given = configured()
    if given.key is not None and (given.url or OPENAI).rstrip("/") == wanted:
        return given.key, given.source
    return None


def sent_to(url: str | None) -> Secret:
    """What is sent as key; empty where an endpoint of one's own wants none. Raises InputError where one is needed."""
    found = key_for(url)
    if found is not None:
        return found[0]
    if endpoint_of(url) == OPENAI:
        raise InputError("there is no key for OpenAI in this session: give it under “Who judges”")
    return Secret("")
