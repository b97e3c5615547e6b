"""Decides which hosts the server answers for.

A page of another site can point its own name at this computer (DNS rebinding); its requests then carry that name as
their host. So the server answers only for names that it knows. An address in digits cannot be pointed elsewhere.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from os import environ
from typing import Final
from urllib.parse import SplitResult, urlsplit

from evaljson.base.errors import InputError

VARIABLE: Final = "EVALJSON_ALLOWED_HOSTS"
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_EVERYWHERE: Final = frozenset({"", "0.0.0.0", "::"})
_NAME: Final = re.compile(r"(\*\.)?[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?", re.ASCII)


@dataclass(frozen=True, slots=True)
class AllowedHosts:
    """The hosts of one server, and whether others than the people at this computer can reach it."""

    address: str
    """Where it listens; empty: on all addresses."""
    named: frozenset[str] = frozenset()
    """Hosts that the operator named, beside the loopback ones: names, `*.example.org`, addresses, or `*` for all."""

    def allow(self, header: str | None) -> bool:
        """Check a Host header, such as `localhost:8501`."""
        host = _host_of(header)
        if host is None:
            return False
        if host in LOOPBACK or host == self.address or self.names(host):
            return True
        return self.listens_everywhere and (_is_address(host) or host == socket.gethostname().lower())

    def names(self, host: str) -> bool:
        """Check whether the operator named a host."""
        if "*" in self.named or host in self.named:
            return True
        return any(host.endswith(pattern[1:]) for pattern in self.named if pattern.startswith("*."))

    def allow_origin(self, origin: str, header: str) -> bool:
        """Check the Origin header of a WebSocket: a page of this server, or of a host that the operator named."""
        parts = _split(origin)
        if parts is None or parts.scheme not in ("http", "https"):
            return False
        return parts.netloc.lower() == header.strip().lower() or self.names(_tidy(parts.hostname or ""))

    @property
    def listens_everywhere(self) -> bool:
        """Whether it listens on all addresses of this computer."""
        return self.address in _EVERYWHERE

    @property
    def is_shared(self) -> bool:
        """Whether others can reach it: from their computers, or through a proxy that passes on a host named here."""
        return not is_loopback(self.address) or not all(is_loopback(name) for name in self.named)


def allowed_hosts(
    address: str | None, named: Iterable[str] = (), variables: Mapping[str, str] = environ
) -> AllowedHosts:
    """Return the hosts of a server that listens on `address`, with those of the environment. Raises InputError."""
    listed = [*named, *re.split(r"[,\s]+", variables.get(VARIABLE, ""))]
    return AllowedHosts(_tidy(address or ""), frozenset(host_name(name) for name in listed if name))


def host_name(text: str) -> str:
    """Return the host that a person wrote: a name, an address or a whole URL. Raises InputError."""
    if text == "*":
        return text
    bare = text.strip().lower()
    parts = _split(bare if "//" in bare else f"//[{bare}]" if bare.count(":") > 1 and "[" not in bare else f"//{bare}")
    host = _tidy(parts.hostname or "") if parts is not None and parts.username is None else ""
    if not (_is_address(host) or _NAME.fullmatch(host)):
        raise InputError(
            f"{text!r} is not a host: write the name that browsers use for this app, such as eval.example.org or "
            "*.example.org."
        )
    return host


def _host_of(header: str | None) -> str | None:
    """Return the host of a Host header without its port; None for one that is missing or is more than that."""
    parts = _split(f"//{header}") if header else None
    if parts is None or parts.username is not None or parts.path or parts.query or parts.fragment:
        return None
    return _tidy(parts.hostname or "") or None


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - raises for a port that is not one
    except ValueError:
        return None
    return parts


def _tidy(host: str) -> str:
    return host.strip("[]").lower().rstrip(".")


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def loopback_host(header: str | None) -> bool:
    """Check whether a Host header names this computer to itself."""
    host = _host_of(header)
    return host is not None and is_loopback(host)


def is_loopback(host: str) -> bool:
    """Check whether a name or address is that of this computer to itself."""
    return host in LOOPBACK or (_is_address(host) and ip_address(host).is_loopback)
