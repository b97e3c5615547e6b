"""How far variants agree with each other, as sentences and a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType

from evaljson.cli.console import printable
from evaljson.cli.text.compare_table import text_table
from evaljson.compare import Agreement
from evaljson.results.ranking import lowest_first
from evaljson.wording.words import counted, points


def agreement_blocks(agreements: Sequence[Agreement], width: int) -> Iterator[RenderableType]:
    """Write a sentence per pair of variants, then a table with a row per field, least agreed on first."""
    for pair in agreements:
        a, b = printable(pair.a), printable(pair.b)
        over = f"over {counted(pair.records, 'record')} that both produced"
        yield f"{a} and {b} agree to F1 {points(pair.f1)} {over}." if pair.records else f"{a} and {b} share no record."
    rows = _rows(agreements)
    if rows:
        yield ""
        yield text_table(["field, least agreed on first", "F1", "between"], rows, width)


def _rows(agreements: Sequence[Agreement]) -> list[list[str]]:
    """Make a row per field, with the pair that agrees least on it."""
    least: dict[str, tuple[float, str]] = {}
    for pair in agreements:
        for path, f1 in pair.per_field.items():
            if f1 is not None and (path not in least or f1 < least[path][0]):
                least[path] = f1, f"{pair.a}, {pair.b}"
    ordered = lowest_first({path: f1 for path, (f1, _) in least.items()})
    rows = ((path, *least[path]) for path in ordered)
    return [[printable(path) or "(the record)", points(f1), printable(names)] for path, f1, names in rows]
