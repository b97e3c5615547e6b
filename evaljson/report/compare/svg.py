"""Draws the plots of the HTML page as inline SVG: intervals by field, and records on both sides."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from evaljson.compare.comparison import Comparison
from evaljson.compare.fields import FieldComparison
from evaljson.compare.verdict import Verdict
from evaljson.wording.differences import alone
from evaljson.wording.values import escaped
from evaljson.wording.words import points, signed_points

_ROW, _LABEL, _WIDE, _TALL = 22, 320, 900, 420
_COLOURS: dict[Verdict, str] = {"better": "#009E73", "worse": "#D55E00", "no detectable difference": "#8C8C8C"}
_CUT = 44


def forest_svg(fields: Sequence[FieldComparison], confidence: float) -> str:
    """Draw one line per field: the difference in F1 with its interval; fields without one are in the table only."""
    shown = [
        field for field in fields if field.difference is not None and field.low is not None and field.high is not None
    ]
    if not shown:
        return ""
    widest = max(max(abs(field.low or 0), abs(field.high or 0)) for field in shown) or 0.01
    tall = _ROW * (len(shown) + 1) + 20

    def x(value: float) -> float:
        return _LABEL + (value / widest + 1) / 2 * (_WIDE - _LABEL - 20)

    rows = "".join(_row(field, _ROW * (at + 1), x) for at, field in enumerate(shown))
    marks = "".join(
        f'<text x="{x(at):.1f}" y="{tall - 4}" text-anchor="middle">{signed_points(at)}</text>'
        for at in (-widest, 0, widest)
    )
    title = f"Difference in F1 of each field with its {confidence * 100:g}% interval; the table below has the numbers."
    zero = (
        f'<line x1="{x(0):.1f}" x2="{x(0):.1f}" y1="6" y2="{tall - 18}" stroke="currentColor" stroke-dasharray="3 3"/>'
    )
    return _svg(tall, title, zero + rows + marks)


def _row(field: FieldComparison, y: int, x: Callable[[float], float]) -> str:
    low, middle, high = field.low or 0.0, field.difference or 0.0, field.high or 0.0  # None of them is None here
    colour, name = _COLOURS[field.verdict], field.path or "(the record)"
    short = name if len(name) <= _CUT else f"{name[: _CUT // 2 - 1]}…{name[-(_CUT // 2) :]}"
    between = f"{signed_points(field.low)} to {signed_points(field.high)}"
    title = f"{name}: {alone(field.a, field.b)} ({between}), {field.verdict}"
    symbol = {"better": "▲", "worse": "▼"}.get(field.verdict, "")
    return (
        f"<g><title>{escaped(title)}</title>"
        f'<text x="{_LABEL - 10}" y="{y + 4}" text-anchor="end">{escaped(short)} {symbol}</text>'
        f'<line x1="{x(low):.1f}" x2="{x(high):.1f}" y1="{y}" y2="{y}" stroke="{colour}" stroke-width="2"/>'
        f'<circle cx="{x(middle):.1f}" cy="{y}" r="4" fill="{colour}"/></g>'
    )


def scatter_svg(comparison: Comparison) -> str:
    """Draw one dot per record: F1 of A across, of B up. Above the line B is better."""
    side = _TALL - 60
    dots = "".join(
        f'<circle cx="{50 + record.a * side:.1f}" cy="{10 + (1 - record.b) * side:.1f}" r="3.5" fill-opacity="0.45" '
        f'fill="{"#8C8C8C" if record.difference == 0 else "#009E73" if record.difference > 0 else "#D55E00"}">'
        f"<title>{escaped(str(record.record_id))}: {points(record.a)} and {points(record.b)}</title></circle>"
        for record in comparison.records
    )
    frame = (
        f'<rect x="50" y="10" width="{side}" height="{side}" fill="none" stroke="currentColor" stroke-opacity="0.4"/>'
        f'<line x1="50" y1="{10 + side}" x2="{50 + side}" y2="10" stroke="currentColor" stroke-dasharray="3 3"/>'
        f'<text x="{50 + side / 2}" y="{side + 40}" text-anchor="middle">F1 of {escaped(comparison.names[0])}</text>'
        f'<text x="{60 + side}" y="24">F1 of {escaped(comparison.names[1])} upwards</text>'
    )
    title = "F1 of each record on both sides; above the line the second is better."
    return _svg(_TALL, title, frame + dots)


def _svg(tall: int, title: str, inner: str) -> str:
    return (
        f'<div class="scroll"><svg role="img" viewBox="0 0 {_WIDE} {tall}" width="{_WIDE}" height="{tall}" '
        f'font-size="12" fill="currentColor" xmlns="http://www.w3.org/2000/svg"><title>{escaped(title)}</title>{inner}</svg></div>'
    )
