"""What the table of fields says of a variant beside its baseline, as the comparison found it.

A plain difference has neither colour nor sign: without a test, it may be chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from evaljson.wording.differences import shown_difference
from evaljson.wording.values import escaped
from evaljson.wording.words import counted, signed_points

NOTE: Final = (
    "A change is shown with its interval, over the records that both were scored on. ▲ better and ▼ worse are beyond "
    "chance, allowing for how many fields there are; – is not a detectable difference. Intervals do not allow for "
    "that: each is of its field alone."
)
"""Where changes were tested."""
_NOISE: Final = 1e-9
UNTESTED: Final = "A change is a plain difference: whether it is more than chance was not tested."


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field of one variant beside the baseline, or the variant as a whole."""

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
    whole: FieldChange | None = None
    """Mean F1; None of a comparison by another figure."""
    records: int | None = None
    """How many records were compared; None where that is not known."""


def is_between(change: FieldChange, before: float | None, after: float | None) -> bool:
    """Check whether a change is the difference of these figures; over other records it is not."""
    if before is None or after is None or change.difference is None:
        return False
    return abs(after - before - change.difference) < _NOISE


def is_over_others(changes: Changes | None, *records: int) -> bool:
    """Check whether a comparison is over other records than figures over so many: it is over all that both sides have,
    so as many are the same ones."""
    return changes is not None and changes.records is not None and any(one != changes.records for one in records)


def change_heads(changes: Changes | None, *records: int) -> list[str]:
    """Return the headings of the columns, beside figures of both sides over so many records."""
    if changes is None:
        return ["change"]
    over = f"change{over_records(changes.records or 0)}" if is_over_others(changes, *records) else "change"
    return [over, f"{changes.confidence * 100:g}% interval", "verdict"]


def over_records(count: int) -> str:
    """Write behind a heading how many records its figures are over."""
    return f", over {counted(count, 'record')}"


def change_cells(
    changes: Changes | None, field: str, sides: tuple[float | None, float | None], digits: int
) -> list[str]:  # fmt: skip
    """Return the cells of one field; `sides` are the figures beside them, of the baseline and of the variant.

    A comparison over other records than those figures are of has a difference of its own.
    """
    shown, (before, after) = shown_difference(*sides, digits), sides
    if changes is None:
        return [_cell(signed_points(shown, digits))]
    change = changes.fields.get(field)
    if change is None:
        return [_cell("–")] * 3
    difference = signed_points(shown if is_between(change, before, after) else change.difference, digits)
    kind = change.verdict if change.verdict in ("better", "worse") else ""
    return [_cell(difference, kind), _cell(change.interval), _cell(change.mark, kind)]


def _cell(text: str, kind: str = "") -> str:
    return f'<td class="{kind}">{escaped(text)}</td>' if kind else f"<td>{escaped(text)}</td>"
