"""Writes the lines of the record table for array elements: headings above their rows, and folded ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from evaljson.report.records.elements import ElementPair, Folded, Heading, is_entry
from evaljson.report.records.style import chip
from evaljson.report.records.value_cells import cut
from evaljson.wording.values import escaped
from evaljson.wording.words import counted, points

STRATEGIES: Final = {
    "ordered": "by position",
    "key_field": "by key",
    "hungarian": "by content",
    "map_key": "by map key",
}


def heading_row(heading: Heading, single: bool, path: str) -> str:
    """Write which gold and extracted elements were paired, how, and how well they agree; `path` is HTML."""
    cells = [_place(heading.gold, "gold")]
    for side, kinds in zip(heading.sides, heading.kinds, strict=True):
        side_cells = [_extracted(side), *_result(side, kinds)]
        cells += side_cells if single else [_all_in_one(side, side_cells)]
    data = "".join(f"<td>{cell}</td>" for cell in cells)
    return f'<tr class="ej-head"><th scope="rowgroup" class="ej-path">{path}</th>{data}</tr>'


def folded_row(folded: Folded, columns: int, first: str, last: str, labels: Mapping[str, str] | None = None) -> str:
    """Write elements that are right in one line; `first` and `last` are the HTML of their paths.

    `labels`: what reviews say of gold, by instance path.
    """
    right = folded.rows - folded.skipped
    values = f"{_how_many(right, folded.skipped)}{_marks(folded, labels or {})}"
    if folded.elements == 1:
        text = f'<span class="ej-path">{first}</span>: {values}'
    else:
        paths = f'<span class="ej-path">{first}</span> to <span class="ej-path">{last}</span>'
        text = f"{paths}: {_many(folded)}, {values}"
    return f'<tr class="ej-fold"><td colspan="{columns}">{"✓" if right else "–"} {text}</td></tr>'


def _how_many(right: int, skipped: int) -> str:
    if not right:
        return f"{counted(skipped, 'value')}, skipped"
    return f"{counted(right, 'value')}, all right" + (f", {skipped:,} skipped" if skipped else "")


def _marks(folded: Folded, labels: Mapping[str, str]) -> str:
    """Say how many of the values have which mark: they may be right since people corrected gold."""
    counts = Counter(labels[path] for path in folded.inside if path in labels)
    return "".join(f"; {count:,} {escaped(words)}" for words, count in counts.items())


def _many(folded: Folded) -> str:
    return (
        counted(folded.elements, "entry", "entries") if is_entry(folded.first) else counted(folded.elements, "element")
    )


def _place(at: int | str | None, side: str) -> str:
    if at is None:
        return '<span class="ej-none">no partner</span>'
    return f"{side} key <bdi>{escaped(cut(at))}</bdi>" if isinstance(at, str) else f"{side} [{at}]"


def _extracted(side: ElementPair | None) -> str:
    return _place(side.extracted, "extracted") if side is not None else ""


def _result(side: ElementPair | None, kinds: Sequence[str]) -> list[str]:
    """Write two cells: the agreement, and how the two were paired; for an element alone, what is wrong in it."""
    if side is None:
        return ["", ""]
    if side.gold is None or side.extracted is None:
        faults = kinds or ("omission" if side.extracted is None else "hallucination",)
        what = "entry" if isinstance(side.gold or side.extracted, str) else "element"
        return [" ".join(map(chip, faults)), f"the whole {what}"]
    agreement = "" if side.score is None else f"F1 {points(side.score)}"
    return [agreement, f"paired {STRATEGIES.get(side.strategy or '', side.strategy or '')}"]


def _all_in_one(side: ElementPair | None, cells: Sequence[str]) -> str:
    if side is None:
        return '<span class="ej-none">nothing here</span>'
    return " · ".join(filter(None, cells))  # wraps: a line that is cut hides how it was paired
