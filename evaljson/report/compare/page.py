"""A comparison as one HTML page that needs nothing else, with its plots."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from evaljson.compare.comparison import Comparison
from evaljson.compare.gates import ComparisonGateResult
from evaljson.compare.many import ManyComparison
from evaljson.compare.slices import Slices
from evaljson.compare.words.sentence import figure_word
from evaljson.report.compare.markdown import MARKS, figures, shown_p
from evaljson.report.compare.svg import forest, scatter
from evaljson.report.export.html.page import html_page
from evaljson.wording.differences import in_points
from evaljson.wording.values import escaped
from evaljson.wording.words import points

_FIELDS = (
    "Intervals are each field's own; verdicts (colour and symbol) are adjusted for all fields, and so ask for more."
)


def to_page(
    found: ManyComparison, gates: Sequence[ComparisonGateResult] = (), slices: Mapping[str, Slices] | None = None
) -> bytes:
    """The page in UTF-8: verdicts, gates, and for each variant its figures, plots, fields and what it depends on."""
    title = f"{' and '.join(found.comparisons)} against {found.baseline}"
    parts = [f"<h1>{escaped(title)}</h1>"]
    parts += [f"<p><b>{escaped(one.sentence)}</b></p>" for one in found.comparisons.values()]
    parts.append(_listed(found.notes))
    if gates:
        rows = [
            ["✓ passed" if one.passed else "✗ failed", escaped(one.variant), escaped(one.gate.said), escaped(one.told)]
            for one in gates
        ]
        parts.append("<h2>Gates</h2>" + _table(["Gate", "Variant", "", ""], rows))
    for name, one in found.comparisons.items():
        parts += _comparison(one)
        if slices is not None:
            parts.append(_slices(slices[name]))
    return html_page(title, "".join(parts))


def _comparison(one: Comparison) -> Iterable[str]:
    a, b = map(escaped, one.names)
    level = f"{one.confidence * 100:g}% interval"
    wholes = [
        [figure_word(name), *figures(own), points(own.smallest), MARKS[own.verdict]]
        for name, own in one.figures.items()
    ]
    fields = [
        [escaped(own.path) or "(the record)", *figures(own), MARKS[own.verdict],
         *map(str, (own.only_a, own.only_b, own.up, own.down)), _p(own.p), _p(own.p_holm), _p(own.p_bh),
         escaped(own.note or "")]
        for own in one.fields
    ]  # fmt: skip
    yield f"<h2>{b} against {a}</h2>"
    yield _listed(one.notes)
    yield _table(["Figure", a, b, "Change", level, "Smallest that would show", "Verdict"], wholes)
    yield f'<h3>Fields</h3><p class="faint">{_FIELDS}</p>{forest(one.fields, one.confidence)}'
    right = [f"Right in {name} only" for name in (a, b)]
    heads = ["Field", a, b, "Change", level, "Verdict", *right, "Up", "Down", "p", "p (Holm)", "p (BH)", "Note"]
    yield _table(heads, fields)
    yield "<h3>Records</h3>" + scatter(one)
    moved = sorted((own for own in one.records if own.difference), key=lambda own: own.difference)
    rows = [[escaped(str(own.record_id)), *in_points(own.a, own.b)] for own in moved]
    table = _table(["Record", a, b, "Change"], rows)
    yield f"<details><summary>{len(moved):,} records that changed</summary>{table}</details>"
    signed = escaped(json.dumps(dict(one.signature), indent=1)).replace("↵", "")
    yield f'<details><summary>What it depends on</summary><pre class="sign">{signed}</pre></details>'


def _slices(found: Slices) -> str:
    rows = [
        [escaped(one.label), f"{one.records:,}", *figures(one.estimate), MARKS[one.verdict]] for one in found.slices
    ]
    heads = ["Group", "Records", "Baseline", "Variant", "Change", "Interval", "Verdict"]
    return "<h3>Groups of records</h3>" + _table(heads, rows) + _listed(found.notes)


def _p(value: float | None) -> str:
    return escaped(shown_p(value))


def _listed(notes: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{escaped(note)}</li>' for note in notes)}</ul>" if notes else ""


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Cells are HTML already."""
    head = "".join(f'<th scope="col"><bdi>{text}</bdi></th>' for text in heads)
    body = "".join(f"<tr>{''.join(f'<td><bdi>{cell}</bdi></td>' for cell in row)}</tr>" for row in rows)
    return (
        f'<div class="scroll"><table class="figures"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )
