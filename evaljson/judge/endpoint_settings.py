"""Reads and checks the settings of an endpoint when a judge is created, before anything is sent."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from evaljson.base.errors import InputError
from evaljson.judge.secret import Secret

MODEL, URL, KEY = "EVALJSON_JUDGE_MODEL", "EVALJSON_JUDGE_URL", "EVALJSON_JUDGE_API_KEY"
_OPENAI_URL, _OPENAI_KEY = "OPENAI_BASE_URL", "OPENAI_API_KEY"
OPENAI = "https://api.openai.com/v1"
_NO_KEY = "none"
"""The key sent to endpoints that need none: the client requires one."""


@dataclass(frozen=True, slots=True)
class EndpointSettings:
    """Everything a request depends on except its items."""

    model: str
    base_url: str | None
    """None: OpenAI's."""
    key: Secret
    temperature: float
    seed: int | None
    timeout: float
    """Seconds."""
    retries: int


def model_of(model: str | None, environment: Mapping[str, str] = os.environ) -> str | None:
    """Return the model to ask, from the argument or the environment; None if neither names one."""
    return model or environment.get(MODEL) or None


def url_of(base_url: str | None, environment: Mapping[str, str] = os.environ) -> str | None:
    """Return the endpoint's URL, from the argument or the environment. Raises InputError if it cannot be used."""
    # A key may be anywhere in what is pasted here, so no message repeats it.
    url = base_url or environment.get(URL) or environment.get(_OPENAI_URL) or None
    if url is None:
        return None
    if any(mark in url for mark in "@?#"):
        raise InputError(f"the judge's URL holds more than an address: set the key in {KEY}, never in the URL")
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        usable = False
    if not usable or not url.isprintable() or " " in url:
        raise InputError("the judge's URL is not valid: write it like http://localhost:8000/v1")
    return url


def address_of(url: str) -> str:
    """Return the one way to write an address: two that differ in case, port or a last slash are the same."""
    parts = urlsplit(url)
    port = "" if parts.port in (None, {"http": 80, "https": 443}.get(parts.scheme)) else f":{parts.port}"
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return f"{parts.scheme}://{host}{port}{parts.path.rstrip('/')}"


def is_of_environment(base_url: str | None) -> bool:
    """Check whether this is the endpoint that the environment names, or OpenAI's where it names none."""
    try:
        own = url_of(None) or OPENAI
    except InputError:
        return False
    return address_of(base_url or OPENAI) == address_of(own)


def key_of(api_key: str | Secret | None, base_url: str | None, environment: Mapping[str, str] = os.environ) -> Secret:
    """Return the key, from the argument or the environment. Raises InputError if OpenAI would be asked without one."""
    if isinstance(api_key, Secret):
        return api_key
    key = (api_key or environment.get(KEY) or environment.get(_OPENAI_KEY) or "").strip()
    if not key and base_url is None:
        raise InputError(
            f"no judge configured: set {KEY} (or {_OPENAI_KEY}) to a key, or {URL} to an endpoint that needs none, or "
            "choose the offline stand-in"
        )
    if not key.isascii() or not key.isprintable():
        raise InputError("the judge's key has characters that no key has: copy it again")
    return Secret(key)


def check_number(name: str, value: Any, least: float, whole: bool = False) -> None:
    """Raise InputError for a setting that is not a number, or too small."""
    kinds = (int,) if whole else (int, float)
    if type(value) not in kinds or not least <= value < float("inf"):
        number = "a whole number" if whole else "a number"
        raise InputError(f"{name} of a judge must be {number} of at least {least:g}, not {value!r}")


def sent_key(key: Secret) -> str:
    """Return the key that the client sends."""
    return key.reveal() or _NO_KEY
