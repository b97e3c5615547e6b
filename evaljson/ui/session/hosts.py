"""The hosts that this server answers for, and so whether others than the people at this computer can reach it."""

from __future__ import annotations

import streamlit as st

from evaljson.serve.allowed_hosts import AllowedHosts, allowed_hosts


def hosts() -> AllowedHosts:
    """Return the hosts of this server. Raises InputError for settings that cannot be used."""
    return allowed_hosts(st.get_option("server.address"), st.get_option("server.allowedHosts") or ())
