"""The middleware of the server, outermost first."""

from __future__ import annotations

from starlette.middleware import Middleware

from evaljson.serve.allowed_hosts import AllowedHosts
from evaljson.serve.content_policy import security_headers
from evaljson.serve.host_check import HostCheck
from evaljson.serve.local_only import LocalOnly
from evaljson.serve.proxy_identity import SECRET_HEADER, ProxyIdentity
from evaljson.serve.response_headers import ResponseHeaders
from evaljson.serve.return_link import ReturnLink
from evaljson.serve.secure_cookies import SecureCookies
from evaljson.serve.sign_in import Oidc, SignIn, TrustedProxy


def middleware(
    hosts: AllowedHosts,
    start_page: str,
    signed_in: SignIn | None = None,
    base_path: str = "",
    *,
    is_https: bool = False,
) -> list[Middleware]:
    """Return what every request passes: headers first, so that refusals have them too.

    `base_path` is that of the app behind a proxy, such as `/eval`; `is_https`: whether browsers open it over HTTPS.
    """
    way = signed_in.way if signed_in is not None else None
    of_proxy = (SECRET_HEADER, way.header) if isinstance(way, TrustedProxy) else ()
    return [
        Middleware(ResponseHeaders, headers=security_headers(start_page)),
        *([Middleware(SecureCookies)] if is_https else []),
        Middleware(HostCheck, hosts=hosts),
        Middleware(LocalOnly, proxy_headers=of_proxy),
        *([Middleware(ProxyIdentity, proxy=way)] if isinstance(way, TrustedProxy) else []),
        *([Middleware(ReturnLink, base_path=base_path)] if isinstance(way, Oidc) else []),
    ]
