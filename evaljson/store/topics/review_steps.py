"""The steps in which answers of a review were put into gold: each can be taken back by itself, the last one first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol, TypeVar


class _Event(Protocol):
    @property
    def kind(self) -> Any: ...
    @property
    def content(self) -> Mapping[str, Any]: ...


E = TypeVar("E", bound=_Event)


def steps_in_place(events: Iterable[E]) -> list[E]:
    """Return the events that put in place what is there, oldest first; none once all of it was taken back.

    `events` are those of a review, in order. Gold that was put in from elsewhere in between is a new start.
    """
    steps: list[E] = []
    for event in events:
        if event.kind == "apply":
            if steps and steps[-1].content["gold"] != event.content["before"]:
                steps.clear()
            steps.append(event)
        elif event.kind == "unapply":
            del steps[-1:]
            while steps and steps[-1].content["gold"] != event.content["gold"]:
                steps.pop()
    return steps
