"""A comparison as text: figures with verdicts, and a row per field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text

from evaljson.cli.console import printable, shorten
from evaljson.compare import Comparison, ManyComparison, Slices
from evaljson.compare.many import Cell
from evaljson.compare.moved import moved
from evaljson.compare.words.phrases import figure_word
from evaljson.report.compare.markdown import figures, has_missing, ways_of, whole_figures
from evaljson.wording.differences import alone
from evaljson.wording.words import shown_p

_STYLES = {"better": "green", "worse": "red", "no detectable difference": "dim"}
_WORDS = {"better": "▲ better", "worse": "▼ worse", "no detectable difference": "–"}
_MIN_NAME = 12


def comparison_tables(comparison: Comparison, width: int) -> Iterator[Table]:
    """Make a table of the runs' figures, then one of the fields, regressions first; only paths are shortened."""
    level = f"{comparison.confidence * 100:g}% interval"
    a, b = _heads(comparison.names, width)
    written = whole_figures(comparison)
    yield text_table(
        ["", a, b, "change", level, "verdict"],
        [
            [figure_word(name), *written[name], estimate.verdict or ""]
            for name, estimate in comparison.figures.items()
        ],
        width,
    )  # fmt: skip
    with_missing = has_missing(comparison)
    ways = ["better in", "worse in", *(["missing"] if with_missing else [])]
    yield text_table(
        ["field", a, b, "change", level, *ways, "p", "verdict"],
        [
            [printable(field.path) or "(the record)", *figures(field), *ways_of(field, with_missing),
             shown_p(field.p_holm), field.verdict]
            for field in comparison.fields
        ],
        width,
    )  # fmt: skip


def many_table(comparison: ManyComparison, width: int) -> Table:
    """Make a table of fields by variants: changes in F1, marked if they are beyond chance over all cells."""
    names = list(comparison.comparisons)
    known = {(cell.path, cell.variant): cell for cell in (*comparison.variants, *comparison.cells)}
    paths = list(dict.fromkeys(path for path, _ in known))
    rows = [
        [
            "all fields" if path is None else printable(path) or "(the record)",
            *(_marked(known[path, name]) if (path, name) in known else "–"
              for name in names),
        ]
        for path in paths
    ]  # fmt: skip
    last = [["better / worse fields", *(f"{comparison.wins[name]} / {comparison.losses[name]}" for name in names)]]
    keys = [[moved(one.fields, way).keys for way in ("better", "worse")] for one in comparison.comparisons.values()]
    if any(map(any, keys)):
        last.append(["and extra keys", *(f"{better} / {worse}" for better, worse in keys)])
    return text_table(["change in F1", *_heads(names, width)], [*rows, *last], width)


def group_table(slices: Slices, names: tuple[str, str], width: int) -> Table:
    """Make a row per group of records, the largest loss first."""
    rows = [
        [shorten(printable(one.label), width // 2), one.in_words, *figures(one.estimate), one.verdict]
        for one in slices.slices
    ]
    a, b = _heads(names, width)
    return text_table(["group", "records", a, b, "change", "interval", "verdict"], rows, width)


def _heads(names: Sequence[str], width: int) -> list[str]:
    """Shorten names of variants for column heads, so that they leave room for the figures."""
    return [shorten(printable(name), max(16, width // 5)) for name in names]


def _marked(cell: Cell) -> str:
    return alone(*cell.sides) + {"better": " ▲", "worse": " ▼"}.get(cell.verdict, "  ")


def text_table(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Table:
    """Make a table whose first column is shortened to fit; a verdict in the last column gets its colour."""
    shown = [[*row[:-1], _WORDS.get(row[-1], row[-1])] for row in rows]
    taken = sum(2 + max(map(len, column)) for column in zip(heads[1:], *(row[1:] for row in shown), strict=True))
    table = Table(box=None, pad_edge=False, padding=(0, 0, 0, 2), header_style="bold")
    table.add_column(Text(heads[0]), vertical="bottom")
    for head in heads[1:]:
        table.add_column(Text(head), justify="left" if head == "verdict" else "right", no_wrap=True, vertical="bottom")
    for row, original in zip(shown, rows, strict=True):
        cells = [Text(shorten(row[0], max(_MIN_NAME, width - taken))), *map(Text, row[1:-1])]
        table.add_row(*cells, Text(row[-1], _STYLES.get(original[-1], "")))
    return table
