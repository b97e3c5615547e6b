"""url: web addresses by where they lead, however they are written.

Always the same: case of scheme and host, a default port, percent-encoding, international host names in either form, `.`
and `..` in a path, an empty path and "/". The rest is set. What is not an address matches only what is equal to it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Any, ClassVar
from urllib.parse import quote, urlsplit

from evaljson.base.params import Param
from evaljson.comparators.base import ComparatorResult, Params
from evaljson.comparators.text.not_text import not_text
from evaljson.transforms.number_text import short

_DEFAULT_PORTS = {"http": {80}, "https": {443}, "ws": {80}, "wss": {443}, "ftp": {21}, "": {80, 443}}
_WITH_HOST = re.compile(r"[a-z][a-z0-9+.-]*://", re.I)
_WITHOUT_HOST = re.compile(r"(mailto|tel|sms|data|urn|javascript|news|geo|magnet|doi):(.*)", re.I | re.S)
_BARE = re.compile(r"([^\s/?#]+)(?:[/?#]\S*)?")
_LOCAL = re.compile(r"localhost(?::\d+)?", re.I)
_DOT_INSIDE = re.compile(r"[^.]\.[^.]")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_LONGEST = 100_000


@dataclass(frozen=True, slots=True)
class _Address:
    scheme: str
    user: str
    host: str
    port: int | None
    path: str
    query: tuple[str, ...]
    fragment: str


class Url:
    """Equality of addresses, 0 or 1. Symmetric."""

    params: ClassVar[tuple[Param, ...]] = (
        Param("ignore_scheme", "boolean", "Take http, https and none for the same.", default=True),
        Param("ignore_www", "boolean", "Leave out www. before a host.", default=True),
        Param("ignore_trailing_slash", "boolean", "Leave out a slash at the end of the path.", default=True),
        Param("ignore_query_order", "boolean", "Take parameters of different names in any order.", default=True),
        Param("ignore_fragment", "boolean", "Leave out what follows #.", default=False),
    )  # fmt: skip

    def __call__(self, gold: Any, extracted: Any, params: Params) -> ComparatorResult:
        if not isinstance(gold, str) or not isinstance(extracted, str):
            return not_text("url", gold, extracted)
        if gold == extracted:
            return ComparatorResult(1.0, "url")
        left, right = _read(gold, params), _read(extracted, params)
        if left is None or right is None:
            side, value = ("gold", gold) if left is None else ("extracted", extracted)
            return ComparatorResult(0.0, "url", f"{side} is not a web address: {short(value)}")
        if left == right:
            return ComparatorResult(1.0, "url", "the same address")
        parts = [part.name for part in fields(_Address) if getattr(left, part.name) != getattr(right, part.name)]
        return ComparatorResult(0.0, "url", f"another {', '.join(parts)}")


def _read(text: str, params: Params) -> _Address | None:
    text = text.strip()
    opaque = _WITHOUT_HOST.fullmatch(text)
    if opaque:
        return _Address(opaque[1].lower(), "", "", None, opaque[2], (), "")
    if not _WITH_HOST.match(text) and not text.startswith("/"):
        if not _starts_with_host(text):
            return None
        text = f"//{text}"
    try:
        return _parts(text, params) if len(text) <= _LONGEST else None
    except ValueError:  # a port that is not a number, brackets that do not match
        return None


def _starts_with_host(text: str) -> bool:
    """Check for an address without a scheme: a name with a dot inside, or localhost."""
    if "." not in text and text[:9].casefold() != "localhost":
        return False
    bare = _BARE.fullmatch(text)
    return bare is not None and bool(_LOCAL.fullmatch(bare[1]) or _DOT_INSIDE.search(bare[1]))


def _parts(text: str, params: Params) -> _Address | None:
    split = urlsplit(text)
    if not split.netloc and not text.startswith("/"):
        return None
    scheme = split.scheme.lower()
    port = None if split.port in _DEFAULT_PORTS.get(scheme, ()) else split.port
    host = _host(split.hostname or "")
    if params.get("ignore_www", True) and host.startswith("www.") and "." in host[4:]:
        host = host[4:]
    path = _without_dots(_escaped(split.path)) or "/"
    if params.get("ignore_trailing_slash", True) and len(path) > 1:
        path = path.removesuffix("/")
    query = [_escaped(part) for part in split.query.split("&") if part]
    if params.get("ignore_query_order", True):
        query.sort(key=lambda part: part.partition("=")[0])
    return _Address(
        "" if params.get("ignore_scheme", True) and scheme in ("http", "https") else scheme,
        split.netloc.rpartition("@")[0],
        host,
        port,
        path,
        tuple(query),
        "" if params.get("ignore_fragment", False) else _escaped(split.fragment),
    )


def _host(name: str) -> str:
    name = name.rstrip(".")
    try:
        return name.encode("idna").decode("ascii").lower()
    except UnicodeError:  # a label that is empty, too long or of characters that host names do not have
        return name.casefold()


def _escaped(part: str) -> str:
    """Characters that need no escape as they are, all others as escapes in capitals."""

    def one(match: re.Match[str]) -> str:
        character = chr(int(match[1], 16))
        return character if character in _UNRESERVED else match[0].upper()

    part = re.sub(r"%(?![0-9A-Fa-f]{2})", "%25", part)
    return _ESCAPE.sub(one, quote(part, safe="%/:@!$&'()*+,;=?~", errors="surrogatepass"))


def _without_dots(path: str) -> str:
    if "/." not in path:
        return path
    resolved: list[str] = []
    segments = path.split("/")
    for segment in segments:
        if segment == ".." and len(resolved) > 1:
            resolved.pop()
        elif segment not in (".", ".."):
            resolved.append(segment)
    ends_in_folder = segments[-1] in (".", "..") and resolved[-1:] != [""]
    return "/".join([*resolved, ""] if ends_in_folder else resolved)


url = Url()
