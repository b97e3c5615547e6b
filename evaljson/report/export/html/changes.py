"""What the table of fields says of a variant beside its baseline, as the comparison found it.

A plain difference has neither colour nor sign: without a test, it may be chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from evaljson.wording.values import escaped
from evaljson.wording.words import signed_points

NOTE: Final = (
    "A change is shown with its interval, over the records that both scored. ▲ better and ▼ worse are beyond chance, "
    "allowing for how many fields there are; – is not a detectable difference."
)
"""Where changes were tested."""
UNTESTED: Final = "A change is a plain difference: whether it is more than chance was not tested."


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field of one variant beside the baseline."""

    difference: float | None
    """Of F1, from -1 to 1; None where one side has none."""
    interval: str
    verdict: str
    """better, worse or no detectable difference."""
    mark: str
    """The verdict as symbol and word."""


@dataclass(frozen=True, slots=True)
class Changes:
    """All fields of one variant beside the baseline, by schema path."""

    confidence: float
    fields: Mapping[str, FieldChange]


def change_heads(changes: Changes | None) -> list[str]:
    """Return the headings of the columns."""
    return ["change"] if changes is None else ["change", f"{changes.confidence * 100:g}% interval", "verdict"]


def change_cells(changes: Changes | None, field: str, plain: float | None, digits: int) -> list[str]:
    """Return the cells of one field; `plain` is the difference where nothing was tested."""
    if changes is None:
        return [_cell(signed_points(plain, digits))]
    change = changes.fields.get(field)
    if change is None:
        return [_cell("–")] * 3
    difference = signed_points(change.difference, digits)
    kind = change.verdict if change.verdict in ("better", "worse") else ""
    return [_cell(difference, kind), _cell(change.interval), _cell(change.mark, kind)]


def _cell(text: str, kind: str = "") -> str:
    return f'<td class="{kind}">{escaped(text)}</td>' if kind else f"<td>{escaped(text)}</td>"
