"""Gold inside prompts, or twice in itself, in the HTML report."""

from __future__ import annotations

from typing import Final

from evaljson.leaks import Leak, Leaks
from evaljson.wording.values import escaped

_MOST: Final = 50


def leak_line(leaks: Leaks) -> str:
    """Write what leaked in a sentence, with the evidence behind a click; empty if nothing did."""
    if not leaks.found:
        return ""
    items = [
        f"<li><bdi>{escaped(str(one.record))}</bdi>: {escaped(one.kind)} ({_where(one)}), "
        f"{escaped(one.how)}: <bdi>{escaped(one.evidence)}</bdi></li>"
        for one in leaks.found[:_MOST]
    ]
    more = len(leaks.found) - _MOST
    rest = f"<li>{more:,} more</li>" if more > 0 else ""
    return f"<details><summary>{escaped(leaks.sentence)}</summary><ul>{''.join(items)}{rest}</ul></details>"


def _where(leak: Leak) -> str:
    """Name the place, and the record there that is the same."""
    record = "" if leak.other is None else f", record <bdi>{escaped(str(leak.other))}</bdi>"
    return f"<bdi>{escaped(leak.where)}</bdi>{record}"
