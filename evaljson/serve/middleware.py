"""The middleware of the server, outermost first."""

from __future__ import annotations

from starlette.middleware import Middleware

from evaljson.serve.allowed_hosts import AllowedHosts
from evaljson.serve.content_policy import security_headers
from evaljson.serve.host_check import HostCheck
from evaljson.serve.local_only import LocalOnly
from evaljson.serve.response_headers import ResponseHeaders


def middleware(hosts: AllowedHosts, start_page: str) -> list[Middleware]:
    """Return what every request passes: headers first, so that refusals have them too."""
    return [
        Middleware(ResponseHeaders, headers=security_headers(start_page)),
        Middleware(HostCheck, hosts=hosts),
        Middleware(LocalOnly),
    ]
