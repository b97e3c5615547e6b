"""The table of one record as HTML, in one piece: a hundred widgets would take a hundred times as long."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Final

from evaljson.jsontypes import ABSENT
from evaljson.report.record_rows import Row, Side
from evaljson.report.values import value_html
from evaljson.report.words import BY_STATUS

STYLE: Final = """<style>
.ej-wrap{overflow-x:auto}
.ej{width:100%;border-collapse:collapse;font-size:.875rem;line-height:1.4;table-layout:fixed}
.ej th{text-align:left;font-weight:600;padding:.4rem .6rem;border-bottom:2px solid rgba(128,128,128,.45)}
.ej td{vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid rgba(128,128,128,.2);overflow-wrap:anywhere;
 white-space:pre-wrap}
.ej td.ej-path{font-family:monospace;font-size:.8125rem}
.ej tr.ej-here td{background:rgba(128,128,128,.14)}
.ej-none{opacity:.65;font-style:italic}
.ej-json{font-family:monospace;font-size:.8125rem}
.ej-full{max-height:16rem;overflow:auto;margin-top:.3rem;padding:.4rem;background:rgba(128,128,128,.1);border-radius:.3rem}
.ej details summary{cursor:pointer;word-break:break-all}
.ej-chip{display:inline-block;white-space:nowrap;padding:0 .5rem;border-radius:.6rem;border-left:.3rem solid var(--c);
 background:color-mix(in srgb,var(--c) 18%,transparent)}
.ej-why,.ej-compared{opacity:.8;font-size:.8125rem;margin-top:.2rem}
</style>"""


def chip(status: str) -> str:
    """A status with colour, symbol and word."""
    look = BY_STATUS[status]
    title, words = html.escape(look.meaning), html.escape(look.label)
    return f'<span class="ej-chip" style="--c:{look.colour}" title="{title}">{words}</span>'


def legend() -> str:
    """All statuses in a line."""
    return STYLE + '<div style="font-size:.8125rem">' + " ".join(chip(status) for status in BY_STATUS) + "</div>"


def record_table(rows: Sequence[Row], names: Sequence[str], compared: bool = False, field: str | None = None) -> str:
    """Rows with gold and each variant named, `compared` with the values after transforms; rows at `field` stand out."""
    if len(names) == 1:
        heads, widths = ["Field", "Gold", html.escape(names[0]), "Result", "Why"], [22, 23, 23, 11, 21]
    else:
        heads, widths = ["Field", "Gold", *map(html.escape, names)], [20, 22, *[58 // len(names)] * len(names)]
    columns = "".join(f'<col style="width:{width}%">' for width in widths)
    head = "".join(f'<th dir="auto">{text}</th>' for text in heads)
    body = "".join(_row(row, len(names) == 1, compared, row.field == field) for row in rows)
    return (
        f'{STYLE}<div class="ej-wrap"><table class="ej"><colgroup>{columns}</colgroup><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _row(row: Row, single: bool, compared: bool, here: bool) -> str:
    gold = value_html(row.gold) + (_compared([side.gold_compared for side in row.sides if side]) if compared else "")
    cells = [f'<td class="ej-path" title="{html.escape(row.path)}">{_path(row.path)}</td>', f"<td>{gold}</td>"]
    for side in row.sides:
        cells += _single(side, compared) if single else [_both(side, compared)]
    return f"<tr{' class=ej-here' if here else ''}>{''.join(cells)}</tr>"


def _single(side: Side | None, compared: bool) -> list[str]:
    if side is None:
        return ["<td></td>"] * 3
    return [
        f"<td>{value_html(side.value)}{_changed(side, compared)}</td>",
        f"<td>{chip(side.status)}{_grade(side)}</td>",
        f'<td><div class="ej-why">{html.escape(_cut(side.why))}</div></td>',
    ]


def _both(side: Side | None, compared: bool) -> str:
    if side is None:
        return '<td><span class="ej-none">nothing here</span></td>'
    why = f'<div class="ej-why">{html.escape(_cut(side.why))}</div>' if side.status != "match" else ""
    return f"<td>{value_html(side.value)} {chip(side.status)}{_grade(side)}{_changed(side, compared)}{why}</td>"


def _changed(side: Side, compared: bool) -> str:
    return _compared([side.compared]) if compared else ""


def _compared(values: list[object]) -> str:
    changed = [value for value in values if value is not ABSENT]
    if not changed:
        return ""
    return f'<div class="ej-compared">compared as: {value_html(changed[0])}</div>'


def _grade(side: Side) -> str:
    """The score, where a comparator graded."""
    return f" {side.score:.2f}" if side.status == "mismatch" and 0 < side.score < 1 else ""


def _path(path: str) -> str:
    """A path that breaks between its steps and not within a word."""
    return html.escape(_cut(path) or "(whole record)").replace(".", ".<wbr>").replace("[", "<wbr>[")


def _cut(text: str, most: int = 300) -> str:
    return text if len(text) <= most else f"{text[:most]}… ({len(text):,} characters)"
