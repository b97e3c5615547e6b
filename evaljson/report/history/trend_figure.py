"""The history of runs as a figure and as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any, Final

import pandas as pd
import plotly.graph_objects as go

from evaljson.report.figure_layout import lay_out
from evaljson.report.heatmap_parts import label
from evaljson.report.history.rescored import Moved
from evaljson.report.history.trend import Point, Trend, changed_in_words
from evaljson.wording.short_names import OF_MESSAGE, begun, shortened
from evaljson.wording.words import counted, person, points, points_column

COLOURS: Final = ("#2A8AC6", "#C8641B", "#1A9A6C", "#B0689A", "#8F7A00", "#7C7CD8")
"""Each stands out from a light and from a dark ground."""
SYMBOLS: Final = ("circle", "square", "diamond", "triangle-up", "x", "star", "pentagon")
"""Not as many as colours, so that it takes 42 variants for two to look alike."""
DRAWN = 60
"""Rounds that are drawn at most, the last ones; the table has all."""
_GREY, _HEIGHT = "#8C8C8C", 340
_NARROWEST: Final = 740
"""Pixels of the plot itself in a window of 1,024."""
_CHARACTER: Final = 7.0
"""Pixels of one in a mark, on average and with a little to spare."""
_LINE: Final = 15
"""Pixels of a further line of marks."""
_MOST_LINES: Final = 4
"""Of one mark."""
_NAME: Final = 5
"""Characters of the name of a variant in a mark, at least."""
_ASIDE, _WIDEST = 0.06, 0.6
_LEAST_SPAN = 4.0
"""Points of F1 that the axis shows at least, so that a small step does not look like a fall."""


def trend_figure(trend: Trend, text_colour: str, zone: tzinfo = UTC) -> go.Figure:
    """Draw F1 over rounds. Lines join the runs of a variant that can be compared; a vertical one says what changed.

    customdata of a click: [id of the run].
    """
    first = max(0, len(trend.rounds) - DRAWN)
    drawn = trend.rounds[first:]
    figure = go.Figure()
    names = trend.variants()
    for number, variant in enumerate(names):
        parts = [
            [entry for entry in part if entry[0] >= first and entry[1].f1 is not None] for part in trend.lines(variant)
        ]
        if any(parts):
            _line(figure, (number, len(names)), variant, [part for part in parts if part], trend, zone)
    marked = [number for number, one in enumerate(drawn, start=first) if (one.breaks or one.files) and number > first]
    rooms = {lines: _rooms(marked, trend, len(drawn), lines) for lines in (1, 2)}
    lines = 2 if not _have_words(trend, rooms[1], 1) and _have_words(trend, rooms[2], 2) else 1
    higher = lines - 1 + max((_short(trend, *one, lines).count("<br>") for one in rooms[lines]), default=0)
    for place, (number, room) in enumerate(rooms[lines]):
        _mark(figure, number, trend, text_colour, _short(trend, number, room, lines), zone, _LINE * (place % lines))
    every = max(1, len(drawn) // 8)
    at = list(range(first, len(trend.rounds), every))
    lay_out(
        figure,
        xaxis={
            "tickvals": at, "ticktext": [moment(trend.rounds[i].when, zone).replace(", ", "<br>") for i in at],
            "range": [first - 0.5, len(trend.rounds) - 0.5], "showgrid": False, "zeroline": False, "fixedrange": True,
        },
        yaxis={
            "title": {"text": "F1"}, "range": _span(trend, first), "zeroline": False, "fixedrange": True,
            "gridcolor": f"{_GREY}40", "nticks": 6,
        },
        height=_HEIGHT, margin={"l": 55, "r": 10 + _beyond(lines), "t": 62 + _LINE * higher, "b": 45},
        hovermode="closest", dragmode=False, clickmode="event+select", plot_bgcolor="rgba(0,0,0,0)",
        paper_bgcolor="rgba(0,0,0,0)", font={"color": text_colour}, showlegend=True,
        legend={
            "orientation": "h", "x": 0, "y": 1.12 + 0.08 * higher, "yanchor": "bottom", "itemclick": False,
            "itemdoubleclick": False,
        },
    )  # fmt: skip
    return figure


def _line(
    figure: go.Figure,
    which: tuple[int, int],
    variant: str,
    parts: list[list[tuple[int, Point]]],
    trend: Trend,
    zone: tzinfo,
) -> None:
    """Draw one trace: None between the parts is a gap. `which` is its number, and how many there are.

    Variants stand a little beside each other, so that none hides another that scores the same.
    """
    number, of = which
    aside = (number - (of - 1) / 2) * min(_ASIDE, _WIDEST / of)
    x: list[float | None] = []
    runs: list[Point | None] = []
    for part in parts:
        x += [*([None] if x else []), *(at + aside for at, _ in part)]
        runs += [*([None] if runs else []), *(point for _, point in part)]
    colour = COLOURS[number % len(COLOURS)]
    symbol = SYMBOLS[number % len(SYMBOLS)]
    figure.add_scatter(
        x=x,
        y=[None if point is None or point.f1 is None else point.f1 * 100 for point in runs],
        name=label(variant, 30),
        mode="lines+markers",
        line={"color": colour, "width": 2, "dash": "dot"},
        marker={
            "color": colour,
            "symbol": [symbol if point is None or point.is_current else f"{symbol}-open" for point in runs],
            "size": [10 if point is None else _size(point) for point in runs],
            "line": {"width": 2, "color": colour},
            "opacity": 1,
        },
        unselected={"marker": {"opacity": 1}},
        customdata=[[point.run if point is not None else ""] for point in runs],
        text=["" if point is None else _hover(point, trend, zone) for point in runs],
        hovertemplate="%{text}<extra></extra>",
    )


def _size(point: Point) -> int:
    return 7 if point.is_reused else 12 if point.is_current else 10


def _hover(point: Point, trend: Trend, zone: tzinfo) -> str:
    version = trend.versions.get(point.version)
    message = f" “{label(version.message, 60)}”" if version is not None and version.message else ""
    since = "" if point.is_reused else since_before(point, zone)
    file = f"<br>since before: {since}" if since else "<br>known since then: not scored again" * point.is_reused
    return (
        f"<b>{label(point.variant, 60)}</b> F1 {points(point.f1)}<br>{counted(point.records, 'record')}, "
        f"{moment(point.when, zone)}, {label(person(point.who), 40)}<br>schema version {point.version}{message}{file}"
    )


def _rooms(marked: Sequence[int], trend: Trend, drawn: int, lines: int) -> list[tuple[int, float]]:
    """Return each marked round with the room of its mark, in pixels, where marks take turns on so many lines."""
    following = [*marked[lines:], *[len(trend.rounds)] * lines]
    pairs = zip(marked, following, strict=False)
    beyond = _beyond(lines)
    column = (_NARROWEST - beyond) / max(drawn, 1)
    return [(number, (end - number) * column + beyond * (end == len(trend.rounds))) for number, end in pairs]


def _beyond(lines: int) -> int:
    """Return the pixels to the right of the plot into which the last marks reach."""
    return 0 if lines == 1 else 30


def _have_words(trend: Trend, rooms: Sequence[tuple[int, float]], turns: int) -> bool:
    return all(_short(trend, *one, turns) for one in rooms)


def _short(trend: Trend, number: int, room: float, turns: int) -> str:
    """Write what changed before a round: all of it, or else in as many words as have room; "" where not even one has.

    Where marks do not take turns on so many lines, each part may have a line of its own.
    """
    this_round = trend.rounds[number]
    parts = _parts(trend, number)
    texts = [f"↦ {' + '.join(parts)}"]
    again = [f"{texts[0]}, as before"] if this_round.as_on else []
    most = int(room / _CHARACTER)
    if whole := next((text for text in [*again, *texts] if len(text) <= most), ""):
        return whole
    if turns == 1 and (below := _below_each_other(trend, number, most)):
        return below
    kind = this_round.breaks[0].split()[0] if this_round.breaks else "added" if this_round.added else "file"
    more = " …" if len(parts) > 1 else ""
    return next((text for text in (f"↦ {parts[0]}{more}", f"↦ {kind}{more}") if len(text) <= most), "")


def _below_each_other(trend: Trend, number: int, most: int) -> str:
    """Write each part on a line, with names of variants shortened; "" where that has no room either."""
    this_round = trend.rounds[number]
    lines = _breaks(trend, number)
    for name in this_round.added:
        room = most - len("↦  added")
        lines += [f"{_named(name, room)} added"] if room >= _NAME else [_named(name, most - len("↦ ")), "added"]
    for name in this_round.other_files:
        room = most - len("↦ file of ")
        lines += [f"file of {_named(name, room)}"] if room >= _NAME else ["file of", _named(name, most - len("↦ "))]
    has_room = len(lines) <= _MOST_LINES and all(len(line) + 2 <= most for line in lines)
    return f"↦ {'<br>'.join(lines)}" if has_room else ""


def _named(name: str, most: int) -> str:
    return label(shortened(name, max(most, _NAME)), most)


def _parts(trend: Trend, number: int) -> list[str]:
    return [*_breaks(trend, number), *_of_files(trend, number)]


def _breaks(trend: Trend, number: int) -> list[str]:
    this_round = trend.rounds[number]
    return [f"schema {this_round.version}" if part == "schema" else part for part in this_round.breaks]


def _of_files(trend: Trend, number: int) -> list[str]:
    return [label(text, 60) for text in trend.rounds[number].files]


def _mark(
    figure: go.Figure, number: int, trend: Trend, text_colour: str, short: str, zone: tzinfo, above: int
) -> None:  # fmt: skip
    """Draw the line before a round, and what changed, `above` the plot by so many pixels; the hover has all of it."""
    this_round = trend.rounds[number]
    dash = "dash" if this_round.breaks else "dot"  # figures before and after another file can be compared
    figure.add_vline(x=number - 0.5, line={"color": _GREY, "width": 1, "dash": dash})
    version = trend.versions.get(this_round.version) if this_round.breaks else None
    message = (
        f"<br>{label(person(version.author), 40)}: {label(version.message or 'no message', 80)}" if version else ""
    )
    changed = [changed_in_words(this_round.version, this_round.breaks), *_of_files(trend, number)]
    again = f"<br>all as on {moment(this_round.as_on, zone)} again" if this_round.as_on else ""
    figure.add_annotation(
        x=number - 0.5, y=1, yref="paper", yanchor="bottom", xanchor="left", text=short or "↦", showarrow=False,
        yshift=above, align="left",
        font={"size": 12, "color": text_colour}, captureevents=True,
        hovertext=f"changed: {', '.join(filter(None, changed))}{again}{message}",
    )  # fmt: skip


def _span(trend: Trend, first: int) -> list[float]:
    shown = [point.f1 * 100 for number, point in trend.points() if number >= first and point.f1 is not None]
    low, high = (min(shown), max(shown)) if shown else (0.0, 100.0)
    missing = max(0.0, _LEAST_SPAN - (high - low)) / 2
    room = 0.12 * max(high - low, _LEAST_SPAN)
    return [low - missing - room, high + missing + room]


def trend_table(trend: Trend, zone: tzinfo = UTC) -> pd.DataFrame:
    """Return one row per run, newest first: the same numbers as the figure, and who, when and why."""
    rows = [_row(point, trend.versions, zone) for point in trend.newest_first()]
    columns = [
        "When",
        "Variant",
        "F1",
        "Precision",
        "Recall",
        "Records",
        "Schema",
        "Version's message",
        "Scored by",
        "Since before",
        "",
    ]
    frame = pd.DataFrame(rows, columns=columns)
    return frame.astype(dict.fromkeys(("F1", "Precision", "Recall"), "Float64"))


def since_before(point: Point, zone: tzinfo) -> str:
    """Say what is other than in the last run of the variant that can be compared, or else in the one before."""
    changed = [changed_in_words(point.version, point.changed)] if point.changed else []
    f1 = "" if point.f1_before is None else f": F1 {Moved(point.variant, None, point.f1_before, point.f1).in_words()}"
    if point.as_on is not None:
        than = "other records than" if point.is_new_file else "as"
        return f"{than} on {moment(point.as_on, zone)}{f1}"
    return ", ".join([*changed, *([f"other records{f1}"] if point.is_new_file else [])])


def _row(point: Point, versions: Mapping[int, Any], zone: tzinfo) -> tuple[Any, ...]:
    version = versions.get(point.version)
    figures = points_column((point.f1, point.precision, point.recall))
    return (
        point.when, point.variant, *figures, point.records, f"v{point.version}",
        begun(version.message, OF_MESSAGE) if version is not None else "", person(point.who), since_before(point, zone),
        "shown now" if point.is_current else "",
    )  # fmt: skip


def moment(when: datetime, zone: tzinfo = UTC) -> str:
    """Write `21 Nov 2026, 05:27` in the reader's time zone."""
    here = when.astimezone(zone)
    return f"{here.day} {here:%b %Y, %H:%M}"
