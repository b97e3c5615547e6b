"""How an endpoint is reached; checked where a judge is made, so that nothing fails half way."""

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
_NO_KEY = "none"
"""What endpoints that want no key get for one: the client insists on something."""


@dataclass(frozen=True, slots=True)
class EndpointSettings:
    """All that a request depends on but its items."""

    model: str
    base_url: str | None
    """None: the one of OpenAI."""
    key: Secret
    temperature: float
    seed: int | None
    timeout: float
    """Seconds."""
    retries: int


def model_of(given: str | None, environment: Mapping[str, str] = os.environ) -> str | None:
    """The model to ask, from an argument or the environment; None where neither names one."""
    return given or environment.get(MODEL) or None


def url_of(given: str | None, environment: Mapping[str, str] = os.environ) -> str | None:
    """The endpoint's URL, from an argument or the environment. Raises InputError for one that cannot be used."""
    # A key may stand anywhere in what somebody pastes here, so no message repeats it.
    url = given or environment.get(URL) or environment.get(_OPENAI_URL) or None
    if url is None:
        return None
    if any(mark in url for mark in "@?#"):
        raise InputError(f"the judge's URL holds more than an address: give the key as {KEY}, never in the URL")
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        usable = False
    if not usable or not url.isprintable() or " " in url:
        raise InputError("the judge's URL is no address: write it like http://localhost:8000/v1")
    return url


def key_of(given: str | Secret | None, base_url: str | None, environment: Mapping[str, str] = os.environ) -> Secret:
    """The key, from an argument or the environment. Raises InputError where OpenAI itself would be asked without."""
    if isinstance(given, Secret):
        return given
    key = (given or environment.get(KEY) or environment.get(_OPENAI_KEY) or "").strip()
    if not key and base_url is None:
        raise InputError(
            f"no judge configured: set {KEY} (or {_OPENAI_KEY}) to a key, or {URL} to an endpoint that needs none, or "
            "choose the offline stand-in"
        )
    if not key.isascii() or not key.isprintable():
        raise InputError("the judge's key has characters that no key has: copy it again")
    return Secret(key)


def check_number(name: str, value: Any, least: float, whole: bool = False) -> None:
    """Raise InputError for a setting that is no number, or too small a one."""
    kinds = (int,) if whole else (int, float)
    if type(value) not in kinds or not least <= value < float("inf"):
        raise InputError(f"{name} of a judge is {'a whole' if whole else 'a'} number from {least:g} on, not {value!r}")


def sent_key(key: Secret) -> str:
    """What the client sends."""
    return key.reveal() or _NO_KEY
