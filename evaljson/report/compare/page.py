"""Writes a comparison as one self-contained HTML page with plots."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from evaljson.compare.comparison import Comparison
from evaljson.compare.gate_checks import ComparisonGateResult
from evaljson.compare.many import ManyComparison
from evaljson.compare.slices import Slices
from evaljson.compare.words.phrases import figure_word
from evaljson.report.compare.markdown import MARKS, figures, has_missing, mark, unsaid, ways_of, whole_figures
from evaljson.report.compare.svg import forest_svg, scatter_svg
from evaljson.report.export.html.page import html_page
from evaljson.wording.differences import in_column
from evaljson.wording.values import escaped
from evaljson.wording.words import points, shown_p

_FIELDS = (
    "Intervals are not adjusted; verdicts (colour and symbol) are adjusted for all fields, so they need more evidence."
)
_WAYS = "Better in and worse in count the records of both sides in which the field loses less and more"
_MISSING = "; missing counts those that one side lacks, where that changes what it loses"


def to_page(
    many: ManyComparison, gates: Sequence[ComparisonGateResult] = (), slices: Mapping[str, Slices] | None = None
) -> bytes:
    """Return the page in UTF-8: verdicts, gates, and each variant's figures, plots, fields and signature."""
    title = f"{' and '.join(many.comparisons)} against {many.baseline}"
    parts = [f"<h1>{escaped(title)}</h1>"]
    parts += [] if many.ranking is None else [f"<p><b>{escaped(many.ranking)}</b></p>"]
    parts += [f"<p><b>{escaped(comparison.sentence)}</b></p>" for comparison in many.comparisons.values()]
    parts.append(_listed(unsaid(many, many.notes)))
    if gates:
        rows = [
            [
                "✓ passed" if result.passed else "✗ failed",
                *map(escaped, (result.variant, result.gate.argument, result.message)),
            ]
            for result in gates
        ]
        parts.append("<h2>Gates</h2>" + _table(["Gate", "Variant", "", ""], rows))
    for name, comparison in many.comparisons.items():
        parts += _comparison(comparison, unsaid(many, comparison.notes))
        if slices is not None:
            parts.append(_slices(slices[name]))
    return html_page(title, "".join(parts))


def _comparison(comparison: Comparison, notes: Sequence[str]) -> Iterable[str]:
    a, b = map(escaped, comparison.names)
    level = f"{comparison.confidence * 100:g}% interval"
    written = whole_figures(comparison)
    wholes = [
        [figure_word(name), *written[name], points(estimate.smallest), mark(estimate.verdict)]
        for name, estimate in comparison.figures.items()
    ]
    with_missing = has_missing(comparison)
    fields = [
        [escaped(field.path) or "(the record)", *figures(field), MARKS[field.verdict],
         f"{field.only_a:,}", f"{field.only_b:,}", *ways_of(field, with_missing), _p(field.p), _p(field.p_holm),
         _p(field.p_bh), escaped(field.note or "")]
        for field in comparison.fields
    ]  # fmt: skip
    yield f"<h2>{b} against {a}</h2>"
    yield _listed(notes)
    yield _table(["Figure", a, b, "Change", level, "Smallest that would show", "Verdict"], wholes)
    about = f"{_FIELDS} {_WAYS}{_MISSING if with_missing else ''}."
    yield f'<h3>Fields</h3><p class="faint">{about}</p>{forest_svg(comparison.fields, comparison.confidence)}'
    right = [f"Right in {name} only" for name in (a, b)]
    ways = ["Better in", "Worse in", *(["Missing"] if with_missing else [])]
    heads = ["Field", a, b, "Change", level, "Verdict", *right, *ways, "p", "p (Holm)", "p (BH)", "Note"]
    yield _table(heads, fields)
    yield "<h3>Records</h3>" + scatter_svg(comparison)
    moved = sorted((record for record in comparison.records if record.difference), key=lambda moved: moved.difference)
    rows = [[escaped(str(record.record_id)), *in_column(record.a, record.b)] for record in moved]
    table = _table(["Record", a, b, "Change"], rows)
    yield f"<details><summary>{len(moved):,} records that changed</summary>{table}</details>"
    signature = escaped(json.dumps(dict(comparison.signature), indent=1)).replace("↵", "")
    yield f'<details><summary>What it depends on</summary><pre class="sign">{signature}</pre></details>'


def _slices(slices: Slices) -> str:
    rows = [
        [escaped(group.label), group.in_words, *figures(group.estimate), MARKS[group.verdict]]
        for group in slices.slices
    ]
    heads = ["Group", "Records", "Baseline", "Variant", "Change", "Interval", "Verdict"]
    return "<h3>Groups of records</h3>" + _table(heads, rows) + _listed(slices.notes)


def _p(value: float | None) -> str:
    return escaped(shown_p(value))


def _listed(notes: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{escaped(note)}</li>' for note in notes)}</ul>" if notes else ""


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table whose cells are HTML already."""
    head = "".join(f'<th scope="col"><bdi>{text}</bdi></th>' for text in heads)
    body = "".join(f"<tr>{''.join(f'<td><bdi>{cell}</bdi></td>' for cell in row)}</tr>" for row in rows)
    return (
        f'<div class="scroll"><table class="figures"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )
