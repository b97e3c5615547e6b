"""What is unlike about two batches, in lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType

from evaljson.cli.console import printable
from evaljson.shift import Shift, ShiftTest
from evaljson.wording.words import counted, shown_p

_LIKELY = 5
"""Of what was not found, so many are listed."""


def shift_blocks(found: Shift) -> Iterator[RenderableType]:
    """Write what shifted, what could explain a change in F1, and what is nearest to a finding."""
    yield printable(found.sentence)
    for mix in found.under_mix:
        yield f"  {printable(mix.words)}"
    if found.found:
        yield ""
        yield "Shifted, the largest first (p adjusted for all questions):"
        yield from map(_line, found.found)
    others = [one for one in found.tests if not one.found]
    if others:
        yield ""
        yield f"Not found: {counted(len(others), 'question')}, of which the least likely to be chance:"
        yield from map(_line, others[:_LIKELY])


def _line(test: ShiftTest) -> str:
    path = printable(test.path) or "(the record)"
    return f"  {path}, {test.what}: {printable(test.words)} ({test.size}, p {shown_p(test.p_bh)})"
