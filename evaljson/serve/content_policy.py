"""The headers of every response: the Content-Security-Policy and its smaller relatives."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Final

_INLINE_SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def security_headers(start_page: str) -> Mapping[str, str]:
    """Return the headers; `start_page` is the HTML whose own inline scripts may run."""
    return {
        "Content-Security-Policy": _policy(_hashes(start_page)),
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",  # for browsers that do not know frame-ancestors
        "Referrer-Policy": "same-origin",  # addresses name evaluations
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    }


def _policy(scripts: Iterable[str]) -> str:
    rules = {
        "default-src": "'self'",
        "script-src": " ".join(("'self'", "blob:", *scripts)),  # blob: how Streamlit loads the script of a component
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "font-src": "'self' data:",
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {sources}" for name, sources in rules.items())


def _hashes(page: str) -> Iterable[str]:
    for script in _INLINE_SCRIPT.findall(page):
        yield f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
