"""Which sessions may use the app: as many at a time as the limit says, those that came first."""

from __future__ import annotations

from threading import Lock
from typing import Final

from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from evaljson.base import limits

_admitted: Final[set[str]] = set()
_lock: Final = Lock()


def is_admitted() -> bool:
    """Check whether there is room for this session, and take it. It is free again when the tab is closed."""
    context = get_script_run_ctx()
    if context is None or not Runtime.exists():
        return True
    with _lock:
        if context.session_id in _admitted:
            return True
        runtime = Runtime.instance()
        _admitted.intersection_update([one for one in _admitted if runtime.is_active_session(one)])
        if len(_admitted) >= limits.value_of("sessions"):
            return False
        _admitted.add(context.session_id)
        return True
