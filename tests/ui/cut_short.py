"""A click that cuts the run before it short, as the server does it: the callback of that run ends where it reads."""

from typing import Any

import pytest
from streamlit.runtime.scriptrunner import StopException
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_run_context import RunLocation, ThreadState
from streamlit.testing.v1 import AppTest


def run_cut_short(app: AppTest, states: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Send these states to a run that a click ends in the first callback."""
    ends = []

    def end(runner: ScriptRunner) -> None:
        if ThreadState.get().run_location is RunLocation.CALLBACK:
            ends.append(runner)
            raise StopException

    with monkeypatch.context() as patched:
        patched.setattr(ScriptRunner, "_maybe_handle_execution_control_request", end)
        app._run(states)
    assert ends, "no callback was called"
