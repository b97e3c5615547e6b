"""The table of one record as HTML, in one piece: a hundred widgets would take a hundred times as long."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from evaljson.base.jsontypes import ABSENT
from evaljson.report.records.element_html import folded_row, heading_row
from evaljson.report.records.elements import Folded, Heading, Item
from evaljson.report.records.read_as_values import read_otherwise
from evaljson.report.records.rows import LeafSide, Row
from evaljson.report.records.style import STYLE, chip, chip_of
from evaljson.report.records.text_diff import character_diff, diff_html
from evaljson.wording.values import escaped, sentence_html, value_html
from evaljson.wording.words import LOOKS, Look

Link = Callable[[Row], str | None]
"""The address of the rule by which a row was compared; None where there is none."""
_SEPARATOR = re.compile(r"([.\[\]])")


def legend(looks: Sequence[Look] = LOOKS) -> str:
    """Write all statuses, or other looks, in a line."""
    return STYLE + '<div style="font-size:.8125rem;line-height:1.9">' + " ".join(map(chip_of, looks)) + "</div>"


def record_table(
    items: Sequence[Item],
    names: Sequence[str],
    compared: bool = False,
    field: str | None = None,
    rule: Link | None = None,
) -> str:
    """Write rows with gold and each variant, `compared` with the values after transforms; rows at `field` are marked.

    What differs from gold has a link to its rule, where `rule` gives one.
    """
    return STYLE + bare_table(items, names, compared, field, rule)


def bare_table(
    items: Sequence[Item],
    names: Sequence[str],
    compared: bool = False,
    field: str | None = None,
    rule: Link | None = None,
) -> str:
    """Write the same without its style, for a page that already has it."""
    single = len(names) == 1
    if single:
        heads, widths = ["Field", "Gold", escaped(names[0]), "Result", "Why"], ["21%", "22%", "22%", "8.6rem", "auto"]
    else:
        heads, widths = ["Field", "Gold", *map(escaped, names)], ["20%", "22%", *[f"{58 // len(names)}%"] * len(names)]
    columns = "".join(f'<col style="width:{width}">' for width in widths)
    head = "".join(f'<th scope="col" dir="auto">{text}</th>' for text in heads)
    body = "".join(_items(items, len(heads), single, compared, field, rule))
    return (
        f'<div class="ej-wrap"><table class="ej"><colgroup>{columns}</colgroup><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _items(
    items: Sequence[Item], columns: int, single: bool, compared: bool, field: str | None, rule: Link | None
) -> Iterator[str]:
    """Return lines of the table; the path of a row below the heading of its element begins at that element."""
    above = ""
    for item in items:
        if isinstance(item, Heading):
            above = item.path
            yield heading_row(item, single, path_html(item.path))
        elif isinstance(item, Folded):
            yield folded_row(item, columns, path_html(item.first), path_html(item.last))
        else:
            inside = above and item.path.startswith((f"{above}.", f"{above}["))
            path = item.path[len(above) :] if inside else item.path
            yield _row(item, path, single, compared, item.field == field, _rule(item, rule))


def _rule(row: Row, rule: Link | None) -> str:
    to = rule(row) if rule is not None and row.is_difference else None
    if to is None:
        return ""
    title = "How this field is compared, on the Schema page"
    return f' <a class="ej-rule" href="{escaped(to)}" title="{title}">rule</a>'


def _row(row: Row, path: str, single: bool, compared: bool, here: bool, rule: str) -> str:
    gold = value_html(row.gold) + (_compared([side.gold_compared for side in row.sides if side]) if compared else "")
    name = path_html(path.removeprefix("."))
    cells = [f'<td class="ej-path" title="{escaped(row.path)}">{name}{rule}</td>', _cell(gold)]
    for side in row.sides:
        cells += _single(row, side, compared) if single else [_both(row, side, compared)]
    kinds = [name for name, holds in (("ej-here", here), ("ej-in", path != row.path)) if holds]
    return f'<tr class="{" ".join(kinds)}">{"".join(cells)}</tr>'


def _single(row: Row, side: LeafSide | None, compared: bool) -> list[str]:
    if side is None:
        return ["<td></td>"] * 3
    return [
        _cell(f"{value_html(side.value)}{_changed(side, compared)}{_diff(row, side, compared)}"),
        f"<td>{chip(side.kind)}{_grade(side)}</td>",
        f"<td>{_why(side)}</td>",
    ]


def _both(row: Row, side: LeafSide | None, compared: bool) -> str:
    if side is None:
        return '<td><span class="ej-none">nothing here</span></td>'
    why = _why(side) if side.status != "match" else ""
    more = _changed(side, compared) + _diff(row, side, compared) + why
    return _cell(f"{value_html(side.value)} {chip(side.kind)}{_grade(side)}{more}")


def _cell(content: str) -> str:
    return f'<td dir="auto">{content}</td>'


def _why(side: LeafSide) -> str:
    return f'<div class="ej-why">{sentence_html(_cut(side.why))}</div>'


def _changed(side: LeafSide, compared: bool) -> str:
    return _compared([side.compared]) if compared else ""


def _compared(values: list[object]) -> str:
    changed = [value for value in values if value is not ABSENT]
    if not changed:
        return ""
    return f'<div class="ej-compared">compared as: {value_html(changed[0])}</div>'


def _diff(row: Row, side: LeafSide, compared: bool) -> str:
    """Write the difference of two texts that do not agree: of what was compared, if that is shown."""
    if side.status != "mismatch" or read_otherwise(side, row.gold):
        return ""
    changed = compared and side.compared is not ABSENT
    diff = character_diff(*((side.gold_compared, side.compared) if changed else (row.gold, side.value)))
    return diff_html(diff) if diff is not None else ""


def _grade(side: LeafSide) -> str:
    """Write the score if a comparator graded."""
    return f" {side.score:.2f}" if side.status == "mismatch" and 0 < side.score < 1 else ""


def path_html(path: str) -> str:
    """Write a path that breaks between its steps and not within a word, and keeps its order in any script."""
    parts = _SEPARATOR.split(_cut(path) or "(whole record)")
    isolated = (part if part.isascii() else f"<bdi>{part}</bdi>" for part in map(escaped, parts))
    return "".join(isolated).replace(".", ".<wbr>").replace("[", "<wbr>[")


def _cut(text: str, most: int = 300) -> str:
    return text if len(text) <= most else f"{text[:most]}… ({len(text):,} characters)"
