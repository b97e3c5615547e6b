"""The end of a fragment's run reaches the browser where a run of another fragment begins before it is sent."""

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

from evaljson.ui.shared.fragment_ends import keep_ends

DONE = ForwardMsg.ScriptFinishedStatus.FINISHED_FRAGMENT_RUN_SUCCESSFULLY
CUT_SHORT = ForwardMsg.ScriptFinishedStatus.FINISHED_EARLY_FOR_RERUN


def end_of(*fragments: str, status: ForwardMsg.ScriptFinishedStatus.ValueType = DONE) -> ForwardMsg:
    message = ForwardMsg(script_finished=status)
    message.metadata.run.fragment_ids[:] = fragments
    return message


def delta_of(fragment: str, place: int) -> ForwardMsg:
    message = ForwardMsg()
    message.delta.fragment_id = fragment
    message.delta.new_element.text.body = fragment
    message.metadata.delta_path[:] = [0, place]
    return message


@pytest.fixture
def patched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ForwardMsgQueue, "clear", ForwardMsgQueue.clear)  # taken back after the test
    keep_ends()


@pytest.mark.usefixtures("patched")
@pytest.mark.parametrize(
    ("ended", "begins", "status", "fragments"),
    [
        (("card",), ["clock"], DONE, ["card"]),
        (("card", "clock"), ["clock"], DONE, ["card"]),
        (("card",), ["card"], CUT_SHORT, ["card"]),
        (("clock",), ["card", "clock"], CUT_SHORT, ["clock"]),
        (("card",), None, CUT_SHORT, ["card"]),
    ],
)
def test_a_run_that_is_done_ends_what_the_next_one_does_not_draw_again(
    ended: tuple[str, ...], begins: list[str] | None, status: int, fragments: list[str]
) -> None:
    queue = ForwardMsgQueue()
    queue.enqueue(end_of(*ended))
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=begins)
    (message,) = queue.flush()
    assert (message.script_finished, list(message.metadata.run.fragment_ids)) == (status, fragments)


@pytest.mark.usefixtures("patched")
def test_what_was_cut_short_stays_so_and_elements_of_other_fragments_are_sent() -> None:
    queue = ForwardMsgQueue()
    for message in (delta_of("card", 0), delta_of("clock", 1), end_of("card", status=CUT_SHORT)):
        queue.enqueue(message)
    queue.clear(True, ["clock"])
    delta, end = queue.flush()
    assert delta.delta.fragment_id == "card"
    assert end.script_finished == CUT_SHORT


@pytest.mark.usefixtures("patched")
def test_the_queue_is_changed_once() -> None:
    changed = ForwardMsgQueue.clear
    keep_ends()
    assert ForwardMsgQueue.clear is changed


def test_streamlit_still_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once this fails, fragment_ends.py can go."""
    original = getattr(ForwardMsgQueue.clear, "__wrapped__", ForwardMsgQueue.clear)
    monkeypatch.setattr(ForwardMsgQueue, "clear", original)
    queue = ForwardMsgQueue()
    queue.enqueue(end_of("card"))
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=["clock"])
    assert queue.flush()[0].script_finished == CUT_SHORT
