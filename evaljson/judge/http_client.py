"""The HTTP client under the openai package: it follows no redirect, and tells an endpoint nothing of the environment.

The openai package sends what OPENAI_ORG_ID, OPENAI_PROJECT_ID and OPENAI_CUSTOM_HEADERS hold to every endpoint. These
are for the endpoint of the environment; another one, which any user of the app may name, gets none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urljoin, urlsplit

from evaljson.judge.endpoint_settings import EndpointSettings, is_of_environment, sent_key

if TYPE_CHECKING:
    import openai

_SENT: Final = frozenset(
    {"accept", "accept-encoding", "authorization", "connection", "content-length", "content-type", "host", "user-agent"}
)
"""The headers that any endpoint gets; and those of the package about itself."""
_ABOUT_PACKAGE: Final = "x-stainless-"
_SHOWN: Final = 200


def http_client(settings: EndpointSettings) -> Any:
    """Return the client for an endpoint."""
    import openai

    async def keep_to_own(request: Any) -> None:
        for name in list(request.headers):
            if name.lower() not in _SENT and not name.lower().startswith(_ABOUT_PACKAGE):
                del request.headers[name]
        request.headers["authorization"] = f"Bearer {sent_key(settings.key)}"

    hooks = {} if is_of_environment(settings.base_url) else {"request": [keep_to_own]}
    return openai.DefaultAsyncHttpxClient(follow_redirects=False, event_hooks=hooks)


def redirect_of(error: openai.APIStatusError, settings: EndpointSettings) -> str | None:
    """Say that an endpoint answered with a redirect, and where to; None for another answer."""
    if not 300 <= error.status_code < 400:
        return None
    place = settings.key.redacted(_address(error))
    to = f" to {place}" if place else ""
    return (
        f"the endpoint answered {error.status_code}, a redirect{to}, which is never followed: values and key go only "
        "to the address that was entered; enter the new address if you trust it"
    )


def _address(error: openai.APIStatusError) -> str:
    """Return where a redirect leads, without user name and query; empty if that cannot be read."""
    try:
        parts = urlsplit(urljoin(str(error.request.url), error.response.headers.get("location", "")))
        place = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
    except ValueError:
        return ""
    return place[:_SHOWN] if parts.netloc and place.isprintable() else ""
