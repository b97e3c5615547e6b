"""A comparison as text: the verdict, the figures, and a row a field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text

from evaljson.cli.text.console import printable, shorten
from evaljson.compare import Comparison, ManyComparison, Slices
from evaljson.compare.words.sentence import figure_word
from evaljson.report.compare.markdown import figures, shown_p
from evaljson.wording.words import signed_points

_STYLES = {"better": "green", "worse": "red", "no detectable difference": "dim"}
_WORDS = {"better": "▲ better", "worse": "▼ worse", "no detectable difference": "–"}
_LEAST = 12


def comparison_tables(one: Comparison, width: int) -> Iterator[Table]:
    """Figures of the runs, then the fields, regressions first; paths are shortened, figures never."""
    level = f"{one.confidence * 100:g}% interval"
    a, b = _heads(one.names, width)
    yield text_table(
        ["", a, b, "change", level, "verdict"],
        [
            [figure_word(name), *figures(own), own.verdict]
            for name, own in one.figures.items()
        ],
        width,
    )  # fmt: skip
    yield text_table(
        ["field", a, b, "change", level, "up", "down", "p", "verdict"],
        [
            [printable(own.path) or "(the record)", *figures(own), f"{own.up:,}",
             f"{own.down:,}", shown_p(own.p_holm), own.verdict]
            for own in one.fields
        ],
        width,
    )  # fmt: skip


def many_table(found: ManyComparison, width: int) -> Table:
    """Fields x variants: changes in F1, marked where they are more than chance over all cells."""
    names = list(found.comparisons)
    known = {(cell.path, cell.variant): cell for cell in (*found.variants, *found.cells)}
    paths = list(dict.fromkeys(path for path, _ in known))
    rows = [
        [
            "all fields" if path is None else printable(path) or "(the record)",
            *(_marked(known[path, name].difference, known[path, name].verdict) if (path, name) in known else "–"
              for name in names),
        ]
        for path in paths
    ]  # fmt: skip
    wins = ["better / worse", *(f"{found.wins[name]} / {found.losses[name]}" for name in names)]
    return text_table(["change in F1", *_heads(names, width)], [*rows, wins], width)


def slice_table(found: Slices, names: tuple[str, str], width: int) -> Table:
    """What got worst first."""
    rows = [
        [shorten(printable(one.label), width // 2), f"{one.records:,}", *figures(one.estimate), one.verdict]
        for one in found.slices
    ]
    a, b = _heads(names, width)
    return text_table(["group", "records", a, b, "change", "interval", "verdict"], rows, width)


def _heads(names: Sequence[str], width: int) -> list[str]:
    """Names of variants at the head of columns, which may not take the room of the figures."""
    return [shorten(printable(name), max(16, width // 5)) for name in names]


def _marked(difference: float | None, verdict: str) -> str:
    mark = {"better": " ▲", "worse": " ▼"}.get(verdict, "  ")
    return signed_points(difference) + mark


def text_table(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Table:
    """A verdict in the last column gets its colour."""
    shown = [[*row[:-1], _WORDS.get(row[-1], row[-1])] for row in rows]
    taken = sum(2 + max(map(len, column)) for column in zip(heads[1:], *(row[1:] for row in shown), strict=True))
    table = Table(box=None, pad_edge=False, padding=(0, 0, 0, 2), header_style="bold")
    table.add_column(Text(heads[0]), vertical="bottom")
    for head in heads[1:]:
        table.add_column(Text(head), justify="left" if head == "verdict" else "right", no_wrap=True, vertical="bottom")
    for row, original in zip(shown, rows, strict=True):
        cells = [Text(shorten(row[0], max(_LEAST, width - taken))), *map(Text, row[1:-1])]
        table.add_row(*cells, Text(row[-1], _STYLES.get(original[-1], "")))
    return table
