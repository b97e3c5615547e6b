"""The table of one record as HTML, in one piece: a hundred widgets would take a hundred times as long."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from evaljson.report.records.element_html import folded_row, heading_row
from evaljson.report.records.elements import Folded, Heading, Item
from evaljson.report.records.rows import Row
from evaljson.report.records.style import STYLE, chip_of
from evaljson.report.records.value_cells import Shown, cell_of_several, cells_of_one, cut, gold_cell
from evaljson.wording.values import FULL, escaped
from evaljson.wording.words import LOOKS, Look

Link = Callable[[Row], str | None]
"""The address of the rule by which a row was compared; None where there is none."""
_SEPARATOR = re.compile(r"([.\[\]])")
_INSIDE = re.compile(r"([_./-])(?=\w)")
_REACHED = ' tabindex="0" role="region" aria-label="Record"'
"""For a table that scrolls: by keyboard, too."""
ABREAST = 3
"""The most variants beside gold that a page has room for; with more, the table scrolls to the side."""
IN_WORDS = 2
"""The most variants whose results are written in words; those of more are symbols, whose words show on opening."""
OF_GROUP = '<div class="ej-key"><span class="ej-bar"></span> an error of the chosen group</div>'
"""What the bar at the left of a row means where a group of errors is chosen, in a line."""


def legend(looks: Sequence[Look] = LOOKS) -> str:
    """Write all statuses, or other looks, in a line."""
    return STYLE + '<div style="font-size:.8125rem;line-height:1.9">' + " ".join(map(chip_of, looks)) + "</div>"


def record_table(
    items: Sequence[Item],
    names: Sequence[str],
    compared: bool = False,
    field: str | None = None,
    rule: Link | None = None,
    labels: Mapping[str, str] | None = None,
    marked: Collection[str] = (),
) -> str:
    """Write rows with gold and each variant, `compared` with the values after transforms; rows at `field`, or at one of
    the instance paths `marked`, are marked.

    What differs from gold has a link to its rule, where `rule` gives one. `labels` say of gold, by instance path, what
    reviews made of it.
    """
    return STYLE + bare_table(items, names, compared, field, rule, labels=labels, marked=marked)


def bare_table(
    items: Sequence[Item],
    names: Sequence[str],
    compared: bool = False,
    field: str | None = None,
    rule: Link | None = None,
    most: int = FULL,
    labels: Mapping[str, str] | None = None,
    marked: Collection[str] = (),
) -> str:
    """Write the same without its style, for a page that already has it; at most so many characters of one value."""
    several = ["Field", "Gold", *names]
    heads = several if len(names) > 1 else [*several, "Result", "Why"]
    widths = _widths(len(names))
    columns = "".join(f'<col style="width:{width}">' for width in widths)
    head = "".join(f'<th scope="col" dir="auto">{breakable(text)}</th>' for text in heads)
    shown = Shown(compared, len(names) <= IN_WORDS, most, labels or {})
    body = "".join(
        _items(items, len(heads), shown, lambda row: row.field == field or row.path in marked, rule, len(names) == 1)
    )
    wide = " ej-wide" if len(names) > ABREAST else ""
    least = f' style="min-width:{sum(float(width[:-3]) for width in widths):g}rem"' if wide else ""
    return (
        f'<div class="ej-wrap{wide}"{_REACHED if wide else ""}><table class="ej"{least}><colgroup>{columns}</colgroup>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _widths(variants: int) -> list[str]:
    """Return the width of each column: of a table that is wider than a page, so that no word has to break."""
    if variants == 1:
        return ["22%", "22%", "22%", "8.6rem", "auto"]
    if variants <= ABREAST:
        return ["20%", "22%", *[f"{58 // variants}%"] * variants]
    return ["13rem", "14rem", *["14rem"] * variants]


def breakable(name: str) -> str:
    """Write a name that may break behind the signs within it."""
    return _INSIDE.sub(r"\1<wbr>", escaped(name))


def _items(
    items: Sequence[Item], columns: int, shown: Shown, is_here: Callable[[Row], bool], rule: Link | None, single: bool
) -> Iterator[str]:
    """Return lines of the table; the path of a row below the heading of its element begins at that element."""
    above = ""
    for item in items:
        if isinstance(item, Heading):
            above = item.path
            yield heading_row(item, single, path_html(item.path))
        elif isinstance(item, Folded):
            yield folded_row(item, columns, path_html(item.first), path_html(item.last), shown.labels)
        else:
            inside = above and item.path.startswith((f"{above}.", f"{above}["))
            path = item.path[len(above) :] if inside else item.path
            yield _row(item, path, single, shown, is_here(item), _rule(item, rule))


def _rule(row: Row, rule: Link | None) -> str:
    to = rule(row) if rule is not None and row.is_difference else None
    if to is None:
        return ""
    title = "How this field is compared, on the Schema page"
    return f' <a class="ej-rule" href="{escaped(to)}" title="{title}">rule</a>'


def _row(row: Row, path: str, single: bool, shown: Shown, here: bool, rule: str) -> str:
    name = path_html(path.removeprefix("."))
    opens = f"<details><summary>{name}</summary>{rule}</details>"
    cells = [f'<th scope="row" class="ej-path" title="{escaped(row.path)}">{opens}</th>', gold_cell(row, shown)]
    for side in row.sides:
        cells += cells_of_one(row, side, shown) if single else [cell_of_several(row, side, shown)]
    kinds = [name for name, holds in (("ej-row", True), ("ej-here", here), ("ej-in", path != row.path)) if holds]
    return f'<tr class="{" ".join(kinds)}">{"".join(cells)}</tr>'


def path_html(path: str) -> str:
    """Write a path that breaks between its steps and not within a word, and keeps its order in any script."""
    parts = _SEPARATOR.split(cut(path) or "(whole record)")
    isolated = (part if part.isascii() else f"<bdi>{part}</bdi>" for part in map(escaped, parts))
    return "".join(isolated).replace(".", ".<wbr>").replace("[", "<wbr>[").replace("_", "_<wbr>")
