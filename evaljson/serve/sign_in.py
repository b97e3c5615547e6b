"""Who may enter: the settings of signing in, from the environment alone.

Without them nobody signs in. With OpenID Connect people sign in at a provider; with a proxy, what stands before the app
says who they are, and proves that it is the proxy by a secret.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from evaljson.base.errors import InputError
from evaljson.base.mail_address import is_address, is_domain, matches, tidy
from evaljson.serve.allowed_hosts import is_loopback

OIDC_URL: Final = "EVALJSON_OIDC_URL"
CLIENT_ID: Final = "EVALJSON_OIDC_CLIENT_ID"
CLIENT_SECRET_FILE: Final = "EVALJSON_OIDC_CLIENT_SECRET_FILE"
COOKIE_SECRET_FILE: Final = "EVALJSON_COOKIE_SECRET_FILE"
PUBLIC_URL: Final = "EVALJSON_PUBLIC_URL"
PROXY_HEADER: Final = "EVALJSON_PROXY_HEADER"
PROXY_SECRET_FILE: Final = "EVALJSON_PROXY_SECRET_FILE"
ALLOW: Final = "EVALJSON_ALLOW"
ADMINS: Final = "EVALJSON_ADMINS"
OPEN: Final = "EVALJSON_OPEN"
SHORTEST_SECRET: Final = 16
"""Characters of a secret, at least."""
_METADATA: Final = "/.well-known/openid-configuration"
_PROVIDER_HTTPS: Final = "must begin with https:// (http:// is for a provider on this computer)"


@dataclass(frozen=True, slots=True)
class Oidc:
    """A provider of OpenID Connect, and what it knows this app by."""

    metadata_url: str
    client_id: str
    client_secret: str = field(repr=False)
    public_url: str
    """Where browsers open the app, without a slash at its end."""
    cookie_secret: str = field(repr=False)
    """Signs the cookies of those who are signed in."""

    def secrets(self) -> dict[str, dict[str, str]]:
        """Return them in the shape that Streamlit takes."""
        return {
            "auth": {
                "redirect_uri": f"{self.public_url}/oauth2callback",
                "cookie_secret": self.cookie_secret,
                "client_id": self.client_id,
                "client_secret": self.client_secret,
                "server_metadata_url": self.metadata_url,
            }
        }


@dataclass(frozen=True, slots=True)
class TrustedProxy:
    """A proxy that signs people in, and passes on their mail address in a header."""

    header: str
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class SignIn:
    """How people sign in, and who may."""

    way: Oidc | TrustedProxy
    allowed: frozenset[str]
    """Mail addresses, and domains as `@example.org`. Empty: nobody but the admins."""
    admins: frozenset[str]

    def may_enter(self, address: str) -> bool:
        """Check whether someone with this mail address may use the app."""
        return matches(address, self.allowed | self.admins)

    def is_admin(self, address: str) -> bool:
        """Check whether an address is that of an admin: addresses count, not domains."""
        return tidy(address) in self.admins


def sign_in(variables: Mapping[str, str] = os.environ) -> SignIn | None:
    """Return how people sign in; None if nobody does. Raises InputError for settings that do not fit together."""
    way = _oidc(variables) or _proxy(variables)
    if way is None:
        for name in (ALLOW, ADMINS):
            if variables.get(name, "").strip():
                raise InputError(
                    f"{name} says who may sign in, but nothing says how: set {OIDC_URL} or {PROXY_HEADER}."
                )
        return None
    if variables.get(OIDC_URL) and variables.get(PROXY_HEADER):
        raise InputError(f"{OIDC_URL} and {PROXY_HEADER} are two ways to sign in: set one of them.")
    allowed, admins = _listed(variables, ALLOW), _listed(variables, ADMINS)
    if any(name.startswith("@") for name in admins):
        raise InputError(f"{ADMINS} takes mail addresses, not domains: write ann@example.org.")
    if not allowed and not admins:
        raise InputError(f"nobody may sign in: set {ALLOW} to addresses or domains, such as @example.org,ann@x.org.")
    return SignIn(way, allowed, admins)


def is_open(variables: Mapping[str, str] = os.environ) -> bool:
    """Check whether the operator said that everyone who reaches the server may use it without signing in."""
    return variables.get(OPEN, "").strip().lower() in ("1", "true", "yes")


def refuse_open_door(listens: str | None, way: SignIn | None, variables: Mapping[str, str] = os.environ) -> None:
    """Raise InputError where other computers could reach an app without sign-in that nobody said is for everyone.

    `listens` is the address that the server listens on; empty: all of them.
    """
    if way is None and not is_loopback(listens or "") and not is_open(variables):
        raise InputError(
            f"without sign-in, everyone who reaches {listens or 'this computer'} could read and delete everything: "
            f"set up sign-in (docs/security.md), listen on 127.0.0.1, or say --open ({OPEN}=1)."
        )


def public_url(variables: Mapping[str, str] = os.environ) -> str | None:
    """Return where browsers open the app, without a slash at its end; None if that is not set. Raises InputError."""
    text = variables.get(PUBLIC_URL, "").strip().rstrip("/")
    return checked_url(text, PUBLIC_URL) if text else None


def checked_url(text: str, name: str) -> str:
    """Return an address that browsers can open, with a host and perhaps a path. Raises InputError."""
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018 - raises for a port that is not one
    except ValueError:
        parts = urlsplit("")
    fits = parts.scheme in ("http", "https") and parts.hostname and not (parts.query or parts.fragment)
    if not fits or parts.username is not None or re.search(r"[\s\"'<>\\]|//", text.partition("://")[2]):
        raise InputError(f"{name}: {text!r} is not the address of an app, such as https://example.org/eval.")
    return text.rstrip("/")


def _oidc(variables: Mapping[str, str]) -> Oidc | None:
    url = variables.get(OIDC_URL, "").strip().rstrip("/")
    if not url:
        return None
    host = urlsplit(checked_url(url, OIDC_URL)).hostname or ""
    if not url.startswith("https://") and not is_loopback(host):
        raise InputError(f"{OIDC_URL} {_PROVIDER_HTTPS}.")
    client, at = variables.get(CLIENT_ID, "").strip(), public_url(variables)
    if not client:
        raise InputError(f"{OIDC_URL} is set, and {CLIENT_ID} is missing.")
    if at is None:
        raise InputError(f"{OIDC_URL} is set, and {PUBLIC_URL} is missing: the address that browsers open.")
    secret = _secret(variables, CLIENT_SECRET_FILE)
    if secret is None:
        raise InputError(f"{OIDC_URL} is set, and {CLIENT_SECRET_FILE} is missing.")
    if find_spec("authlib") is None:
        raise InputError("signing in needs the package authlib: pip install 'evaljson[signin]'.")
    # Without a file, a secret of this start: everyone signs in again after the next one.
    cookie = _secret(variables, COOKIE_SECRET_FILE, SHORTEST_SECRET) or secrets.token_urlsafe(32)
    return Oidc(url if url.endswith(_METADATA) else url + _METADATA, client, secret, at, cookie)


def _proxy(variables: Mapping[str, str]) -> TrustedProxy | None:
    header = variables.get(PROXY_HEADER, "").strip()
    if not header:
        return None
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*", header):
        raise InputError(f"{PROXY_HEADER}: {header!r} is not the name of a header, such as X-Forwarded-Email.")
    secret = _secret(variables, PROXY_SECRET_FILE, SHORTEST_SECRET)
    if secret is None:
        raise InputError(f"{PROXY_HEADER} is set, and {PROXY_SECRET_FILE} is missing: anyone could send that header.")
    return TrustedProxy(header, secret)


def _secret(variables: Mapping[str, str], name: str, shortest: int = 1) -> str | None:
    file = variables.get(name, "").strip()
    if not file:
        return None
    try:
        text = Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise InputError(f"{name}: {file} cannot be read: {why}.") from None
    if len(text) < shortest or not text.isprintable():
        raise InputError(f"{name}: {file} must hold one line of at least {shortest} characters.")
    return text


def _listed(variables: Mapping[str, str], name: str) -> frozenset[str]:
    entries = [tidy(entry) for entry in re.split(r"[,\s]+", variables.get(name, "")) if entry]
    for entry in entries:
        if not (is_address(entry) or is_domain(entry)):
            raise InputError(f"{name}: {entry!r} is neither a mail address nor a domain, such as @example.org.")
    return frozenset(entries)
