"""Keeps Streamlit from losing the end of a fragment's run, without which elements of the run before stay on the page.

A run ends with a message that has the browser remove what it did not draw again. Where the next run begins before that
message is sent, Streamlit 1.67 marks it as the end of a run that was cut short, even if the next run is of another
fragment: then nothing ever removes these elements. On *Review*, the counts are drawn every two seconds beside the card,
so buttons of an earlier card stayed beside those of the next, and no key or click was taken any more.
"""

from __future__ import annotations

from functools import wraps
from typing import Any, Final

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg, ForwardMsgMetadata
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

_ENDED: Final = ForwardMsg.ScriptFinishedStatus.FINISHED_FRAGMENT_RUN_SUCCESSFULLY
_MARK: Final = "_evaljson_keeps_ends"


def keep_ends() -> None:
    """Have each fragment's run that is done end as such, once for this process.

    A Streamlit that does not know what a message is about any more is left as it is.
    """
    original: Any = ForwardMsgQueue.clear
    if hasattr(original, _MARK) or "run" not in ForwardMsgMetadata.DESCRIPTOR.fields_by_name:
        return

    @wraps(original)
    def clear(self: ForwardMsgQueue, *args: Any, **more: Any) -> None:
        again = more.get("fragment_ids_this_run", args[1] if len(args) > 1 else None)
        done = [message for message in self._queue if _is_end(message)]
        original(self, *args, **more)
        if again is not None:
            for message in done:
                _keep(message, again)

    setattr(clear, _MARK, True)
    ForwardMsgQueue.clear = clear  # type: ignore[method-assign]


def _is_end(message: ForwardMsg) -> bool:
    return message.WhichOneof("type") == "script_finished" and message.script_finished == _ENDED


def _keep(message: ForwardMsg, again: list[str]) -> None:
    """Let it end the fragments that are not drawn `again`: elements of these are on their way to the browser."""
    others = [fragment for fragment in message.metadata.run.fragment_ids if fragment not in again]
    if others:
        message.script_finished = _ENDED
        message.metadata.run.fragment_ids[:] = others
