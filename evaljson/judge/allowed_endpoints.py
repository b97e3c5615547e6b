"""Which endpoints users of a server may have it ask: the server can reach addresses that its users cannot."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from evaljson.base.errors import InputError
from evaljson.judge.endpoint_settings import OPENAI, address_of, url_of

VARIABLE: Final = "EVALJSON_JUDGE_ENDPOINTS"


@dataclass(frozen=True, slots=True)
class AllowedEndpoints:
    """The endpoints of one server."""

    listed: tuple[str, ...] | None
    """Addresses, that of the server first; None: any."""

    def check(self, url: str | None) -> None:
        """Raise InputError for an endpoint that is not allowed; None is the one of the environment."""
        # What was typed is not repeated: a key may be in it.
        address = address_of(url_of(url) or OPENAI)
        if self.listed is not None and address not in self.listed:
            raise InputError(
                f"this server asks only the endpoints that its operator allows: choose {' or '.join(self.listed)}, or "
                f"have the operator add the other one to {VARIABLE}"
            )


def allowed_endpoints(
    own: str | None, is_shared: bool, environment: Mapping[str, str] = os.environ
) -> AllowedEndpoints:
    """Return what EVALJSON_JUDGE_ENDPOINTS lists and the server's own endpoint; without a list, any endpoint on a
    server that only people at this computer reach, and else its own.

    `own` is the endpoint of the server's settings; None: OpenAI's. Raises InputError for a list that cannot be used.
    """
    urls = [url for url in re.split(r"[,\s]+", environment.get(VARIABLE, "")) if url]
    if not urls and not is_shared:
        return AllowedEndpoints(None)
    try:
        addresses = [address_of(url_of(url) or OPENAI) for url in (own or OPENAI, *urls)]
    except InputError as error:
        raise InputError(f"{VARIABLE}: {error}") from None
    return AllowedEndpoints(tuple(dict.fromkeys(addresses)))
