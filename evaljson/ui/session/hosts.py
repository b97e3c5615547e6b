"""The hosts that this server answers for, and so whether others than the people at this computer can reach it."""

from __future__ import annotations

import streamlit as st

from evaljson.serve.allowed_hosts import AllowedHosts, allowed_hosts
from evaljson.serve.sign_in import public_url


def hosts() -> AllowedHosts:
    """Return the hosts of this server. Raises InputError for settings that cannot be used."""
    public = public_url()
    named = [*(st.get_option("server.allowedHosts") or ()), *([public] if public is not None else [])]
    return allowed_hosts(st.get_option("server.address"), named)
