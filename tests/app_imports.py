"""Imports what a server of the app imports before it answers: servers of the tests are forks of this process.

So are the workers of a server, for which it imports what they need.
"""

import logging

import anyio._backends._asyncio  # noqa: F401
import streamlit.web.cli  # noqa: F401
import uvicorn.protocols.http.auto
import uvicorn.protocols.websockets.auto  # noqa: F401

import evaljson.jobs.kinds
import evaljson.jobs.page_work.desk
import evaljson.jobs.page_work.tasks  # noqa: F401
from evaljson.ui.shared import navigation, serving  # noqa: F401

_caches = logging.getLogger("streamlit.runtime.caching.cache_data_api")
_caches.disabled = True  # it warns of each cache that is made before the server is
serving._import_ahead()
_caches.disabled = False
