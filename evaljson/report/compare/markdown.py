"""A comparison as Markdown, for the description of a pull request."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from evaljson.compare.comparison import Comparison
from evaljson.compare.estimate import Estimate
from evaljson.compare.fields import FieldComparison
from evaljson.compare.gates import ComparisonGateResult
from evaljson.compare.many import ManyComparison
from evaljson.compare.slices import Slices
from evaljson.compare.words.sentence import figure_word
from evaljson.wording.differences import in_points
from evaljson.wording.values import escaped
from evaljson.wording.words import counted, signed_points

_SPECIAL = re.compile(r"^[+-]|^\d+\)|[\\`*_{}\[\]#!|~@$^]|:(?=\S)|(?<!\d)\.|\.(?!\d)")
"""What may do something, by its last character; a sign, a bracket or a decimal point within a sentence does not."""
MARKS = {"better": "▲ better", "worse": "▼ worse", "no detectable difference": "–"}


def to_markdown(
    found: ManyComparison, gates: Sequence[ComparisonGateResult] = (), slices: Mapping[str, Slices] | None = None
) -> str:
    """Verdicts first, then gates, fields that moved, all fields folded away, and notes."""
    parts = [f"## {text(' and '.join(found.comparisons))} against {text(found.baseline)}\n"]
    parts += [f"**{text(one.sentence)}**\n" for one in found.comparisons.values()]
    if gates:
        rows = [
            ["✓ passed" if one.passed else "✗ failed", *map(text, (one.variant, one.gate.said, one.told))]
            for one in gates
        ]
        parts.append(table(["gate", "variant", "", ""], rows))
    for name, one in found.comparisons.items():
        if len(found.comparisons) > 1:
            parts.append(f"### {text(name)}\n")
        parts += list(_comparison(one))
        if slices is not None:
            parts.append(_slices(slices[name]))
    notes = [*found.notes, *(note for one in found.comparisons.values() for note in one.notes)]
    parts += ["".join(f"- {text(note)}\n" for note in dict.fromkeys(notes))] if notes else []
    return "\n".join(parts)


def _comparison(one: Comparison) -> Iterable[str]:
    a, b = one.names
    level = f"{one.confidence * 100:g}% interval"
    rows = [[text(figure_word(name)), *figures(own), MARKS[own.verdict]] for name, own in one.figures.items()]
    yield table(["", text(a), text(b), "change", level, "verdict"], rows)
    heads = ["field", text(a), text(b), "change", level, "records up / down", "adjusted p", "verdict"]
    moved = [*one.worse, *one.better]
    if moved:
        yield table(heads, map(_field, moved))
    rest = [field for field in one.fields if field not in moved]
    if rest:
        folded = table(heads, map(_field, rest))
        summary = f"{counted(len(rest), 'field')} without a detectable difference"
        yield f"<details><summary>{summary}</summary>\n\n{folded}\n</details>\n"


def _field(own: FieldComparison) -> list[str]:
    p = shown_p(own.p_holm).replace("<", "&lt;")
    return [text(own.path or "(the record)"), *figures(own), f"{own.up} / {own.down}", p, MARKS[own.verdict]]


def _slices(found: Slices) -> str:
    rows = [[text(one.label), f"{one.records:,}", *figures(one.estimate), MARKS[one.verdict]] for one in found.slices]
    heads = ["group", "records", "baseline", "variant", "change", "interval", "verdict"]
    return table(heads, rows) + "\n" + "".join(f"- {text(note)}\n" for note in found.notes)


def figures(own: Estimate | FieldComparison) -> tuple[str, str, str, str]:
    """Of both sides, the change, and its interval."""
    return *in_points(own.a, own.b), interval(own.low, own.high)


def interval(low: float | None, high: float | None) -> str:
    """Both ends in points, with signs."""
    return "–" if low is None else f"{signed_points(low)} to {signed_points(high)}"


def shown_p(value: float | None) -> str:
    """Four decimals; what is not 0 never looks like it."""
    return "–" if value is None else "<0.0001" if value < 0.0001 else f"{value:.4f}"


def text(words: str) -> str:
    """Anybody's text so that it is shown, and does nothing: no markup, no mention, no link, no new line."""
    shown = escaped(" ".join(words.split())).replace("&#x27;", "'").replace("&quot;", '"')
    return _SPECIAL.sub(lambda found: f"{found[0][:-1]}\\{found[0][-1]}", shown)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Cells are Markdown already."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
